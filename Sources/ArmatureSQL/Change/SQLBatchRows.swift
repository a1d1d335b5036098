/// Rows that a batch changes, as parts of statements.
package struct SQLBatchRows {
  /// Their table, as statements that change them name it.
  package let table: SQLStatement
  /// Whether a row of the table is one of them.
  package let condition: SQLStatement
  /// What stands behind a column whose keys are theirs.
  package let areThose: SQLStatement

  /// The rows that a condition finds.
  init(_ table: SQLStatement, where condition: SQLStatement) {
    (self.table, self.condition) = (table, "(\(condition))")
    areThose = " IN (SELECT \(name: SQLTable.key) FROM \(table) WHERE \(condition))"
  }

  /// The rows that have some keys.
  package init(_ table: SQLStatement, areThose: SQLStatement) {
    (self.table, self.areThose) = (table, areThose)
    condition = "\(name: SQLTable.key)\(areThose)"
  }

  /// The table with the condition, to which others may be added.
  package var own: SQLStatement { "\(table) WHERE \(condition)" }
}
