import Armature
public import ArmatureModel
import ArmatureSQLite

/// The issues of an imported model file. They are errors, and notes about differences between the model and the file.
final class ImportFindings {
  private let file: String
  private(set) var errors: [ModelIssue] = []
  private(set) var notes: [ModelIssue] = []
  /// The errors about the file as a whole that were already added.
  private var commonMistakes: Set<String> = []
  /// The number of composite elements so far: nested types multiply.
  var elementCount = 0

  /// The maximum number of errors, and the maximum number of notes. A hostile file must not produce an endless report.
  private static let limit = 1000
  /// The maximum number of composite elements in total.
  static let elementLimit = 10_000

  /// The subject of an issue, and its position in the file.
  struct Place {
    var entity = ""
    var property: String?
    let position: TextPosition
    /// The file, if it is not the main one.
    var file: String?

    /// The subject of a sentence: `Book.title`.
    var name: String {
      entity.isEmpty
        ? "The model" : entity.shortenedName + (property.map { ".\($0.shortenedName)" } ?? "")
    }

    init(entity: String = "", property: String? = nil, position: TextPosition) {
      (self.entity, self.property, self.position) = (entity, property, position)
    }

    init(entity: String = "", property: String? = nil, site: DeclarationSite) {
      self.init(
        entity: entity, property: property,
        position: TextPosition(line: site.line, column: site.column))
      file = site.file
    }

    /// Returns the same subject at another position.
    func at(_ position: TextPosition) -> Place {
      Place(entity: entity, property: property, position: position)
    }
  }

  init(file: String) { self.file = file }

  func site(_ position: TextPosition) -> DeclarationSite {
    DeclarationSite(file: file, line: position.line, column: position.column)
  }

  /// Whether to compute a remedy: no one reads hundreds of them.
  var wantsSuggestions: Bool { errors.count < 100 }

  /// Adds an error; the text follows the name of its subject.
  func error(_ code: ModelIssue.Code, _ place: Place, _ text: String) {
    if errors.count < Self.limit { errors.append(issue(code, place, text)) }
  }

  /// Adds an error about the file as a whole, but only at the first position where it occurs.
  func error(once code: ModelIssue.Code, _ place: Place, _ text: String) {
    if commonMistakes.insert(text).inserted { error(code, place, text) }
  }

  /// Adds a note about a difference from the file.
  func note(_ code: ModelIssue.Code, _ place: Place, _ text: String) {
    if notes.count < Self.limit { notes.append(issue(code, place, text)) }
  }

  /// Adds a note about the file as a whole. The text is a complete sentence.
  func note(whole sentence: String, at site: DeclarationSite? = nil) {
    guard notes.count < Self.limit else { return }
    notes.append(
      ModelIssue(
        .changedByImport, entity: "", message: sentence,
        site: site ?? DeclarationSite(file: file, line: 0)))
  }

  /// Adds a note about a change that was necessary because of a check of the model.
  func note(change: String, because issue: ModelIssue) {
    notes.append(
      ModelIssue(
        .changedByImport, entity: issue.entity, property: issue.property,
        message: "\(issue.message) \(change)", site: issue.site))
  }

  /// The notes, sorted by position. Those of the main file come first.
  var sortedNotes: [ModelIssue] {
    func place(_ site: DeclarationSite) -> (Int, String) { (site.file == file ? 0 : 1, site.file) }
    return notes.enumerated().sorted {
      let (left, right) = ($0.element.site, $1.element.site)
      let (first, second) = (place(left), place(right))
      if first != second { return first < second }
      return (left.line, left.column, $0.offset) < (right.line, right.column, $1.offset)
    }.map(\.element)
  }

  private func issue(_ code: ModelIssue.Code, _ place: Place, _ text: String) -> ModelIssue {
    ModelIssue(
      code, entity: place.entity, property: place.property, message: place.name + text,
      site: DeclarationSite(
        file: place.file ?? file, line: place.position.line, column: place.position.column))
  }
}

