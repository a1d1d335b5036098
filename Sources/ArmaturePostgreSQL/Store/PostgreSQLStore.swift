public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in a database of PostgreSQL, or of another server that speaks its protocol, which programs on many machines
/// use at the same time.
///
/// ```swift
/// let container = try PersistentContainer(
///   model: model, store: PostgreSQLStore("postgresql://shop@db.example/shop"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// A schema of the database has a table for each hierarchy of entities, with a column for each attribute, which other
/// programs can read. Requests become SQL as far as SQL means exactly what they mean; the context does the rest. The
/// client library of PostgreSQL, libpq, is loaded when the store is opened; nothing is linked.
///
/// `@unchecked Sendable`: everything that changes is behind the lock.
public final class PostgreSQLStore: BatchStore, StateTelling, @unchecked Sendable {
  /// Is told of each statement that has run, without its values, and of the time that the answer took; statements that
  /// were sent together have the same time.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// What transactions see of one another while they save.
  public enum Isolation: String, Hashable, Sendable, CaseIterable {
    /// Rows that a save changes are locked, and must have the version that they were read at. `READ COMMITTED`.
    case readCommitted
    /// As if one save came after the other; those that cannot are tried again. `SERIALIZABLE`.
    case serializable
  }

  /// Where the keys of new objects are, which a sequence gives out in blocks of 1,000.
  public enum Keys: String, Hashable, Sendable, CaseIterable {
    /// Each block behind the last one: objects of one program are fetched in the order in which they were made.
    case rising
    /// Each block far from the last one, so that servers that keep rows in ranges of keys write to many of them at once.
    case scattered
  }

  let settings: PostgreSQLSettings
  /// Held while the database is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var database: PostgreSQLDatabase?
  /// The identifier of a store that is yet to be made.
  private let newIdentifier = UUID()

  /// Names a database, which must be there; its tables are made when a container opens the store.
  ///
  /// - Parameters:
  ///   - address: Where it is, as libpq reads it: a URL such as `postgresql://user@host:5432/shop?sslmode=require`, or
  ///     `host=… dbname=…`. What it leaves out comes from libpq's variables and files, such as `PGPASSWORD`, `~/.pgpass`
  ///     and a service file. It may name the schema, too: `postgresql://db.example/shop?schema=new`.
  ///   - schema: The schema of the tables; it is made if it is not there. Unless given, that of the address, or else
  ///     `public`.
  ///   - keepsHistory: Whether the store keeps a history of all saves from now on, whoever makes them. One that does
  ///     goes on with it, also for programs that do not ask for it.
  ///   - isolation: What transactions see of one another; rows with their versions unless said otherwise.
  ///   - keys: Where the keys of new objects are; rising unless said otherwise. Programs with the one and with the other
  ///     may use the same store.
  ///   - notifies: Whether each save tells those who listen, by `NOTIFY` on a channel with the name of the schema; they
  ///     see it at their next look otherwise, which is so unless said otherwise: the server has such saves commit one
  ///     after the other.
  ///   - connections: How many connections there are at most, from 1; 5 unless said otherwise.
  ///   - timeout: How long to wait for a free connection, for a new one, and for an answer; 30 seconds unless said
  ///     otherwise.
  ///   - library: Where libpq is; `nil` for that of the system.
  ///   - log: Is told of each statement, on the thread that has run it.
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

  /// What tells the store from all others; that of the database once it is open.
  public var identifier: UUID { lock.withLock { database?.identifier ?? newIdentifier } }

  /// Opens the store, and makes its tables if they are not there; one whose rows were saved with another model is
  /// refused.
  ///
  /// - Throws: As ``open(_:migration:)`` does.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the store, and makes its tables if they are not there.
  ///
  /// Rows of another model are migrated in one transaction, which locks all tables of the store until its end: it waits
  /// for those who read or save at the moment, and others wait for it, and are then told that their model is another
  /// one. Of several programs that migrate at the same time one does, and the others find it done.
  ///
  /// A server that changes tables outside of transactions, as CockroachDB and YugabyteDB do, is migrated step by step: from
  /// the first step to the last nobody can use the store, and whoever opens it with the same model and migration goes on
  /// with one that was interrupted.
  ///
  /// - Throws: ``PostgreSQLStoreError``, if there is no library, no connection can be made, the tables are none of
  ///   this library's, or are in the middle of another migration; `PersistentStoreError.modelDiffers`, if the rows were
  ///   saved with another model, and are to stay so, or the database does not keep that model; `PersistentStoreError.migrationLoses`, if some would lose
  ///   something; `PersistentStoreError.unknownVersion` and `laterVersion`, if a staged migration does not know it, or
  ///   comes after it; `PersistentStoreError.otherModel`, if the store is open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities, if they are migrated; else no row is read.
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

  /// What the database says of the store, whether it is open or not; `nil` if it has none.
  ///
  /// One in the middle of a migration has no fingerprint, and the model that it had before.
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

  /// Sets keys aside, which a sequence of the database gives in blocks.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> { try opened().keys.take(count) }

  /// One state of the database, for as long as somebody keeps it.
  public func reader() throws -> any StoreReader { try PostgreSQLReader(opened()) }

  package var tellsStateWithAnswer: Bool { true }
  package var knownState: PersistentHistoryToken? { nil }

  /// One answer, whose transaction begins and ends on the same trip.
  public func readerOfOneAnswer() throws -> any StoreReader {
    try PostgreSQLReader(opened(), isOfOneAnswer: true)
  }

  /// Makes all changes in one transaction, or none of them.
  ///
  /// - Throws: `StoreConflicts`, a `ValidationReport` for what is not unique, leads to nothing, or has no place in a
  ///   column, or ``PostgreSQLStoreError``.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] { try opened().commit(changes) }

  /// Does a batch that needs no objects as a few statements in one transaction.
  package func execute(_ batch: StoreBatch) throws -> BatchResult? {
    try opened().execute(batch)
  }

  /// Makes several commits last as one save, or none of them.
  package func commitTogether(_ body: (any PersistentStore) throws -> Void) throws {
    try opened().commitTogether(body)
  }

  /// Forgets the first saves of the history.
  ///
  /// - Throws: `PersistentStoreError.noHistory`, `PersistentStoreError.unknownToken`, or ``PostgreSQLStoreError``.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }
}
