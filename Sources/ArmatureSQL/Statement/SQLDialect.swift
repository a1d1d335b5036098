package import ArmatureModel

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
  /// A text in which another one stands.
  func contains(_ text: SQLStatement, _ part: SQLStatement) -> SQLStatement
  /// What computes exactly as memory does, where SQL does not; `nil` in a database that runs no code of
  /// this library.
  var functions: (any SQLFunctions)? { get }
}

/// Calls of this library's own code within a statement.
package protocol SQLFunctions: Sendable {
  /// Whether two values stand in a relation.
  func holds(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) -> SQLStatement
  /// The result of an operation on two values.
  func apply(
    _ operation: FetchExpression.Arithmetic, _ left: SQLTerm, _ right: SQLTerm, as kind: SQLKind
  ) -> SQLStatement
  /// The result of a function.
  func apply(_ function: FetchExpression.Function, _ value: SQLTerm, as kind: SQLKind)
    -> SQLStatement
  /// An aggregate of the values of several rows.
  func aggregate(_ aggregate: FetchExpression.Aggregate, of value: SQLTerm, as kind: SQLKind)
    -> SQLStatement
  /// What sorts in the order of values: the value itself, or something in its place.
  func sortKey(_ value: SQLTerm, _ options: FetchPredicate.Options) -> SQLStatement
}
