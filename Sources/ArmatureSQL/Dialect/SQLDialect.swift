package import ArmatureModel

/// The parts of SQL that differ between databases.
package protocol SQLDialect: Sendable {
  /// Returns the type of a column.
  func type(of kind: SQLKind) -> String
  /// The SQL that follows the columns of a table, for tables of objects and tables of pairs.
  var tableOptions: String { get }
  var pairTableOptions: String { get }
  /// The SQL that follows a foreign key within its table. It is `nil` for a database in which foreign keys are added
  /// after all tables are created.
  var referenceOptions: String? { get }
  /// Returns a value of a kind that is the same in every row.
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// The beginning of a multi-row INSERT that keeps the rows before a rejected row. It is `nil` for a database in which
  /// this does not save time.
  var severalInsertion: String? { get }
  /// The limit of a request without one.
  var unlimited: SQLValue { get }
  /// Returns a column or value to sort by. In ascending order, rows without a value come first, and in descending order
  /// last.
  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement
  /// Returns whether two values are the same; missing values are equal.
  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement
  /// Returns SQL that tests whether a value is a number, for a kind of value that may be NaN.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// Whether a statement parameter can be an array of integers.
  var takesArrays: Bool { get }
  /// Whether decimal columns are compared and sorted as numbers.
  var comparesDecimals: Bool { get }
  /// Whether integers and floating-point numbers are compared exactly, regardless of their size.
  var comparesMixedNumbers: Bool { get }
  /// Returns whether the database can represent a value as a statement parameter.
  func holds(_ value: AttributeValue) -> Bool
  /// Returns the sum or the average of integers. It has no value if the sum exceeds 64 bits. Returns `nil` if only
  /// ``functions`` can compute this.
  func exactAggregate(_ aggregate: FetchExpression.Aggregate, of value: SQLStatement)
    -> SQLStatement?
  /// Returns SQL that tests whether a value is text, for a value that may be text or data. The bytes are not read.
  func isText(_ value: SQLStatement) -> SQLStatement
  /// Returns whether a text contains another one.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// Returns a value of a migrated row that this library computes.
  func newValue(_ computation: SQLComputation) -> SQLStatement
  /// Returns a column of a migrated row, converted to another kind. Returns `nil` if SQL cannot convert it exactly.
  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement?
  /// The summation of integers that costs least in most statements.
  var sums: SQLSums { get }
  /// Returns the statement that lists the steps of another one, with the column of their text.
  func explanation(of statement: SQLStatement) -> (statement: SQLStatement, column: Int)
  /// Functions that compute exactly as in memory, where SQL itself does not. It is `nil` for a database that cannot
  /// call this library.
  var functions: (any SQLFunctions)? { get }
  /// Searches in full-text indexes. It is `nil` for a database without such indexes.
  var fullText: (any SQLFullTextDialect)? { get }
}

extension SQLDialect {
  package var fullText: (any SQLFullTextDialect)? { nil }
}

/// A value of migrated rows that this library computes because SQL cannot compute exactly the same.
///
/// A database that can call this library passes the arguments row by row. For another database, the values are computed
/// in advance and found by the keys of the rows.
package struct SQLComputation {
  /// The number of the function in the migration.
  package let number: Int
  /// The kind of the column for the value.
  package let kind: SQLKind
  /// The arguments of the function.
  package let arguments: [SQLStatement]
  /// The key of a row.
  package let key: SQLStatement
  /// The rows, as the SQL after FROM.
  package let rows: SQLStatement
}

/// The summation of integers in a statement.
package enum SQLSums: Sendable {
  /// The sum function of the database. It fails if an intermediate sum exceeds 64 bits. For a million numbers, it takes
  /// half the time of the exact sum.
  case failing
  /// The same result as in memory. The sum has no value if the final sum exceeds 64 bits.
  case exact
}
