/// The rows that a batch changes, as parts of statements.
package struct SQLBatchRows {
  /// The table as named in an UPDATE statement.
  package let table: SQLStatement
  /// The condition that selects the rows.
  package let condition: SQLStatement
  /// The SQL that follows a key column and tests for the keys of the rows.
  package let keyTest: SQLStatement

  /// Creates the rows that satisfy a condition.
  init(_ table: SQLStatement, where condition: SQLStatement) {
    (self.table, self.condition) = (table, "(\(condition))")
    keyTest = " IN (SELECT \(name: SQLTable.key) FROM \(table) WHERE \(condition))"
  }

  /// Creates the rows with some keys.
  package init(_ table: SQLStatement, keyTest: SQLStatement) {
    (self.table, self.keyTest) = (table, keyTest)
    condition = "\(name: SQLTable.key)\(keyTest)"
  }

  /// The table with the condition, which can be extended.
  package var own: SQLStatement { "\(table) WHERE \(condition)" }
}
