import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a store is, and how many objects it has.
struct StoreInfo: Encodable {
  private let file: String
  private let kind: StoreFile.Kind
  /// The size of a file; `nil` for a database.
  private let bytes: Int?
  private let identifier: UUID
  private let format: Int
  private let fingerprint: ModelFingerprint?
  private let libraryVersion: String?
  /// Whether the rows are of the model that was named.
  private let isOfModel: Bool
  /// How many objects there are of each entity, without those of sub-entities.
  private let counts: [Count]
  /// How many saves the history has; `nil` for none that is kept.
  private let saves: Int?

  private struct Count: Encodable {
    let entity: String
    let count: Int
  }

  /// Reads it by the model that the store keeps, or the one that was named if it keeps none.
  init(_ store: StoreFile, _ model: ManagedObjectModel) throws {
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
