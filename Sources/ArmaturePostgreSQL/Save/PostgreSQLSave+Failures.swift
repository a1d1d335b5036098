import Armature
import ArmatureModel
import ArmatureSQL

/// What the server has refused, as failures of objects and properties.
extension PostgreSQLSave {
  /// Tries each row by itself, in a transaction that is taken back, and throws what is wrong with them.
  ///
  /// If nothing is, what was in the way is gone by now, and the save goes on.
  func explain() throws {
    let explainer = explainer()
    var report = ValidationReport()
    for position in 0..<changes.count where changes.kind(at: position) != .delete {
      report.merge(ValidationReport(explainer.requiredFailures(of: changes[position])))
    }
    let tables = schema.tables.filter { !$0.uniques.isEmpty }.map(\.position)
    if tables.contains(where: { groups.inserts[$0] != nil || groups.updates[$0] != nil }) {
      try connection.send("SAVEPOINT \"explaining\"")
      try clearUniques()
      try deleteRows()
      for table in tables {
        let changed = (groups.updates[table] ?? []).filter(changes.hasValues)
        for position in changed + (groups.inserts[table] ?? []) {
          report.merge(ValidationReport(try uniqueFailures(at: position, table, explainer)))
        }
      }
      try connection.send("ROLLBACK TO SAVEPOINT \"explaining\"")
      try connection.receiveFine()
    }
    if !report.isValid { throw report }
  }

  /// Writes one row, and tells which unique values of it others have.
  private func uniqueFailures(
    at position: Int, _ table: Int, _ explainer: SQLSave
  ) throws -> [ValidationFailure] {
    try connection.send("SAVEPOINT \"row\"")
    try connection.receiveFine()
    do {
      if changes.kind(at: position) == .insert {
        try insertAlone(position, schema.tables[table])
      } else {
        try update(position, schema.tables[table])
      }
      try connection.receiveFine()
      try connection.send("RELEASE SAVEPOINT \"row\"")
      return []
    } catch let error as PostgreSQLStoreError where error.violation != nil {
      try connection.send("ROLLBACK TO SAVEPOINT \"row\"")
      try connection.receiveFine()
      // Links to what comes later are no failures.
      return error.violation == .unique ? try explainer.uniqueFailures(of: changes[position]) : []
    }
  }
}
