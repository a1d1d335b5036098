import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings the rows of a store that are in memory into the form of another model.
struct ObjectMigration {
  let names: MigrationNames
  let plan: MigrationPlan
  /// What somebody has said beside the models.
  let custom: CustomSteps
  let rows: MigrationRows
  /// The entities of the new model that had objects, in their order.
  let entities: [MigratedEntity]
  /// Where the rows are, for messages.
  private let path: String
  let storeID: UUID
  /// What `now` is for defaults.
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

  /// The rows of the new model, and the keys of those that have other values, or another entity.
  ///
  /// - Parameters:
  ///   - reserveKeys: Sets so many keys aside that no object has.
  ///   - report: Is told the share of the rows that is done.
  /// - Throws: ``PersistentStoreError/migrationLoses(path:obstacles:)``, and what a custom step or the report throws.
  func run(
    reserveKeys: @escaping (Int) throws -> Range<Int64>, report: (Double) throws -> Void
  ) throws -> (rows: MigrationRows, changed: Set<Int64>) {
    let links = MigratedLinks(self)
    try refuse(ObstacleSearch(self, links).obstacles())
    var (new, changed) = try rows(links, report: report)
    if custom.splitsRows { try split(&new, &changed, reserveKeys) }
    try refuse(UniquenessSearch(new, plan).obstacles.first { _ in true }.map { [$0] } ?? [])
    return (new, changed)
  }

  /// The rows in the form of the new model, where nothing stands in the way, and the keys of those that changed.
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

  /// The steps, with how many rows they touch, and what stands in their way.
  ///
  /// What is not unique is told where nothing else stands in the way, unless custom steps make other objects of rows.
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

  private func refuse(_ obstacles: [MigrationObstacle]) throws {
    if obstacles.isEmpty { return }
    throw PersistentStoreError.migrationLoses(path: path, obstacles: obstacles)
  }

  /// Whether a row has other values than before, so that it gets another version: members of relationships do not
  /// count, as in any save.
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
  /// Makes objects of the rows, in a context of their own.
  ///
  /// - Throws: ``ValidationReport`` where they are not unique as the model says.
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
