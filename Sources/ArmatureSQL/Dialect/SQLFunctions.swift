package import ArmatureModel

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
  /// A value that sorts in the order of values: the value itself, or another one in its place.
  func sortKey(_ value: SQLTerm, _ options: FetchPredicate.Options) -> SQLStatement
  /// An aggregate without a value, which gives the columns of each row to whoever runs the statement as soon as the row is
  /// found; `nil` for more columns than a call has.
  func rows(_ columns: [SQLStatement]) -> SQLStatement?
}