/// Rules of entities for constraints that an attribute's rules cannot express.
enum ImportRule {
  /// Returns a rule that requires a value to satisfy a condition, if the value is not missing.
  ///
  /// - Parameter sentence: The text that follows the name of the value in the message.
  static func value(
    at path: [String], _ sentence: String, _ condition: FetchPredicate, site: DeclarationSite
  ) -> ValidationRule {
    let missing = FetchPredicate.comparison(.keyPath(FetchPath(path)), .equal, .constant(.null))
    let name = "\(path.joined(separator: ".")) \(sentence)"
    return ValidationRule(.predicate(name: name, .or([missing, condition])), site: site)
  }

  /// Returns a rule that numbers must not be greater than a bound.
  static func value(
    at path: [String], isGreaterThan bound: AttributeValue, site: DeclarationSite
  ) -> ValidationRule {
    value(
      at: path, "is greater than \(bound)",
      .comparison(.keyPath(FetchPath(path)), .greater, .constant(bound)), site: site)
  }
}

/// Issues of model files, and issues about the changes that importing or exporting a model has made.
extension ModelIssue.Code {
  /// The file has an unknown format, is too large, or does not contain a model.
  public static let unreadableModel = Self(rawValue: "unreadableModel")
  /// The file has a binary format. It is a compiled model or was written by Xcode 3.
  public static let binaryModel = Self(rawValue: "binaryModel")
  /// The version was not found. The issue also occurs if the file has several versions and none of them is marked as
  /// current.
  public static let unknownVersion = Self(rawValue: "unknownVersion")
  /// A column type was specified for a column that does not exist.
  public static let unknownColumn = Self(rawValue: "unknownColumn")
  /// A value in the file is not valid in its place.
  public static let invalidMarkup = Self(rawValue: "invalidMarkup")
  /// The file has an unknown element or attribute.
  public static let unknownMarkup = Self(rawValue: "unknownMarkup")
  /// The file has a declaration that Armature does not support. The declaration is kept in the user info.
  public static let keptAsUserInfo = Self(rawValue: "keptAsUserInfo")
  /// The file has a declaration that Armature rejects or cannot express. The model differs from the file in this place.
  public static let changedByImport = Self(rawValue: "changedByImport")
  /// The model has a declaration that Core Data does not support. The written file differs from the model in this
  /// place.
  public static let omittedForXcode = Self(rawValue: "omittedForXcode")
  /// A store has a value that Core Data never writes in that place.
  public static let unreadableValue = Self(rawValue: "unreadableValue")
  /// The examples are no data from which a model can be proposed.
  public static let unusableExamples = Self(rawValue: "unusableExamples")
  /// The model has a declaration that all examples agree with, but which they do not prove.
  public static let guessedFromExamples = Self(rawValue: "guessedFromExamples")
  /// A foreign key refers to a missing row.
  public static let brokenReference = Self(rawValue: "brokenReference")
}

extension ForeignValue {
  /// The value as shown in a message.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.quotedForMessage
    case .brokenText: phrase
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension SQLiteStoreError {
  /// The reason why a file of another program cannot be imported, written so that it can end a sentence. It is `nil` if
  /// the SQLite library cannot be used here.
  var reasonNotToImport: String? {
    switch self {
    case .libraryMissing, .unsupportedLibrary, .cannotEncrypt: nil
    case .keyMissing: "it is encrypted, and needs its key, or it is not a SQLite database."
    case .wrongKey: "its key does not open it, or it is damaged."
    case .notEncrypted: "it is plain, and needs no key."
    case .invalidKey(_, let reason):
      "its key must be 32 bytes, or a passphrase that is not empty, but \(reason)."
    case .database(_, _, let message): "SQLite says: \(message)."
    default: "it is not a SQLite database, or is encrypted or damaged."
    }
  }
}
