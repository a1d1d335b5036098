import Armature
import ArmatureModel

/// What is found while a file of a model is read: mistakes, and notes on what the model has otherwise than the
/// file.
final class ImportFindings {
  private let file: String
  private(set) var errors: [ModelIssue] = []
  private(set) var notes: [ModelIssue] = []
  /// The mistakes of the file as a whole that were noted.
  private var commonMistakes: Set<String> = []
  /// How many elements composites have had so far: types in types multiply.
  var elementCount = 0

  /// The most mistakes, and the most notes, that are listed: a report must not be as long as a hostile file.
  private static let limit = 1000
  /// The most elements of composites in all.
  static let elementLimit = 10_000

  /// What an issue is about, and its place in the file.
  struct Place {
    var entity = ""
    var property: String?
    let position: TextPosition

    /// The subject of a sentence: `Book.title`.
    var name: String {
      entity.isEmpty
        ? "The model" : entity.shortenedName + (property.map { ".\($0.shortenedName)" } ?? "")
    }

    /// The same thing at another place.
    func at(_ position: TextPosition) -> Place {
      Place(entity: entity, property: property, position: position)
    }
  }

  init(file: String) { self.file = file }

  func site(_ position: TextPosition) -> DeclarationSite {
    DeclarationSite(file: file, line: position.line, column: position.column)
  }

  /// Whether a remedy is worth its time: nobody reads hundreds of them.
  var wantsSuggestions: Bool { errors.count < 100 }

  /// Notes a mistake; the text goes on behind the name of what it is about.
  func error(_ code: ModelIssue.Code, _ place: Place, _ text: String) {
    if errors.count < Self.limit { errors.append(issue(code, place, text)) }
  }

  /// Notes a mistake of the file as a whole, at the first of its places alone.
  func error(once code: ModelIssue.Code, _ place: Place, _ text: String) {
    if commonMistakes.insert(text).inserted { error(code, place, text) }
  }

  /// Notes what is otherwise than in the file.
  func note(_ code: ModelIssue.Code, _ place: Place, _ text: String) {
    if notes.count < Self.limit { notes.append(issue(code, place, text)) }
  }

  /// Notes something about the file as a whole, in a sentence of its own.
  func note(whole sentence: String, at site: DeclarationSite? = nil) {
    guard notes.count < Self.limit else { return }
    notes.append(
      ModelIssue(
        .changedByImport, entity: "", message: sentence,
        site: site ?? DeclarationSite(file: file, line: 0)))
  }

  /// Notes a change that was made because of what a check of the model says.
  func note(change: String, because issue: ModelIssue) {
    notes.append(
      ModelIssue(
        .changedByImport, entity: issue.entity, property: issue.property,
        message: "\(issue.message) \(change)", site: issue.site))
  }

  /// The notes by their places.
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
