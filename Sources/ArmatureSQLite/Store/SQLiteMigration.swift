import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings the tables of a file from the form of a model into that of the next.
struct SQLiteMigration {
  let connection: SQLiteConnection
  let schema: SQLSchema
  let dialect: SQLiteDialect
  /// What somebody has said beside the models.
  private let custom: [StoreMigration.Step]
  private let keepsInvalid: Bool
  var model: ManagedObjectModel { schema.model }

  init(
    _ connection: SQLiteConnection, _ schema: SQLSchema, _ dialect: SQLiteDialect,
    _ custom: [StoreMigration.Step], keepsInvalid: Bool
  ) {
    (self.connection, self.schema, self.dialect) = (connection, schema, dialect)
    (self.custom, self.keepsInvalid) = (custom, keepsInvalid)
  }

  /// - Throws: As `CustomSteps` does.
  func customSteps(_ names: MigrationNames) throws -> CustomSteps {
    try CustomSteps(custom, names, keepsInvalid: keepsInvalid)
  }

  /// The statements that would migrate the file.
  func statements(from old: SQLSchema) throws -> [SQLStatement] {
    let names = MigrationNames(from: old.model, to: model)
    let custom = try customSteps(names)
    return try migration(names, custom, old, nil).steps.map(\.statement)
  }

  /// Migrates the file within a transaction.
  ///
  /// - Parameter report: Is told the share that is done.
  /// - Throws: `PersistentStoreError.migrationLoses`, and `ValidationReport` for links of the old rows that lead to
  ///   nothing.
  func migrate(from oldSchema: SQLSchema, report: (Double) throws -> Void) throws {
    try connection.check(oldSchema, dialect)
    try connection.checkEntities(oldSchema)
    try checkLinks(oldSchema)
    let names = MigrationNames(from: oldSchema.model, to: model)
    let plan = names.plan
    let custom = try customSteps(names)
    let data = try dataFolder(oldSchema)
    try refuse(plan, names, custom, oldSchema, data)
    let migration = try migration(names, custom, oldSchema, data)
    connection.migrationFunctions = migration.functions
    defer { connection.migrationFunctions = nil }
    var made: RowSplit?
    for (position, (statement, unique)) in migration.steps.enumerated() {
      let (done, all) = (Double(position), Double(migration.steps.count))
      try report(done / all)
      if position == migration.splitPosition {
        made = try split(migration, custom, names) { try report((done + $0) / all) }
      }
      do {
        try connection.run(statement)
        try migration.functions.throwFailure()
      } catch let error as SQLiteStoreError {
        try migration.functions.throwFailure()
        guard error.violation == .unique, let unique, let obstacle = migration.duplicates(unique)
        else { throw error }
        throw loss([try found([obstacle], step(of: unique.constraint, in: plan))])
      }
    }
    if let made { try refuseUnfit(made) }
    try checkLinks(schema)
    try connection.setFact(.lastCommit, .integer(migration.version))
    try connection.forgetHistory(upTo: migration.version)
    try connection.keep(model)
  }

  /// The folder with the data of old rows; `nil` if there is none.
  func dataFolder(_ old: SQLSchema) throws -> SQLiteDataFolder? {
    old.hasExternalData
      ? try SQLiteDataFolder(of: FileIdentity.resolved(connection.path), inlineLimit: 0) : nil
  }

  /// Makes the objects that custom steps want of rows.
  private func split(
    _ migration: SQLMigration, _ custom: CustomSteps, _ names: MigrationNames,
    report: (Double) throws -> Void
  ) throws -> RowSplit {
    let storeID = try connection.identifier()
    let target = SQLSplitTarget(
      SQLDatabase(schema, dialect, storeID: storeID), connection,
      version: UInt32(truncatingIfNeeded: migration.version)
    ) { try connection.takeKeys($0) }
    let split = RowSplit(custom, names, target, storeID: storeID, date: Date())
    let sources = try migration.splitSources()
    let total = try sources.reduce(1) { $0 + (try $1.count(connection)) }
    var count = 0
    for source in sources {
      try source.forEach(connection) { key, values, ends in
        if count.isMultiple(of: Self.rowsBetweenReports) {
          try report(Double(count) / Double(total))
        }
        count += 1
        try split.split(key, of: source.entity, values: values, ends: ends)
      }
    }
    try target.flush()
    return split
  }

