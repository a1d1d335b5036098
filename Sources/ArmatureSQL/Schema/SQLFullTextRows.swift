/// The rows that a full-text index depends on, as parts of SQL statements.
package struct SQLFullTextRows {
  package let index: SQLFullText
  private let schema: SQLSchema
  /// The table of the rows that the index finds.
  package let table: SQLTable

  package init(_ index: SQLFullText, _ schema: SQLSchema) {
    (self.index, self.schema, table) = (index, schema, schema.tables[index.table])
  }

  // MARK: Texts

  /// The texts of a row of the table, in the order of the index.
  ///
  /// - Parameter row: The name of the row in the statement.
  package func texts(in row: String) -> [SQLStatement] {
    index.texts.map { text(of: $0, in: row) }
  }

  /// The text in a row of the table, or in a row that it leads to.
  private func text(of text: SQLFullText.Text, in row: String) -> SQLStatement {
    guard let last = text.links.last else { return "\(name: row).\(name(text.column, table))" }
    let end = schema.tables[last.destination]
    return """
      (SELECT \(name: "e").\(name(text.column, end)) FROM \(name: end.name) AS \(name: "e") \
      WHERE \(name: "e").\(name: SQLTable.key) = \(key(after: text.links[...], in: row)))
      """
  }

  /// The key of the row to which some links lead.
  private func key(after links: ArraySlice<SQLFullText.Link>, in row: String) -> SQLStatement {
    guard let last = links.last else { return "\(name: row).\(name: SQLTable.key)" }
    let owner = schema.tables[last.table]
    if links.count == 1 { return "\(name: row).\(name(last.column, owner))" }
    let alias = "s\(links.count)"
    return """
      (SELECT \(name: alias).\(name(last.column, owner)) FROM \(name: owner.name) AS \(name: alias) \
      WHERE \(name: alias).\(name: SQLTable.key) = \(key(after: links.dropLast(), in: row)))
      """
  }

  private func name(_ position: Int, _ table: SQLTable) -> SQLStatement {
    "\(name: table.columns[position].name)"
  }

  /// The condition that a row is of a covered entity; empty if all rows are.
  ///
  /// - Parameter start: The text before the condition.
  package func filter(of row: String, _ start: String = "") -> SQLStatement {
    guard let entities = index.entities else { return .empty }
    let names = entities.map { "\(literal: $0)" as SQLStatement }
    return
      "\(SQLStatement(text: start))\(name: row).\(name: SQLTable.entity) IN (\(names.joined(by: ", ")))"
  }

  // MARK: Changes

  /// Columns of a table. If one of them changes, so do the words of rows in the index.
  package struct Source {
    /// The links from the rows of the index; empty for the rows themselves.
    package let links: [SQLFullText.Link]
    package let table: SQLTable
    fileprivate(set) var columns: [Int]

    /// Adds a column, unless it is known.
    fileprivate mutating func add(_ column: Int) {
      if !columns.contains(column) { columns.append(column) }
    }

    /// The names of the columns.
    package var names: SQLStatement {
      columns.map { "\(name: table.columns[$0].name)" as SQLStatement }.joined(by: ", ")
    }

    /// The condition that the values of a changed row differ.
    ///
    /// - Parameter comparison: The operator for values that differ, also from null.
    package func differ(by comparison: String) -> SQLStatement {
      let parts = columns.map { position -> SQLStatement in
        let column: SQLStatement = "\(name: table.columns[position].name)"
        return
          "\(name: "old").\(column) \(SQLStatement(text: comparison)) \(name: "new").\(column)"
      }
      return "(\(parts.joined(by: " OR ")))"
    }
  }

  /// The columns that the index depends on. Columns of its own rows come first, and columns of rows that links lead to
  /// follow.
  package var sources: [Source] {
    var sources = [Source(links: [], table: table, columns: [])]
    func add(_ column: Int, after links: [SQLFullText.Link]) {
      if let known = sources.firstIndex(where: { $0.links == links }) {
        sources[known].add(column)
      } else {
        let table = schema.tables[links[links.count - 1].destination]
        sources.append(Source(links: links, table: table, columns: [column]))
      }
    }
    for text in index.texts {
      for (position, link) in text.links.enumerated() {
        add(link.column, after: Array(text.links[..<position]))
      }
      add(text.column, after: text.links)
    }
    return sources
  }

  /// The sources by table, in order, and for each table a source of its own rows with all their columns.
  package var sourcesByTable: [(all: Source, sources: [Source])] {
    var groups: [(all: Source, sources: [Source])] = []
    for source in sources {
      let place =
        groups.firstIndex { $0.all.table.position == source.table.position } ?? groups.count
      if place == groups.count {
        groups.append((Source(links: [], table: source.table, columns: []), []))
      }
      groups[place].sources.append(source)
      for column in source.columns { groups[place].all.add(column) }
    }
    return groups
  }

  /// The positions of all tables that the index depends on.
  package var tables: Set<Int> { Set(sources.map(\.table.position)) }

  /// The keys of the rows that lead to another row along some links.
  ///
  /// - Parameter place: The text before the names of tables.
  package func rowsLeading(
    along links: [SQLFullText.Link], to row: String, place: SQLStatement = .empty
  ) -> SQLStatement {
    links.reversed().reduce("\(name: row).\(name: SQLTable.key)") { keys, link in
      let owner = schema.tables[link.table]
      return """
        SELECT \(name: SQLTable.key) FROM \(place)\(name: owner.name) \
        WHERE \(name(link.column, owner)) IN (\(keys))
        """
    }
  }

  /// The keys of the rows to which some links lead from rows with the given keys.
  package func rowsReached(
    along links: [SQLFullText.Link], from keys: SQLStatement
  ) -> SQLStatement {
    links.reduce(keys) { keys, link in
      let owner = schema.tables[link.table]
      return """
        SELECT \(name(link.column, owner)) FROM \(name: owner.name) \
        WHERE \(name: SQLTable.key) IN (\(keys))
        """
    }
  }
}
