import Armature
import ArmatureModel
import ArmatureSQL
import Foundation

@testable import ArmatureSQLite

/// A database during a migration, which records what the migration asks of it.
final class TrialMigrationHost: SQLMigrationHost {
  private let file: MigrationFile
  private let storeID = UUID()
  private var nextKey: Int64 = 1000
  /// The requests of the migration in their order.
  private(set) var events: [String] = []
  /// The model after the migration, and the version of its rows.
  private(set) var finished: (model: ManagedObjectModel, version: Int64)?
  /// The error of the check for additions.
  var additions: (any Error)?
  private(set) var hasFunctions = false

  init(_ file: MigrationFile) { self.file = file }

  var connection: any SQLConnection { file.connection }
  var place: String { "trial" }
  var date: Date { Date(timeIntervalSinceReferenceDate: 60) }

  func identifier() -> UUID { storeID }
  func mark() throws -> ModelMark { throw PersistentStoreError.notOpen }
  func keptModel() -> ManagedObjectModel? { nil }

  func check(_ schema: SQLSchema) { events.append("check tables") }

  func check(_ migration: SQLMigration) throws {
    events.append("check additions")
    if let additions { throw additions }
  }

  func externalData(of schema: SQLSchema) -> (any SQLExternalData)? { nil }
  func newVersion() -> UInt32 { 7 }

  func takeKeys(_ count: Int) -> Range<Int64> {
    defer { nextKey += Int64(count) }
    return nextKey..<nextKey + Int64(count)
  }

  func use(_ functions: SQLMigrationFunctions?) {
    hasFunctions = functions != nil
    file.connection.migrationFunctions = functions
  }

  func compute(for statement: SQLStatement, isFresh: Bool) {}

  func attempt(_ body: () throws -> Void) throws {
    events.append("attempt")
    try body()
  }

  func checking(_ check: @escaping () throws -> Void, _ body: () throws -> Void) throws {
    try body()
  }

  func statementsBefore(_ migration: SQLMigration) -> [SQLStatement] {
    ["CREATE TEMPORARY TABLE \"during\" (\"a\" INTEGER)"]
  }

  func statementsAfter(_ migration: SQLMigration) -> [SQLStatement] { ["DROP TABLE \"during\""] }

  func finish(_ model: ManagedObjectModel, version: Int64) {
    events.append("finish")
    finished = (model, version)
  }
}
