public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in a PostgreSQL database, or on a compatible server, for use by programs on several machines at the same
/// time.
///
/// ```swift
/// let container = try PersistentContainer(
///   model: model, store: PostgreSQLStore("postgresql://shop@db.example/shop"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// A schema of the database contains a table for each entity hierarchy, with a column for each attribute. Other
/// programs can read it. Requests are translated to SQL as far as SQL computes exactly the same result; the context
/// does the rest. libpq, the client library of PostgreSQL, is loaded when the store is opened; nothing is linked.
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
  /// A closure that receives each executed statement without its values, and its duration. Statements that were sent
  /// together have the same duration.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// The isolation of concurrent saves.
  public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// Changed rows are locked, and must still have the version at which they were read. `READ COMMITTED`.
    case readCommitted
    /// Saves have the same result as if they ran one after the other; conflicting ones are retried. `SERIALIZABLE`.
    case serializable
  }

  /// The distribution of keys for new objects, which a sequence assigns in blocks of 1,000.
  public enum Keys: String, Hashable, Sendable, CaseIterable {
    /// Each block follows the last one, so objects of one program are fetched in the order of their creation.
    case rising
    /// Each block is far from the last one, so servers that distribute rows by ranges of keys can write to many ranges
    /// at once.
    case scattered
  }

  let settings: PostgreSQLSettings
  /// Held while the database is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var database: PostgreSQLDatabase?
  /// The identifier for a new store.
  private let newIdentifier = UUID()

  /// Creates a store for an existing database. A container opens the store and creates its tables.
  ///
  /// - Parameters:
  ///   - address: The address in libpq's format: a URL such as `postgresql://user@host:5432/shop?sslmode=require`, or
  ///     `host=… dbname=…`. Missing parts come from libpq's variables and files, such as `PGPASSWORD`, `~/.pgpass` and
  ///     a service file. The address can also contain the schema: `postgresql://db.example/shop?schema=new`.
  ///   - schema: The schema of the tables, which is created if it is missing. The default is the schema in the address,
  ///     or else `public`.
  ///   - keepsHistory: Whether the store keeps a history of all saves from now on, including saves by other programs. A
  ///     store that already keeps one continues to do so.
  ///   - isolation: The isolation of concurrent saves; by default row versions and `READ COMMITTED`.
  ///   - keys: The distribution of keys for new objects; by default rising. Programs with different values can use the
  ///     same store.
  ///   - notifies: Whether each save notifies listeners with `NOTIFY`, on a channel with the name of the schema. By
  ///     default listeners see the changes at their next access. With notifications, the server commits saves one after
  ///     the other.
  ///   - connections: The maximum number of connections, from 1; by default 5.
  ///   - timeout: The maximum time to wait for a free connection, for a new connection, and for a result; by default 30
  ///     seconds.
  ///   - library: The path of libpq; `nil` for the system's library.
  ///   - log: A closure that receives each executed statement, on the thread that has run it.
  public convenience init(
    _ address: String, schema: String? = nil, keepsHistory: Bool = false,
    isolation: Isolation = .readCommitted, keys: Keys = .rising, notifies: Bool = false,
    connections: Int = 5, timeout: Duration = .seconds(30), library: String? = nil, log: Log? = nil
  ) {
    let parts = PostgreSQLAddress.parts(of: address)
    self.init(
      settings: PostgreSQLSettings(
        address: parts.address, schema: schema ?? parts.schema ?? "public",
        keepsHistory: keepsHistory,
        isSerializable: isolation == .serializable, scattersKeys: keys == .scattered,
        notifies: notifies, connectionLimit: max(1, connections), timeout: timeout,
        library: library, log: log))
  }

  init(settings: PostgreSQLSettings) { self.settings = settings }

  /// The unique identifier of the store, read from the database once it is open.
  public var identifier: UUID { lock.withLock { database?.identifier ?? newIdentifier } }

  /// Opens the store or creates its tables if they are missing. Rows saved with another model are rejected.
  ///
  /// - Throws: The errors of ``open(_:migration:)``.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the store or creates its tables if they are missing.
  ///
  /// Rows of another model are migrated in one transaction, which locks all tables of the store until its end. It waits
  /// for current reads and saves. Later ones wait for the migration, and then fail because their model differs. If
  /// several programs migrate at the same time, one of them does it, and the others find the store migrated.
  ///
  /// Servers that change tables outside transactions, such as CockroachDB and YugabyteDB, are migrated step by step. No
  /// one can use the store between the first and the last step. A program that opens the store with the same model and
  /// migration resumes an interrupted migration.
  ///
  /// - Throws:
  ///   - ``PostgreSQLStoreError`` if the library is missing, the connection fails, or the tables are not an Armature
  ///     store, or are in the middle of another migration.
  ///   - `PersistentStoreError.modelDiffers` if the rows were saved with another model and are not to be migrated, or
  ///     the database does not keep that model.
  ///   - `PersistentStoreError.migrationBlocked` if the migration would lose data.
  ///   - `PersistentStoreError.unknownVersion` or `laterVersion` if the saved model is unknown to a staged migration,
  ///     or comes after the opened one.
  ///   - `PersistentStoreError.otherModel` if the store is already open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities if they are migrated; otherwise no row is read.
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

  /// Returns the metadata of the store, whether it is open or not; `nil` if the schema has no store.
  ///
  /// A store in the middle of a migration has no fingerprint, and its previous model.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
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

  /// Reserves keys, which a sequence of the database assigns in blocks.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> { try opened().keys.take(count) }

  /// Returns a reader that sees one state of the database for as long as it is retained.
  public func reader() throws -> any StoreReader { try PostgreSQLReader(opened()) }

  package var reportsStateWithResult: Bool { true }
  package var knownState: PersistentHistoryToken? { nil }

  /// Returns a reader for one answer. Its transaction begins and ends in the same round trip.
  public func singleUseReader() throws -> any StoreReader {
    try PostgreSQLReader(opened(), isSingleUse: true)
  }

  /// Saves all changes in one transaction, or none of them.
  ///
  /// - Throws: `StoreConflicts`, a `ValidationReport` for duplicate values, dangling links and values that a column
  ///   cannot represent, or ``PostgreSQLStoreError``.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] { try opened().commit(changes) }

  /// Executes a batch that needs no objects, as a few statements in one transaction.
  package func execute(_ batch: StoreBatch) throws -> BatchResult? {
    try opened().execute(batch)
  }

  /// Commits several transactions as one save, or none of them.
  package func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    try opened().commitTogether(body)
  }

  /// Removes the first saves from the history.
  ///
  /// - Throws: `PersistentStoreError.noHistory`, `PersistentStoreError.unknownToken`, or ``PostgreSQLStoreError``.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }
}
