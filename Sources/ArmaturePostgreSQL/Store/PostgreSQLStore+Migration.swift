public import Armature
public import ArmatureModel
import ArmatureSQL

extension PostgreSQLStore {
  /// Returns the SQL statements that migrate the tables to a model.
  ///
  /// ```swift
  /// let store = PostgreSQLStore("postgresql://shop@db.example/shop")
  /// for statement in try store.migrationSQL(to: model) { print(statement) }
  /// ```
  /// This method does not change the database. Use the statements to understand a migration. You cannot run them
  /// yourself, because the tables `_armature_value_0`, `_armature_value_1` and so on contain values that this library
  /// computes.
  ///
  /// All statements together are one transaction. The first statement shows which tables are locked until the end of
  /// the transaction. On a server that changes tables outside transactions, each statement is committed separately. The
  /// first line then says so.
  ///
  /// - Returns: The statements. The list is empty if the schema contains no store, or if the rows already match the
  ///   model.
  /// - Throws: ``PostgreSQLStoreError`` if the store cannot be read, or if it is in the middle of a migration.
  /// - Complexity: O(*n*) in the number of properties of both models. No row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    try migrating(to: model, migration) { try $0.statements() } ?? []
  }

  /// Returns a plan of the migration of the rows to a model.
  ///
  /// The plan contains the steps, the number of rows that each step affects, and the obstacles.
  ///
  /// ```swift
  /// let plan = try PostgreSQLStore("postgresql://shop@db.example/shop").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// The database is only read, and no one is blocked. All rows are counted in one state of the database. The plan has
  /// these limits:
  /// - It reports duplicate unique values only if there are no other obstacles. It does not check the objects that
  ///   custom steps create.
  /// - In a staged migration, only the first stage has numbers of rows, because the rows of the later stages do not
  ///   exist yet.
  ///
  /// - Returns: The plan. It has no stages if the schema contains no store, or if the rows already match the model.
  /// - Throws: The errors of ``open(_:migration:)``. Obstacles are not thrown.
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
