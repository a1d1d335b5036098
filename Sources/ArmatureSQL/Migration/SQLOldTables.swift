import ArmatureModel

/// The tables of the old model, some of which have been given another name until they are dropped.
struct SQLOldTables {
  let schema: SQLSchema
  /// The names of those that stand aside, by their own.
  var aside: [String: String] = [:]

  func name(of table: String) -> String { aside[table] ?? table }

  /// Where objects of an entity keep a property; `nil` if they keep none of the name.
  func place(of property: String, in entity: EntityDescription) -> SQLPlace? {
    zip(entity.persistentProperties, schema.places[entity.name] ?? [])
      .first { $0.0.name.hasSameBytes(as: property) }?.1
  }

  /// Whether a key is that of a row of a table, which is searched by its keys.
  func isThere(_ key: SQLStatement, in table: Int) -> SQLStatement {
    let row: SQLStatement = "\(name: "_there").\(name: SQLTable.key)"
    return
      "EXISTS (SELECT 1 FROM \(name: name(of: schema.tables[table].name)) AS \(name: "_there") WHERE \(row) = \(key))"
  }

  /// The rows of an entity, behind FROM, and what they must satisfy; `nil` for an abstract one, which has none.
  func rows(
    of entity: String, as alias: String
  ) -> (source: SQLStatement, condition: SQLStatement?)? {
    guard let table = schema.table(of: entity), table.entities.contains(entity) else { return nil }
    return (
      "\(name: name(of: table.name)) AS \(name: alias)",
      table.hasEntities
        ? SQLStatement.isOf([entity], "\(name: alias).\(name: SQLTable.entity)") : nil
    )
  }
}
