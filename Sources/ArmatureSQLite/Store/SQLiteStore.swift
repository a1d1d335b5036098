public import Armature
public import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in a SQLite file.
///
/// This is the usual choice for a program on one machine. Several processes can use the file at the same time.
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: SQLiteStore("shop.sqlite"))
/// let context = container.makeContext()
/// try context.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try context.save()
/// ```
/// The file contains a table for each entity without a parent, with a column for each attribute. The table also
/// contains the rows of the sub-entities. You can read it with `sqlite3` and other programs. The store translates a
/// request to SQL if SQL gives exactly the same result. The context executes the remaining parts of the request itself.
///
/// Your program does not link SQLite. The store loads the system's SQLite library when it is opened.
///
/// Core Data: `NSSQLiteStoreType`.
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
/// ### Encryption
/// - ``SQLiteKey``
/// - ``rekey(to:)``
/// - ``backUp(to:key:)``
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
  /// A closure that receives each executed statement and its duration. The statement does not contain the values.
  public typealias Log = @Sendable (_ statement: String, _ duration: Duration) -> Void

  /// The failures that a completed save survives.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// A completed save survives a power failure.
    ///
    /// Each save waits until the disk has written the data. The store uses `PRAGMA synchronous = FULL`.
    case full
    /// A completed save survives a crash of the program.
    ///
    /// Saves are faster than with ``full``. A power failure can lose the last saves, but it does not damage the earlier
    /// ones. The store uses `PRAGMA synchronous = NORMAL`.
    case normal
  }

  /// The absolute path of the file.
  public let path: String
  private let settings: SQLiteSettings
  /// Held while the file is opened.
  private let opening = Lock()
  private let lock = Lock()
  private var file: SQLiteDatabase?
  /// The identifier for a new file.
  private let newIdentifier = UUID()

  /// Creates a store for a file.
  ///
  /// The file does not have to exist. The container opens the store, and creates the file if it is missing.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path starts at the current directory.
  ///   - readOnly: Pass true to read the file without ever writing to it. Use this for a file in a read-only folder.
  ///     The file must exist and match the model. A save throws ``SQLiteStoreError/readOnly(path:)``.
  ///   - keepsHistory: Pass true to keep a history of all saves in the file from now on, including saves by other
  ///     programs. If the file already keeps a history, it continues to do so even if you pass false.
  ///   - durability: The failures that a completed save survives. By default, a save survives a power failure.
  ///   - busyTimeout: The maximum time to wait for other writers. The default is five seconds.
  ///   - allowsHardLinks: Pass true to accept a file with several names (hard links). By default, such a file is
  ///     rejected. SQLite keeps a separate log for each name, so a process that uses another name does not see all
  ///     saves, and damages the file. Pass true only if the other names are never opened, such as names in a backup.
  ///   - library: The path of the SQLite library. Pass `nil` to use the system's library.
  ///   - log: A closure that receives each executed statement. It is called on the thread that has executed the
  ///     statement.
  ///   - key: A closure that returns the key of an encrypted file. A new file is encrypted with this key. The closure is
  ///     called when the file is opened, and the key is kept in memory until all connections are closed. Pass `nil` for
  ///     a plain file. The library must be able to encrypt, such as SQLCipher or SQLite3 Multiple Ciphers.
  public convenience init(
    _ path: String, readOnly: Bool = false, keepsHistory: Bool = false,
    durability: Durability = .full, busyTimeout: Duration = .seconds(5),
    allowsHardLinks: Bool = false, library: String? = nil, log: Log? = nil,
    key: SQLiteKey.Source? = nil
  ) {
    self.init(
      path, inlineLimit: SQLiteDataFolder.inlineLimit, readOnly: readOnly,
      keepsHistory: keepsHistory,
      durability: durability, busyTimeout: busyTimeout, allowsHardLinks: allowsHardLinks,
      library: library, log: log, key: key)
  }

  /// Creates a store with another size limit for data in rows, so tests need no large values.
  package init(
    _ path: String, inlineLimit: Int, readOnly: Bool = false, keepsHistory: Bool = false,
    durability: Durability = .full,
    busyTimeout: Duration = .seconds(5), allowsHardLinks: Bool = false, library: String? = nil,
    log: Log? = nil, key: SQLiteKey.Source? = nil
  ) {
    let isFile = !path.isEmpty && path != ":memory:"
    self.path = path.hasPrefix("/") || !isFile ? path : "\(FileIdentity.currentFolder)/\(path)"
    settings = SQLiteSettings(
      keepsHistory: keepsHistory, survivesPowerFailure: durability == .full,
      busyTimeout: busyTimeout,
      library: library, inlineLimit: inlineLimit, allowsHardLinks: allowsHardLinks,
      isReadOnly: readOnly, key: key, log: log)
  }

  /// The unique identifier of the store. It is read from the file when the store is opened.
  public var identifier: UUID { lock.withLock { file?.identifier ?? newIdentifier } }

  /// Opens the file, or creates it if it is missing.
  ///
  /// The rows must have been saved with an equal model.
  ///
  /// - Throws: The errors of ``open(_:migration:)``.
  public func open(_ model: ManagedObjectModel) throws { try open(model, migration: .refuse) }

  /// Opens the file, or creates it if it is missing.
  ///
  /// - Throws:
  ///   - ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  ///   - `PersistentStoreError.modelDiffers` if the rows were saved with another model, and `migration` does not allow
  ///     a migration or the file does not contain that model.
  ///   - `PersistentStoreError.migrationBlocked` if the migration would lose data.
  ///   - `PersistentStoreError.unknownVersion` if the versions of a staged migration do not contain the saved model.
  ///     `PersistentStoreError.laterVersion` if the saved model is a later version than the opened one.
  ///   - `PersistentStoreError.otherModel` if the store is already open with another model.
  /// - Complexity: O(*n*) in the number of rows of changed entities if the rows are migrated. Otherwise, no row is
  ///   read.
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
    let file = try SQLiteDatabase(path, model, settings, migration, newIdentifier: newIdentifier)
    lock.withLock { self.file = file }
  }

  /// Rejects names for which SQLite would open a private in-memory or temporary database, and names with a null
  /// character.
  private static func checkName(_ path: String) throws {
    if !path.isEmpty && path != ":memory:" && !path.utf8.contains(0) { return }
    throw SQLiteStoreError.unusableFile(
      path: "The path \(path.quotedForMessage)", reason: "it does not name a file",
      remedy: .nameFile)
  }

  /// Returns the metadata of the file. You can call this method before the store is open.
  ///
  /// The result is `nil` if the file is missing or empty.
  ///
  /// If a file was written by one of the first versions of the library, it contains its model only after the next save.
  ///
  /// - Throws: ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  public func metadata() throws -> StoreMetadata? { try present()?.metadata() }

  /// Returns the SQL statements that migrate the file to a model.
  ///
  /// ```swift
  /// for statement in try SQLiteStore("shop.sqlite").migrationSQL(to: model) { print(statement) }
  /// ```
  /// This method does not change the file. Use the statements to understand a migration. You cannot run them yourself,
  /// because the function `armature_new_value` is part of this library, which also checks the links after all
  /// statements.
  ///
  /// - Returns: The statements. The list is empty if the file is missing, or if its rows already match the model.
  /// - Throws: ``SQLiteStoreError`` if the library is missing, or the file is not an Armature store.
  /// - Complexity: O(*n*) in the number of properties of both models. No row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    guard let connection = try present(), try connection.metadata() != nil else { return [] }
    let migration = SQLiteStagedMigration(
      connection, SQLSchema(model), SQLiteDialect(), migration, settings)
    return try migration.statements().map { "\($0.listing);" }
  }

  /// Returns a plan of the migration of the file to a model.
  ///
  /// The plan contains the steps, the number of rows that each step affects, and the obstacles.
  ///
  /// ```swift
  /// let plan = try SQLiteStore("shop.sqlite").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// The file is only read. All rows are counted in one state of the file, even if another process saves at the same
  /// time. The plan has these limits:
  /// - It reports duplicate unique values only if there are no other obstacles. It does not check the objects that
  ///   custom steps create.
  /// - In a staged migration, only the first stage has numbers of rows, because the rows of the later stages do not
  ///   exist yet.
  ///
  /// - Returns: The plan. It has no stages if the file is missing, or if its rows already match the model.
  /// - Throws: The errors of ``open(_:migration:)``. Obstacles are not thrown.
  /// - Complexity: O(*n* log *n*) in the number of rows of changed entities. No rows are kept in memory.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    guard let connection = try present(.reading),
      case .own(let format) = try SQLiteCondition(connection)
    else { return StoreMigrationPlan(stages: []) }
    try connection.checkVersions(format: format)
    let schema = SQLSchema(model)
    try SQLitePreparation.checkWidth(of: schema, at: path)
    return try SQLiteStagedMigration(connection, schema, SQLiteDialect(), migration, settings)
      .plan()
  }

  /// Returns a separate connection to the file; `nil` if it is missing.
  private func present(_ access: SQLiteConnection.Access = .writing) throws -> SQLiteConnection? {
    guard FileIdentity(path) != nil else { return nil }
    return try SQLiteConnection(
      path, SQLiteLibrary.load(settings.library), busyTimeout: settings.busyTimeout,
      log: settings.log, settings.isReadOnly ? SQLiteDatabase.access(path, settings) : access,
      key: settings.key?())
  }

  /// Closes all connections to the file that are not in use.
  ///
  /// When the last connection to a file closes, SQLite moves the saves in the log to the file and removes the log. Call
  /// this method at the end of a program that keeps the store in a global variable, or before you copy the file with
  /// other means than ``backUp(to:)``. The next fetch or save opens the file again.
  ///
  /// ```swift
  /// let store = SQLiteStore("shop.sqlite")
  /// let container = try PersistentContainer(model: model, store: store)
  /// // ...
  /// store.closeConnections()
  /// ```
  public func closeConnections() { lock.withLock { file }?.closeConnections() }

  func opened() throws -> SQLiteDatabase {
    guard let file = lock.withLock({ self.file }) else { throw PersistentStoreError.notOpen }
    return file
  }

  /// Reserves keys for new objects in a short transaction. No other caller gets the same keys.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try opened().reserveKeys(count)
  }

  /// Returns a reader that sees the file in one state, as long as you keep the reader.
  public func reader() throws -> any StoreReader {
    let database = try opened()
    return SQLReader(database.sql, try SQLiteSession(database))
  }

  /// Saves all changes in one transaction. If an error is thrown, nothing is saved.
  ///
  /// - Throws:
  ///   - `StoreConflicts` if another save has changed the same rows.
  ///   - `ValidationReport` if a unique value occurs twice or a link leads to a missing object.
  ///   - ``SQLiteStoreError`` if the file cannot be written.
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

  /// Removes the oldest saves from the history.
  ///
  /// - Throws:
  ///   - `PersistentStoreError.noHistory` if the file keeps no history.
  ///   - `PersistentStoreError.unknownToken` if the position is not in the history.
  ///   - ``SQLiteStoreError`` if the file cannot be written.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    try opened().purgeHistory(range)
  }

  // MARK: The file as a whole

  /// Copies the current state of the store to a new file.
  ///
  /// Other contexts and processes can read and save during the copy.
  ///
  /// The copy is a separate store with the same objects, identifiers and history. You can open it like any other store.
  /// To restore the backup, replace the original file with it while no one has the original open.
  ///
  /// If the copy fails, no file is left at the path. Large data that the store keeps in files next to it are copied to
  /// a folder next to the copy. The copy of an encrypted file has the same key.
  ///
  /// Core Data: `replacePersistentStore(at:…)`.
  ///
  /// - Parameter path: The path of the copy. No file may exist at this path. A relative path starts at the current
  ///   directory.
  /// - Throws: ``SQLiteStoreError`` if the file cannot be read or written.
  /// - Complexity: O(*n*) in the number of bytes of the file. The copy takes constant memory.
  public func backUp(to path: String) throws { try backUp(to: path) { $0 } }

  /// - Parameter key: Returns the key of the copy from the key of the file.
  func backUp(to path: String, encryptedWith key: (SQLiteKey?) -> SQLiteKey?) throws {
    try Self.checkName(path)
    try opened().backUp(
      to: path.hasPrefix("/") ? path : "\(FileIdentity.currentFolder)/\(path)", key: key)
  }

  /// Makes the file smaller by removing the space of deleted rows.
  ///
  /// This method builds full-text indexes anew, and executes `VACUUM`, which rewrites the whole file.
  ///
  /// Other contexts and processes can read in the meantime, but must wait before they can save.
  ///
  /// - Throws: ``SQLiteStoreError`` if the file cannot be read or written.
  /// - Complexity: O(*n*) in the number of bytes of the file. The method temporarily needs the same amount of free disk
  ///   space.
  public func compact() throws { try opened().compact() }

  /// Moves saves from the log to the file, so that a copy of the file alone contains them. Programs call it when they
  /// end without closing the store.
  ///
  /// - Throws: ``SQLiteStoreError`` if the file cannot be read or written.
  package func emptyLog() throws { try opened().emptyLog() }

  /// Checks the file for damage. The check includes the tables, and the files that rows refer to.
  ///
  /// - Throws: ``SQLiteStoreError/unusableFile(path:reason:remedy:)`` if something is damaged.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  public func verify() throws { try opened().verify() }
}
