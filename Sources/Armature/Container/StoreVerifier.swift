import ArmatureModel

/// Checks all rows of a store: links must lead to existing objects, and back.
struct StoreVerifier {
  /// The reader of one state of the store.
  let reader: CheckedReader
  private let runtime: ModelRuntime
  /// The position of the entity of each key.
  private var entities: [Int64: Int] = [:]
  private var failures: [ValidationFailure] = []
  /// The keys of the rows of each entity, by its position.
  private(set) var keys: [(position: Int, keys: [Int64])] = []
  /// The keys of rows with invalid values.
  private(set) var unreadable: Set<Int64> = []

  /// The number of rows checked at a time.
  private static let batchSize = 500

  /// A link of a row.
  private struct End {
    let owner: ManagedObjectID
    let id: ManagedObjectID
  }

  init(_ container: PersistentContainer) throws {
    runtime = ModelRuntime.of(container.model)
    reader = try CheckedStore(container.store, runtime).reader()
  }

  /// - Throws: The store's error, or ``PersistentStoreError/wrongAnswer(function:must:but:)`` for a link whose two
  ///   sides do not agree.
  mutating func report() throws -> ValidationReport {
    for (position, entity) in runtime.entities.enumerated() where !entity.isAbstract {
      var request = FetchRequest(entity.name)
      request.includesSubentities = false
      let rows = try reader.fetch(request, includingValues: false, for: nil)
      keys.append((position, rows.records.map(\.key)))
      for record in rows.records { entities[record.key] = position }
    }
    for (position, keys) in keys {
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        try check(Array(keys[start...].prefix(Self.batchSize)), position)
      }
    }
    var report = ValidationReport(failures)
    report.merge(try reader.linksReadAsNone())
    return report
  }

  /// Checks the links of some rows of an entity.
  private mutating func check(_ keys: [Int64], _ position: Int) throws {
    let entity = runtime.entities[position]
    let found = try reader.rows(for: keys, of: position, for: nil)
    let rows = try found.readable()
    for wrong in found.wrongValues { note(wrong, of: rows[wrong.record].id, entity) }
    for row in rows { noteWithoutText(row, entity) }
    for (index, property) in entity.persistentProperties.enumerated() {
      guard let relationship = property.asRelationship else { continue }
      var ends: [End] = []
      if relationship.isToMany {
        let links = try reader.links(for: rows.map(\.id.key), along: relationship, of: entity)
        for (row, ids) in zip(rows, links) {
          ends += ids.map { End(owner: row.id, id: $0) }
        }
      } else {
        for row in rows {
          if case .object(let id) = row.values[index] { ends.append(End(owner: row.id, id: id)) }
        }
      }
      try check(ends, along: relationship, position)
    }
  }

  /// Adds a failure for an invalid value of a store.
  private mutating func note(
    _ wrong: StoreRows.WrongValue, of id: ManagedObjectID, _ entity: EntityDescription
  ) {
    unreadable.insert(id.key)
    let property = entity.persistentProperties[wrong.property]
    let must =
      property.asRelationship.map { "lead to an object of \($0.destination)" } ?? "be {type}"
    failures.append(
      ValidationFailure(
        entity: id.entityName, objectID: id, keyPath: [property.name],
        .notRepresentable(property.asAttribute?.type ?? .string), value: wrong.value,
        ruleSite: property.site,
        customMessage:
          "{place} must \(must), but the store has {value}. Another program has changed the "
          + "data: correct them there."
      ))
  }

  /// Adds warnings for stored values that cannot be written as text.
  private mutating func noteWithoutText(_ row: StoreRow, _ entity: EntityDescription) {
    for (value, property) in zip(row.values, entity.persistentProperties) where value.isWithoutText
    {
      failures.append(
        .withoutText(
          value, property.asAttribute?.type ?? .string, keyPath: [property.name],
          entity: row.id.entityName, objectID: row.id, severity: .warning))
    }
  }

  private mutating func check(
    _ ends: [End], along relationship: RelationshipDescription, _ position: Int
  ) throws {
    var present: [End] = []
    for end in ends {
      if entities[end.id.key].map({ runtime.entities[$0].name }) == end.id.entityName {
        present.append(end)
      } else {
        failures.append(
          ValidationFailure(
            entity: end.owner.entityName, objectID: end.owner, keyPath: [relationship.name],
            .danglingReference(
              ValidationFailure.Object(entity: end.id.entityName, id: end.id, label: nil)),
            severity: mayBeLeft(relationship, position) ? .warning : .error,
            ruleSite: relationship.site))
      }
    }
    guard let inverse = relationship.inverse else { return }
    for (other, ends) in present.grouped(by: { entities[$0.id.key] }) {
      let back = try owners(of: Set(ends.map(\.id.key)).sorted(), along: inverse, other)
      for end in ends where back[end.id.key]?.contains(end.owner) != true {
        throw PersistentStoreError.wrongAnswer(
          function: "links(for:along:of:)", must: "have both sides of each link",
          but:
            "has \(end.id) in \(relationship.name) of \(end.owner), but not the link back in "
            + "\(inverse)"
        )
      }
    }
  }

  /// Returns the destinations of a relationship of some rows of an entity.
  private func owners(
    of keys: [Int64], along name: String, _ position: Int
  ) throws -> [Int64: Set<ManagedObjectID>] {
    let entity = runtime.entities[position]
    let properties = entity.persistentProperties
    guard let index = properties.firstIndex(where: { $0.name == name }),
      let relationship = properties[index].asRelationship
    else { return [:] }
    var found: [Int64: Set<ManagedObjectID>] = [:]
    if relationship.isToMany {
      let links = try reader.links(for: keys, along: relationship, of: entity)
      for (key, ids) in zip(keys, links) { found[key] = Set(ids) }
    } else {
      for row in try reader.rows(for: keys, of: position, for: nil).readable() {
        if case .object(let id) = row.values[index] { found[row.id.key] = [id] }
      }
    }
    return found
  }

  /// Returns whether the model allows a relationship to lead to a deleted object: no rule clears it or forbids the
  /// deletion.
  private func mayBeLeft(_ relationship: RelationshipDescription, _ position: Int) -> Bool {
    runtime.runtime(at: position)._withUnsafeGuaranteedRef { runtime in
      guard let property = runtime.property(named: relationship.name) else { return false }
      return runtime.shape.link(at: property.place).mayBeLeft
    }
  }
}
