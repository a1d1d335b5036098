import ArmatureModel

/// Objects that custom steps create from rows.
extension ObjectMigration {
  /// Creates the objects, when all rows have the form of the new model.
  func split(
    _ new: inout MigrationRows, _ changed: inout Set<Int64>,
    _ reserveKeys: @escaping (Int) throws -> Range<Int64>
  ) throws {
    let target = SplitRows(new, storeID: storeID, reserveKeys: reserveKeys)
    let split = RowSplit(custom, names, target, storeID: storeID, date: date)
    var entities: [Int64: String] = [:]
    for entity in old.entities { for row in rows[entity] { entities[row.key] = entity.name } }
    for entity in old.entities {
      guard let names = custom.split(of: entity)?.names else { continue }
      let properties = entity.persistentProperties
      let read = properties.indices.filter { names.contains(properties[$0].name) }
      for row in rows[entity] {
        var values: [String: AttributeValue] = [:]
        var ends: [String: [(key: Int64, entity: String)]] = [:]
        for position in read {
          let name = properties[position].name
          guard let relationship = properties[position].asRelationship else {
            values[name] = row.values[position]
            continue
          }
          let keys = row.links[position]
          ends[name] = (relationship.arity == .ordered ? keys : keys.sorted()).compactMap { key in
            entities[key].map { (key, $0) }
          }
        }
        try split.split(row.key, of: entity, values: values, ends: ends)
      }
    }
    new = target.finished()
    changed.formUnion(target.changed)
    for (entity, relationship) in split.suspects {
      let position = entity.persistentProperties.firstIndex { $0.name == relationship.name }
      let invalid = new[entity].filter { row in
        !relationship.admits(position.map { row.links[$0].count } ?? 0)
      }
      try split.reject(
        entity, relationship, count: invalid.count, keys: invalid.prefix(3).map(\.key))
    }
  }
}
