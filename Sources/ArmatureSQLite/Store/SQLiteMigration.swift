import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings the tables of a file into the form of another model, in one transaction.
///
/// Others that open the file meanwhile wait, and find it done; those that have it open are told by their next look.
struct SQLiteMigration {
  private let connection: SQLiteConnection
  private let schema: SQLSchema
  private let dialect: SQLiteDialect
  /// What somebody has said beside the models.
  private let custom: [StoreMigration.Step]
  private var model: ManagedObjectModel { schema.model }

  private static let mostRows = 10

  init(
    _ connection: SQLiteConnection, _ schema: SQLSchema, _ dialect: SQLiteDialect,
    _ custom: [StoreMigration.Step]
  ) {
    (self.connection, self.schema, self.dialect, self.custom) = (
      connection, schema, dialect, custom
    )
  }

  /// Migrates the file, unless somebody else was faster, or it does not keep its model.
  ///
  /// - Throws: `PersistentStoreError.migrationLoses`, before anything has changed.
  func run() throws {
    // Links are checked at the end. What else is said of a table must not follow it to another name.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { _ = try? connection.run("PRAGMA legacy_alter_table = OFF") }
    try connection.run("BEGIN IMMEDIATE")
    do {
      if let old = try oldModel() { try migrate(from: old) }
      try connection.run("COMMIT")
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// The statements that would migrate the file; none where there is nothing to do.
  func statements() throws -> [SQLStatement] {
    guard let old = try oldModel() else { return [] }
    let names = MigrationNames(from: old, to: model)
    let custom = SQLCustomSteps(custom, names.plan, to: model)
    return try migration(names, custom, SQLSchema(old), nil).steps.map(\.statement)
  }

  /// The model that the file keeps, if it is another one.
  private func oldModel() throws -> ManagedObjectModel? {
    let saved = try connection.text(.fingerprint)
    guard saved != "\(model.fingerprint)", let old = try connection.keptModel(),
      saved == "\(old.fingerprint)"
    else { return nil }
    return old
  }

  private func migrate(from old: ManagedObjectModel) throws {
    let oldSchema = SQLSchema(old)
    try connection.check(oldSchema, dialect)
    let names = MigrationNames(from: old, to: model)
    let plan = names.plan
    let custom = SQLCustomSteps(custom, plan, to: model)
    let data =
      oldSchema.hasExternalData
      ? try SQLiteDataFolder(of: FileIdentity.resolved(connection.path), inlineLimit: 0) : nil
    try refuse(plan, names, custom, oldSchema, data)
    let migration = try migration(names, custom, oldSchema, data)
    connection.migrationFunctions = migration.functions
    defer { connection.migrationFunctions = nil }
    for (statement, unique) in migration.steps {
      do {
        try connection.run(statement)
        try migration.functions.throwFailure()
      } catch let error as SQLiteStoreError {
        try migration.functions.throwFailure()
        guard error.violation == .unique, let unique, let obstacle = migration.duplicates(unique)
        else { throw error }
        throw loss([try found([obstacle], plan.step(of: unique.constraint, in: model))])
      }
    }
    try checkLinks()
    try connection.setFact(.lastCommit, .integer(migration.version))
    try connection.forgetHistory(upTo: migration.version)
    try connection.setFact(.fingerprint, .text("\(model.fingerprint)"))
    try connection.keep(model)
  }

  /// The statements that migrate the file.
  private func migration(
    _ names: MigrationNames, _ custom: SQLCustomSteps, _ old: SQLSchema, _ data: SQLiteDataFolder?
  ) throws -> SQLMigration {
    let version = max(1, UInt32(truncatingIfNeeded: try connection.fact(.lastCommit) &+ 1))
    return SQLMigration(
      names, from: old, to: schema, dialect, externalData: data, custom,
      version: Int64(version), date: Date())
  }

  // MARK: What is in the way

  private func refuse(
    _ plan: MigrationPlan, _ names: MigrationNames, _ custom: SQLCustomSteps, _ old: SQLSchema,
    _ data: SQLiteDataFolder?
  ) throws {
    let search = SQLObstacleSearch(
      names, from: old, to: schema, dialect, externalData: data, custom)
    connection.migrationFunctions = search.functions
    defer { connection.migrationFunctions = nil }
    let obstacles = try plan.steps.map { try found(search.obstacles(of: $0), $0) }
      .filter { $0.count > 0 }
    if !obstacles.isEmpty { throw loss(obstacles) }
  }

  private func loss(_ obstacles: [MigrationObstacle]) -> PersistentStoreError {
    .migrationLoses(path: connection.path, obstacles: obstacles)
  }

  /// Counts the rows in the way of a step, and reads the first of them.
  private func found(
    _ obstacles: [SQLObstacle], _ step: MigrationPlan.Step
  ) throws -> MigrationObstacle {
    var (count, rows) = (0, [MigrationObstacle.Row]())
    for obstacle in obstacles {
      let number = Int(try connection.integer(obstacle.count) ?? 0)
      count += number
      if number == 0 || rows.count == Self.mostRows { continue }
      try connection.forEachRow(of: obstacle.first(Self.mostRows - rows.count)) { cursor in
        let (key, value) = obstacle.row(cursor)
        rows.append(MigrationObstacle.Row(entity: obstacle.entity, key: key, value: value))
      }
    }
    return MigrationObstacle(step: step, count: count, rows: rows)
  }

  private func checkLinks() throws {
    var table: String?
    try connection.forEachRow(of: "PRAGMA foreign_key_check") { row in
      if table == nil, case .text(let name) = row.value(at: 0) { table = name }
    }
    guard let table else { return }
    throw connection.unfit(
      "links of the table \(table) would lead to nothing by the new model",
      "Nothing was changed: open it with the model that has saved its rows, and look at these links."
    )
  }
}

extension MigrationPlan {
  /// The step by which something is unique that was not, or the entity has it from elsewhere.
  fileprivate func step(
    of constraint: SQLUnique.Constraint, in model: ManagedObjectModel
  ) -> Step {
    let names = model[constraint.entity]?.uniquenessConstraints[constraint.position].properties
    let own = steps.filter { $0.entity == constraint.entity }
    return own.first { $0.fact == .uniquenessAdded(names ?? []) } ?? own.first ?? steps[0]
  }
}
