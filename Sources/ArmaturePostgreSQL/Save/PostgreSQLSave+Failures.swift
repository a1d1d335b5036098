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
    let hasUniques = schema.tables.contains {
      !$0.uniques.isEmpty
        && (groups.inserts[$0.position] != nil || groups.updates[$0.position] != nil)
    }
    if hasUniques {
      try connection.send("SAVEPOINT \"explaining\"")
      try clearUniques()
      try deleteRows()
      for (table, positions) in groups.updates.sorted(by: { $0.key < $1.key })
      where !schema.tables[table].uniques.isEmpty {
        for position in positions where changes.hasValues(at: position) {
          report.merge(ValidationReport(try uniqueFailures(at: position, table, explainer)))
        }
      }
      // Also those without anything unique: a link to one of them may be.
      for table in insertionOrder {
        for position in groups.inserts[table] ?? [] {
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
