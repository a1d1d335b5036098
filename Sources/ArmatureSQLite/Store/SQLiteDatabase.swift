import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An open file with one writing connection and several reading connections.
///
/// `@unchecked Sendable`: locks guard the connections, and each is used by one task at a time.
final class SQLiteDatabase: @unchecked Sendable {
  let path: String
  let fingerprint: ModelFingerprint
  private let markText: String
  let sql: SQLDatabase
  var identifier: UUID { sql.storeID }
  let settings: SQLiteSettings
  let library: SQLiteLibrary
  let keys: SQLiteKeyHolder
  private let access: SQLiteConnection.Access
  private let identity: FileIdentity?
  /// The path with symbolic links resolved. The log is next to the file itself, not next to a link.
  let resolvedPath: String
  /// The folder for data too large for rows; `nil` if the model has no such attributes, or the file is encrypted: then
  /// rows have all data.
  let dataFolder: SQLiteDataFolder?
  /// The lock of the writer, in first-come order.
  private let writing = Lock()
  let batchThreads = SQLBatchThreads()
  private var writer: SQLiteConnection?
  /// The model, until the first writer has made sure that the file contains it.
  private var unkeptModel: ManagedObjectModel?
  /// The identities of the log files and the data folder, which stay the same while the writer's connection is open.
  private var companions: [FileIdentity?] = []
  let watch: SQLiteSaveWatch
  private let resting = Lock()
  private var idle: [SQLiteConnection] = []

  private static let mostIdle = 8

  init(
    _ path: String, _ model: ManagedObjectModel, _ settings: SQLiteSettings,
    _ migration: StoreMigration, newIdentifier: UUID
  ) throws {
    (self.path, self.settings) = (path, settings)
    library = try SQLiteLibrary.load(settings.library)
    let (schema, dialect) = (SQLSchema(model), SQLiteDialect())
    // Before the connection creates a file.
    try SQLitePreparation.checkWidth(of: schema, at: path)
    try Self.checkNames(path, settings)
    let mark = ModelMark(model)
    (fingerprint, markText) = (mark.fingerprint, "\(mark)")
    access = Self.access(path, settings)
    keys = SQLiteKeyHolder(settings.key)
    let connection = try SQLiteConnection(
      path, library, busyTimeout: settings.busyTimeout, log: settings.log, access, key: keys.key())
    let preparation = SQLitePreparation(
      connection, schema, model, dialect, migration, settings)
    let (identifier, isNew) =
      try settings.isReadOnly
      ? (identifier: preparation.openToRead(), isNew: false)
      : preparation.open(newIdentifier: newIdentifier)
    if settings.keepsHistory, !settings.isReadOnly { try connection.beginHistory(dialect) }
    identity = FileIdentity(path)
    resolvedPath = FileIdentity.resolved(path)
    dataFolder =
      schema.hasExternalData && !keys.isEncrypted
        && (!settings.isReadOnly || FileSystem.isThere(SQLiteDataFolder.path(of: resolvedPath)))
      ? try SQLiteDataFolder(of: resolvedPath, inlineLimit: settings.inlineLimit) : nil
    sql = SQLDatabase(
      schema, dialect, storeID: identifier, externalData: dataFolder,
      fullTexts: try SQLiteFullTextObjects(connection).available(schema))
    try connection.configure(settings)
    watch = SQLiteSaveWatch(last: try connection.fact(.lastCommit))
    writer = connection
    unkeptModel = isNew || settings.isReadOnly ? nil : model
    companions = presentCompanions
  }

  /// Returns the access mode for connections to a file.
  static func access(_ path: String, _ settings: SQLiteSettings) -> SQLiteConnection.Access {
    if !settings.isReadOnly { return .creating }
    // If no log exists and none can be created, no one writes to the file.
    let resolved = FileIdentity.resolved(path)
    let mayHaveLog =
      FileSystem.isThere("\(resolved)-wal") || FileIdentity.isFolderWritable(of: resolved)
    return mayHaveLog ? .reading : .readingAlone
  }

