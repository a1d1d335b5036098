package import ArmatureModel

/// The rows of an old entity that keep a step of a migration from being taken without a loss.
package struct SQLObstacle {
  /// The name of the entity.
  package let entity: String
  /// Finds the rows: the key of each, and columns of the value that stands in the way.
  package let statement: SQLStatement
  private let read: (any SQLRow) -> AttributeValue

  init(
    entity: String, _ statement: SQLStatement, _ read: @escaping (any SQLRow) -> AttributeValue
  ) {
    (self.entity, self.statement, self.read) = (entity, statement, read)
  }

  /// How many rows there are.
  package var count: SQLStatement { "SELECT COUNT(*) FROM (\(statement)) AS \(name: "r")" }

  /// Finds so many of the rows at most, in the order of their keys.
  package func first(_ count: Int) -> SQLStatement { "\(statement) ORDER BY 1 LIMIT \(count)" }

  /// The key of the row that a statement stands at, and what stands in the way there.
  package func row(_ row: any SQLRow) -> (key: Int64, value: AttributeValue) {
    (row.integer(at: 0), read(row))
  }
}
