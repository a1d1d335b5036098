import Armature
import ArmatureSQL

extension PostgreSQLDatabase {
  /// Enters the words of rows that other programs have noted, in a transaction of its own. A user who may only read
  /// searches without them.
  func enterWords() throws {
    for tries in 1... {
      let lease = try pool.take()
      defer { pool.giveBack(lease) }
      let connection = lease.connection
      do {
        try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
        try PostgreSQLFullTextUpkeep(connection, fullTexts).enter()
        try connection.send("COMMIT")
        try connection.receiveFine(isCancellable: false)
        return
      } catch {
        connection.rollBack()
        guard let error = error as? PostgreSQLStoreError else { throw error }
        if error.isOfRights { return }
        if !error.isContention || tries > PostgreSQLRetries.most { throw error }
      }
      PostgreSQLRetries.wait(after: tries)
    }
  }
}

extension PostgreSQLPreparation {
  private static let mostTries = 5

  /// Creates the missing full-text indexes of the model. They are skipped if the user has no right to create them, and
  /// on servers that change tables outside transactions: searches then read all texts.
  func updateFullTexts() throws {
    let objects = PostgreSQLFullTextObjects(connection, schema: settings.schema)
    if try objects.missing(schema).isEmpty || !isOneTransactionEnough() { return }
    connection.timeout = PostgreSQLMigration.longestStatement
    defer { connection.timeout = settings.timeout }
    for tries in 1... {
      do {
        try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
        // One program at a time: later ones find the indexes.
        try connection.send("SELECT 1 FROM \"\(SQLSchema.facts)\" FOR UPDATE")
        try connection.receiveFine()
        // The rows may have been migrated meanwhile.
        try checkModel(PostgreSQLFacts(connection))
        try objects.create(objects.missing(schema), schema)
        try connection.send("COMMIT")
        try connection.receiveFine(isCancellable: false)
        return try connection.forgetStatements()
      } catch {
        connection.rollBack()
        guard let error = error as? PostgreSQLStoreError else { throw error }
        if error.isContention, tries < Self.mostTries { continue }
        if error.isOfRights { return }
        throw error
      }
    }
  }

  private func isOneTransactionEnough() throws -> Bool {
    try PostgreSQLMigration(connection, schema, settings, .refuse).stepwiseServer() == nil
  }
}
