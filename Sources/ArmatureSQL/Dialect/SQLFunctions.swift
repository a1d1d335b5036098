package import ArmatureModel

/// Calls of this library's own code within a statement.
package protocol SQLFunctions: Sendable {
  /// Returns the comparison of two values.
  func holds(
    _ left: SQLTerm, _ comparison: FetchPredicate.Comparison, _ right: SQLTerm,
    _ options: FetchPredicate.Options
  ) -> SQLStatement
  /// Returns the result of an operation on two values.
  func apply(
    _ operation: FetchExpression.Arithmetic, _ left: SQLTerm, _ right: SQLTerm, as kind: SQLKind
  ) -> SQLStatement
  /// Returns the result of a function.
  func apply(_ function: FetchExpression.Function, _ value: SQLTerm, as kind: SQLKind)
    -> SQLStatement
  /// Returns an aggregate of the values of several rows.
  func aggregate(_ aggregate: FetchExpression.Aggregate, of value: SQLTerm, as kind: SQLKind)
    -> SQLStatement
  /// Returns SQL for a value that is sorted in the order of values. It is the value itself or a replacement.
  func sortKey(_ value: SQLTerm, _ options: FetchPredicate.Options) -> SQLStatement
  /// Returns an aggregate that passes the columns of each row to the reader as soon as the row is found. The aggregate
  /// itself has no value. Returns `nil` if there are more columns than a call can have arguments.
  func rows(_ columns: [SQLStatement]) -> SQLStatement?
}

/// A value within a statement.
package struct SQLTerm: Hashable, Sendable {
  /// The SQL of the value.
  package var text: SQLStatement
  /// The kind of the value; `nil` if every row lacks a value.
  package var kind: SQLKind?
  /// The value, if it is the same in every row.
  package var constant: AttributeValue?

  package init(_ text: SQLStatement, _ kind: SQLKind?, constant: AttributeValue? = nil) {
    (self.text, self.kind, self.constant) = (text, kind, constant)
  }

  /// Whether every row has a value.
  var isPresent: Bool { constant.map { !$0.isNull } ?? false }
}
