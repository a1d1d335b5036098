public import Armature
public import ArmatureModel
import ArmatureSQL

extension PostgreSQLStore {
  /// The statements that would bring the tables into the form of a model, as opening the store does.
  ///
  /// ```swift
  /// let store = PostgreSQLStore("postgresql://shop@db.example/shop")
  /// for statement in try store.migrationSQL(to: model) { print(statement) }
  /// ```
  /// Nothing is changed. They are for reading: all are one transaction, whose first statement tells what is locked until
  /// its end, and tables named `_armature_value_0` and so on have values that this library computes. On a server that
  /// changes tables outside of transactions, each of them lasts by itself, as the first line says.
  ///
  /// - Returns: None, if there is no store, or its rows are those of the model.
  /// - Throws: ``PostgreSQLStoreError``, also for a store in the middle of a migration.
  /// - Complexity: O(*n*) in the number of properties of both models; no row is read.
  public func migrationSQL(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> [String] {
    try migrating(to: model, migration) { try $0.statements() } ?? []
  }

  /// The way of the rows to a model, with how many of them each step touches, and which stand in the way.
  ///
  /// ```swift
  /// let plan = try PostgreSQLStore("postgresql://shop@db.example/shop").migrationPlan(to: model)
  /// print(plan)
  /// ```
  /// Nothing is changed and nobody is kept waiting: everything is counted in one state of the database. What is not unique
  /// by then is told where nothing else stands in the way, but for objects that custom steps make. Of a staged migration
  /// the first stage has its numbers: the rows of the others are not there yet.
  ///
  /// - Returns: A plan without stages, if there is no store, or its rows are those of the model.
  /// - Throws: As ``open(_:migration:)`` does, but for what stands in the way.
  /// - Complexity: O(*n* log *n*) in the number of rows of changed entities, none of which is kept in memory.
  public func migrationPlan(
    to model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> StoreMigrationPlan {
    try migrating(to: model, migration) { try $0.plan() } ?? StoreMigrationPlan(stages: [])
  }

  /// Does something on a connection of its own; `nil` if the schema has no store.
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
