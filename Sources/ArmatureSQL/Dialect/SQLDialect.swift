package import ArmatureModel

/// The parts of SQL in which databases differ.
package protocol SQLDialect: Sendable {
  /// The type of a column.
  func type(of kind: SQLKind) -> String
  /// The words behind the columns of a table of objects, and of one of pairs.
  var tableOptions: String { get }
  var pairTableOptions: String { get }
  /// The words behind a key that refers to a row of another table, within the table that has it; `nil` for a database
  /// in which such a constraint is added when all tables are there.
  var referenceOptions: String? { get }
  /// A value of a kind that is the same in every row.
  func constant(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// The first words of a statement that inserts several rows, of which those before one that is refused stay; `nil` for a
  /// database in which that takes no less time than a statement for each row.
  var severalInsertion: String? { get }
  /// What a statement has for the limit of a request that has none.
  var unlimited: SQLValue { get }
  /// A column or a value by which rows are sorted: those without a value first, and last if it descends.
  func sorted(_ value: SQLStatement, isAscending: Bool) -> SQLStatement
  /// Whether two values are the same, also where both are absent.
  func isSame(_ left: SQLStatement, _ right: SQLStatement) -> SQLStatement
  /// Whether a value of a kind that may be NaN is not.
  func isNumber(_ value: SQLStatement, _ kind: SQLKind) -> SQLStatement
  /// Whether a place of a statement takes an array of whole numbers.
  var takesArrays: Bool { get }
  /// Whether columns of decimal numbers are compared and sorted as numbers.
  var comparesDecimals: Bool { get }
  /// Whether a whole number and a floating-point one are compared exactly, however large they are.
  var comparesMixedNumbers: Bool { get }
  /// Whether a value has a place in a database of this kind, in a statement that asks for it.
  func holds(_ value: AttributeValue) -> Bool
  /// The sum of whole numbers, and their average, without a value if the sum is beyond 64 bits; `nil` where only
  /// ``functions`` can say that.
  func exactAggregate(_ aggregate: FetchExpression.Aggregate, of value: SQLStatement)
    -> SQLStatement?
  /// Whether a value that may be text or data is text, without a look at its bytes.
  func isText(_ value: SQLStatement) -> SQLStatement
  /// Whether a text contains another one.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// A value of a migrated row, which this library computes.
  func newValue(_ computation: SQLComputation) -> SQLStatement
  /// A column of a migrated row as one of another kind, where SQL says exactly the same; else `nil`.
  func converted(_ column: SQLStatement, from former: SQLKind, to kind: SQLKind) -> SQLStatement?
  /// Functions that compute exactly as memory does, where SQL does not; `nil` for a database that cannot
  /// call this library.
  var functions: (any SQLFunctions)? { get }
}
