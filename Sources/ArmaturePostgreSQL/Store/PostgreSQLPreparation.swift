import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Gets a schema ready: makes the tables of a new store, or checks that the store is one of the model.
struct PostgreSQLPreparation {
  let connection: PostgreSQLConnection
  let schema: SQLSchema
  let settings: PostgreSQLSettings
  private var model: ManagedObjectModel { schema.model }
  private let dialect = PostgreSQLDialect()

  init(_ connection: PostgreSQLConnection, _ schema: SQLSchema, _ settings: PostgreSQLSettings) {
    (self.connection, self.schema, self.settings) = (connection, schema, settings)
  }

  /// - Returns: The identifier of the store.
  func open(newIdentifier: UUID) throws -> UUID {
    try checkNames()
    if try !connection.hasStore(schema: settings.schema) {
      do {
        try create(newIdentifier)
      } catch let error as PostgreSQLStoreError {
        connection.rollBack()
        // Another program may have been faster.
        guard try connection.hasStore(schema: settings.schema) else { throw explained(error) }
      }
    }
    let facts = try PostgreSQLFacts(connection)
    try facts.check(connection)
    try checkModel(facts)
    try checkTables()
    try updateIndexes()
    if settings.keepsHistory {
      try connection.send(
        "UPDATE \"\(PostgreSQLState.table)\" SET \"history_start\" = \"commits\" WHERE \"history_start\" IS NULL"
      )
      try connection.receiveFine()
    }
    return try facts.identifier(connection)
  }

  /// The server cuts longer names, and takes two that agree so far for one.
  private func checkNames() throws {
    var names = [settings.schema]
    for table in schema.tables { names += [table.name] + table.columns.map(\.name) }
    for pairs in schema.pairs { names += [pairs.name, pairs.left.name, pairs.right.name] }
    names += schema.indexCreation(dialect).keys
    for name in names where name.utf8.count > 63 {
      throw PostgreSQLStoreError.longName(name: name, count: name.utf8.count)
    }
  }

  private func create(_ identifier: UUID) throws {
    try connection.send("BEGIN")
    var statements: [SQLStatement] = [
      "CREATE SCHEMA IF NOT EXISTS \(name: settings.schema)",
      """
      CREATE TABLE "_armature_state" (
        "id" bigint PRIMARY KEY CHECK ("id" = 1),
        "commits" bigint NOT NULL,
        "mark" text NOT NULL,
        "history_start" bigint
      )
      """,
      "CREATE TABLE \(name: SQLSchema.facts) (\"key\" text PRIMARY KEY, \"value\" text NOT NULL)",
      """
      CREATE TABLE "_armature_transactions" (
        "number" bigint PRIMARY KEY,
        "is_saved" boolean NOT NULL,
        "date" timestamptz NOT NULL DEFAULT now()
      )
      """,
      """
      CREATE TABLE \(name: SQLSchema.saves) (
        "number" bigint PRIMARY KEY,
        "date" double precision NOT NULL,
        "author" text,
        "context" text
      )
      """,
      """
      CREATE TABLE \(name: SQLSchema.changes) (
        "save" bigint NOT NULL,
        "position" bigint NOT NULL,
        "change" text NOT NULL,
        "entity" text NOT NULL,
        "properties" text,
        "keys" text NOT NULL,
        PRIMARY KEY ("save", "position")
      )
      """,
      "CREATE SEQUENCE \(name: PostgreSQLKeys.sequence) INCREMENT BY \(PostgreSQLKeys.blockSize)",
    ]
    if settings.schema == "public" { statements.removeFirst() }
    statements += schema.creation(dialect) + schema.referenceCreation()
    for statement in statements { try connection.send(statement.text) }
    // The tables must be there before statements on them are read.
    try connection.receiveFine()
    try connection.post(
      "INSERT INTO \(name: PostgreSQLState.table) VALUES (1, 0, \(value: .text("\(ModelMark(model))")), NULL)"
    )
    for statement in try PostgreSQLFacts(model, identifier: identifier).statements {
      try connection.post(statement)
    }
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
  }