  /// Refuses objects that lead to too few objects, or too many, when all links are there.
  private func refuseUnfit(_ split: RowSplit) throws {
    for (entity, relationship) in split.suspects {
      guard let unfit = schema.unfit(relationship, of: entity) else { continue }
      var keys: [Int64] = []
      try connection.forEachRow(of: unfit.first(3)) { keys.append($0.integer(at: 0)) }
      if keys.isEmpty { continue }
      try split.refuse(
        entity, relationship, count: Int(try connection.integer(unfit.count) ?? 0), keys: keys)
    }
  }

  private static let rowsBetweenReports = 1000

  /// The statements that migrate the file.
  private func migration(
    _ names: MigrationNames, _ custom: CustomSteps, _ old: SQLSchema, _ data: SQLiteDataFolder?
  ) throws -> SQLMigration {
    let version = max(1, UInt32(truncatingIfNeeded: try connection.fact(.lastCommit) &+ 1))
    return SQLMigration(
      names, from: old, to: schema, dialect, externalData: data, custom,
      version: Int64(version), date: Date())
  }

  // MARK: What is in the way

  private func refuse(
    _ plan: MigrationPlan, _ names: MigrationNames, _ custom: CustomSteps, _ old: SQLSchema,
    _ data: SQLiteDataFolder?
  ) throws {
    let search = SQLObstacleSearch(
      names, from: old, to: schema, dialect, externalData: data, custom)
    connection.migrationFunctions = search.functions
    defer { connection.migrationFunctions = nil }
    let obstacles = try obstacles(plan, search)
    if !obstacles.isEmpty { throw loss(obstacles) }
  }

  /// What stands in the way of the steps, in their order.
  func obstacles(
    _ plan: MigrationPlan, _ search: SQLObstacleSearch
  ) throws -> [MigrationObstacle] {
    try plan.steps.map { try found(search.obstacles(of: $0), $0) }.filter { $0.count > 0 }
  }

  private func loss(_ obstacles: [MigrationObstacle]) -> PersistentStoreError {
    .migrationLoses(path: connection.path, obstacles: obstacles)
  }

  /// Counts the rows in the way of a step, and reads the first of them.
  func found(
    _ obstacles: [SQLObstacle], _ step: MigrationPlan.Step
  ) throws -> MigrationObstacle {
    var (count, rows) = (0, [MigrationObstacle.Row]())
    for obstacle in obstacles {
      let number = Int(try connection.integer(obstacle.count) ?? 0)
      count += number
      if number == 0 || rows.count == MigrationObstacle.mostRows { continue }
      let first = obstacle.first(MigrationObstacle.mostRows - rows.count)
      try connection.forEachRow(of: first) { cursor in
        let (key, value) = obstacle.row(cursor)
        rows.append(MigrationObstacle.Row(entity: obstacle.entity, key: key, value: value))
      }
    }
    return MigrationObstacle(step: step, count: count, rows: rows)
  }

  /// The step by which something is unique.
  func step(of constraint: SQLUnique.Constraint, in plan: MigrationPlan) -> MigrationPlan.Step {
    let entity = model[constraint.entity] ?? EntityDescription(constraint.entity)
    return plan.step(
      ofUniqueness: entity.uniquenessConstraints[constraint.position].properties, in: entity)
  }

  /// Refuses links to objects that are not there, but must be.
  ///
  /// - Throws: `ValidationReport`.
  func checkLinks(_ schema: SQLSchema) throws {
    let report = try schema.danglingLinks(connection, storeID: try connection.identifier())
    if !report.isEmpty { throw report }
  }
}
