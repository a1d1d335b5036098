import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Synchronization
import TestSupport
import Testing

/// The stores of the library, of which all must do the same.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, json, sqlite, postgresql

  /// All that can be had here: the tests of stores in PostgreSQL say so where there is no server.
  static let allCases: [StoreKind] =
    [.memory, .json, .sqlite] + (PostgreSQLServer.shared == nil ? [] : [.postgresql])

  /// Those that do batches in SQL.
  static let inSQL = allCases.filter { $0 == .sqlite || $0 == .postgresql }
  /// Those that keep a history.
  static let withHistory = allCases.filter { $0 != .json }

  /// A new store, in a file of its own or a new schema.
  func makeStore(in folder: TemporaryFolder) throws -> any PersistentStore {
    switch self {
    case .memory: return InMemoryStore()
    case .json: return JSONFileStore(folder.file())
    case .sqlite: return SQLiteStore(folder.file(), durability: .normal)
    case .postgresql:
      let server = try #require(PostgreSQLServer.shared)
      return PostgreSQLStore(server.address, schema: server.newSchema(), connections: 4)
    }
  }
}

/// A container on a store of a kind, in a folder that goes with it.
final class AnyStore {
  let container: PersistentContainer
  private let folder: TemporaryFolder
  /// The statements that the store was told to run; none of a store without any.
  let statements = Statements()

  /// Collects statements.
  final class Statements: Sendable {
    private let all = Mutex<[String]>([])

    func append(_ text: String) { all.withLock { $0.append(text) } }
    func removeAll() { all.withLock { $0 = [] } }
    func starting(with word: String) -> [String] {
      all.withLock { $0.filter { $0.hasPrefix(word) } }
    }
  }

  /// - Parameter around: Makes the store of the container from one of the kind.
  init(
    _ kind: StoreKind, _ model: ManagedObjectModel, keepsHistory: Bool = false,
    isolation: PostgreSQLStore.Isolation = .readCommitted,
    around: (any PersistentStore) -> any PersistentStore = { $0 }
  ) throws {
    folder = try TemporaryFolder()
    let store: any PersistentStore
    switch kind {
    case .memory: store = InMemoryStore(keepsHistory: keepsHistory)
    case .json: store = JSONFileStore(folder.file("store.json"))
    case .sqlite:
      let statements = statements
      store = SQLiteStore(folder.file(), keepsHistory: keepsHistory, durability: .normal) {
        statement, _ in statements.append(statement)
      }
    case .postgresql:
      let (statements, server) = (statements, try #require(PostgreSQLServer.shared))
      store = PostgreSQLStore(
        server.address, schema: server.newSchema(), keepsHistory: keepsHistory,
        isolation: isolation, connections: 3
      ) { statement, _ in statements.append(statement) }
    }
    container = try PersistentContainer(model: model, store: around(store))
  }

  /// The versions of all rows, by their keys.
  func versions() throws -> [Int64: UInt32] {
    var versions: [Int64: UInt32] = [:]
    for entity in container.model.entities where entity.parent == nil {
      for row in try container.store.rows(FetchRequest(entity.name), of: container.model) {
        versions[row.id.key] = row.version
      }
    }
    return versions
  }
}
