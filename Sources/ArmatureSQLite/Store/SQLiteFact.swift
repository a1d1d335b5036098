import ArmatureModel
import ArmatureSQL

/// The facts that the library keeps in a table of the file.
enum SQLiteFact: String {
  /// The identifier of the store, which no other store has.
  case identifier
  /// The mark of the model, which is its fingerprint, with what that leaves out behind it.
  case fingerprint
  /// The first key that was not given out yet.
  case nextKey
  /// The number of the last transaction, which is the version of the rows that it changed.
  case lastCommit
  /// The model as JSON; files of the first versions have none until somebody saves.
  case model
  /// The number of the form of that JSON.
  case modelFormat
  /// The last save that the history does not tell of; a file without one keeps no history.
  case historyStart
  /// The version of the library that has written the model.
  case version
}

extension SQLiteConnection {
  /// A fact that is a number.
  func fact(_ fact: SQLiteFact) throws -> Int64 {
    guard let number = try factIfPresent(fact) else { throw missing(fact) }
    return number
  }

  /// A fact that is text.
  func text(_ fact: SQLiteFact) throws -> String {
    guard let text = try textIfPresent(fact) else { throw missing(fact) }
    return text
  }

  /// A fact that is a number, and that a file may do without.
  func factIfPresent(_ fact: SQLiteFact) throws -> Int64? { try integer(Self.selection(of: fact)) }

  /// A fact that is text, and that a file may do without.
  func textIfPresent(_ fact: SQLiteFact) throws -> String? { try text(Self.selection(of: fact)) }

  func setFact(_ fact: SQLiteFact, _ value: SQLValue) throws {
    try run(
      "INSERT OR REPLACE INTO \(name: SQLSchema.facts) VALUES (\(value: .text(fact.rawValue)), \(value: value))"
    )
  }

  /// The mark of the model as text, which is asked for before everything that is read or written.
  func markText() throws -> String? { try text(Self.markSelection) }

  /// Sets keys aside, in a transaction that writes.
  func takeKeys(_ count: Int) throws -> Range<Int64> {
    let (first, count) = (try fact(.nextKey), Int64(max(1, count)))
    guard (1...Int64.max - count).contains(first) else {
      throw unfit(
        "its next key is \(first)",
        "Somebody has changed the table \(SQLSchema.facts): go back to a backup.")
    }
    try setFact(.nextKey, .integer(first + count))
    return first..<(first + count)
  }

  /// The number of the last save in the state that the connection reads, asked for again only when another
  /// connection has written: for one that does not write itself.
  ///
  /// - Parameter check: Looks at what else another connection may have changed.
  func lastCommit(checking check: () throws -> Void = {}) throws -> Int64 {
    let state = try integer("PRAGMA data_version") ?? 0
    if let knownCommit, knownCommit.state == state { return knownCommit.number }
    try check()
    let number = try fact(.lastCommit)
    knownCommit = (number, state)
    return number
  }

  private static let markSelection = selection(of: .fingerprint)

  private static func selection(of fact: SQLiteFact) -> SQLStatement {
    "SELECT \(name: "value") FROM \(name: SQLSchema.facts) WHERE \(name: "key") = \(value: .text(fact.rawValue))"
  }

  private func missing(_ fact: SQLiteFact) -> SQLiteStoreError {
    unfit("its table \(SQLSchema.facts) has no \(fact.rawValue)")
  }

  /// Configures a connection.
  func configure(_ settings: SQLiteSettings) throws {
    try run("PRAGMA foreign_keys = ON")
    try run(
      settings.durability == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    // Where `fsync` leaves data in the memory of the disk, as on Apple systems, SQLite has the disk write it:
    // with each save, or with each checkpoint. Other systems have no such difference.
    if settings.durability == .full { try run("PRAGMA fullfsync = ON") }
    try run("PRAGMA checkpoint_fullfsync = ON")
    // If a long reader has let the log grow, the next writer makes it small again.
    try run("PRAGMA journal_size_limit = 33554432")
  }
}
