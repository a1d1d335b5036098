import ArmatureSQL

/// The reasons why an operation on a schema is impossible, with their remedies.
final class PostgreSQLFindings {
  let connection: PostgreSQLConnection
  /// The name of the schema.
  private let schema: String
  private var reasons: [String] = []
  private var remedies: [String] = []

  init(_ connection: PostgreSQLConnection, schema: String) {
    (self.connection, self.schema) = (connection, schema)
  }

  /// - Throws: `PostgreSQLStoreError.unusableDatabase` with all findings, if there are any.
  func check() throws {
    if reasons.isEmpty { return }
    throw connection.unusable(reasons.joined(separator: "; "), remedies.joined(separator: " "))
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
    _ statement: SQLStatement, columns: Int = 1, _ remedy: String, _ reason: ([String]) -> String
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
      "Grant it: GRANT CREATE ON SCHEMA."
    ) { _ in "the user \(user) may not create tables in the schema \(self.schema)" }
  }

  func add(_ reason: String, _ remedy: String) {
    reasons.append(reason)
    if !remedies.contains(remedy) { remedies.append(remedy) }
  }
}
