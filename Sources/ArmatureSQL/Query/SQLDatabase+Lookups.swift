import ArmatureModel

/// The statements that find rows and links by the keys of objects.
extension SQLDatabase {
  func makeRowQuery(of entity: EntityDescription) -> SQLKeyedRowQuery? {
    guard let table = schema.table(of: entity.name) else { return nil }
    let reader = reader(of: [entity.name], in: table, alias: "t", includingValues: true)
    let isOf: SQLStatement? =
      table.hasEntities
      ? SQLStatement.isOf([entity.name], "\(name: "t").\(name: SQLTable.entity)") : nil
    let conditions = [isOf, rowCondition].compactMap { $0 }.map { " AND \($0)" as SQLStatement }
    let statement = SQLKeyStatement(dialect) {
      "SELECT \(reader.aggregate ?? reader.columns) FROM \(name: table.name) AS \(name: "t") WHERE \(name: "t").\(name: SQLTable.key) \($0)\(conditions.joined(by: ""))"
    }
    return SQLKeyedRowQuery(statement: statement, reader: reader)
  }

  func makeLinkQuery(
    along relationship: RelationshipDescription, of entity: EntityDescription
  ) -> SQLLinkQuery? {
    guard let (place, _) = schema.place(of: relationship.name, in: entity.name) else { return nil }
    switch place {
    case .column(let members):
      let table = schema.tables[members.table]
      let owner: SQLStatement = "\(name: "t").\(name: table.columns[members.link.key].name)"
      let order = members.link.order.map { table.columns[$0].name }
      return query(
        owner, table, " FROM \(name: table.name) AS \(name: "t")", order.map { ("t", $0) })
    case .pairs(let pairs):
      let table = schema.tables[pairs.memberTable]
      let source: SQLStatement =
        " FROM \(name: pairs.name) AS \(name: "p") JOIN \(name: table.name) AS \(name: "t") ON \(name: "t").\(name: SQLTable.key) = \(name: "p").\(name: pairs.member)"
      return query(
        "\(name: "p").\(name: pairs.owner)", table, source, pairs.order.map { ("p", $0) })
    case .value, .link: return nil
    }
  }

  private func query(
    _ owner: SQLStatement, _ table: SQLTable, _ source: SQLStatement,
    _ order: (alias: String, column: String)?
  ) -> SQLLinkQuery {
    let member: SQLStatement = "\(name: "t").\(name: SQLTable.key)"
    let entity: SQLStatement =
      table.hasEntities ? ", \(name: "t").\(name: SQLTable.entity)" : .empty
    // A member without a position comes last.
    let places: SQLStatement =
      order.map {
        "\(name: $0.alias).\(name: $0.column) IS NULL, \(name: $0.alias).\(name: $0.column), "
      } ?? .empty
    let statement = SQLKeyStatement(dialect) {
      "SELECT \(owner), \(member)\(entity)\(source) WHERE \(owner) \($0) ORDER BY \(places)\(member)"
    }
    return SQLLinkQuery(
      statement: statement, entity: table.entities.first ?? "", hasEntities: table.hasEntities)
  }
}
