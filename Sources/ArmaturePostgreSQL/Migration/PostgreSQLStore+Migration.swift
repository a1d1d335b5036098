public import Armature
public import ArmatureModel
import ArmatureSQL

extension PostgreSQLStore {
  /// Returns the SQL statements that would migrate the tables to a model when the store is opened.
  ///
  /// ```swift
  /// let store = PostgreSQLStore("postgresql://shop@db.example/shop")
  /// for statement in try store.migrationSQL(to: model) { print(statement) }
  /// ```
  /// Nothing is changed. The statements are for reading only. Together they are one transaction, and the first one
  /// shows which tables are locked until its end. Tables named `_armature_value_0` and so on contain values that this
  /// library computes. On a server that changes tables outside transactions, each statement is committed separately;
  /// the first line says so.
  ///
  /// - Returns: The statements; empty if the schema has no store, or its rows already match the model.
  /// - Throws: ``PostgreSQLStoreError``, also for a store in the middle of a migration.
  /// - Complexity: O(*n*) in the number of properties of both models; no row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    try migrating(to: model, migration) { try $0.statements() } ?? []
  }

  /// Returns the plan that migrates the rows to a model, with the number of rows that each step affects, and its
  /// obstacles.
  ///
  /// ```swift
  /// let plan = try PostgreSQLStore("postgresql://shop@db.example/shop").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// Nothing is changed or blocked: the rows are counted in one state of the database. Duplicates in the new model are
  /// found only without other obstacles, and not for objects that custom steps make. In a staged migration only the
  /// first stage has row counts: the rows of later stages do not exist yet.
  ///
  /// - Returns: The plan; it has no stages if the schema has no store, or its rows already match the model.
  /// - Throws: The errors of ``open(_:migration:)``, except for obstacles.
  /// - Complexity: O(*n* log *n*) in the number of rows of changed entities. No rows are kept in memory.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    try migrating(to: model, migration) { try $0.plan() } ?? StoreMigrationPlan(stages: [])
  }

  /// Runs a body on a separate connection; returns `nil` if the schema has no store.
  private func migrating<Result>(
    to model: ManagedObjectModel, _ migration: StoreMigration,
    _ body: (PostgreSQLMigration) throws -> Result
  ) throws -> Result? {
    let connection = try PostgreSQLConnector(settings).connect()
    guard try connection.hasStore(schema: settings.schema) else { return nil }
    let facts = try PostgreSQLFacts(connection)
    try facts.check(connection)
    if try PostgreSQLState(connection).isMigrating {
      throw PostgreSQLJournal.unfinished(connection.server, facts)
    }
    let schema = SQLSchema(model)
    try connection.checkLimits(schema, in: settings.schema)
    return try body(PostgreSQLMigration(connection, schema, settings, migration))
  }
}
