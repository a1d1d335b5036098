import Armature
import ArmatureSQLite
import Foundation
import Testing

/// The kinds of files that stores are kept in, of which all say the same of migrations.
enum FileKind: String, CaseIterable, Codable, Sendable {
  case sqlite
  case json

  /// A store over a file.
  func store(_ path: String) -> any PersistentStore {
    switch self {
    case .sqlite: SQLiteStore(path, durability: .normal)
    case .json: JSONFileStore(path)
    }
  }

  func expectWhole(_ path: String) { if self == .sqlite { expectIntact(path) } }
}
