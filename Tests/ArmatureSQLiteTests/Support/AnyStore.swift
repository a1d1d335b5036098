import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Synchronization
import TestSupport
import Testing

/// The library's stores, which must behave alike.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, json, sqlite, postgresql

  /// The stores available here. PostgreSQL is skipped without a server; its own tests report that.
  static let allCases: [StoreKind] =
    [.memory, .json, .sqlite] + (PostgreSQLServer.shared == nil ? [] : [.postgresql])

  /// The stores that run batches in SQL.
  static let inSQL = allCases.filter { $0 == .sqlite || $0 == .postgresql }
  /// The stores with a history.
  static let withHistory = allCases.filter { $0 != .json }

  /// Returns a new store, in a new file or a new schema.
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

/// A container of a kind of store, in a temporary folder.
final class AnyStore {
  let container: PersistentContainer
  private let folder: TemporaryFolder
  /// The statements that the store executed; empty for stores without statements.
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

  /// - Parameter around: Wraps the store of the kind.
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

  /// Returns the versions of all rows, by key.
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
