/// The parts of SQL in which databases differ.
package protocol SQLDialect: Sendable {
  /// The type of a column.
  func type(of kind: SQLKind) -> String
  /// The words behind the columns of a table.
  var tableOptions: String { get }
  /// Whether two values are the same, also where both are absent.
  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement
  /// Whether a floating-point number, or the seconds of a date, is not NaN.
  func isNumber(_ value: SQLStatement) -> SQLStatement
  /// Whether a value that may be text or data is text, without a look at its bytes.
  func isText(_ value: SQLStatement) -> SQLStatement
  /// Whether a text contains another one.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// A value of a migrated row, which this library computes by a function that has a number.
  func newValue(_ function: Int, of values: [SQLStatement]) -> SQLStatement
  /// Functions that compute exactly as memory does, where SQL does not; `nil` for a database that cannot
  /// call this library.
  var functions: (any SQLFunctions)? { get }
}
