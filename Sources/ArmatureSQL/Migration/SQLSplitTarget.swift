import Armature
package import ArmatureModel

/// The tables of a new model, as the destination of objects that custom steps create.
///
/// Changes are written in batches, which limits the memory that is used.
package final class SQLSplitTarget: SplitTarget {
  private let database: SQLDatabase
  private let connection: any SQLConnection
  private let version: UInt32
  private let takeKeysOfFile: (Int) throws -> Range<Int64>
  private var schema: SQLSchema { database.schema }
  /// The unwritten changes, by the keys of the objects, and their order.
  private var pending: [Int64: StoreChange] = [:]
  private var order: [Int64] = []

  private static let mostPending = 500

  /// - Parameters:
  ///   - version: The version of the rows.
  ///   - takeKeys: A closure that reserves keys which no object has.
  package init(
    _ database: SQLDatabase, _ connection: any SQLConnection, version: UInt32,
    takeKeys: @escaping (Int) throws -> Range<Int64>
  ) {
    (self.database, self.connection, self.version) = (database, connection, version)
    takeKeysOfFile = takeKeys
  }

  package func takeKeys(_ count: Int) throws -> Range<Int64> { try takeKeysOfFile(count) }

  /// Writes the remaining changes.
  package func flush() throws {
    if order.isEmpty { return }
    var changes = order.compactMap { pending[$0] }
    changes = changes.filter { $0.kind == .insert } + changes.filter { $0.kind != .insert }
    (pending, order) = ([:], [])
    _ = try SQLSave(
      StoreChanges(StoreTransaction(changes)), database, connection, version: version,
      isSecondTry: true
    ).write()
  }

  private func rows(_ id: ManagedObjectID) -> SQLStatement? {
    guard let table = schema.table(of: id.entityName), table.entities.contains(id.entityName) else {
      return nil
    }
    let entity: SQLStatement =
      table.hasEntities
      ? " AND \(SQLStatement.isOf([id.entityName], "\(name: SQLTable.entity)"))" : .empty
    return
      "FROM \(name: table.name) WHERE \(name: SQLTable.key) = \(value: .integer(id.key))\(entity)"
  }

  package func isThere(_ id: ManagedObjectID) throws -> Bool {
    if let known = pending[id.key] { return known.id == id }
    return try rows(id).flatMap { try connection.integer("SELECT 1 \($0)") } != nil
  }

  package func end(of id: ManagedObjectID, at property: Int) throws -> ManagedObjectID? {
    if let known = pending[id.key] {
      if let value = known.values.first(where: { $0.property == property }) {
        guard case .object(let end) = value.value else { return nil }
        return end
      }
      if known.kind == .insert { return nil }
    }
    guard case .link(let link)? = schema.places[id.entityName]?[property],
      let table = schema.table(of: id.entityName), let rows = rows(id)
    else { return nil }
    let columns = [link.key, link.entity].compactMap(\.self).map {
      "\(name: table.columns[$0].name)" as SQLStatement
    }
    var end: ManagedObjectID?
    try connection.forEachRow(of: "SELECT \(columns.joined(by: ", ")) \(rows)") { row in
      let entity =
        link.entity == nil ? schema.entities(of: link.destination).first : row.text(at: 1)
      guard row.kind(at: 0) == .integer, let entity else { return }
      end = ManagedObjectID(
        entityName: entity, key: row.integer(at: 0), storeID: database.storeID)
    }
    return end
  }

  package func insert(_ id: ManagedObjectID, _ values: [AttributeValue]) throws {
    let properties = schema.model[id.entityName]?.persistentProperties ?? []
    try note(
      StoreChange(
        id, .insert,
        values: zip(values, properties).enumerated().compactMap { position, pair in
          let value = pair.0.isNull ? pair.1.asAttribute?.valueUntilComputed ?? .null : pair.0
          return value.isNull ? nil : StoreChange.Value(property: position, value: value)
        }))
  }

  package func setEnd(
    of id: ManagedObjectID, at property: Int, to end: ManagedObjectID?
  ) throws {
    try change(id) { change in
      change.values.removeAll { $0.property == property }
      change.values.append(
        .init(property: property, value: end.map(AttributeValue.object) ?? .null))
    }
  }

  package func change(
    _ id: ManagedObjectID, at property: Int, adding member: ManagedObjectID?,
    removing former: ManagedObjectID?
  ) throws {
    // Members store the link in their own rows, except in an ordered relationship.
    if case .column(let members)? = schema.places[id.entityName]?[property],
      members.link.order == nil
    {
      return
    }
    try change(id) { change in
      let known = change.links.first { $0.property == property }
      var (added, removed) = (known?.added ?? [], known?.removed ?? [])
      if let former {
        added.removeAll { $0 == former }
        removed.append(former)
      }
      if let member {
        removed.removeAll { $0 == member }
        if !added.contains(member) { added.append(member) }
      }
      change.links.removeAll { $0.property == property }
      change.links.append(StoreChange.Links(property: property, added: added, removed: removed))
    }
  }

  package func drop(_ id: ManagedObjectID) throws {
    try flush()
    if let rows = rows(id) { try connection.run("DELETE \(rows)") }
  }

  private func change(_ id: ManagedObjectID, _ body: (inout StoreChange) -> Void) throws {
    if pending[id.key] == nil {
      let table = schema.table(of: id.entityName)?.name ?? ""
      let present = try connection.integer(
        "SELECT \(name: SQLTable.version) FROM \(name: table) WHERE \(name: SQLTable.key) = \(value: .integer(id.key))"
      )
      try note(StoreChange(id, .update, version: UInt32(clamping: present ?? 0)))
    }
    guard var known = pending[id.key] else { return }
    body(&known)
    pending[id.key] = known
  }

  private func note(_ change: StoreChange) throws {
    if order.count >= Self.mostPending { try flush() }
    pending[change.id.key] = change
    order.append(change.id.key)
  }
}

extension AttributeDescription {
  /// The placeholder of a required derived attribute until it is computed.
  fileprivate var valueUntilComputed: AttributeValue? {
    if derivation == nil || isOptional { return nil }
    return standIns.lazy.compactMap { $0.converted(to: type) }.first { !$0.isNull }
  }
}

extension SQLSchema {
  /// Returns objects with too few or too many objects along a relationship.
  package func invalidRows(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> SQLObstacle? {
    let tables = SQLOldTables(schema: self)
    guard let place = tables.place(of: relationship.name, in: entity),
      let source = SQLLinkSource(place, of: entity.name, tables),
      let rows = tables.rows(of: entity.name, as: SQLRowMapping.alias)
    else { return nil }
    let key: SQLStatement = "\(name: SQLRowMapping.alias).\(name: SQLTable.key)"
    let count: SQLStatement = "(\(source.selection("COUNT(*)", where: "\(source.owner) = \(key)")))"
    var conditions: [SQLStatement] = [
      "\(count) NOT BETWEEN \(relationship.fewest) AND \(relationship.most)"
    ]
    if relationship.isOptional { conditions.append("\(count) > 0") }
    if let condition = rows.condition { conditions.append(condition) }
    return SQLObstacle(
      entity: entity.name,
      "SELECT \(key), \(count) FROM \(rows.source) WHERE \(conditions.joined(by: " AND "))"
    ) { .int($0.integer(at: 1)) }
  }
}
