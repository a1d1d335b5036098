import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization

/// The numbers of a store's own saves.
final class TrialSaves: Sendable {
  private let numbers = Mutex(Set<Int64>())

  func note(_ number: Int64) { numbers.withLock { _ = $0.insert(number) } }

  /// Returns whether others have made one of the saves after one, up to another.
  func lack(after first: Int64, upTo last: Int64) -> Bool {
    last < first
      || numbers.withLock { own in last > first && !(first + 1...last).allSatisfy(own.contains) }
  }
}

/// A store over another SQL database: a dialect, a connection, a session, and this.
///
/// `@unchecked Sendable`: a lock protects the writing connection, and the rest is set when the store is opened.
final class TrialStore: PersistentStore, @unchecked Sendable {
  let path: String
  private let lock = NSRecursiveLock()
  private let library: TrialLibrary
  private let ownSaves = TrialSaves()
  private var opened: (sql: SQLDatabase, writer: TrialConnection)?
  private let newIdentifier = UUID()

  init(_ path: String) throws { (self.path, library) = (path, try TrialLibrary()) }

  var identifier: UUID { lock.withLock { opened?.sql.storeID ?? newIdentifier } }

  func open(_ model: ManagedObjectModel) throws {
    try lock.withLock {
      if opened != nil { return }
      let (schema, dialect) = (SQLSchema(model), TrialDialect())
      let connection = try TrialConnection(path, library)
      try connection.run("BEGIN IMMEDIATE")
      let isNew = try connection.integer("SELECT 1 FROM \"sqlite_schema\"") == nil
      if isNew { try create(schema, dialect, connection) }
      try connection.run("COMMIT")
      let text = try connection.text(
        "SELECT \"value\" FROM \(name: SQLSchema.facts) WHERE \"key\" = 'identifier'")
      let storeID = text.flatMap(UUID.init(uuidString:)) ?? newIdentifier
      opened = (SQLDatabase(schema, dialect, storeID: storeID), connection)
    }
  }

  private func create(
    _ schema: SQLSchema, _ dialect: TrialDialect, _ connection: TrialConnection
  ) throws {
    try connection.run(
      "CREATE TABLE \(name: SQLSchema.facts) (\"key\" TEXT PRIMARY KEY, \"value\" ANY) STRICT")
    try connection.setFact("identifier", .text(newIdentifier.uuidString))
    try connection.setFact("nextKey", .integer(1))
    for statement in schema.creation(dialect) + SQLHistory.creation(dialect) {
      try connection.run(statement)
    }
    try connection.run(SQLHistory.identification(of: "0"))
  }

  private func present() throws -> (sql: SQLDatabase, writer: TrialConnection) {
    guard let opened = lock.withLock({ opened }) else { throw PersistentStoreError.notOpen }
    return opened
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try write { connection, _ in
      let (first, count) = (try connection.fact("nextKey"), Int64(max(1, count)))
      try connection.setFact("nextKey", .integer(first + count))
      return first..<first + count
    }
  }

  func reader() throws -> any StoreReader {
    let sql = try present().sql
    return SQLReader(
      sql, try TrialSession(reading: TrialConnection(path, library), ownSaves))
  }

  /// Runs a body in a transaction, which is rolled back if it throws.
  private func write<Result>(
    _ body: (TrialConnection, SQLDatabase) throws -> Result,
    explain: (any Error) throws -> any Error = { $0 }
  ) throws -> Result {
    let (sql, connection) = try present()
    return try lock.withLock {
      try connection.run("BEGIN IMMEDIATE")
      do {
        let result = try body(connection, sql)
        try connection.run("COMMIT")
        return result
      } catch {
        defer { if connection.isInTransaction { _ = try? connection.run("ROLLBACK") } }
        throw try explain(error)
      }
    }
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    do {
      do {
        return try commit(changes, isSecondTry: false)
      } catch let error as TrialError where error.violation == .unique {
        return try commit(changes, isSecondTry: true)
      }
    } catch let conflicts as SQLConflicts {
      let (sql, connection) = try present()
      return try lock.withLock {
        throw try SQLReader(sql, TrialSession(within: connection, ownSaves))
          .error(for: conflicts, of: changes)
      }
    }
  }

  private func commit(_ changes: StoreChanges, isSecondTry: Bool) throws -> [UInt32] {
    var save: SQLSave?
    return try write { connection, sql in
      let last = try connection.fact("lastCommit")
      if let state = changes.state, state.number != last { throw StoreConflicts.stateConflict }
      let number = last + 1
      try connection.setFact("lastCommit", .integer(number))
      let new = SQLSave(
        changes, sql, connection, version: UInt32(truncatingIfNeeded: number),
        isSecondTry: isSecondTry)
      save = new
      let versions = try new.write()
      try SQLHistory(connection, sql).write(changes, number: "\(value: .integer(number))")
      ownSaves.note(number)
      changes.committedState = PersistentHistoryToken(storeID: sql.storeID, number: number)
      return versions
    } explain: { error in
      // The database checks links at the end and does not name the invalid one.
      guard (error as? TrialError)?.violation == .link, let report = try save?.danglingLinks(),
        !report.isValid
      else { return error }
      return report
    }
  }

  func purgeHistory(_ range: PersistentHistoryRange) throws {
    try write { connection, sql in
      let last = try SQLHistory(connection, sql).remove(
        range, from: connection.fact("historyStart"), to: connection.fact("lastCommit"))
      if let last { try connection.setFact("historyStart", .integer(last)) }
    }
  }
}
