import ArmatureModel
import Foundation

/// The names, parents and relationships of real models of Xcode, as far as pictures need them.
enum CorpusPictures {
  private static let folder: URL = {
    let shared = ProcessInfo.processInfo.environment["ARMATURE_SHARED"]
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return (shared.map { URL(filePath: $0) } ?? root.appending(path: "../shared"))
      .appending(path: "corpus/xcdatamodel")
  }()

  static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// The last version of each model.
  static func latest() throws -> [(path: String, model: ManagedObjectModel)] {
    var latest: [String: String] = [:]
    for file in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String })
      ?? []
    where file.hasSuffix("/contents") {
      let version = file.dropLast("/contents".count)
      // A folder of versions, or a model that has one only.
      let model = version.split(separator: "/").prefix(2).joined(separator: "/")
      latest[model] = max(latest[model] ?? "", file)
    }
    return try latest.values.sorted().compactMap { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return (try? model(of: text)).map { (file, $0) }
    }
  }

  /// The model of a file, without its attributes.
  static func model(of text: String) throws -> ManagedObjectModel {
    var entities: [EntityDescription] = []
    for tag in text.split(separator: "<") {
      if tag.hasPrefix("entity "), let name = attribute("name", of: tag) {
        entities.append(EntityDescription(name, parent: attribute("parentEntity", of: tag)))
      }
      guard tag.hasPrefix("relationship "), !entities.isEmpty,
        let name = attribute("name", of: tag),
        let destination = attribute("destinationEntity", of: tag)
      else { continue }
      entities[entities.count - 1].ownProperties.append(
        .relationship(
          RelationshipDescription(
            "x" + name, to: destination, attribute("toMany", of: tag) == "YES" ? .toMany : .toOne,
            inverse: attribute("inverseName", of: tag).map { "x" + $0 })))
    }
    dropOneSidedInverses(&entities)
    return try ManagedObjectModel("Corpus", entities: entities)
  }

  /// Has relationships without an inverse whose inverse does not lead back, which is a mistake here.
  private static func dropOneSidedInverses(_ entities: inout [EntityDescription]) {
    let inverses = Dictionary(
      entities.flatMap { entity in
        entity.ownProperties.compactMap(\.asRelationship).map {
          ([entity.name, $0.name], $0.inverse)
        }
      }, uniquingKeysWith: { first, _ in first })
    for entity in entities.indices {
      for index in entities[entity].ownProperties.indices {
        guard var relationship = entities[entity].ownProperties[index].asRelationship,
          let inverse = relationship.inverse,
          inverses[[relationship.destination, inverse]] != relationship.name
        else { continue }
        relationship.inverse = nil
        entities[entity].ownProperties[index] = .relationship(relationship)
      }
    }
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\"")?.upperBound else { return nil }
    return String(tag[start...].prefix { $0 != "\"" })
  }
}
