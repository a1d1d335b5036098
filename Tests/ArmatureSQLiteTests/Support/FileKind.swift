import Armature
import ArmatureSQLite
import Foundation
import Testing

/// The kinds of files for stores, which must behave alike in migrations.
enum FileKind: String, CaseIterable, Codable, Sendable {
  case sqlite
  case json

  /// Returns a store for a file.
  func store(_ path: String) -> any PersistentStore {
    switch self {
    case .sqlite: SQLiteStore(path, durability: .normal)
    case .json: JSONFileStore(path)
    }
  }

  func expectWhole(_ path: String) { if self == .sqlite { expectIntact(path) } }
}