  private func explained(_ error: PostgreSQLStoreError) -> PostgreSQLStoreError {
    guard case .database(_, "42P07", let message, _) = error else { return error }
    return connection.unfit(
      "its schema \(settings.schema) has tables of another program (\(message))",
      "Give the store a schema of its own: PostgreSQLStore(url, schema: …).")
  }

  private func checkModel(_ facts: PostgreSQLFacts) throws {
    let state = try PostgreSQLState(connection)
    guard let saved = ModelMark(state.mark) else {
      throw connection.unfit("the mark of its model is none", "Go back to a backup.")
    }
    let kept = facts.keptModel()
    if saved.difference(to: model, { kept }) == .nothing {
      return state.mark == "\(ModelMark(model))" ? () : try keepModel(facts)
    }
    throw PersistentStoreError.modelDiffers(
      path: connection.server, saved: saved.fingerprint, expected: model.fingerprint,
      difference: kept.map(model.difference(from:)))
  }

  /// Has the database know the model, whose rows are the same, with more cases of an enumeration than the one before: a
  /// program with that one must not open rows that have them.
  private func keepModel(_ facts: PostgreSQLFacts) throws {
    try connection.send("BEGIN")
    try connection.post(
      "UPDATE \(name: PostgreSQLState.table) SET \"mark\" = \(value: .text("\(ModelMark(model))"))")
    try connection.send("DELETE FROM \"\(SQLSchema.facts)\"")
    let identifier = try facts.identifier(connection)
    for statement in try PostgreSQLFacts(model, identifier: identifier).statements {
      try connection.post(statement)
    }
    try connection.send("COMMIT")
    try connection.receiveFine(isCancellable: false)
  }

  /// Refuses tables that somebody has changed, as far as their columns tell.
  private func checkTables() throws {
    var found: [String: Set<String>] = [:]
    try connection.forEachRow(
      of:
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = \(value: .text(settings.schema))"
    ) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let column) = row.value(at: 1)
      else { return }
      found[table, default: []].insert(column)
    }
    func check(_ table: String, _ columns: [String]) throws {
      guard let present = found[table] else {
        throw connection.unfit("its table \(table) is gone", "Go back to a backup.")
      }
      for column in columns where !present.contains(column) {
        throw connection.unfit(
          "its table \(table) has no column \(column)",
          "Undo what somebody has done to it, or go back to a backup.")
      }
    }
    for table in schema.tables {
      let own = [SQLTable.key, SQLTable.version] + (table.hasEntities ? [SQLTable.entity] : [])
      try check(table.name, own + table.columns.map(\.name))
    }
    for pairs in schema.pairs {
      try check(
        pairs.name,
        [pairs.left, pairs.right].flatMap { [$0.name] + ($0.order.map { [$0] } ?? []) })
    }
  }

  /// Makes the indexes that the model has by now, and drops those that would refuse what it allows: rows are the
  /// same with them and without.
  private func updateIndexes() throws {
    var present: Set<String> = []
    try connection.forEachRow(
      of:
        "SELECT indexname FROM pg_catalog.pg_indexes WHERE schemaname = \(value: .text(settings.schema))"
    ) { row in
      if case .text(let name) = row.value(at: 0) { present.insert(name) }
    }
    let missing = schema.indexCreation(dialect).sorted { $0.key < $1.key }
      .filter { !present.contains($0.key) }
    let unwanted = schema.unwantedIndexes.filter(present.contains)
    if missing.isEmpty, unwanted.isEmpty { return }
    try connection.send("BEGIN")
    for name in unwanted { try connection.send(("DROP INDEX \(name: name)" as SQLStatement).text) }
    for (_, statement) in missing { try connection.send(statement.text) }
    try connection.send("COMMIT")
    do {
      try connection.receiveFine(isCancellable: false)
    } catch {
      connection.rollBack()
      guard connection.violation(error) == .unique else { throw error }
      throw connection.unfit(
        "two of its rows agree in what must be unique by now (\(error))",
        "Open it with the model that has written it, and change one of the two.")
    }
  }
}
