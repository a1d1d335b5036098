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
