import Armature
import ArmatureSQL

extension PostgreSQLStore {
  /// Removes the tables of a store that nobody has saved to; any other one stays as it is.
  ///
  /// - Throws: ``PostgreSQLStoreError``.
  package func removeUnused() throws {
    let connection = try PostgreSQLConnector(settings).connect()
    guard try connection.hasStore(schema: settings.schema),
      let model = try PostgreSQLFacts(connection).keptModel()
    else { return }
    try connection.send("BEGIN")
    try connection.send("SET LOCAL lock_timeout TO 3000")
    try connection.send("LOCK TABLE \"\(PostgreSQLState.table)\" IN ACCESS EXCLUSIVE MODE")
    try connection.receiveFine()
    guard try PostgreSQLState(connection).lastCommit == 0 else { return connection.rollBack() }
    let own = [
      PostgreSQLState.table, PostgreSQLState.transactions, SQLSchema.facts, SQLSchema.saves,
      SQLSchema.changes,
    ]
    let tables = (SQLSchema(model).columnNames.map(\.table) + own).map {
      "\(name: $0)" as SQLStatement
    }
    try connection.run("DROP TABLE \(tables.joined(by: ", "))")
    try connection.run("DROP SEQUENCE \(name: PostgreSQLKeys.sequence)")
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
  }
}
