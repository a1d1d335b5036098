import Armature
package import ArmatureModel

/// The rows of an old entity that custom steps split into other objects.
package struct SQLSplitSource {
  package let entity: EntityDescription
  private let mapping: SQLRowMapping
  private let rows: SQLStatement
  private let attributes: [(name: String, layout: SQLLayout)]
  private let columns: [Int]
  private let links: [Link]

  private struct Link {
    let name: String
    /// Returns a statement that finds the keys of the linked objects in their order. If there are several entities,
    /// their entity is also included.
    let members: (Int64) -> SQLStatement
    /// The entity of all linked objects, if there is only one.
    let entity: String?
  }

  /// - Returns: `nil` for an entity without such a step or without rows.
  init?(_ entity: EntityDescription, _ mapping: SQLRowMapping) {
    guard let names = mapping.custom.split(of: entity)?.names,
      let rows = mapping.old.rows(of: entity.name, as: SQLRowMapping.alias)
    else { return nil }
    (self.entity, self.mapping) = (entity, mapping)
    let read = entity.persistentProperties.filter { names.contains($0.name) }
    attributes = read.compactMap { property in
      guard case .value(let layout)? = mapping.old.place(of: property.name, in: entity) else {
        return nil
      }
      return (property.name, layout)
    }
    columns = attributes.flatMap(\.layout.columns)
    links = read.compactMap(\.asRelationship).compactMap { relationship in
      Self.link(relationship, of: entity, mapping.old)
    }
    let key: SQLStatement = "\(name: SQLRowMapping.alias).\(name: SQLTable.key)"
    let selected = [key] + columns.map { mapping.column($0, of: entity) }
    let filter: SQLStatement = rows.condition.map { " WHERE \($0)" } ?? .empty
    self.rows =
      "SELECT \(selected.joined(by: ", ")) FROM \(rows.source)\(filter) ORDER BY \(key)"
  }

  private static func link(
    _ relationship: RelationshipDescription, of entity: EntityDescription, _ old: SQLOldTables
  ) -> Link? {
    guard let place = old.place(of: relationship.name, in: entity),
      let source = SQLLinkSource(place, of: entity.name, old),
      let table = old.schema.table(of: relationship.destination)
    else { return nil }
    let isOrdered = relationship.arity == .ordered
    let order = isOrdered ? source.place.map { "\($0) IS NULL, \($0), " as SQLStatement } : nil
    let named: SQLStatement =
      table.hasEntities
      ? "(SELECT \(name: "d").\(name: SQLTable.entity) FROM \(name: old.name(of: table.name)) AS \(name: "d") WHERE \(name: "d").\(name: SQLTable.key) = \(source.member))"
      : "NULL"
    return Link(
      name: relationship.name,
      members: { key in
        let found = source.selection(
          "\(source.member), \(named)", where: "\(source.owner) = \(value: .integer(key))")
        return "\(found) ORDER BY \(order ?? .empty)\(source.member)"
      }, entity: table.hasEntities ? nil : table.entities.first)
  }

  /// Returns the number of rows.
  package func count(_ connection: any SQLConnection) throws -> Int {
    Int(try connection.integer("SELECT COUNT(*) FROM (\(rows)) AS \(name: "r")") ?? 0)
  }

  /// Visits the rows in the order of their keys, with the values and links that the step reads.
  package func forEach(
    _ connection: any SQLConnection,
    _ visit: (
      _ key: Int64, _ values: [String: AttributeValue],
      _ ends: [String: [(key: Int64, entity: String)]]
    ) throws -> Void
  ) throws {
    try connection.walk(rows) { cursor in
      let key = cursor.integer(at: 0)
      let arguments = columns.indices.map { cursor.value(at: $0 + 1) }
      var values: [String: AttributeValue] = [:]
      for attribute in attributes {
        values[attribute.name] = try mapping.read(
          attribute.layout, columns, arguments, as: "\(entity.name).\(attribute.name)",
          key: .integer(key))
      }
      var ends: [String: [(key: Int64, entity: String)]] = [:]
      for link in links {
        var members: [(key: Int64, entity: String)] = []
        try connection.forEachRow(of: link.members(key)) { row in
          if let entity = link.entity ?? row.text(at: 1) {
            members.append((row.integer(at: 0), entity))
          }
        }
        ends[link.name] = members
      }
      try visit(key, values, ends)
    }
  }
}