  /// Closes the idle connections.
  func closeConnections() {
    writing.withLock { writer = nil }
    closeReaders()
    keys.forget()
  }

  /// Closes the idle connections for reading.
  func closeReaders() { resting.withLock { idle = [] } }

  /// Opens a connection with the settings of the store.
  private func connect() throws -> SQLiteConnection {
    while true {
      let key = try keys.key()
      do {
        let connection = try SQLiteConnection(
          path, library, busyTimeout: settings.busyTimeout, log: settings.log, access, key: key)
        try connection.configure(settings)
        return connection
      } catch SQLiteStoreError.wrongKey where keys.isOutdated(key) {}
    }
  }

  // MARK: Reading

  /// Begins a reading transaction on a connection for exclusive use.
  ///
  /// - Returns: The connection, and the number of the last save.
  func beginReading() throws -> (SQLiteConnection, lastCommit: Int64) {
    while true {
      let connection = try takeReader()
      do {
        // The first query fixes the state.
        try connection.run("BEGIN")
        return (connection, try connection.lastCommit { try checkModel(connection) })
      } catch {
        endReading(connection)
        // If the key has changed since the connection was opened, another connection has the new one.
        guard case SQLiteStoreError.wrongKey = error, keys.isOutdated(connection.key) else {
          throw error
        }
      }
    }
  }

  /// Returns a connection, or closes it if it cannot end its transaction.
  func endReading(_ connection: SQLiteConnection) {
    _ = try? connection.run("COMMIT")
    if !connection.isInTransaction { giveBack(connection) }
  }

  /// Returns a connection for exclusive reading.
  private func takeReader() throws -> SQLiteConnection {
    try checkIdentity()
    resting.lock()
    let known = idle.popLast()
    resting.unlock()
    if let known { return known }
    let connection = try connect()
    // Another file may have replaced it between the check and the opening.
    try checkIdentity()
    return connection
  }

  private func giveBack(_ connection: SQLiteConnection) {
    if !keys.isCurrent(connection) { return }
    resting.lock()
    if idle.count < Self.mostIdle { idle.append(connection) }
    resting.unlock()
  }

  private func checkIdentity() throws {
    if FileIdentity(path) != identity { throw SQLiteStoreError.replaced(path: path) }
  }

  /// Rejects a file with several names, because each name would have its own log.
  private static func checkNames(_ path: String, _ settings: SQLiteSettings) throws {
    if settings.allowsHardLinks { return }
    let count = FileIdentity.nameCount(path)
    if count > 1 { throw SQLiteStoreError.hardLinked(path: path, count: count) }
  }

  /// Stops if the file has been migrated since it was opened.
  func checkModel(_ connection: SQLiteConnection) throws {
    if try connection.markText() == markText { return }
    // Programs that differ only in enumeration cases may share a file.
    if try connection.mark().fingerprint == fingerprint { return }
    try connection.check(sql.schema.model)
  }

  // MARK: Writing

  /// Runs a closure in an exclusive writing transaction.
  ///
  /// - Parameter explain: Translates an error of the database; called before the rollback.
  func write<Result>(
    _ body: (SQLiteConnection) throws -> Result,
    explain: (any Error, SQLiteConnection) throws -> any Error = { error, _ in error }
  ) throws -> Result {
    try batchThreads.rejectNested()
    if settings.isReadOnly { throw SQLiteStoreError.readOnly(path: path) }
    writing.lock()
    defer { writing.unlock() }
    try checkIdentity()
    try Self.checkNames(path, settings)
    let connection = try writer ?? openWriter()
    var isWritten = false
    do {
      try connection.run("BEGIN IMMEDIATE")
      try checkModel(connection)
      // Writes to a log that no one else finds would be lost when the last connection is closed.
      if presentCompanions != companions { throw SQLiteStoreError.replaced(path: path) }
      try dataFolder?.sweep { try filesInUse(connection, withIndexes: $0) }
      if let unkeptModel { try connection.keep(unkeptModel) }
      let result = try body(connection)
      try dataFolder?.keepShared { try sql.schema.refers(to: $0, connection) }
      try dataFolder?.sync()
      isWritten = true
      try connection.run("COMMIT")
      unkeptModel = nil
      dataFolder?.commit()
      return result
    } catch {
      defer {
        takeBack(connection, after: error)
        // If the disk fails during COMMIT, the transaction may or may not be saved.
        dataFolder?.rollBack(isCertain: !isWritten || !error.isOfFile)
      }
      throw try explain(error, connection)
    }
  }

