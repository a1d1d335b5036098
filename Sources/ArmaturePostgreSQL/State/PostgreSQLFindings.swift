import ArmatureSQL

/// The reasons why an operation on a schema is impossible, with their remedies.
final class PostgreSQLFindings {
  let connection: PostgreSQLConnection
  /// The name of the schema.
  private let schema: String
  private var reasons: [String] = []
  private var remedies: [PostgreSQLStoreError.Remedy] = []

  init(_ connection: PostgreSQLConnection, schema: String) {
    (self.connection, self.schema) = (connection, schema)
  }

  /// - Throws: `PostgreSQLStoreError.unusableDatabase` with all findings, if there are any.
  func check() throws {
    if reasons.isEmpty { return }
    throw PostgreSQLStoreError.unusableDatabase(
      server: connection.server, reason: reasons.joined(separator: "; "), remedies: remedies)
  }

  /// Returns the name of the user.
  func user() throws -> String { try connection.text("SELECT current_user") ?? "" }

  /// Returns the condition that a class, named c in the statement, is one of some tables of the schema.
  func isAmong(_ names: some Collection<String>) -> SQLStatement {
    let list = names.sorted().map { "\(value: .text($0))" as SQLStatement }.joined(by: ", ")
    return """
      "c".relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = \(value: .text(schema))) \
      AND "c".relname IN (\(list))
      """
  }

  /// - Parameter columns: The number of texts that the statement returns, for the reason.
  func find(
    _ statement: SQLStatement, columns: Int = 1, _ remedy: PostgreSQLStoreError.Remedy,
    _ reason: ([String]) -> String
  ) throws {
    try connection.forEachRow(of: statement) { row in
      add(
        reason(
          (0..<columns).map {
            if case .text(let text) = row.value(at: $0) { text } else { "" }
          }), remedy)
    }
  }

  /// Checks whether the user may create tables in the existing schema.
  func findRightToMakeTables() throws {
    let user = try user()
    try find(
      "SELECT 'x' WHERE NOT pg_catalog.has_schema_privilege(\(value: .text(schema)), 'CREATE')",
      .grant("CREATE ON SCHEMA")
    ) { _ in "the user \(user) may not create tables in the schema \(self.schema)" }
  }

  func add(_ reason: String, _ remedy: PostgreSQLStoreError.Remedy) {
    reasons.append(reason)
    if !remedies.contains(remedy) { remedies.append(remedy) }
  }
}

extension PostgreSQLConnection {
  /// Rejects tables with triggers or rules of others, which can change or discard saved rows.
  func checkTriggers(_ tables: some Collection<String>, in schema: String) throws {
    try postTriggerCheck(tables, in: schema)
    try receiveFine()
  }

  /// Performs the same check together with the next statement.
  func postTriggerCheck(_ tables: some Collection<String>, in schema: String) throws {
    let findings = PostgreSQLFindings(self, schema: schema)
    try post(findings.triggers(tables))
    whenAnswered { answer in
      for row in 0..<answer.rowCount {
        findings.addTrigger((0..<3).map { answer.text(row, $0) ?? "" })
      }
      try findings.check()
    }
  }
}

extension PostgreSQLFindings {
  /// Finds the triggers and rules of some tables that run on writes.
  func findTriggers(_ tables: some Collection<String>) throws {
    try connection.forEachRow(of: triggers(tables)) { row in
      addTrigger((0..<3).map { row.text(at: $0) ?? "" })
    }
  }

  fileprivate func addTrigger(_ parts: [String]) {
    add(
      "it has the \(parts[0].lowercased()) \(parts[1]) on \(parts[2]), which would change rows "
        + "without the store's knowledge",
      .drop(parts[0]))
  }

  /// Returns the statement that finds them: the kind, the name, and the table of each.
  fileprivate func triggers(_ tables: some Collection<String>) -> SQLStatement {
    """
    SELECT 'TRIGGER', CAST("t".tgname AS text), CAST("c".relname AS text) FROM pg_catalog.pg_trigger AS "t" \
    JOIN pg_catalog.pg_class AS "c" ON "c".oid = "t".tgrelid WHERE NOT "t".tgisinternal \
    AND "t".tgenabled IN ('O', 'A') AND \(isAmong(tables)) \
    AND NOT starts_with(CAST("t".tgname AS text), \(value: .text(PostgreSQLFullText.prefix))) UNION ALL \
    SELECT 'RULE', CAST("r".rulename AS text), CAST("c".relname AS text) FROM pg_catalog.pg_rewrite AS "r" \
    JOIN pg_catalog.pg_class AS "c" ON "c".oid = "r".ev_class WHERE "r".ev_type IN ('2', '3', '4') \
    AND "r".ev_enabled IN ('O', 'A') AND \(isAmong(tables)) ORDER BY 1 DESC, 2, 3
    """
  }
}
