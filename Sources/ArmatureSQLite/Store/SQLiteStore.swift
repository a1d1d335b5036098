public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in a file of SQLite, which other processes may use at the same time.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("shop.sqlite"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The file has a table for each hierarchy of entities, with a column for each attribute, which `sqlite3`
/// and other programs can read. Requests become SQL as far as SQL means exactly what they mean; the
/// context does the rest. The system's library is loaded when the store is opened; nothing is linked. Core
/// Data: `NSSQLiteStoreType`.
///
/// `@unchecked Sendable`: everything that changes is behind the lock.
public final class SQLiteStore: PersistentStore, BatchStore, @unchecked Sendable {
  /// Is told of each statement that has run, without its values, and of the time that it took.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// What a save that has returned outlives.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// A failure of power, too; each save waits for the disk. `PRAGMA synchronous = FULL`.
    case full
    /// The end of the program, however it comes; a failure of power may take back the last saves, and harms
    /// none of those before them. `PRAGMA synchronous = NORMAL`.
    case normal
  }

  /// Where the file is: an absolute path.
  public let path: String
  private let settings: SQLiteSettings
  /// Held while the file is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var file: SQLiteFile?
  /// The identifier of a file that is yet to be made.
  private let newIdentifier = UUID()

  /// Names a file, which is made when a container opens the store, and is not there yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file; one that is not absolute starts at the present folder.
  ///   - readOnly: Whether the file is only read: it must be there with the rows of the model, nothing is written to it, and a
  ///     save throws ``SQLiteStoreError/readOnly(path:)``. So a file can be read whose folder cannot be written.
  ///   - keepsHistory: Whether the file keeps a history of all saves from now on, whoever makes them. One that
  ///     does goes on with it, also for programs that do not ask for it.
  ///   - durability: What a save that has returned outlives; a failure of power unless said otherwise.
  ///   - busyTimeout: How long to wait for others that write; five seconds unless said otherwise.
  ///   - allowsHardLinks: Whether the file may have several names (hard links). It is refused unless this is true: SQLite
  ///     keeps a log for each name, and whoever uses another one does not see what was saved, and damages the file. Allow
  ///     it where nobody uses the other names, such as those of a backup.
  ///   - library: Where the library of SQLite is; `nil` for that of the system.
  ///   - log: Is told of each statement, on the thread that has run it.
  public convenience init(
    _ path: String, readOnly: Bool = false, keepsHistory: Bool = false,
    durability: Durability = .full, busyTimeout: Duration = .seconds(5),
    allowsHardLinks: Bool = false, library: String? = nil, log: Log? = nil
  ) {
    self.init(
      path, inlineLimit: SQLiteDataFolder.inlineLimit, readOnly: readOnly,
      keepsHistory: keepsHistory,
      durability: durability, busyTimeout: busyTimeout, allowsHardLinks: allowsHardLinks,
      library: library, log: log)
  }

  /// The same with another limit for the data in rows, with which tests need no large values.
  package init(
    _ path: String, inlineLimit: Int, readOnly: Bool = false, keepsHistory: Bool = false,
    durability: Durability = .full,
    busyTimeout: Duration = .seconds(5), allowsHardLinks: Bool = false, library: String? = nil,
    log: Log? = nil
  ) {
    let isFile = !path.isEmpty && path != ":memory:"
    self.path = path.hasPrefix("/") || !isFile ? path : "\(FileIdentity.currentFolder)/\(path)"
    settings = SQLiteSettings(
      keepsHistory: keepsHistory, durability: durability, busyTimeout: busyTimeout,
      library: library, inlineLimit: inlineLimit, allowsHardLinks: allowsHardLinks,
      isReadOnly: readOnly, log: log)
  }

  /// What tells the store from all others; that of the file once it is open.
  public var identifier: UUID { lock.withLock { file?.identifier ?? newIdentifier } }

  /// Opens the file, and makes it if it is not there; one whose rows were saved with another model is refused.
  ///
  /// - Throws: As ``open(_:migration:)`` does.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the file, and makes it if it is not there.
  ///
  /// - Throws: ``SQLiteStoreError``, if there is no library, or the file is none of this library's;
  ///   `PersistentStoreError.modelDiffers`, if its rows were saved with another model, and are to stay so, or the
  ///   file does not keep that model; `PersistentStoreError.migrationLoses`, if some would lose something;
  ///   `PersistentStoreError.unknownVersion` and `laterVersion`, if a staged migration does not know it, or comes
  ///   after it; `PersistentStoreError.otherModel`, if the store is open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities, if they are migrated; else no row is read.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    // Code of the user that runs meanwhile may ask for the identifier: the file itself has another lock.
    try opening.withLock { try openOnce(model, migration) }
  }

  private func openOnce(_ model: ManagedObjectModel, _ migration: StoreMigration) throws {
    if let file = lock.withLock({ self.file }) {
      guard file.fingerprint == model.fingerprint else { throw PersistentStoreError.otherModel }
      return
    }
    try Self.checkName(path)
    let file = try SQLiteFile(path, model, settings, migration, newIdentifier: newIdentifier)
    lock.withLock { self.file = file }
  }

  /// Refuses what SQLite takes for a database without a file, of which each connection has one of its own, and a name
  /// that a zero would end.
  private static func checkName(_ path: String) throws {
    if !path.isEmpty && path != ":memory:" && !path.utf8.contains(0) { return }
    throw SQLiteStoreError.unfitFile(
      path: "The path \(path.quotedForMessage)", reason: "it names no file",
      remedy: "Give a file, or keep the rows in memory: InMemoryStore().")
  }

  /// What the file says of itself, whether it is open or not; `nil` if there is none, or an empty one.
  ///
  /// Models of the first versions of the library are there from the first save on.
  ///
  /// - Throws: ``SQLiteStoreError``, if there is no library, or the file is none of this library's.
  public func metadata() throws -> StoreMetadata? { try present()?.metadata() }

  /// The statements that would bring the file into the form of a model, as opening it does.
  ///
  /// ```swift
  /// for statement in try SQLiteStore("shop.sqlite").migrationSQL(to: model) { print(statement) }
  /// ```
  /// Nothing is changed. They are for reading: `armature_new_value` is computed by this library, and links are
  /// checked when all are done.
  ///
  /// - Returns: None, if there is no file, or its rows are those of the model.
  /// - Throws: ``SQLiteStoreError``, if there is no library, or the file is none of this library's.
  /// - Complexity: O(*n*) in the number of properties of both models; no row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    guard let connection = try present(), try connection.metadata() != nil else { return [] }
    let migration = SQLiteStagedMigration(
      connection, SQLSchema(model), SQLiteDialect(), migration, settings)
    return try migration.statements().map { "\($0.listing);" }
  }

  /// The way of the rows in the file to a model, with how many of them each step touches, and which stand in the way.
  ///
  /// ```swift
  /// let plan = try SQLiteStore("shop.sqlite").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// The file is opened for reading alone, and everything is counted by SQL, in one state of it. What is not unique by
  /// then is told where nothing else stands in the way, but for objects that custom steps make. Of a staged migration the
  /// first stage has its numbers: the rows of the others are not there yet.
  ///
  /// - Returns: A plan without stages, if there is no file, or its rows are those of the model.
  /// - Throws: As ``open(_:migration:)`` does, but for what stands in the way.
  /// - Complexity: O(*n* log *n*) in the number of rows of changed entities, none of which is kept in memory.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    guard let connection = try present(.reading),
      case .own(let format) = try SQLiteCondition(connection)
    else { return StoreMigrationPlan(stages: []) }
    try connection.checkVersions(format: format)
    let schema = SQLSchema(model)
    try Self.checkWidth(of: schema, at: path)
    return try SQLiteStagedMigration(connection, schema, SQLiteDialect(), migration, settings)
      .plan()
  }

  /// A connection of its own to the file, if it is there.
  private func present(_ access: SQLiteConnection.Access = .writing) throws -> SQLiteConnection? {
    guard FileIdentity(path) != nil else { return nil }
    return try SQLiteConnection(
      path, SQLiteLibrary.load(settings.library), busyTimeout: settings.busyTimeout,
      log: settings.log, settings.isReadOnly ? SQLiteFile.access(path, settings) : access)
  }

  /// Closes the connections that nobody uses, so that SQLite removes the log beside the file, for a program that ends
  /// without freeing the store.
  package func closeConnections() { lock.withLock { file }?.closeConnections() }

  private func opened() throws -> SQLiteFile {
    guard let file = lock.withLock({ self.file }) else { throw PersistentStoreError.notOpen }
    return file
  }

  /// Sets keys aside, in a short transaction of its own.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try opened().reserveKeys(count)
  }

  /// One state of the file, for as long as somebody keeps it.
  public func reader() throws -> any StoreReader { try SQLiteReader(opened()) }

  /// Makes all changes in one transaction, or none of them.
  ///
  /// - Throws: `StoreConflicts`, a `ValidationReport` for what is not unique or leads to nothing, or
  ///   ``SQLiteStoreError``.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try opened().commit(changes)
  }

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
  /// - Throws: `PersistentStoreError.noHistory`, `PersistentStoreError.unknownToken`, or ``SQLiteStoreError``.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }

  // MARK: The file as a whole

  /// Copies the store to a new file, as it is at one moment, while others read and save.
  ///
  /// The copy is a store of its own, with the same objects, identifiers and history: it can be opened, or put in
  /// the place of the file when nobody has that open. It is there as a whole, or not at all. Data in files beside
  /// the store are copied to a folder beside the copy. Core Data: `replacePersistentStore(at:…)`.
  ///
  /// - Parameter path: The path of the copy, where no file may be; one that is not absolute starts at the present
  ///   folder.
  /// - Throws: ``SQLiteStoreError``.
  /// - Complexity: O(*n*) in the bytes of the file, in a memory that does not depend on them.
  public func backUp(to path: String) throws {
    try Self.checkName(path)
    try opened().backUp(
      to: path.hasPrefix("/") ? path : "\(FileIdentity.currentFolder)/\(path)")
  }

  /// Gives the room of what was deleted back to the system, by `VACUUM`, which writes the whole file anew.
  ///
  /// Others read meanwhile, and wait before they save.
  ///
  /// - Throws: ``SQLiteStoreError``.
  /// - Complexity: O(*n*) in the bytes of the file, of which there must be as many free for the time being.
  public func compact() throws { try opened().compact() }

  /// Brings what was saved from the log into the file, so that a copy of the file alone has it, for a program that ends
  /// without closing the store.
  ///
  /// - Throws: ``SQLiteStoreError``.
  package func emptyLog() throws { try opened().emptyLog() }

  /// Looks for damage in the file, in its tables, and in the files beside it that rows refer to.
  ///
  /// - Throws: ``SQLiteStoreError/unfitFile(path:reason:remedy:)`` for what is damaged.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func verify() throws { try opened().verify() }
}