  /// Runs a closure with the writing connection, outside a transaction.
  func withWriter<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    try batchThreads.rejectNested()
    writing.lock()
    defer { writing.unlock() }
    try checkIdentity()
    return try body(try writer ?? openWriter())
  }

  private func openWriter() throws -> SQLiteConnection {
    let connection = try connect()
    // The first read of the file creates the log.
    _ = try connection.fact(.lastCommit)
    (writer, companions) = (connection, presentCompanions)
    return connection
  }

  /// The current identities of the log, its index, and the data folder.
  private var presentCompanions: [FileIdentity?] {
    (["-wal", "-shm"].map { "\(resolvedPath)\($0)" } + [dataFolder?.path].compactMap(\.self))
      .map { FileIdentity($0) }
  }

  /// Rolls back a failed transaction.
  ///
  /// The connection is dropped if it cannot roll back, or if the file failed: the next save opens a new one, which may
  /// succeed. A connection that could not open its file for writing would never write.
  private func takeBack(_ connection: SQLiteConnection, after error: any Error) {
    if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    if connection.isInTransaction || error.isOfFile { writer = nil }
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try write { try $0.takeKeys(count) }
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    do {
      do {
        return try commit(changes, isSecondTry: false)
      } catch let error as SQLiteStoreError where error.violation == .unique {
        return try commit(changes, isSecondTry: true)
      }
    } catch let conflicts as SQLConflicts {
      throw try SQLReader(sql, SQLiteSession(self)).error(for: conflicts, of: changes)
    }
  }

  private func commit(_ changes: StoreChanges, isSecondTry: Bool) throws -> [UInt32] {
    var save: SQLSave?
    return try commit(decidedIn: changes.state) { connection, version in
      let new = SQLSave(changes, sql, connection, version: version, isSecondTry: isSecondTry)
      save = new
      let versions = try new.write()
      try historyIfKept(connection)?.write(changes, number: "\(value: .integer(Int64(version)))")
      changes.committedState = PersistentHistoryToken(
        storeID: identifier, number: Int64(version))
      return versions
    } explain: { error, connection in
      // The database checks links at the end and does not name the invalid one.
      guard connection.violation(error) == .link, let report = try save?.danglingLinks(),
        !report.isValid
      else { return error }
      return report
    }
  }

  /// Runs a closure in a transaction that counts as a save.
  ///
  /// - Parameters:
  ///   - state: The state on which the save is based; `nil` if it is correct in any state.
  ///   - body: Receives the number of the save, which is also the version of the rows that it changes.
  ///   - explain: Translates an error of the database; called before the rollback.
  /// - Throws: ``StoreConflicts/stateConflict`` if the file has another state.
  func commit<Result>(
    decidedIn state: PersistentHistoryToken? = nil,
    numbered body: (SQLiteConnection, UInt32) throws -> Result,
    explain: (any Error, SQLiteConnection) throws -> any Error = { error, _ in error }
  ) throws -> Result {
    var former: Int64?
    return try write { connection in
      let last = try connection.fact(.lastCommit)
      if let state, state.number != last { throw StoreConflicts.stateConflict }
      let version = max(1, UInt32(truncatingIfNeeded: last &+ 1))
      watch.begin(Int64(version), after: last)
      former = last
      try connection.setFact(.lastCommit, .integer(Int64(version)))
      return try body(connection, version)
    } explain: { error, connection in
      // Before another process can make a save with the same number.
      if let former { watch.takeBack(to: former) }
      return try explain(error, connection)
    }
  }
}

extension Error {
  /// Whether the cause is the file or the system.
  fileprivate var isOfFile: Bool { (self as? SQLiteStoreError)?.isOfFile ?? false }
}
