import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Migrates the rows of a store in memory to another model.
struct ObjectMigration {
  let names: MigrationNames
  let plan: MigrationPlan
  /// The custom steps of the migration.
  let custom: CustomSteps
  let rows: MigrationRows
  /// The entities of the new model that had objects, in their order.
  let entities: [MigratedEntity]
  /// The path of the store, for messages.
  private let path: String
  let storeID: UUID
  /// The value of `now` for defaults.
  let date: Date

  var old: ManagedObjectModel { names.old }
  var new: ManagedObjectModel { names.new }

  init(
    of rows: MigrationRows, to new: ManagedObjectModel, _ custom: [StoreMigration.Step],
    keepsInvalid: Bool, path: String, storeID: UUID
  ) throws {
    let names = MigrationNames(from: rows.model, to: new, custom)
    (self.names, self.rows, self.path, self.storeID, date) = (names, rows, path, storeID, Date())
    plan = names.plan
    self.custom = try CustomSteps(custom, names, keepsInvalid: keepsInvalid)
    entities = new.entities.filter { !$0.isAbstract }.compactMap { entity in
      guard let former = names.oldEntity(of: entity.name), !former.isAbstract else { return nil }
      return MigratedEntity(entity, from: former, names)
    }
  }

  /// Returns the rows for the new model. Also returns the keys of the rows whose values or entity have changed.
  ///
  /// - Parameters:
  ///   - reserveKeys: A closure that reserves a number of unused keys.
  ///   - report: A closure that receives the share of the rows that has been migrated.
  /// - Throws: ``PersistentStoreError/migrationBlocked(path:obstacles:)``, or an error of a custom step or of `report`.
  func run(
    reserveKeys: @escaping (Int) throws -> Range<Int64>, report: (Double) throws -> Void
  ) throws -> (rows: MigrationRows, changed: Set<Int64>) {
    let links = MigratedLinks(self)
    try reject(ObstacleSearch(self, links).obstacles())
    var (new, changed) = try rows(links, report: report)
    if custom.splitsRows { try split(&new, &changed, reserveKeys) }
    try reject(UniquenessSearch(new, plan).obstacles.first { _ in true }.map { [$0] } ?? [])
    return (new, changed)
  }

  /// Returns the rows in the form of the new model, without obstacles, and the keys of the changed rows.
  private func rows(
    _ links: MigratedLinks, report: (Double) throws -> Void
  ) throws -> (rows: MigrationRows, changed: Set<Int64>) {
    let total = entities.reduce(1) { $0 + self.rows[$1.old].count }
    var count = 0
    var (new, changed) = (MigrationRows(of: new), Set<Int64>())
    for entity in entities {
      var rows: [MigrationRows.Row] = []
      for row in self.rows[entity.old] {
        if count & 0xFFF == 0 { try report(Double(count) / Double(total)) }
        count += 1
        let migrated = MigrationRows.Row(
          key: row.key, values: try values(of: entity, row),
          links: entity.newProperties.indices.map { links.keys(at: $0, of: entity, row) })
        if isChanged(migrated, row, entity) { changed.insert(row.key) }
        rows.append(migrated)
      }
      new[entity.new] = rows
    }
    return (new, changed)
  }

  /// Returns the steps, with the number of affected rows, and the obstacles.
  ///
  /// Duplicate unique values are only reported without other obstacles, and if custom steps split no rows.
  func steps() throws -> [StoreMigrationPlan.Step] {
    let links = MigratedLinks(self)
    let search = ObstacleSearch(self, links)
    let obstacles = search.obstacles()
    if !obstacles.isEmpty {
      return plan.steps(withObstacles: obstacles, rowCount: search.rowCount)
    }
    let rows = try rows(links) { _ in }.rows
    let duplicates = custom.splitsRows ? [] : Array(UniquenessSearch(rows, plan).obstacles)
    return plan.steps(withObstacles: duplicates, rowCount: search.rowCount)
  }

  private func reject(_ obstacles: [MigrationObstacle]) throws {
    if obstacles.isEmpty { return }
    throw PersistentStoreError.migrationBlocked(path: path, obstacles: obstacles)
  }

  /// Returns whether a row has other values than before, and so gets another version. As in any save, members of
  /// relationships do not count.
  private func isChanged(
    _ row: MigrationRows.Row, _ former: MigrationRows.Row, _ entity: MigratedEntity
  ) -> Bool {
    if !entity.old.name.hasSameBytes(as: entity.new.name) { return true }
    func ends(_ row: MigrationRows.Row, _ position: Int, _ property: PropertyDescription)
      -> [Int64]
    {
      property.asRelationship?.isToMany ?? true ? [] : row.links[position]
    }
    for (position, property) in entity.newProperties.enumerated() {
      if property.asAttribute?.derivation != nil { continue }
      let source = entity.sources[position]
      let value = source.map { former.values[$0] } ?? .null
      let links = source.map { ends(former, $0, entity.oldProperties[$0]) } ?? []
      if row.values[position] != value || ends(row, position, property) != links { return true }
    }
    return entity.oldProperties.indices.contains { position in
      !entity.sources.contains(position)
        && (!former.values[position].isNull
          || !ends(former, position, entity.oldProperties[position]).isEmpty)
    }
  }
}

extension MigrationRows {
  /// Creates objects from the rows, in a separate context.
  ///
  /// - Throws: ``ValidationReport`` if they violate a uniqueness constraint of the model.
  func makeContext(storeID: UUID) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(model: model, storeID: storeID)
    var entities: [Int64: String] = [:]
    for entity in model.entities { for row in self[entity] { entities[row.key] = entity.name } }
    func id(_ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entityName: entities[key] ?? "", key: key, storeID: storeID)
    }
    var changes: [StoreChange] = []
    for entity in model.entities {
      let relationships = entity.persistentProperties.map(\.asRelationship)
      for row in self[entity] {
        var change = StoreChange(id(row.key), .insert)
        for (position, relationship) in relationships.enumerated() {
          let ends = row.links[position].map(id)
          if let relationship, relationship.isToMany {
            if ends.isEmpty { continue }
            change.links.append(
              StoreChange.Links(
                property: position, added: ends, removed: [],
                order: relationship.arity == .ordered ? ends : nil))
          } else {
            let value = ends.first.map(AttributeValue.object) ?? row.values[position]
            if !value.isNull {
              change.values.append(StoreChange.Value(property: position, value: value))
            }
          }
        }
        changes.append(change)
      }
    }
    var writer = TransactionWriter(context.graph, StoreChanges(StoreTransaction(changes))) {
      $0.makeDraft()
    }
    try writer.write()
    return context
  }
}
