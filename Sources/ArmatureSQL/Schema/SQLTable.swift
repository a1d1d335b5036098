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
  /// The to-one relationships with a to-one inverse.
  package internal(set) var pairedLinks: [SQLPairedLink] = []
  /// The indexes that find rows faster.
  package internal(set) var indexes: [SQLIndex] = []
  /// The indexes of rows whose data stands in a file, one for each attribute.
  package internal(set) var externalIndexes: [SQLExternalIndex] = []

  /// The column of the key.
  package static let key = "_id"
  /// The column of the name of the entity, where there are several.
  package static let entity = "_entity"
  /// The column of the version.
  package static let version = "_version"

  /// Whether rows tell what entity they are of.
  package var hasEntities: Bool { entities.count > 1 }

  /// The columns in which rows must not agree, alone or with others.
  package var uniqueColumns: Set<Int> {
    Set(uniques.flatMap(\.columns) + pairedLinks.map(\.column))
  }

  /// How many columns there are, with those that every table has.
  package var allColumnCount: Int { columns.count + (hasEntities ? 3 : 2) }
}
