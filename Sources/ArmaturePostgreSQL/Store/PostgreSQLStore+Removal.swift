import Armature
import ArmatureSQL

extension PostgreSQLStore {
  /// Removes the tables of a store without any saves, and the schema if it was created for them and is otherwise empty.
  /// Any other store stays as it is.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
  package func removeUnused() throws {
    let connection = try PostgreSQLConnector(settings).connect()
    guard try connection.hasStore(schema: settings.schema) else { return }
    let facts = try PostgreSQLFacts(connection)
    guard let model = facts.keptModel() else { return }
    try connection.send("BEGIN")
    try connection.send("SET LOCAL lock_timeout TO 3000")
    try connection.send("LOCK TABLE \"\(PostgreSQLState.table)\" IN ACCESS EXCLUSIVE MODE")
    try connection.receiveFine()
    let state = try PostgreSQLState(connection)
    if state.lastCommit > 0 || state.isMigrating { return connection.rollBack() }
    let tables = SQLSchema(model).namesOfAllTables.map { "\(name: $0)" as SQLStatement }
    try connection.run("DROP TABLE \(tables.joined(by: ", "))")
    try connection.run("DROP SEQUENCE \(name: PostgreSQLKeys.sequence)")
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
    if facts.madeSchema == settings.schema {
      // The schema stays if it contains anything else.
      _ = try? connection.run("DROP SCHEMA \(name: settings.schema)")
    }
  }
}
