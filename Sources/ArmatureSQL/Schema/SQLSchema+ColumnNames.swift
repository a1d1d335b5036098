extension SQLSchema {
  /// The tables by name, with the names of their columns.
  package var columnNames: [(table: String, columns: [String])] {
    let own = tables.map { table in
      (
        table.name,
        [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
          + table.columns.map(\.name)
      )
    }
    let pairs = pairs.map { pairs in
      (pairs.name, [pairs.left, pairs.right].flatMap { [$0.name] + ($0.order.map { [$0] } ?? []) })
    }
    return own + pairs
  }
}
