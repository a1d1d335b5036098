import Armature

/// Batches by the keys of their rows, for databases with concurrent writers. The rows are first found and locked.
extension SQLBatch {
  /// Rows with the same change.
  package struct Group: Hashable {
    package let entity: String
    /// The names of the changed properties.
    package let properties: [String]
  }

  /// Returns whether a single statement can execute the whole batch. The statement does not report the rows.
  ///
  /// - Parameter keepsHistory: Whether the database keeps a history.
  package func isOneStatement(keepsHistory: Bool) -> Bool {
    if keepsHistory || batch.returnsObjectIDs { return false }
    guard case .delete(let deletion) = batch.change else { return true }
    return deletion.cleared.isEmpty && deletion.empty.isEmpty && deletion.unreferenced.isEmpty
  }

  /// Returns the statement that changes rows. If the rows remain, it also updates their versions.
  package func statement(on rows: SQLBatchRows, version: UInt32) -> SQLStatement {
    if case .update = batch.change { return update(rows, version: version) }
    return "DELETE FROM \(rows.own)"
  }

  /// Returns the rows with some keys.
  ///
  /// - Parameter keyTest: The SQL that follows a key column and tests for these keys.
  package func rows(_ keyTest: SQLStatement) -> SQLBatchRows {
    SQLBatchRows(request.target, keyTest: keyTest)
  }

  /// Finds the keys of the changed rows, grouped by their change.
  ///
  /// - Parameter lock: The end of the statement, which locks the rows.
  package func keys(
    _ connection: any SQLConnection, locking lock: SQLStatement
  ) throws -> [Group: [Int64]] {
    var columns: [SQLStatement] = ["\(name: SQLTable.key)"]
    columns.append(table.hasEntities ? "\(name: SQLTable.entity)" : "NULL")
    columns += settings.map(isSame)
    var found: [Group: [Int64]] = [:]
    var known: [String: [Int: Group]] = [:]
    try connection.forEachRow(
      of: "SELECT \(columns.joined(by: ", ")) FROM \(rows.own)\(lock)"
    ) { row in
      let entity = table.hasEntities ? row.text(at: 1) ?? "" : table.entities[0]
      var choice = 0
      for index in settings.indices where row.integer(at: 2 + index) == 0 { choice |= 1 << index }
      let group =
        known[entity]?[choice]
        ?? Group(
          entity: entity,
          properties: settings.enumerated().filter { choice >> $0.offset & 1 == 1 }
            .map(\.element.property))
      known[entity, default: [:]][choice] = group
      found[group, default: []].append(row.integer(at: 0))
    }
    return found
  }

  /// Returns a statement that finds the keys and the entities of the rows that lose links.
  ///
  /// - Returns: A statement for keys and entity names. The names are `NULL` in a table of one entity.
  package func losersQuery(of link: Members, _ rows: SQLBatchRows) -> SQLStatement {
    let entity: SQLStatement =
      schema.tables[link.members.table].hasEntities ? "\(name: SQLTable.entity)" : "NULL"
    return "SELECT \(name: SQLTable.key), \(entity) FROM \(rows.own)"
  }

  /// Returns the entity of the rows that lose links. Their table must have a single entity.
  package func entity(of link: Members) -> String {
    schema.tables[link.members.table].entities[0]
  }
}
