/// A statement that changes tables, with what they have then.
package struct SQLTableChange: Hashable, Sendable {
  package let statement: SQLStatement
  package let sign: SQLTableSign

  package init(_ statement: SQLStatement, _ sign: SQLTableSign) {
    (self.statement, self.sign) = (statement, sign)
  }
}
