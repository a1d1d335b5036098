import Armature
import ArmatureModel
import ArmatureSQL

/// Writes the changes of one save, or of a part of one, within a transaction.
///
/// Rows that change are locked and looked at first, in one trip; everything else follows in another, with the end of the
/// transaction. The keys of other tables are watched by constraints that hold at the end of each statement, since not all
/// servers can wait longer: so new rows of a table come as one statement, tables that others lead to come first, and rows
/// go when nothing leads to them any more.
final class PostgreSQLSave {
  let changes: StoreChanges
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection
  var schema: SQLSchema { database.schema }
  let mode: Mode
  /// The version that changed rows get: no row had it.
  let version: UInt32
  var versions: [UInt32]
  let groups: PostgreSQLChangeGroups
  /// What is wrong with values that the server does not have; nothing is saved then.
  var refused = ValidationReport()
  /// The texts of statements that change rows: most changes set the same columns as another one.
  var updateTexts: [UpdateForm: String] = [:]

  /// The columns of a table that a change sets.
  struct UpdateForm: Hashable {
    let table: Int
    let columns: [Int]
  }

  /// How much a save does about unique values.
  enum Mode {
    /// Nothing: most saves break no constraint.
    case plain
    /// Values that rows are about to lose are taken away first, so that others can get them.
    case clearing
    /// Each row is tried by itself, to say what is wrong with it.
    case explaining

    /// What to try when a constraint was in the way; `nil` if nothing is left.
    func next(after violation: SQLViolation?) -> Mode? {
      switch (self, violation) {
      case (_, nil), (.explaining, _): nil
      case (.plain, .unique), (.plain, .key): .clearing
      default: .explaining
      }
    }
  }

  /// Changes that are based on other states of their rows, by their positions.
  struct Conflicts: Error {
    let positions: [Int]
  }

  init(_ changes: StoreChanges, _ transaction: PostgreSQLTransaction, _ mode: Mode) {
    (self.changes, self.mode) = (changes, mode)
    (database, connection) = (transaction.database, transaction.connection)
    version = transaction.version
    versions = Array(repeating: 0, count: changes.count)
    groups = PostgreSQLChangeGroups(changes, database.schema)
  }

  /// Makes all changes, of which the last are told by the end of the transaction.
  ///
  /// - Returns: The new version of each changed object; 0 for deleted ones.
  func write() throws -> [UInt32] {
    try lockRows()
    if mode == .explaining { try explain() }
    if mode != .plain { try clearUniques() }
    let late = try insertRows()
    try updateRows()
    if !refused.isEmpty { throw refused }
    try setLateLinks(late)
    try writePairs()
    try writeOrders()
    try deleteRows()
    return versions
  }

  private func lockRows() throws {
    let locks = try PostgreSQLLocks(self)
    let conflicts = try locks.conflicts()
    if !conflicts.isEmpty { throw Conflicts(positions: conflicts) }
    if mode == .explaining || locks.hasMissingTargets {
      let report = try explainer().danglingLinks()
      if !report.isValid { throw report }
    }
  }

  /// What knows how to say what is wrong with a change.
  func explainer() -> SQLSave {
    SQLSave(changes, database.sql, connection, version: version, isSecondTry: true)
  }
}
