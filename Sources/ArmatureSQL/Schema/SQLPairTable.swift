/// The declaration of a table of pairs.
package struct SQLPairTable: Hashable, Sendable {
  package let name: String
  /// The index to find pairs by their right key.
  package let backIndex: String
  /// The columns of the two keys.
  package let left: Column
  package let right: Column

  package struct Column: Hashable, Sendable {
    package let name: String
    /// The position of the referenced table.
    package let table: Int
    /// The column with the position of the other key in this key's list.
    package let order: String?
    /// Whether a pair is deleted together with the row of the key.
    package let isCleared: Bool
  }
}

/// One side of a to-many relationship with its own table.
package struct SQLPairs: Hashable, Sendable {
  /// The name of the table.
  package let name: String
  /// The columns of the owner's key and of the member's key.
  package let owner: String
  package let member: String
  /// The column for the member's position in the owner's list; `nil` if the list has no order.
  package let order: String?
  /// The positions of the tables of the owners and of the members.
  package let ownerTable: Int
  package let memberTable: Int
  /// Whether the relationship is its own inverse. The table then contains each pair in both directions.
  package let isSymmetric: Bool
  /// Whether the database rejects missing members and removes deleted ones.
  package let isWatched: Bool
}

/// The column of a one-to-one relationship. Its values must be unique.
package struct SQLPairedLink: Hashable, Sendable {
  /// The name of the unique index.
  package let name: String
  /// The name of the plain index that replaces the unique index in a database with duplicates.
  package let plainName: String
  /// The positions of the table and of the column in it.
  package let table: Int
  package let column: Int
}

extension SQLSchema {
  /// All columns of one-to-one relationships.
  package var pairedLinks: [SQLPairedLink] { tables.flatMap(\.pairedLinks) }

  /// Returns the statements that create the required indexes, by name. An older version of the library could produce
  /// duplicates. Columns with duplicates get a plain index.
  ///
  /// - Parameter present: The names of the existing indexes.
  /// - Returns: The statements, and the names of indexes to drop.
  package func neededIndexes(
    _ dialect: some SQLDialect, present: Set<String>, _ connection: any SQLConnection
  ) throws -> (wanted: [String: SQLStatement], unwanted: [String]) {
    var wanted = indexCreation(dialect)
    for link in pairedLinks where !present.contains(link.name) {
      let column: SQLStatement = "\(name: tables[link.table].columns[link.column].name)"
      let isDamaged = try connection.integer(
        """
        SELECT COUNT(*) FROM (SELECT \(column) FROM \(name: tables[link.table].name) \
        WHERE \(column) IS NOT NULL GROUP BY \(column) HAVING COUNT(*) > 1 LIMIT 1) AS "d"
        """)
      if isDamaged == 0 { continue }
      wanted[link.name] = nil
      wanted[link.plainName] = plainIndexCreation(of: link, dialect)
    }
    let unwanted = unwantedIndexes + pairedLinks.map(\.plainName)
    return (wanted, unwanted.filter { wanted[$0] == nil && present.contains($0) })
  }
}
