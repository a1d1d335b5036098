/// A table with the rows of an entity and all its sub-entities.
package struct SQLTable: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The position of the table in its schema.
  package let position: Int
  /// The names of the non-abstract entities, parents first.
  package internal(set) var entities: [String] = []
  /// The columns, without the standard ones.
  package internal(set) var columns: [SQLColumn] = []
  /// The unique constraints.
  package internal(set) var uniques: [SQLUnique] = []
  /// The one-to-one relationships.
  package internal(set) var pairedLinks: [SQLPairedLink] = []
  /// The indexes that speed up searches.
  package internal(set) var indexes: [SQLIndex] = []
  /// The indexes of rows with data in files, one for each attribute.
  package internal(set) var externalIndexes: [SQLExternalIndex] = []
  /// The indexes of words.
  package internal(set) var fullTexts: [SQLFullText] = []

  /// The column of the key.
  package static let key = "_id"
  /// The column of the entity name, in a table of several entities.
  package static let entity = "_entity"
  /// The column of the version.
  package static let version = "_version"

  /// Whether rows contain the name of their entity.
  package var hasEntities: Bool { entities.count > 1 }

  /// The columns with unique values, alone or combined with others.
  package var uniqueColumns: Set<Int> {
    Set(uniques.flatMap(\.columns) + pairedLinks.map(\.column))
  }

  /// The number of columns, including the standard ones.
  package var allColumnCount: Int { columns.count + (hasEntities ? 3 : 2) }
}

/// A column of a table.
package struct SQLColumn: Hashable, Sendable {
  package let name: String
  package let kind: SQLKind
  /// Whether every row has a value.
  package var isRequired = false
  /// The position of the referenced table, if the database enforces the reference.
  package var references: Int?
}

/// A statement that changes tables, with the evidence of its execution.
package struct SQLTableChange: Hashable, Sendable {
  package let statement: SQLStatement
  package let evidence: SchemaEvidence

  package init(_ statement: SQLStatement, _ evidence: SchemaEvidence) {
    (self.statement, self.evidence) = (statement, evidence)
  }
}
