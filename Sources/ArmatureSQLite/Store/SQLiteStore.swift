public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store in a SQLite file, which other processes can use at the same time.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("shop.sqlite"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The file contains a table for each entity hierarchy, with a column for each attribute. `sqlite3` and other programs
/// can read it. Requests are translated to SQL as far as SQL computes exactly the same result; the context does the
/// rest. The system's SQLite library is loaded when the store is opened; nothing is linked. Core Data:
/// `NSSQLiteStoreType`.
///
/// `@unchecked Sendable`: a lock guards all mutable state.
///
/// ## Topics
///
/// ### Opening
/// - ``Durability``
/// - ``Log``
/// - ``path``
/// - ``metadata()``
///
/// ### Migration
/// - ``migrationPlan(to:migration:)``
/// - ``migrationSQL(to:migration:)``
///
/// ### Maintenance
/// - ``backUp(to:)``
/// - ``compact()``
/// - ``verify()``
/// - ``purgeHistory(_:)``
public final class SQLiteStore: PersistentStore, BatchStore, @unchecked Sendable {
  /// A closure that receives each executed statement without its values, and its duration.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// The failures that a completed save survives.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// Saves survive a power failure; each save waits for the disk. `PRAGMA synchronous = FULL`.
    case full
    /// Saves survive a crash of the program. A power failure can lose the last saves, but not damage the earlier ones.
    /// `PRAGMA synchronous = NORMAL`.
    case normal
  }

  /// The absolute path of the file.
  public let path: String
  private let settings: SQLiteSettings
  /// Held while the file is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var file: SQLiteFile?
  /// The identifier for a new file.
  private let newIdentifier = UUID()

  /// Creates a store for a file, which need not exist yet. A container opens the store and creates the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path starts at the current directory.
  ///   - readOnly: Whether the file is only read. It must exist and match the model; nothing is written to it, and a
  ///     save throws ``SQLiteStoreError/readOnly(path:)``. Use this for a file in a folder that cannot be written.
  ///   - keepsHistory: Whether the file keeps a history of all saves from now on, including saves by other programs. A
  ///     file that already keeps one continues to do so.
  ///   - durability: The failures that a completed save survives; by default also a power failure.
  ///   - busyTimeout: The maximum time to wait for other writers; by default five seconds.
  ///   - allowsHardLinks: Whether the file may have several names (hard links). By default such a file is rejected:
  ///     SQLite keeps a log for each name, so a process that uses another name misses saves and damages the file. Allow
  ///     it if the other names are never opened, such as names in a backup.
  ///   - library: The path of the SQLite library; `nil` for the system's library.
  ///   - log: A closure that receives each executed statement, on the thread that has run it.
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

  /// Creates a store with another size limit for data in rows, so tests need no large values.
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

  /// The unique identifier of the store, read from the file once it is open.
  public var identifier: UUID { lock.withLock { file?.identifier ?? newIdentifier } }

  /// Opens the file or creates it if it is missing. Rows saved with another model are rejected.
  ///
  /// - Throws: The errors of ``open(_:migration:)``.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the file or creates it if it is missing.
  ///
  /// - Throws:
  ///   - ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  ///   - `PersistentStoreError.modelDiffers` if the rows were saved with another model and are not to be migrated, or
  ///     the file does not keep that model.
  ///   - `PersistentStoreError.migrationBlocked` if the migration would lose data.
  ///   - `PersistentStoreError.unknownVersion` or `laterVersion` if the saved model is unknown to a staged migration,
  ///     or comes after the opened one.
  ///   - `PersistentStoreError.otherModel` if the store is already open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities if they are migrated; otherwise no row is read.
  public func open(_ model: ManagedObjectModel, migration: StoreMigration) throws {
    // User code that runs meanwhile may ask for the identifier, so the file itself has another lock.
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

  /// Rejects names for which SQLite would open a private in-memory or temporary database, and names with a null
  /// character.
  private static func checkName(_ path: String) throws {
    if !path.isEmpty && path != ":memory:" && !path.utf8.contains(0) { return }
    throw SQLiteStoreError.unusableFile(
      path: "The path \(path.quotedForMessage)", reason: "it does not name a file",
      remedy: "Name a file, or keep the rows in memory: InMemoryStore().")
  }

  /// Returns the metadata of the file, whether it is open or not; `nil` if the file is missing or empty.
  ///
  /// Files of the first versions of the library contain a model only after their next save.
  ///
  /// - Throws: ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  public func metadata() throws -> StoreMetadata? { try present()?.metadata() }

  /// Returns the SQL statements that would migrate the file to a model when it is opened.
  ///
  /// ```swift
  /// for statement in try SQLiteStore("shop.sqlite").migrationSQL(to: model) { print(statement) }
  /// ```
  /// Nothing is changed. The statements are for reading only: `armature_new_value` is computed by this library, and
  /// links are checked after all statements.
  ///
  /// - Returns: The statements; empty if the file is missing, or its rows already match the model.
  /// - Throws: ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  /// - Complexity: O(*n*) in the number of properties of both models; no row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    guard let connection = try present(), try connection.metadata() != nil else { return [] }
    let migration = SQLiteStagedMigration(
      connection, SQLSchema(model), SQLiteDialect(), migration, settings)
    return try migration.statements().map { "\($0.listing);" }
  }

  /// Returns the plan that migrates the file to a model, with the number of rows that each step affects, and its
  /// obstacles.
  ///
  /// ```swift
  /// let plan = try SQLiteStore("shop.sqlite").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// The file is opened for reading only, and SQL counts the rows in one state of it. Duplicates in the new model are
  /// found only without other obstacles, and not for objects that custom steps make. In a staged migration only the
  /// first stage has row counts: the rows of later stages do not exist yet.
  ///
  /// - Returns: The plan; it has no stages if the file is missing, or its rows already match the model.
  /// - Throws: The errors of ``open(_:migration:)``, except for obstacles.
  /// - Complexity: O(*n* log *n*) in the number of rows of changed entities. No rows are kept in memory.
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

  /// Returns a separate connection to the file; `nil` if it is missing.
  private func present(_ access: SQLiteConnection.Access = .writing) throws -> SQLiteConnection? {
    guard FileIdentity(path) != nil else { return nil }
    return try SQLiteConnection(
      path, SQLiteLibrary.load(settings.library), busyTimeout: settings.busyTimeout,
      log: settings.log, settings.isReadOnly ? SQLiteFile.access(path, settings) : access)
  }

  /// Closes the idle connections, so that SQLite removes the log. Programs call it when they end without freeing the
  /// store.
  package func closeConnections() { lock.withLock { file }?.closeConnections() }

  private func opened() throws -> SQLiteFile {
    guard let file = lock.withLock({ self.file }) else { throw PersistentStoreError.notOpen }
    return file
  }

  /// Reserves keys in a short transaction.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try opened().reserveKeys(count)
  }

  /// Returns a reader that sees one state of the file for as long as it is retained.
  public func reader() throws -> any StoreReader { try SQLiteReader(opened()) }

  /// Saves all changes in one transaction, or none of them.
  ///
  /// - Throws: `StoreConflicts`, a `ValidationReport` for duplicate values and dangling links, or ``SQLiteStoreError``.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try opened().commit(changes)
  }

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
  /// - Throws: `PersistentStoreError.noHistory`, `PersistentStoreError.unknownToken`, or ``SQLiteStoreError``.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }

  // MARK: The file as a whole

  /// Copies one state of the store to a new file while others read and save.
  ///
  /// The copy is a separate store with the same objects, identifiers and history. You can open it, or replace the
  /// original file while no one has it open. Either the copy is complete, or it does not exist. Data in files next to
  /// the store are copied to a folder next to the copy. Core Data: `replacePersistentStore(at:…)`.
  ///
  /// - Parameter path: The path of the copy, at which no file may exist. A relative path starts at the current
  ///   directory.
  /// - Throws: ``SQLiteStoreError``.
  /// - Complexity: O(*n*) in the bytes of the file, with constant memory.
  public func backUp(to path: String) throws {
    try Self.checkName(path)
    try opened().backUp(
      to: path.hasPrefix("/") ? path : "\(FileIdentity.currentFolder)/\(path)")
  }

  /// Returns the space of deleted rows to the system with `VACUUM`, which rewrites the whole file.
  ///
  /// Others can read meanwhile, but must wait to save.
  ///
  /// - Throws: ``SQLiteStoreError``.
  /// - Complexity: O(*n*) in the bytes of the file. It temporarily needs as much free disk space.
  public func compact() throws { try opened().compact() }

  /// Moves saves from the log to the file, so that a copy of the file alone contains them. Programs call it when they
  /// end without closing the store.
  ///
  /// - Throws: ``SQLiteStoreError``.
  package func emptyLog() throws { try opened().emptyLog() }

  /// Checks the file, its tables, and the files that rows refer to for damage.
  ///
  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)`` for damage.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func verify() throws { try opened().verify() }
}
