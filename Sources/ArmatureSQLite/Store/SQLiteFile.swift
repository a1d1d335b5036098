import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that is open: one connection that writes, and some that read.
///
/// `@unchecked Sendable`: connections are behind the locks, and one task at a time has each.
final class SQLiteFile: @unchecked Sendable {
  let path: String
  let fingerprint: ModelFingerprint
  private let markText: String
  let database: SQLDatabase
  var identifier: UUID { database.storeID }
  let settings: SQLiteSettings
  let library: SQLiteLibrary
  private let access: SQLiteConnection.Access
  private let identity: FileIdentity?
  /// Where the file itself is: the log stands beside it, and not beside a link to it.
  let resolvedPath: String
  /// Where data stands that is too large for rows; `nil` if the model has none that may.
  let dataFolder: SQLiteDataFolder?
  /// Whoever writes waits for it, in the order of coming.
  private let writing = Lock()
  let batchThreads = SQLBatchThreads()
  private var writer: SQLiteConnection?
  /// The model, until whoever writes first has seen to it that the file has it.
  private var unkeptModel: ManagedObjectModel?
  /// What the writer's connection has beside the file, which stays the same for as long as it is open.
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
    // Before the connection makes a file.
    try SQLiteStore.checkWidth(of: schema, at: path)
    try Self.checkNames(path, settings)
    let mark = ModelMark(model)
    (fingerprint, markText) = (mark.fingerprint, "\(mark)")
    access = Self.access(path, settings)
    let connection = try SQLiteConnection(
      path, library, busyTimeout: settings.busyTimeout, log: settings.log, access)
    let preparation = SQLitePreparation(
      connection, schema, model, dialect, migration, settings)
    let (identifier, isNew) =
      try settings.isReadOnly
      ? (identifier: preparation.openToRead(), isNew: false)
      : preparation.open(newIdentifier: newIdentifier)
    if settings.keepsHistory, !settings.isReadOnly { try connection.beginHistory() }
    identity = FileIdentity(path)
    resolvedPath = FileIdentity.resolved(path)
    dataFolder =
      schema.hasExternalData
        && (!settings.isReadOnly || FileSystem.isThere(SQLiteDataFolder.path(of: resolvedPath)))
      ? try SQLiteDataFolder(of: resolvedPath, inlineLimit: settings.inlineLimit) : nil
    database = SQLDatabase(schema, dialect, storeID: identifier, externalData: dataFolder)
    try connection.configure(settings)
    watch = SQLiteSaveWatch(last: try connection.fact(.lastCommit))
    writer = connection
    unkeptModel = isNew || settings.isReadOnly ? nil : model
    companions = presentCompanions
  }

  /// What connections to a file may do with it.
  static func access(_ path: String, _ settings: SQLiteSettings) -> SQLiteConnection.Access {
    if !settings.isReadOnly { return .creating }
    // Without a log beside the file, and where none can be made, nobody writes to it.
    let resolved = FileIdentity.resolved(path)
    let mayHaveLog =
      FileSystem.isThere("\(resolved)-wal") || FileIdentity.isFolderWritable(of: resolved)
    return mayHaveLog ? .reading : .readingAlone
  }

  /// Closes the connections that nobody uses.
  func closeConnections() {
    writing.withLock { writer = nil }
    resting.withLock { idle = [] }
  }

  // MARK: Reading

  /// A connection to read with, which nobody else has.
  func takeReader() throws -> SQLiteConnection {
    try checkIdentity()
    resting.lock()
    let known = idle.popLast()
    resting.unlock()
    if let known { return known }
    let connection = try SQLiteConnection(
      path, library, busyTimeout: settings.busyTimeout, log: settings.log, access)
    try connection.configure(settings)
    // Another file may have come to its place between the look and the opening.
    try checkIdentity()
    return connection
  }

  func giveBack(_ connection: SQLiteConnection) {
    resting.lock()
    if idle.count < Self.mostIdle { idle.append(connection) }
    resting.unlock()
  }

  private func checkIdentity() throws {
    if FileIdentity(path) != identity { throw SQLiteStoreError.replaced(path: path) }
  }

  /// Refuses a file with several names, each of which has a log of its own.
  private static func checkNames(_ path: String, _ settings: SQLiteSettings) throws {
    if settings.allowsHardLinks { return }
    let count = FileIdentity.nameCount(path)
    if count > 1 { throw SQLiteStoreError.hardLinked(path: path, count: count) }
  }

  /// Refuses to go on with a file that somebody has migrated since it was opened.
  func checkModel(_ connection: SQLiteConnection) throws {
    if try connection.markText() == markText { return }
    // A program that knows more cases may write beside one that does not read them.
    if try connection.mark().fingerprint == fingerprint { return }
    try connection.check(database.schema.model)
  }

  // MARK: Writing

  /// Does something in a transaction that nobody else writes beside.
  ///
  /// - Parameter explain: What an error of the database means; called before everything is taken back.
  func write<Result>(
    _ body: (SQLiteConnection) throws -> Result,
    explain: (any Error, SQLiteConnection) throws -> any Error = { error, _ in error }
  ) throws -> Result {
    try batchThreads.refuseNested()
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
      // What is written to a log that nobody else finds is lost when the last connection is closed.
      if presentCompanions != companions { throw SQLiteStoreError.replaced(path: path) }
      try dataFolder?.sweep { try filesInUse(connection, withIndexes: $0) }
      if let unkeptModel { try connection.keep(unkeptModel) }
      let result = try body(connection)
      try dataFolder?.keepShared { try database.schema.refers(to: $0, connection) }
      try dataFolder?.sync()
      isWritten = true
      try connection.run("COMMIT")
      unkeptModel = nil
      dataFolder?.commit()
      return result
    } catch {
      defer {
        takeBack(connection, after: error)
        // A disk that fails in the middle of the end may have it or not.
        dataFolder?.rollBack(isCertain: !isWritten || !error.isOfFile)
      }
      throw try explain(error, connection)
    }
  }

  /// Does something with the connection that writes, outside of a transaction.
  func withWriter<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
    try batchThreads.refuseNested()
    writing.lock()
    defer { writing.unlock() }
    try checkIdentity()
    return try body(try writer ?? openWriter())
  }

  private func openWriter() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path, library, busyTimeout: settings.busyTimeout, log: settings.log, access)
    try connection.configure(settings)
    // The log is there from the first look at the file on.
    _ = try connection.fact(.lastCommit)
    (writer, companions) = (connection, presentCompanions)
    return connection
  }

  /// The log and its index as they are now.
  private var presentCompanions: [FileIdentity?] {
    (["-wal", "-shm"].map { "\(resolvedPath)\($0)" } + [dataFolder?.path].compactMap(\.self))
      .map { FileIdentity($0) }
  }

  /// Ends a transaction that has failed.
  ///
  /// A connection that cannot even do that is given up, and so is one with whose file something is wrong: the
  /// next save may find it well again. One that could not open its file for writing would never write.
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
    } catch let error as SQLSave.Conflicts {
      throw try SQLiteReader(self).conflicts(
        of: error.positions.map(changes.id(at:)), in: database.schema.model, storeID: identifier)
    }
  }

  private func commit(_ changes: StoreChanges, isSecondTry: Bool) throws -> [UInt32] {
    var save: SQLSave?
    return try commit(decidedIn: changes.state) { connection, version in
      let new = SQLSave(changes, database, connection, version: version, isSecondTry: isSecondTry)
      save = new
      let versions = try new.write()
      try historyIfKept(connection)?.write(changes, number: "\(value: .integer(Int64(version)))")
      changes.committedState = PersistentHistoryToken(
        storeID: identifier, number: Int64(version))
      return versions
    } explain: { error, connection in
      // The database has looked at the links at the end, and does not say which one it was.
      guard connection.violation(error) == .link, let report = try save?.danglingLinks(),
        !report.isValid
      else { return error }
      return report
    }
  }

  /// Does something in a transaction of its own that counts as a save.
  ///
  /// - Parameters:
  ///   - state: The state that the save was decided in; `nil` if it is right in any state.
  ///   - body: Gets the number of the save, which is the version of the rows that it changes.
  ///   - explain: What an error of the database means; called before everything is taken back.
  /// - Throws: ``StoreConflicts/ofState`` if the file has another state.
  func commit<Result>(
    decidedIn state: PersistentHistoryToken? = nil,
    numbered body: (SQLiteConnection, UInt32) throws -> Result,
    explain: (any Error, SQLiteConnection) throws -> any Error = { error, _ in error }
  ) throws -> Result {
    var former: Int64?
    return try write { connection in
      let last = try connection.fact(.lastCommit)
      if let state, state.number != last { throw StoreConflicts.ofState }
      let version = max(1, UInt32(truncatingIfNeeded: last &+ 1))
      watch.begin(Int64(version), after: last)
      former = last
      try connection.setFact(.lastCommit, .integer(Int64(version)))
      return try body(connection, version)
    } explain: { error, connection in
      // Before others can make a save of the same number.
      if let former { watch.takeBack(to: former) }
      return try explain(error, connection)
    }
  }
}

extension Error {
  /// Whether it is one of the file or the system.
  fileprivate var isOfFile: Bool { (self as? SQLiteStoreError)?.isOfFile ?? false }
}
