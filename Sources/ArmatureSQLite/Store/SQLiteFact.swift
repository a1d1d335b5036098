import ArmatureModel
import ArmatureSQL

/// The facts that the library keeps in a table of the file.
enum SQLiteFact: String {
  /// The unique identifier of the store.
  case identifier
  /// The mark of the model: its fingerprint, followed by the details that the fingerprint leaves out.
  case fingerprint
  /// The next free key.
  case nextKey
  /// The number of the last transaction, which is also the version of the rows that it changed.
  case lastCommit
  /// The model as JSON. Files of the first versions have none until the next save.
  case model
  /// The format number of that JSON.
  case modelFormat
  /// The last save before the history starts; missing if the file keeps no history.
  case historyStart
  /// The triggers of full-text indexes.
  case fullText
  /// The version of the library that wrote the model.
  case version
}

extension SQLiteConnection {
  /// Returns a required numeric fact.
  func fact(_ fact: SQLiteFact) throws -> Int64 {
    guard let number = try factIfPresent(fact) else { throw missing(fact) }
    return number
  }

  /// Returns a required text fact.
  func text(_ fact: SQLiteFact) throws -> String {
    guard let text = try textIfPresent(fact) else { throw missing(fact) }
    return text
  }

  /// Returns an optional numeric fact.
  func factIfPresent(_ fact: SQLiteFact) throws -> Int64? { try integer(Self.selection(of: fact)) }

  /// Returns an optional text fact.
  func textIfPresent(_ fact: SQLiteFact) throws -> String? { try text(Self.selection(of: fact)) }

  func setFact(_ fact: SQLiteFact, _ value: SQLValue) throws {
    try run(
      "INSERT OR REPLACE INTO \(name: SQLSchema.facts) VALUES (\(value: .text(fact.rawValue)), \(value: value))"
    )
  }

  /// Returns the mark of the model as text, which is checked before every read and write.
  func markText() throws -> String? { try text(Self.markSelection) }

  /// Reserves keys within a writing transaction.
  func takeKeys(_ count: Int) throws -> Range<Int64> {
    let (first, count) = (try fact(.nextKey), Int64(max(1, count)))
    guard (1...Int64.max - count).contains(first) else {
      throw unusable("its next key is \(first)", .restoreChangedFile(table: SQLSchema.facts))
    }
    try setFact(.nextKey, .integer(first + count))
    return first..<(first + count)
  }

  /// Returns the number of the last save in the state that the connection reads. It is queried again only if another
  /// connection has written, so the connection itself must not write.
  ///
  /// - Parameter check: Checks other facts that another connection may have changed.
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
    unusable("its table \(SQLSchema.facts) has no \(fact.rawValue)")
  }

  /// Configures a connection.
  func configure(_ settings: SQLiteSettings) throws {
    try run("PRAGMA foreign_keys = ON")
    try run(
      settings.survivesPowerFailure ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    // On Apple systems, `fsync` leaves data in the memory of the disk. These settings make SQLite flush the disk with
    // each save or with each checkpoint. Other systems have no such difference.
    if settings.survivesPowerFailure { try run("PRAGMA fullfsync = ON") }
    try run("PRAGMA checkpoint_fullfsync = ON")
    // If a long reader has let the log grow, the next writer truncates it.
    try run("PRAGMA journal_size_limit = 33554432")
  }
}
