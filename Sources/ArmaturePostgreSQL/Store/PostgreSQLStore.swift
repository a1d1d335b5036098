public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in a PostgreSQL database.
///
/// Use this store if programs on several machines work with the same objects. You can also use a server that is
/// compatible with PostgreSQL, such as CockroachDB.
///
/// ```swift
/// let container = try PersistentContainer(
///   model: model, store: PostgreSQLStore("postgresql://shop@db.example/shop"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// A schema of the database contains a table for each entity without a parent, with a column for each attribute. The
/// table also contains the rows of the sub-entities. Other programs can read these tables. The store translates a
/// request to SQL if SQL gives exactly the same result. The context executes the remaining parts of the request itself.
///
/// Your program does not link libpq, the client library of PostgreSQL. The store loads the library when it is opened.
///
/// `@unchecked Sendable`: a lock guards all mutable state.
///
/// ## Topics
///
/// ### Opening
/// - ``Isolation``
/// - ``Keys``
/// - ``Log``
/// - ``metadata()``
///
/// ### Migration
/// - ``migrationPlan(to:migration:)``
/// - ``migrationSQL(to:migration:)``
///
/// ### Maintenance
/// - ``purgeHistory(_:)``
public final class PostgreSQLStore: BatchStore, StateReporting, @unchecked Sendable {
  /// A closure that receives each executed statement and its duration.
  ///
  /// The statement does not contain the values. Statements that were sent together have the same duration.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// The isolation of concurrent saves.
  public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// A save locks the rows that it changes, and checks that each row still has the version that the context has read.
    ///
    /// The transactions use `READ COMMITTED`.
    case readCommitted
    /// Concurrent saves have the same result as if they ran one after the other.
    ///
    /// The transactions use `SERIALIZABLE`. If a save conflicts with another one, the store tries it again.
    case serializable
  }

  /// The distribution of the keys of new objects.
  ///
  /// A sequence of the database assigns the keys in blocks of 1,000.
  public enum Keys: String, Hashable, Sendable, CaseIterable {
    /// Each block comes directly after the previous one.
    ///
    /// If only one program creates objects, a fetch without sort orders returns them in the order of their creation.
    case rising
    /// Each block is far from the previous one.
    ///
    /// Some servers distribute rows over machines by ranges of keys. They can then write to many ranges at the same
    /// time.
    case scattered
  }

  let settings: PostgreSQLSettings
  /// Held while the database is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var database: PostgreSQLDatabase?
  /// The identifier for a new store.
  private let newIdentifier = UUID()

  /// Creates a store for an existing database.
  ///
  /// The container opens the store, and creates its tables if they are missing.
  ///
  /// - Parameters:
  ///   - address: The address in libpq's format. This is a URL such as
  ///     `postgresql://user@host:5432/shop?sslmode=require`, or a list such as `host=… dbname=…`. Missing parts come
  ///     from libpq's environment variables and files, such as `PGPASSWORD`, `~/.pgpass` and a service file. The
  ///     address can also contain the schema, as in `postgresql://db.example/shop?schema=new`. If it names several hosts,
  ///     the store continues with another one when its server is lost.
  ///   - replicas: The address of standbys that answer reads, with the same database and user rights. A standby answers
  ///     only if it already has all saves and reads of this store, otherwise the server at `address` answers. Saves and
  ///     their checks always use that server. The default is `nil`.
  ///   - schema: The schema of the tables. The store creates the schema if it is missing. The default is the schema in
  ///     the address, or `public` if the address contains no schema.
  ///   - keepsHistory: Pass true to keep a history of all saves from now on, including saves by other programs. If the
  ///     store already keeps a history, it continues to do so even if you pass false.
  ///   - isolation: The isolation of concurrent saves. The default is ``Isolation/readCommitted``.
  ///   - keys: The distribution of the keys of new objects. The default is ``Keys/rising``. Programs with different
  ///     settings can use the same store.
  ///   - notifies: Pass true to notify other programs of each save with `NOTIFY`. The channel has the name of the
  ///     schema. By default, other programs see the changes when they next access the store. With notifications, the
  ///     server commits saves one after the other.
  ///   - connections: The maximum number of connections, at least 1. The default is 5.
  ///   - timeout: The maximum time to wait for a free connection, for a new connection, for another host to take over, or
  ///     for a result. The default is 30 seconds.
  ///   - library: The path of libpq. Pass `nil` to use the system's library.
  ///   - log: A closure that receives each executed statement. It is called on the thread that has executed the
  ///     statement.
  public convenience init(
    _ address: String, readsFrom replicas: String? = nil, schema: String? = nil,
    keepsHistory: Bool = false, isolation: Isolation = .readCommitted, keys: Keys = .rising,
    notifies: Bool = false,
    connections: Int = 5, timeout: Duration = .seconds(30), library: String? = nil, log: Log? = nil
  ) {
    let parts = PostgreSQLAddress.parts(of: address)
    self.init(
      settings: PostgreSQLSettings(
        address: parts.address, schema: schema ?? parts.schema ?? "public",
        keepsHistory: keepsHistory,
        isSerializable: isolation == .serializable, scattersKeys: keys == .scattered,
        notifies: notifies, connectionLimit: max(1, connections), timeout: timeout,
        library: library, replicas: replicas.map { PostgreSQLAddress.parts(of: $0).address },
        log: log))
  }

  init(settings: PostgreSQLSettings) { self.settings = settings }

  /// The unique identifier of the store. It is read from the database when the store is opened.
  public var identifier: UUID { lock.withLock { database?.identifier ?? newIdentifier } }

  /// Opens the store, and creates its tables if they are missing.
  ///
  /// The rows must have been saved with an equal model.
  ///
  /// - Throws: The errors of ``open(_:migration:)``.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the store, and creates its tables if they are missing.
  ///
  /// If the rows were saved with another model, they are migrated in one transaction. The transaction waits for current
  /// reads and saves, and then locks all tables of the store until its end. Later reads and saves of other programs
  /// wait for the migration. They then fail, because these programs use the old model.
  ///
  /// Several programs can try to migrate the store at the same time. One of them migrates it, and the others wait and
  /// then find the new model.
  ///
  /// Some servers, such as CockroachDB and YugabyteDB, change tables outside transactions. On such a server, the
  /// migration runs step by step. No one can use the store between the first and the last step. If the migration is
  /// interrupted, open the store again with the same model and migration to resume it.
  ///
  /// - Throws:
  ///   - ``PostgreSQLStoreError`` if the library is missing, if the connection fails, if the tables are not an Armature
  ///     store, or if they are in the middle of another migration.
  ///   - `PersistentStoreError.modelDiffers` if the rows were saved with another model, and `migration` does not allow
  ///     a migration or the database does not contain that model.
  ///   - `PersistentStoreError.migrationBlocked` if the migration would lose data.
  ///   - `PersistentStoreError.unknownVersion` if the versions of a staged migration do not contain the saved model.
  ///     `PersistentStoreError.laterVersion` if the saved model is a later version than the opened one.
  ///   - `PersistentStoreError.otherModel` if the store is already open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities if the rows are migrated. Otherwise, no row is
  ///   read.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    try opening.withLock {
      if let database = lock.withLock({ self.database }) {
        guard database.fingerprint == model.fingerprint else {
          throw PersistentStoreError.otherModel
        }
        return
      }
      let database = try PostgreSQLDatabase(
        model, settings, migration, newIdentifier: newIdentifier)
      lock.withLock { self.database = database }
    }
  }

  /// Returns the metadata of the store. You can call this method before the store is open.
  ///
  /// The result is `nil` if the schema contains no store.
  ///
  /// If the store is in the middle of a migration, the metadata contain the previous model and no fingerprint.
  ///
  /// - Throws: ``PostgreSQLStoreError`` if the database cannot be read.
  public func metadata() throws -> StoreMetadata? {
    try PostgreSQLConnector(settings).connect().metadata(schema: settings.schema)
  }

  /// The connections of an open store.
  var pool: PostgreSQLPool? { lock.withLock { database?.pool } }

  func opened() throws -> PostgreSQLDatabase {
    guard let database = lock.withLock({ self.database }) else {
      throw PersistentStoreError.notOpen
    }
    return database
  }

  /// Reserves keys for new objects. A sequence of the database assigns the keys in blocks.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> { try opened().reserveKeys(count) }

  /// Returns a reader that sees the database in one state, as long as you keep the reader.
  public func reader() throws -> any StoreReader {
    PostgreSQLSession.reader(try opened(), mayUseReplicas: true)
  }

  package var reportsStateWithResult: Bool { true }
  package var knownState: PersistentHistoryToken? { nil }

  /// Returns a reader for a single result. The transaction of the reader begins and ends in the same round trip.
  public func singleUseReader() throws -> any StoreReader {
    PostgreSQLSession.reader(try opened(), isSingleUse: true, mayUseReplicas: true)
  }

  /// Saves all changes in one transaction. If an error is thrown, nothing is saved.
  ///
  /// - Throws:
  ///   - `StoreConflicts` if another save has changed the same rows.
  ///   - `ValidationReport` if a unique value occurs twice, if a link leads to a missing object, or if a column cannot
  ///     represent a value.
  ///   - ``PostgreSQLStoreError`` if the database cannot be written.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] { try opened().commit(changes) }

  /// Executes a batch that needs no objects, as a few statements in one transaction.
  package func execute(_ batch: StoreBatch) throws -> BatchResult? {
    try opened().execute(batch)
  }

  /// Commits several transactions as one save, or none of them.
  package func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    try opened().commitTogether(body)
  }

  /// Removes the oldest saves from the history.
  ///
  /// - Throws:
  ///   - `PersistentStoreError.noHistory` if the store keeps no history.
  ///   - `PersistentStoreError.unknownToken` if the position is not in the history.
  ///   - ``PostgreSQLStoreError`` if the database cannot be written.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }
}

extension PostgreSQLStore: NotifyingStore {
  package func makeNotices() throws -> (any StoreNotices)? { try PostgreSQLNotices(opened()) }
}
