/// An index that only speeds up searches.
package struct SQLIndex: Hashable, Sendable {
  package let name: String
  package let elements: [Element]

  package struct Element: Hashable, Sendable {
    package let column: Int
    package let isAscending: Bool
  }
}

/// Columns with unique combinations of values.
package struct SQLUnique: Hashable, Sendable {
  /// The name of the index.
  package let name: String
  package let columns: [Int]
  /// The entities that the constraint covers; `nil` for all of the table.
  package let entities: [String]?
  /// The entity and the position of the constraint in the model.
  package let constraint: Constraint

  package struct Constraint: Hashable, Sendable {
    package let entity: String
    package let position: Int
  }
}

/// An index of the rows with data in files. It is used to find files that are no longer used.
package struct SQLExternalIndex: Hashable, Sendable {
  package let name: String
  package let column: Int
}
