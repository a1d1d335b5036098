import ArmatureDocuments
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model, as data of a page's script.
struct PageModel: Encodable {
  let title: String
  let entities: [PageEntity]
  /// The names of the diagram's boxes, in the order of the diagram. It is `nil` if the names equal the names of the
  /// entities.
  let boxes: [String]?
  let issues: [PageIssue]
  /// The entities of the older version, and the changes since then. It is `nil` if there is no older version.
  let older: Older?

  /// An older version, and the changes since.
  struct Older: Encodable {
    let title: String
    let entities: [PageEntity]
    let changes: [PageChange]
  }

  init(
    _ model: ManagedObjectModel, against older: ManagedObjectModel?, _ diagram: ModelDiagram,
    _ places: PagePlaces
  ) {
    title = model.name
    entities = model.entities.map { PageEntity($0, in: model, places) }
    let boxes = diagram.boxes.map(\.name)
    self.boxes = boxes == model.entities.map(\.name) ? nil : boxes
    issues = model.warnings.map { PageIssue($0, places) }
    self.older = older.map { older in
      Older(
        title: older.name, entities: older.entities.map { PageEntity($0, in: older, places) },
        changes: model.difference(from: older).changes.map(PageChange.init))
    }
  }

  /// The data as JSON; the same for each run.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, flags and arrays can always be encoded.
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// An issue of the model, as data of a page.
struct PageIssue: Encodable {
  let code: String
  let entity: String
  let property: String?
  let message: String
  let site: String?

  init(_ issue: ModelIssue, _ places: PagePlaces) {
    code = issue.code.rawValue
    entity = issue.entity
    property = issue.property
    message = places.located(issue.message)
    site = places.text(issue.site)
  }
}

/// A change since an older version, as data of a page.
struct PageChange: Encodable {
  /// The change of the entity or property as a whole.
  enum Kind: String, Encodable { case added, removed, changed }

  let entity: String
  let property: String?
  let kind: Kind
  let text: String
  let compatibility: String
  let reason: String
  /// The former name, if it was renamed.
  let formerName: String?

  init(_ change: ModelDifference.Change) {
    entity = change.entity
    property = change.property
    text = change.fact.description
    compatibility = change.compatibility.rawValue
    reason = change.reason
    switch change.fact {
    case .entityAdded, .attributeAdded, .relationshipAdded, .fetchedPropertyAdded: kind = .added
    case .entityRemoved, .attributeRemoved, .relationshipRemoved, .fetchedPropertyRemoved:
      kind = .removed
    default: kind = .changed
    }
    switch change.fact {
    case .entityRenamed(let name), .propertyRenamed(let name): formerName = name
    default: formerName = nil
    }
  }
}

/// Formats the sites of declarations.
struct PagePlaces {
  private let paths: [String: String]
  /// The file that sites omit, in its displayed form.
  private(set) var file: String?

  /// - Parameter paths: The paths to show for file identifiers.
  init(_ paths: [String: String]) { self.paths = paths }

  /// Returns a formatter that omits the file of a site.
  func within(_ site: DeclarationSite?) -> PagePlaces {
    var places = self
    places.file = site.flatMap { $0.file.isEmpty ? nil : shown($0.file) }
    return places
  }

  /// Returns the text of a site: `Shop.swift:12`, or `:12` if the file is omitted. Returns `nil` for an unknown site.
  func text(_ site: DeclarationSite?) -> String? {
    guard let site, !site.file.isEmpty else { return nil }
    let file = shown(site.file)
    let isLeftOut = file == self.file && site.line > 0
    return DeclarationSite(file: isLeftOut ? "" : file, line: site.line, column: site.column)
      .description
  }

  private func shown(_ file: String) -> String { (paths[file] ?? file).displayEscaped() }

  /// Returns a message with the file identifiers in it replaced by paths.
  func located(_ message: String) -> String {
    paths.reduce(message) { $0.replacing("\($1.key):", with: "\($1.value):") }
  }
}
