extension SQLSchema {
  /// A row that no request finds, because the model does not have its entity.
  package typealias StrayRow = (table: String, key: Int64, entity: String?)

  /// Finds a row whose entity is unknown. Returns `nil` if all rows have known entities.
  ///
  /// - Complexity: O(*n*) in the number of rows of hierarchies.
  package func strayRow(_ connection: any SQLConnection) throws -> StrayRow? {
    for table in tables where table.hasEntities {
      let entity: SQLStatement = "\(name: SQLTable.entity)"
      let names = table.entities.map { "\(value: .text($0))" as SQLStatement }.joined(by: ", ")
      var found: StrayRow?
      try connection.forEachRow(
        of: """
          SELECT \(name: SQLTable.key), CAST(\(entity) AS TEXT) FROM \(name: table.name) \
          WHERE \(entity) IS NULL OR \(entity) NOT IN (\(names)) LIMIT 1
          """
      ) { row in found = (table.name, row.integer(at: 0), row.text(at: 1)) }
      if found != nil { return found }
    }
    return nil
  }
}
