package import ArmatureModel

/// The parts of SQL that differ between databases.
package protocol SQLDialect: Sendable {
  /// Returns the type of a column.
  func type(of kind: SQLKind) -> String
  /// The SQL after the columns of a table of objects and of a table of pairs.
  var tableOptions: String { get }
  var pairTableOptions: String { get }
  /// The SQL after a foreign key within its table; `nil` for a database that adds such constraints after all tables are
  /// created.
  var referenceOptions: String? { get }
  /// Returns a value of a kind that is the same in every row.
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// The beginning of a multi-row INSERT that keeps the rows before a rejected one; `nil` for a database that gains no
  /// time by it.
  var severalInsertion: String? { get }
  /// The limit of a request without one.
  var unlimited: SQLValue { get }
  /// Returns a column or value to sort by. Rows without a value come first, or last in descending order.
  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement
  /// Returns whether two values are the same; missing values are equal.
  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement
  /// Returns whether a value of a kind that may be NaN is a number.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// Whether a statement parameter can be an array of integers.
  var takesArrays: Bool { get }
  /// Whether decimal columns are compared and sorted as numbers.
  var comparesDecimals: Bool { get }
  /// Whether integers and floating-point numbers are compared exactly, regardless of their size.
  var comparesMixedNumbers: Bool { get }
  /// Returns whether the database can represent a value as a statement parameter.
  func holds(_ value: AttributeValue) -> Bool
  /// Returns the sum or the average of integers, without a value if the sum exceeds 64 bits; `nil` if only
  /// ``functions`` can compute this.
  func exactAggregate(_ aggregate: FetchExpression.Aggregate, of value: SQLStatement)
    -> SQLStatement?
  /// Returns whether a value that may be text or data is text, without reading its bytes.
  func isText(_ value: SQLStatement) -> SQLStatement
  /// Returns whether a text contains another one.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// Returns a value of a migrated row that this library computes.
  func newValue(_ computation: SQLComputation) -> SQLStatement
  /// Returns a column of a migrated row converted to another kind; `nil` if SQL does not convert it exactly.
  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement?
  /// Functions that compute exactly as in memory where SQL does not; `nil` for a database that cannot call this
  /// library.
  var functions: (any SQLFunctions)? { get }
}
