package import Armature
import ArmatureModel

/// Conversion of database errors to failures of objects and properties.
extension SQLSave {
  // MARK: Uniqueness

  /// Returns the uniqueness failures of an object that the database has just rejected.
  package func uniqueFailures(of change: StoreChange) throws -> [ValidationFailure] {
    guard let writer = writer(of: change.id.entityName) else { return [] }
    let row = try change.kind == .update ? writer.row(of: change.id) : nil
    var values = row?.values ?? Array(repeating: .null, count: writer.places.count)
    for value in change.values where values.indices.contains(value.property) {
      values[value.property] = value.value
    }
    var failures: [ValidationFailure] = []
    for unique in writer.table.uniques
    where unique.entities?.contains(change.id.entityName) ?? true {
      guard
        let constraint = schema.model[unique.constraint.entity]?
          .uniquenessConstraints[unique.constraint.position]
      else { continue }
      let others = try others(than: change.id, in: unique, writer, values)
      if others.isEmpty { continue }
      let details = constraint.properties.map { name in
        let position = writer.entity.persistentProperties.firstIndex { $0.name == name }
        return ValidationFailure.Detail(name, position.map { values[$0] } ?? .null)
      }
      failures.append(
        ValidationFailure(
          entity: change.id.entityName, objectID: change.failingID,
          keyPath: details.count == 1 ? constraint.properties : [],
          .rule(
            .unique(constraint.properties), details: details,
            others: others.map {
              ValidationFailure.Object(entity: $0.entityName, id: $0)
            }),
          value: details.count == 1 ? details[0].value : .null, ruleSite: constraint.site))
    }
    return failures
  }

  /// Returns a few of the other objects with the same values.
  private func others(
    than id: ManagedObjectID, in unique: SQLUnique, _ writer: SQLEntityWriter,
    _ values: [AttributeValue]
  ) throws -> [ManagedObjectID] {
    let table = writer.table
    var encoded: [Int: SQLValue] = [:]
    for (place, value) in zip(writer.places, values) {
      switch place {
      case .value(let layout): _ = layout.write(value) { encoded[$0] = $1 }
      case .link(let link): link.write(value) { encoded[$0] = $1 }
      case .column, .pairs: break
      }
    }
    var conditions: [SQLStatement] = unique.columns.map {
      "\(name: table.columns[$0].name) = \(value: encoded[$0] ?? .null)"
    }
    conditions.append("\(name: SQLTable.key) <> \(value: .integer(id.key))")
    if let entities = unique.entities {
      conditions.append(SQLStatement.isOf(entities, "\(name: SQLTable.entity)"))
    }
    let entity: SQLStatement = table.hasEntities ? ", \(name: SQLTable.entity)" : .empty
    var found: [ManagedObjectID] = []
    try connection.forEachRow(
      of:
        "SELECT \(name: SQLTable.key)\(entity) FROM \(name: table.name) WHERE \(conditions.joined(by: " AND ")) LIMIT 3"
    ) { row in
      let name = table.hasEntities ? row.text(at: 1) : nil
      found.append(
        ManagedObjectID(
          entityName: name ?? table.entities[0], key: row.integer(at: 0), storeID: id.storeID))
    }
    return found
  }

  // MARK: Values

  /// Returns a failure for each required attribute without a value, in a change that the database has rejected.
  package func requiredFailures(of change: StoreChange) -> [ValidationFailure] {
    guard let writer = writer(of: change.id.entityName) else { return [] }
    let given = Dictionary(change.values.map { ($0.property, $0.value) }) { first, _ in first }
    return zip(writer.places, writer.entity.persistentProperties).enumerated().compactMap {
      position, property in
      guard case .value(let layout) = property.0, writer.table.columns[layout.presence].isRequired,
        given[position]?.isNull ?? (change.kind == .insert)
      else { return nil }
      return ValidationFailure(
        entity: change.id.entityName, objectID: change.failingID, keyPath: [property.1.name],
        .rule(.required), ruleSite: property.1.site)
    }
  }

  // MARK: Links

  /// Reports dangling links in columns without a foreign key constraint.
  func checkLinks() throws {
    if !schema.hasUnwatchedLinks { return }
    report.merge(try danglingLinks { !$0 })
  }

  /// Returns all links of the transaction that lead to missing rows. Needed for a database that reports such links only
  /// at the end of the transaction, and without details.
  package func danglingLinks() throws -> ValidationReport { try danglingLinks { _ in true } }

  private func danglingLinks(_ isIncluded: (_ isWatched: Bool) -> Bool) throws -> ValidationReport {
    var known = Set(
      changes.indices.filter { changes.kind(at: $0) == .insert }.map(changes.key(at:)))
    var failures: [ValidationFailure] = []
    func check(_ id: ManagedObjectID, _ property: Int, _ change: StoreChange) throws {
      if try known.contains(id.key) || isThere(id) {
        known.insert(id.key)
        return
      }
      guard let properties = schema.model[change.id.entityName]?.persistentProperties,
        properties.indices.contains(property)
      else { return }
      failures.append(
        ValidationFailure(
          entity: change.id.entityName, objectID: change.failingID,
          keyPath: [properties[property].name],
          .danglingReference(ValidationFailure.Object(entity: id.entityName, id: id)),
          ruleSite: properties[property].site))
    }
    for change in changes where change.kind != .delete {
      guard let places = schema.places[change.id.entityName] else { continue }
      for value in change.values where places.indices.contains(value.property) {
        guard case .link = places[value.property], isIncluded(places[value.property].isWatched),
          case .object(let id) = value.value
        else { continue }
        try check(id, value.property, change)
      }
      for links in change.links where places.indices.contains(links.property) {
        guard isIncluded(places[links.property].isWatched) else { continue }
        for id in links.added { try check(id, links.property, change) }
      }
    }
    return ValidationReport(failures)
  }

  private func isThere(_ id: ManagedObjectID) throws -> Bool {
    try writer(of: id.entityName)?.version(of: id.key) != nil
  }
}

extension StoreChange {
  /// The ID in failures: a temporary ID for an unsaved object.
  package var failingID: ManagedObjectID {
    ManagedObjectID(
      entityName: id.entityName, key: id.key, storeID: id.storeID, isTemporary: kind == .insert)
  }
}
