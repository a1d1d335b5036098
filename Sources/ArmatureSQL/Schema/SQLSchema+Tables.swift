/// Statements that create the tables of a model.
extension SQLSchema {
  /// Returns the statements that create the tables and the indexes of the model, in the order of their execution.
  package func creation(_ dialect: some SQLDialect) -> [SQLStatement] {
    tableCreation(dialect).map(\.statement)
      + indexCreation(dialect).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the statements that create the tables of the model, in their order.
  package func tableCreation(
    _ dialect: some SQLDialect
  ) -> [(name: String, statement: SQLStatement)] {
    tables.map { ($0.name, creation(of: $0, dialect)) }
      + pairs.map { ($0.name, creation(of: $0, dialect)) }
  }

  /// Returns the statements that create all indexes of the model, by name.
  ///
  /// Two models whose rows have the same form may have different indexes.
  ///
  /// - Parameters:
  ///   - pairsLinks: Whether one-to-one links have unique indexes.
  ///   - isWanted: A closure that returns whether the indexes of a table are included. By default, all indexes are
  ///     included.
  package func indexCreation(
    _ dialect: some SQLDialect, pairingLinks pairsLinks: Bool = true,
    _ isWanted: (String) -> Bool = { _ in true }
  ) -> [String: SQLStatement] {
    var all: [String: SQLStatement] = [:]
    for table in tables where isWanted(table.name) {
      all.merge(indexCreation(of: table, dialect)) { first, _ in first }
      for link in table.pairedLinks {
        if pairsLinks {
          all[link.name] = indexCreation(of: link, dialect)
        } else {
          all[link.plainName] = plainIndexCreation(of: link, dialect)
        }
      }
    }
    for table in pairs where isWanted(table.name) {
      all.merge(indexCreation(of: table)) { first, _ in first }
    }
    return all
  }

  private func creation(of table: SQLTable, _ dialect: some SQLDialect) -> SQLStatement {
    let (number, text) = (type(of: .integer, dialect), type(of: .text, dialect))
    var columns: [SQLStatement] = ["\(name: SQLTable.key) \(number) PRIMARY KEY"]
    if table.hasEntities { columns.append("\(name: SQLTable.entity) \(text) NOT NULL") }
    columns.append("\(name: SQLTable.version) \(number) NOT NULL")
    columns += table.columns.map { definition(of: $0, dialect) }
    let options = SQLStatement(text: dialect.tableOptions)
    return """
      CREATE TABLE \(name: table.name) (
        \(columns.joined(by: ",\n  "))
      )\(options)
      """
  }

  private func definition(of column: SQLColumn, _ dialect: some SQLDialect) -> SQLStatement {
    let required: SQLStatement = column.isRequired ? " NOT NULL" : ""
    let reference = reference(column.references, dialect)
    return "\(name: column.name) \(type(of: column.kind, dialect))\(required)\(reference)"
  }

  private func type(of kind: SQLKind, _ dialect: some SQLDialect) -> SQLStatement {
    SQLStatement(text: dialect.type(of: kind))
  }

  /// Returns the statements that rename the columns of an old table and append new columns.
  ///
  /// - Parameter sources: The position that each column of the new table has in the old table. It is `nil` for an added
  ///   column.
  /// - Returns: `nil` if a column gets the old name of another column.
  func alteration(
    of table: SQLTable, _ sources: [Int?], _ old: SQLSchema, _ dialect: some SQLDialect
  ) -> [SQLTableChange]? {
    let former = old.tables.first { $0.name == table.name }?.columns ?? []
    let taken = SQLNames(reserved: former.map(\.name))
    var (renamed, added) = ([SQLTableChange](), [SQLTableChange]())
    for (column, source) in zip(table.columns, sources) {
      let name = source.map { former[$0].name }
      if name == column.name { continue }
      if taken.contains(column.name) { return nil }
      let evidence = SchemaEvidence.column(column.name, table: table.name)
      if let name {
        let statement: SQLStatement =
          "ALTER TABLE \(name: table.name) RENAME COLUMN \(name: name) TO \(name: column.name)"
        renamed.append(SQLTableChange(statement, evidence))
      } else {
        let statement: SQLStatement =
          "ALTER TABLE \(name: table.name) ADD COLUMN \(definition(of: column, dialect))"
        added.append(SQLTableChange(statement, evidence))
      }
    }
    return renamed + added
  }

  private func reference(
    _ table: Int?, deletion: SQLStatement = "", _ dialect: some SQLDialect
  ) -> SQLStatement {
    guard let table, let options = dialect.referenceOptions else { return .empty }
    return "\(reference(to: table))\(deletion)\(SQLStatement(text: options))"
  }

  private func reference(to table: Int) -> SQLStatement {
    " REFERENCES \(name: tables[table].name) (\(name: SQLTable.key))"
  }

  /// Returns the statements that add foreign keys, for a database that does not declare them within its tables.
  ///
  /// - Parameter isWanted: A closure that returns whether the foreign key of a column is included. By default, all
  ///   foreign keys are included.
  package func referenceCreation(
    _ isWanted: (_ table: String, _ column: String, _ target: String) -> Bool = { _, _, _ in true }
  ) -> [SQLTableChange] {
    let links = tables.flatMap { table in
      table.columns.compactMap { column -> SQLTableChange? in
        guard let target = column.references,
          isWanted(table.name, column.name, tables[target].name)
        else { return nil }
        return addition(of: column.name, in: table.name, reference(to: target))
      }
    }
    return links
      + pairs.flatMap { pairs in
        [pairs.left, pairs.right].filter {
          $0.isCleared && isWanted(pairs.name, $0.name, tables[$0.table].name)
        }.map { column in
          addition(
            of: column.name, in: pairs.name, "\(reference(to: column.table)) ON DELETE CASCADE")
        }
      }
  }

  private func addition(
    of column: String, in table: String, _ reference: SQLStatement
  ) -> SQLTableChange {
    SQLTableChange(
      "ALTER TABLE \(name: table) ADD FOREIGN KEY (\(name: column))\(reference)",
      .reference(column: column, table: table))
  }

  private func creation(of pairs: SQLPairTable, _ dialect: some SQLDialect) -> SQLStatement {
    var columns: [SQLStatement] = [pairs.left, pairs.right].map { column in
      let reference =
        column.isCleared
        ? self.reference(column.table, deletion: " ON DELETE CASCADE", dialect) : .empty
      return "\(name: column.name) \(type(of: .integer, dialect)) NOT NULL\(reference)"
    }
    columns += [pairs.left, pairs.right].compactMap(\.order).map {
      "\(name: $0) \(type(of: .integer, dialect))"
    }
    columns.append("PRIMARY KEY (\(name: pairs.left.name), \(name: pairs.right.name))")
    let options = SQLStatement(text: dialect.pairTableOptions)
    return """
      CREATE TABLE \(name: pairs.name) (
        \(columns.joined(by: ",\n  "))
      )\(options)
      """
  }

  private func indexCreation(
    of table: SQLTable, _ dialect: some SQLDialect
  ) -> [String: SQLStatement] {
    var all: [String: SQLStatement] = [:]
    for unique in table.uniques {
      let columns = unique.columns.map { name(of: $0, table) }.joined(by: ", ")
      let condition: SQLStatement =
        unique.entities.map {
          " WHERE \(name: SQLTable.entity) IN (\($0.map { "\(literal: $0)" as SQLStatement }.joined(by: ", ")))"
        } ?? .empty
      all[unique.name] =
        "CREATE UNIQUE INDEX \(name: unique.name) ON \(name: table.name) (\(columns))\(condition)"
    }
    for index in table.indexes {
      let columns = index.elements.map { element in
        dialect.sorted(name(of: element.column, table), isAscending: element.isAscending)
      }
      all[index.name] =
        "CREATE INDEX \(name: index.name) ON \(name: table.name) (\(columns.joined(by: ", ")))"
    }
    for index in table.externalIndexes {
      let column = name(of: index.column, table)
      all[index.name] =
        "CREATE INDEX \(name: index.name) ON \(name: table.name) (\(column)) WHERE \(dialect.isText(column))"
    }
    return all
  }

  private func indexCreation(
    of link: SQLPairedLink, _ dialect: some SQLDialect
  ) -> SQLStatement {
    "CREATE UNIQUE INDEX \(name: link.name) ON \(column(of: link, dialect))"
  }

  /// Returns the statement that creates the plain index of a link, for a database with duplicates.
  func plainIndexCreation(of link: SQLPairedLink, _ dialect: some SQLDialect) -> SQLStatement {
    "CREATE INDEX \(name: link.plainName) ON \(column(of: link, dialect))"
  }

  private func column(of link: SQLPairedLink, _ dialect: some SQLDialect) -> SQLStatement {
    let table = tables[link.table]
    return
      "\(name: table.name) (\(dialect.sorted(name(of: link.column, table), isAscending: true)))"
  }

  private func indexCreation(of pairs: SQLPairTable) -> [String: SQLStatement] {
    [
      pairs.backIndex:
        """
      CREATE INDEX \(name: pairs.backIndex) ON \(name: pairs.name) \
      (\(name: pairs.right.name), \(name: pairs.left.name))
      """
    ]
  }

  private func name(of column: Int, _ table: SQLTable) -> SQLStatement {
    "\(name: table.columns[column].name)"
  }
}
