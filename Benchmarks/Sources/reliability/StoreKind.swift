import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

/// A store under test.
enum StoreKind: String, CaseIterable {
  case memory
  case sqlite
  /// A SQLite file with a key.
  case encrypted
  case json
  case postgresql

  /// Whether the store is in a server's database, rather than a file.
  var isOnServer: Bool { self == .postgresql }

  /// Whether the store is in a SQLite file, plain or encrypted.
  var isSQLite: Bool { self == .sqlite || self == .encrypted }

  private static let key = SQLiteKey.bytes(Data(repeating: 7, count: 32))

  /// Returns the store at the path of a ``StorePlace``.
  func store(
    _ path: String, durability: SQLiteStore.Durability = .full
  ) -> any PersistentStore {
    switch self {
    case .memory: return InMemoryStore()
    case .sqlite: return SQLiteStore(path, durability: durability)
    case .encrypted: return SQLiteStore(path, durability: durability, key: { Self.key })
    case .json: return JSONFileStore(path)
    case .postgresql:
      let place = StorePlace.Server(path)
      return PostgreSQLStore(place.address, schema: place.schema)
    }
  }

  /// The reason why the store is not available here; `nil` if it is.
  var absence: String? {
    if self == .encrypted { return encryptionAbsence }
    guard isOnServer else { return nil }
    guard let server = PostgreSQLServer.shared else {
      return "no server of PostgreSQL can be started here"
    }
    do {
      _ = try PostgreSQLStore(server.address).metadata()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private var encryptionAbsence: String? {
    do {
      let folder = try ScratchFolder()
      try withExtendedLifetime(folder) { _ = try open(folder.path) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Opens the store at a path, as a new program would.
  func open(_ path: String) throws -> (store: any PersistentStore, context: ManagedObjectContext) {
    let store = store(path)
    return (store, try PersistentContainer(model: Ledger.model(), store: store).makeContext())
  }

  /// Discards the changes and reads the saves of other processes after a conflict or a busy store.
  ///
  /// - Throws: The error, if it has another cause.
  func catchUp(
    _ store: any PersistentStore, _ context: ManagedObjectContext, after error: any Error
  ) throws {
    switch error {
    case is MergeConflicts: break
    case let error as SQLiteStoreError where error.isBusy: break
    case let error as FileStoreError where error.reason == .changed:
      try (store as? JSONFileStore)?.reload()
    case let error as FileStoreError where error.reason == .busy: break
    case PostgreSQLStoreError.contended: break
    default: throw error
    }
    context.rollback()
    try context.refreshAll()
  }

  /// Repeats an operation while the server is not available, for at most a minute.
  ///
  /// - Throws: The error, if it has another cause or persists.
  func patiently<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      do {
        return try body()
      } catch  where Self.isPassing(error) {
        if ContinuousClock.now > deadline { throw error }
        usleep(5_000)
      }
    }
  }

  /// Returns whether the same call may succeed without duplicating work.
  private static func isPassing(_ error: any Error) -> Bool {
    switch error {
    case PostgreSQLStoreError.outcomeUnknown, ManagedObjectError.unreadable: true
    case let error as PostgreSQLStoreError: error.isTransient
    default: false
    }
  }
}
