/// A statement that changes tables, with the evidence of its execution.
package struct SQLTableChange: Hashable, Sendable {
  package let statement: SQLStatement
  package let sign: SQLTableSign

  package init(_ statement: SQLStatement, _ sign: SQLTableSign) {
    (self.statement, self.sign) = (statement, sign)
  }
}
