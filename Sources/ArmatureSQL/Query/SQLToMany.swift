import ArmatureModel

/// The values or objects at the end of a path that goes through to-many relationships, as a part of a statement.
struct SQLToMany {
  /// The tables along the path, tied to the surrounding objects.
  let scope: SQLScope
  /// The value at the end or the key of the object.
  let value: SQLTerm
  /// Whether the value belongs to an attribute or a to-one relationship. If so, it may be missing.
  let isValue: Bool

  /// Returns the rows as a subquery for EXISTS.
  func rows(where condition: SQLStatement?) -> SQLStatement {
    if let condition { scope.conditions.append("(\(condition))") }
    return "(SELECT 1 FROM \(scope.source)\(scope.filter))"
  }

  /// Returns a result computed over all rows, as a subquery.
  func aggregate(_ result: SQLStatement) -> SQLStatement {
    "(SELECT \(result) FROM \(scope.source)\(scope.filter))"
  }
}

/// The destination of an expression.
enum SQLWalk {
  case one(SQLTerm)
  case several(SQLToMany)
}
