/// A table with the rows of an entity and of all that inherit from it.
package struct SQLTable: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The position of the table in its schema.
  package let position: Int
  /// The names of the entities that objects can be of, parents first.
  package internal(set) var entities: [String] = []
  /// The columns, without those that every table has.
  package internal(set) var columns: [SQLColumn] = []
  /// What is unique.
  package internal(set) var uniques: [SQLUnique] = []
  /// The indexes that find rows faster.
  package internal(set) var indexes: [SQLIndex] = []

  /// The column of the key.
  package static let key = "_id"
  /// The column of the name of the entity, where there are several.
  package static let entity = "_entity"
  /// The column of the version.
  package static let version = "_version"

  /// Whether rows tell what entity they are of.
  package var hasEntities: Bool { entities.count > 1 }
}

/// A column of a table.
package struct SQLColumn: Hashable, Sendable {
  package let name: String
  package let kind: SQLKind
  /// Whether every row has a value.
  package var isRequired = false
  /// The position of the table that the key is one of, if the database is to watch over that.
  package var references: Int?
}

/// Columns in which no two rows agree.
package struct SQLUnique: Hashable, Sendable {
  /// The name of the index.
  package let name: String
  package let columns: [Int]
  /// The entities among whose objects they are unique; `nil` for all of the table.
  package let entities: [String]?
  /// The entity and the position of the constraint in the model.
  package let constraint: Constraint

  package struct Constraint: Hashable, Sendable {
    package let entity: String
    package let position: Int
  }
}

/// An index that only makes finding faster.
package struct SQLIndex: Hashable, Sendable {
  package let name: String
  package let elements: [Element]

  package struct Element: Hashable, Sendable {
    package let column: Int
    package let isAscending: Bool
  }
}
