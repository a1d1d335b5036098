import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Information about a store and the number of its objects.
struct StoreInfo: Encodable {
  private let file: String
  private let kind: StoreLocation.Kind
  /// The size of the file; `nil` for a database.
  private let bytes: Int?
  private let identifier: UUID
  private let format: Int
  private let fingerprint: ModelFingerprint?
  private let libraryVersion: String?
  /// Whether the rows match the given model.
  private let isOfModel: Bool
  /// The number of objects of each entity, without sub-entities.
  private let counts: [Count]
  /// The number of saves in the history; `nil` without a history.
  private let saves: Int?

  private struct Count: Encodable {
    let entity: String
    let count: Int
  }

  /// Reads the information with the model that the store contains. If the store contains no model, the given model is
  /// used.
  init(_ store: StoreLocation, _ model: ManagedObjectModel) throws {
    let metadata = try store.metadata()
    (file, kind) = (store.path.shown, store.kind)
    bytes = FileStatus(store.path)?.size
    (identifier, format) = (metadata.identifier, metadata.format)
    (fingerprint, libraryVersion) = (metadata.fingerprint, metadata.libraryVersion)
    isOfModel = metadata.isKept(by: model)
    let container = try store.open(isOfModel ? model : metadata.model ?? model)
    let context = container.makeContext()
    counts = try container.model.entities.filter { !$0.isAbstract }.map { entity in
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      return Count(entity: entity.name, count: try context.count(request))
    }
    saves = try Self.saves(of: container)
  }

  private static func saves(of container: PersistentContainer) throws -> Int? {
    do {
      return try container.history().count
    } catch PersistentStoreError.noHistory {
      return nil
    }
  }

  /// A line for each fact.
  var lines: [String] {
    var lines = [
      bytes.map { "file: \(file), \(kind.rawValue), \($0) bytes" } ?? "database: \(file)",
      "identifier: \(identifier)",
      "format: \(format)" + (libraryVersion.map { ", saved by Armature \($0)" } ?? ""),
      "fingerprint: \(fingerprint.map { "\($0)" } ?? "none")"
        + (isOfModel ? "" : ", which differs from the model: see armature migrate"),
      "history: \(saves.map { "\($0) saves" } ?? "none")",
    ]
    lines += counts.map { "\($0.entity.displayEscaped()): \($0.count)" }
    return lines
  }
}
