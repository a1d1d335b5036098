package import ArmatureModel

/// The rows of an old entity that prevent a step of a migration, because the step would lose their data.
package struct SQLObstacle {
  /// The name of the entity.
  package let entity: String
  /// A statement that finds the rows. Its columns are the keys and the values that prevent the step.
  package let statement: SQLStatement
  private let read: (any SQLRow) -> AttributeValue

  init(
    entity: String, _ statement: SQLStatement, _ read: @escaping (any SQLRow) -> AttributeValue
  ) {
    (self.entity, self.statement, self.read) = (entity, statement, read)
  }

  /// Counts the rows.
  package var count: SQLStatement { "SELECT COUNT(*) FROM (\(statement)) AS \(name: "r")" }

  /// Finds the first of the rows, in the order of their keys.
  package func first(_ count: Int) -> SQLStatement { "\(statement) ORDER BY 1 LIMIT \(count)" }

  /// Returns the key of a statement's current row, and the value that prevents the step.
  package func row(_ row: any SQLRow) -> (key: Int64, value: AttributeValue) {
    (row.integer(at: 0), read(row))
  }
}
