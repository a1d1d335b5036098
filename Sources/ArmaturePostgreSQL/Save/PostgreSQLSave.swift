import Armature
import ArmatureModel
import ArmatureSQL

/// The writer of one save, or a part of one, within a transaction.
///
/// One round trip locks the changed rows and reads their state. Another one contains everything else, including the end
/// of the transaction. Foreign keys are checked at the end of each statement, because not all servers can defer them.
/// Therefore new rows of a table are inserted by one statement, referenced tables come first, and rows are deleted
/// after all links to them are cleared.
final class PostgreSQLSave {
  let changes: StoreChanges
  let database: PostgreSQLDatabase
  let connection: PostgreSQLConnection
  var schema: SQLSchema { database.schema }
  let mode: Mode
  /// The version of the changed rows, which no row has had.
  let version: UInt32
  var versions: [UInt32]
  let groups: PostgreSQLChangeGroups
  /// The failures of values that the server cannot represent. With any of them, nothing is saved.
  var refused = ValidationReport()
  /// The SQL of update statements: most changes set the same columns as an earlier one.
  var updateTexts: [UpdateForm: String] = [:]

  /// The columns of a table that a change sets.
  struct UpdateForm: Hashable {
    let table: Int
    let columns: [Int]
  }

  /// The handling of unique values.
  enum Mode {
    /// No special handling: most saves violate no constraint.
    case plain
    /// Values that rows are about to lose are cleared first, so that other rows can get them.
    case clearing
    /// Each row is tried separately, to find its failures.
    case explaining

    /// Returns the next mode to try after a violation; `nil` after the last one.
    func next(after violation: SQLViolation?) -> Mode? {
      switch (self, violation) {
      case (_, nil), (.explaining, _): nil
      case (.plain, .unique), (.plain, .key): .clearing
      default: .explaining
      }
    }
  }

  init(_ changes: StoreChanges, _ transaction: PostgreSQLTransaction, _ mode: Mode) {
    (self.changes, self.mode) = (changes, mode)
    (database, connection) = (transaction.database, transaction.connection)
    version = transaction.version
    versions = Array(repeating: 0, count: changes.count)
    groups = PostgreSQLChangeGroups(changes, database.schema)
    transaction.note(
      changesIn: [groups.inserts.keys, groups.updates.keys, groups.deletes.keys].joined())
  }

  /// Makes all changes. The results of the last ones arrive with the end of the transaction.
  ///
  /// - Returns: The new version of each changed object; 0 for deleted objects.
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
    if !conflicts.isEmpty { throw SQLConflicts(positions: conflicts) }
    if mode == .explaining || locks.hasMissingTargets {
      let report = try explainer().danglingLinks()
      if !report.isValid { throw report }
    }
  }

  /// Returns a helper that determines the failures of a change.
  func explainer() -> SQLSave {
    SQLSave(changes, database.sql, connection, version: version, isSecondTry: true)
  }
}

/// The positions of a save's changes, by table and kind.
struct PostgreSQLChangeGroups {
  private(set) var inserts: [Int: [Int]] = [:]
  private(set) var updates: [Int: [Int]] = [:]
  private(set) var deletes: [Int: [Int]] = [:]
  /// The positions of changes of to-many relationships.
  private(set) var linking: [Int] = []

  init(_ changes: StoreChanges, _ schema: SQLSchema) {
    for run in changes.runs {
      guard let table = schema.table(of: run.entityName)?.position else { continue }
      switch run.kind {
      case .insert: inserts[table, default: []] += run.positions
      case .update: updates[table, default: []] += run.positions
      case .delete: deletes[table, default: []] += run.positions
      }
      linking += run.positions.filter { !changes.links(at: $0).isEmpty }
    }
  }
}
