/// What databases say in words of their own.
package protocol SQLDialect: Sendable {
  /// The type of a column.
  func type(of kind: SQLKind) -> String
  /// What stands behind the columns of a table.
  var tableOptions: String { get }
  /// Whether two values are the same, also where both are absent.
  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement
  /// Whether a floating-point number, or the seconds of a date, is not NaN.
  func isNumber(_ value: SQLStatement) -> SQLStatement
  /// Whether a value that may be text or data is text, without a look at its bytes.
  func isText(_ value: SQLStatement) -> SQLStatement
  /// A text in which another one stands.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// What computes exactly as memory does, where SQL does not; `nil` in a database that runs no code of
  /// this library.
  var functions: (any SQLFunctions)? { get }
}
