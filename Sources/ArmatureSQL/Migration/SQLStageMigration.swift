import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A migration of a database's tables from one model to the next.
struct SQLStageMigration {
  let host: any SQLMigrationHost
  let schema: SQLSchema
  let dialect: any SQLDialect
  /// The custom steps of the migration.
  private let custom: [StoreMigration.Step]
  private let keepsInvalid: Bool
  var model: ManagedObjectModel { schema.model }
  var connection: any SQLConnection { host.connection }

  init(
    _ host: any SQLMigrationHost, _ schema: SQLSchema, _ dialect: any SQLDialect,
    _ custom: [StoreMigration.Step], keepsInvalid: Bool
  ) {
    (self.host, self.schema, self.dialect) = (host, schema, dialect)
    (self.custom, self.keepsInvalid) = (custom, keepsInvalid)
  }

  /// Matches the old and new entities and properties, by the models and the custom steps.
  func names(from old: ManagedObjectModel) -> MigrationNames {
    MigrationNames(from: old, to: model, custom)
  }

  /// - Throws: The errors of `CustomSteps`.
  func customSteps(_ names: MigrationNames) throws -> CustomSteps {
    try CustomSteps(custom, names, keepsInvalid: keepsInvalid)
  }

  /// Returns the statements that would migrate the database.
  func statements(from old: SQLSchema) throws -> [SQLStatement] {
    let names = names(from: old.model)
    let migration = try migration(names, customSteps(names), old, nil)
    return host.statementsBefore(migration) + migration.steps.map(\.statement)
      + host.statementsAfter(migration)
  }

  /// Migrates the database within a transaction.
  ///
  /// - Parameter report: A closure that receives the completed fraction.
  /// - Throws: `PersistentStoreError.migrationBlocked`. `ValidationReport` if links in the old rows lead to missing
  ///   rows.
  func migrate(from oldSchema: SQLSchema, report: (Double) throws -> Void) throws {
    try host.check(oldSchema)
    try checkAdditions(to: oldSchema)
    try checkLinks(oldSchema)
    let names = names(from: oldSchema.model)
    let plan = names.plan
    let custom = try customSteps(names)
    let data = try host.externalData(of: oldSchema)
    try reject(plan, names, custom, oldSchema, data)
    let migration = try migration(names, custom, oldSchema, data)
    for statement in host.statementsBefore(migration) { try connection.run(statement) }
    try using(migration.functions) { try run(migration, custom, names, report) }
    for statement in host.statementsAfter(migration) { try connection.run(statement) }
    try checkLinks(schema)
    try host.finish(model, version: migration.version)
  }

  private func run(
    _ migration: SQLMigration, _ custom: CustomSteps, _ names: MigrationNames,
    _ report: (Double) throws -> Void
  ) throws {
    var made: RowSplit?
    for (position, part) in migration.steps.enumerated() {
      let (done, all) = (Double(position), Double(migration.steps.count))
      try report(done / all)
      if position == migration.splitPosition {
        made = try split(migration, custom, names) { try report((done + $0) / all) }
      }
      guard let unique = part.unique else {
        try run(part.statement, migration.functions)
        continue
      }
      do {
        try host.attempt { try run(part.statement, migration.functions) }
      } catch  where connection.violation(error) == .unique {
        guard let obstacle = migration.duplicates(unique) else { throw error }
        throw loss([try found([obstacle], step(of: unique.constraint, in: names.plan))])
      }
    }
    if let made { try rejectInvalid(made) }
  }

  /// Runs a statement, which may call functions.
  func run(_ statement: SQLStatement, _ functions: SQLMigrationFunctions) throws {
    do {
      try host.compute(for: statement, isFresh: true)
      try connection.run(statement)
    } catch {
      try functions.throwFailure()
      throw error
    }
    try functions.throwFailure()
  }

  /// Makes the functions available to the statements of a body.
  func using<Result>(
    _ functions: SQLMigrationFunctions, _ body: () throws -> Result
  ) throws -> Result {
    try host.use(functions)
    defer { try? host.use(nil) }
    return try body()
  }

  /// Makes the objects that custom steps split off from rows.
  private func split(
    _ migration: SQLMigration, _ custom: CustomSteps, _ names: MigrationNames,
    report: (Double) throws -> Void
  ) throws -> RowSplit {
    let storeID = try host.identifier()
    let target = SQLSplitTarget(
      SQLDatabase(schema, dialect, storeID: storeID), connection,
      version: UInt32(truncatingIfNeeded: migration.version)
    ) { try host.takeKeys($0) }
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
    try migration.checkDerivations(split.touched)
    try target.flush()
    return split
  }

  /// Rejects objects that have too few or too many related objects after all links exist.
  private func rejectInvalid(_ split: RowSplit) throws {
    for (entity, relationship) in split.suspects {
      guard let invalid = schema.invalidRows(relationship, of: entity) else { continue }
      var keys: [Int64] = []
      try connection.forEachRow(of: invalid.first(3)) { keys.append($0.integer(at: 0)) }
      if keys.isEmpty { continue }
      try split.reject(
        entity, relationship, count: Int(try connection.integer(invalid.count) ?? 0), keys: keys)
    }
  }

  private static let rowsBetweenReports = 1000

  /// Returns the statements that migrate the database.
  func migration(
    _ names: MigrationNames, _ custom: CustomSteps, _ old: SQLSchema,
    _ data: (any SQLExternalData)?
  ) throws -> SQLMigration {
    SQLMigration(
      names, from: old, to: schema, dialect, externalData: data, custom,
      version: Int64(try host.newVersion()), date: host.date)
  }

  /// Rejects additions to the tables that the migration would lose, or that would make its statements fail. Such
  /// additions are made outside of this library.
  func checkAdditions(to old: SQLSchema) throws {
    let names = names(from: old.model)
    try host.check(migration(names, customSteps(names), old, nil))
  }

  /// Rejects dangling links where an object is required.
  ///
  /// - Throws: `ValidationReport`.
  func checkLinks(_ schema: SQLSchema) throws {
    let report = try schema.danglingLinks(connection, storeID: try host.identifier())
    if !report.isEmpty { throw report }
  }
}
