import Armature
import ArmatureModel
import ArmatureSQL

/// A listener for the notifications of a schema's saves, on its own connection.
final class PostgreSQLNotices: StoreNotices {
  private let connection: PostgreSQLConnection
  /// The payload of the store's own notifications.
  private let ownWord: String
  private var heardSince = ContinuousClock.now

  /// The idle time after which the connection is checked.
  private static let restBeforeCheck: Duration = .seconds(30)

  /// Begins to listen. Returns `nil` if the server does not support it, and behind a pooler, where other clients would
  /// receive the notifications.
  init?(_ database: PostgreSQLDatabase) throws {
    connection = try database.pool.connector.connect(isCancellable: false)
    ownWord = database.word
    if connection.preamble != nil { return nil }
    do {
      let channel: SQLStatement = "LISTEN \(name: database.settings.schema)"
      try connection.send(channel.text)
      try connection.receiveFine()
    } catch let error as PostgreSQLStoreError {
      if error.isOfConnection { throw error }
      return nil
    }
  }

  func wait(_ time: Duration) throws -> Bool {
    if ContinuousClock.now - heardSince > Self.restBeforeCheck {
      try connection.receiveFine()
      heardSince = .now
    }
    let words = try connection.awaitNotices(time)
    if !words.isEmpty { heardSince = .now }
    return words.contains { $0 != ownWord }
  }

  /// Returns the statement that notifies listeners when the transaction ends.
  static func notice(_ database: PostgreSQLDatabase) -> SQLStatement {
    """
    SELECT pg_catalog.pg_notify(\(value: .text(database.settings.schema)), \(value: .text(database.word)))
    """
  }
}
