import ArmatureModel

/// The tables of the old model. Some are renamed until they are dropped.
struct SQLOldTables {
  let schema: SQLSchema
  /// The temporary names of renamed tables, by their original names.
  var aside: [String: String] = [:]

  func name(of table: String) -> String { aside[table] ?? table }

  /// Returns the place of a property in the rows of an entity; `nil` if the rows do not store the property.
  func place(of property: String, in entity: EntityDescription) -> SQLPlace? {
    zip(entity.persistentProperties, schema.places[entity.name] ?? [])
      .first { $0.0.name.hasSameBytes(as: property) }?.1
  }

  /// Returns the condition that a table contains a row with a key. The primary key is used to find the row.
  func isThere(_ key: SQLStatement, in table: Int) -> SQLStatement {
    let row: SQLStatement = "\(name: "_there").\(name: SQLTable.key)"
    return
      "EXISTS (SELECT 1 FROM \(name: name(of: schema.tables[table].name)) AS \(name: "_there") WHERE \(row) = \(key))"
  }

  /// Returns the rows of an entity, as the SQL after FROM and a condition. Returns `nil` for an abstract entity.
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
