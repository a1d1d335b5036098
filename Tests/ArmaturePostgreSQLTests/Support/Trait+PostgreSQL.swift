import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

extension Trait where Self == ConditionTrait {
  /// Skips tests if PostgreSQL's server or libpq is not available.
  static var needsPostgreSQL: Self {
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      (try? PostgreSQLLibrary.load(nil)) != nil && PostgreSQLServer.shared != nil
    }
  }

  /// Skips tests if PgBouncer or PostgreSQL is not available.
  static var needsPgBouncer: Self {
    .enabled("PgBouncer, PostgreSQL and libpq 14 or later must be installed.") {
      (try? PostgreSQLLibrary.load(nil)) != nil && PostgreSQLServer.shared != nil
        && PgBouncer.program != nil
    }
  }
}

extension PostgreSQLStore {
  /// Returns a store in a new schema of the tests' server.
  static func new(
    keepsHistory: Bool = false, isolation: Isolation = .readCommitted, keys: Keys = .rising,
    connections: Int = 5, log: Log? = nil
  ) throws -> PostgreSQLStore {
    let server = try #require(PostgreSQLServer.shared)
    return PostgreSQLStore(
      server.address, schema: server.newSchema(), keepsHistory: keepsHistory,
      isolation: isolation, keys: keys, connections: connections, log: log)
  }

  /// Returns another store for the same schema.
  func again() -> PostgreSQLStore { PostgreSQLStore(settings: settings) }

  func again(keepsHistory: Bool) -> PostgreSQLStore {
    PostgreSQLStore(settings.address, schema: settings.schema, keepsHistory: keepsHistory)
  }

  /// Runs statements in the schema, like a program without this library.
  func run(_ statements: String...) throws {
    let connection = try PostgreSQLConnector(settings).connect()
    for statement in statements { try connection.send(statement) }
    try connection.receiveFine()
  }

  /// Returns the number or the text that a statement selects.
  func integer(_ statement: SQLStatement) throws -> Int64? {
    try PostgreSQLConnector(settings).connect().integer(statement)
  }

  func text(_ statement: SQLStatement) throws -> String? {
    try PostgreSQLConnector(settings).connect().text(statement)
  }
}
