import Armature
import ArmatureModel

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

    /// The subject of a sentence: `Book.title`.
    var name: String {
      entity.isEmpty
        ? "The model" : entity.shortenedName + (property.map { ".\($0.shortenedName)" } ?? "")
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

  /// The notes, sorted by position.
  var sortedNotes: [ModelIssue] {
    notes.enumerated().sorted {
      ($0.element.site.line, $0.element.site.column, $0.offset)
        < ($1.element.site.line, $1.element.site.column, $1.offset)
    }.map(\.element)
  }

  private func issue(_ code: ModelIssue.Code, _ place: Place, _ text: String) -> ModelIssue {
    ModelIssue(
      code, entity: place.entity, property: place.property, message: place.name + text,
      site: site(place.position))
  }
}
