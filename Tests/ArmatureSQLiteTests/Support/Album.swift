import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import Testing

/// A file of photos, with bytes that can be in external files.
struct Album {
  let path: String
  let container: PersistentContainer

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Album") {
      Entity("Photo") {
        Attribute("name", String.self).unique()
        Attribute("number", Int.self).default(0)
        Attribute("bytes", Data?.self).storedExternally()
      }
      Entity("Scan", parent: "Photo") { Attribute("back", Data?.self).storedExternally() }
    }
  }

  /// - Parameter inlineLimit: The maximum number of bytes in a row; `nil` for the default.
  init(
    _ path: String, inlineLimit: Int? = 8, durability: SQLiteStore.Durability = .normal,
    key: SQLiteKey? = nil
  ) throws {
    self.path = path
    let store =
      inlineLimit.map {
        SQLiteStore(path, inlineLimit: $0, durability: durability, key: key?.source)
      } ?? SQLiteStore(path, durability: durability, key: key?.source)
    container = try PersistentContainer(model: Self.model(), store: store)
  }

  static func bytes(_ count: Int, _ seed: Int = 0) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed) })
  }

  var folder: String { path + "-data" }

  /// The names of the external files.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Returns the names of the referenced files, read by another program.
  func references() throws -> [String] {
    try ["bytes", "back"].flatMap {
      try querySQL("SELECT substr(\($0), 1, 36) FROM Photo WHERE typeof(\($0)) = 'text'", path)
    }.sorted()
  }

  /// Adds a photo without saving.
  @discardableResult func add(
    _ name: String, _ bytes: Data?, to context: ManagedObjectContext, as entity: String = "Photo"
  ) throws -> ManagedObject {
    let photo = try context.insert(entity)
    try photo.setValue(name, forKey: "name")
    try photo.setValue(bytes, forKey: "bytes")
    return photo
  }

  /// Returns the bytes of a photo in a new context.
  func bytes(of name: String) throws -> Data? {
    let context = container.makeContext()
    let photo = try #require(try context.fetch("Photo") { $0.name == name }.first)
    return try photo.value(forKey: "bytes", as: Data.self)
  }
}
