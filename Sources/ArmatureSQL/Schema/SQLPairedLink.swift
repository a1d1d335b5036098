/// The column of a to-one relationship with a to-one inverse, in which no two rows agree.
package struct SQLPairedLink: Hashable, Sendable {
  /// The name of the index that sees to it.
  package let name: String
  /// The name of the index that only makes finding faster, in a database in which rows agree all the same.
  package let plainName: String
  /// The position of the table, and of the column in it.
  package let table: Int
  package let column: Int
}

extension SQLSchema {
  /// All columns of to-one relationships with a to-one inverse.
  package var pairedLinks: [SQLPairedLink] { tables.flatMap(\.pairedLinks) }

  /// The statements that make the indexes that a database must have, by their names: rows that an older version of the
  /// library has damaged get an index that takes them.
  ///
  /// - Parameter present: The names of the indexes that there are.
  /// - Returns: The statements, and the names of indexes that must go.
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
