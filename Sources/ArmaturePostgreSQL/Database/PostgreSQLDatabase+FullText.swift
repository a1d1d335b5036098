import Armature
import ArmatureSQL

extension PostgreSQLDatabase {
  /// Enters the words of rows that other programs have noted, in a transaction of its own. A user who may only read
  /// searches without them.
  func enterWords() throws {
    for tries in 1... {
      do {
        return try enterWordsOnce()
      } catch let error as PostgreSQLStoreError {
        if error.isOfRights { return }
        if !error.isContention || tries > PostgreSQLRetries.most { throw error }
      }
      PostgreSQLRetries.wait(after: tries)
    }
  }

  private func enterWordsOnce() throws {
    let lease = try pool.take()
    defer { pool.giveBack(lease) }
    let connection = lease.connection
    do {
      try connection.send("BEGIN ISOLATION LEVEL READ COMMITTED")
      try PostgreSQLFullTextUpkeep(connection, fullTexts).enter()
      try connection.send("COMMIT")
      try connection.receiveFine(isCancellable: false)
    } catch {
      connection.rollBack()
      throw error
    }
  }
}

extension PostgreSQLPreparation {
  /// Creates the missing full-text indexes of the model. They are skipped if the user has no right to create them, and
  /// on servers that change tables outside transactions: searches then read all texts.
  func updateFullTexts() throws {
    let objects = PostgreSQLFullTextObjects(connection, schema: settings.schema)
    if try objects.missing(schema).isEmpty || !isOneTransactionEnough() { return }
    connection.timeout = PostgreSQLMigration.longestStatement
    defer { connection.timeout = settings.timeout }
    do {
      try change { try objects.create(objects.missing(schema), schema) }
      try connection.forgetStatements()
    } catch let error as PostgreSQLStoreError where error.isOfRights {}
  }

  private func isOneTransactionEnough() throws -> Bool {
    try PostgreSQLMigration(connection, schema, settings, .refuse).stepwiseServer() == nil
  }
}
