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
