import ArmatureModel

/// The values, or objects, that a path over to-many relationships leads to, as a part of a statement.
struct SQLSeveral {
  /// The tables that the path leads over, tied to the objects around it.
  let scope: SQLScope
  /// The value at the end, or the key of the object.
  let value: SQLTerm
  /// Whether the value is that of an attribute, or of the end of a to-one relationship, which may be absent.
  let isValue: Bool

  /// The rows as a subquery that asks whether there are any.
  func rows(where condition: SQLStatement?) -> SQLStatement {
    if let condition { scope.conditions.append("(\(condition))") }
    return "(SELECT 1 FROM \(scope.source)\(scope.filter))"
  }

  /// The result of a computation over all rows, as a subquery.
  func aggregate(_ result: SQLStatement) -> SQLStatement {
    "(SELECT \(result) FROM \(scope.source)\(scope.filter))"
  }
}
