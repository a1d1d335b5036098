import ArmatureSQL

/// A connection that records the texts of the statements that it prepares.
final class RecordingConnection: SQLConnection {
  private let base: TrialConnection
  private(set) var texts: [String] = []
  /// The number of statements that were not given back.
  private(set) var usedCount = 0

  init(_ base: TrialConnection) { self.base = base }

  /// The statements up to their first table.
  var heads: [String] {
    texts.map { text in
      text.split(separator: "\"", maxSplits: 2).prefix(2).joined(separator: "\"")
        .replacing("\"", with: "")
    }
  }

  func prepare(_ text: String) throws -> any SQLCursor {
    texts.append(text)
    usedCount += 1
    return try base.prepare(text)
  }

  func giveBack(_ cursor: any SQLCursor) {
    usedCount -= 1
    base.giveBack(cursor)
  }

  func violation(_ error: any Error) -> SQLViolation? { base.violation(error) }

  func notWritten(in table: String?) -> any Error { base.notWritten(in: table) }
}
