import ArmatureSQL

/// One state of the trial's database: a reading transaction on its own connection, or the present state of a writing
/// transaction.
final class TrialSession: SQLSession {
  private let connection: TrialConnection
  private let isOwn: Bool
  private let ownSaves: TrialSaves

  init(reading connection: TrialConnection, _ ownSaves: TrialSaves) throws {
    (self.connection, self.ownSaves, isOwn) = (connection, ownSaves, true)
    try connection.run("BEGIN")
    // The first query fixes the state.
    _ = try lastCommit()
  }

  init(within connection: TrialConnection, _ ownSaves: TrialSaves) {
    (self.connection, self.ownSaves, isOwn) = (connection, ownSaves, false)
  }

  deinit { if isOwn { _ = try? connection.run("COMMIT") } }

  func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
    try body(connection)
  }

  func lastCommit() throws -> Int64 { try connection.fact("lastCommit") }

  func historyStart() throws -> Int64? { try connection.fact("historyStart") }

  func haveOthersSaved(after first: Int64, upTo last: Int64) -> Bool {
    ownSaves.lack(after: first, upTo: last)
  }
}

extension TrialConnection {
  /// Returns a number that the store keeps about itself.
  func fact(_ name: String) throws -> Int64 {
    try integer(
      """
      SELECT \(name: "value") FROM \(name: SQLSchema.facts) \
      WHERE \(name: "key") = \(value: .text(name))
      """) ?? 0
  }

  func setFact(_ name: String, _ value: SQLValue) throws {
    try run(
      "INSERT OR REPLACE INTO \(name: SQLSchema.facts) VALUES (\(value: .text(name)), \(value: value))"
    )
  }
}
