package import Armature
import ArmatureModel
import ArmatureSQL

/// Listens to those who save to a schema, on a connection of its own.
final class PostgreSQLNotices: StoreNotices {
  private let connection: PostgreSQLConnection
  /// What the store says itself when it saves.
  private let ownWord: String
  private var heardSince = ContinuousClock.now

  /// After so long without a word, the connection is asked whether it still is one.
  private static let restBeforeCheck: Duration = .seconds(30)

  /// Begins to listen; fails where the server does not have that, and behind a pooler, where others would be told.
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

  /// Tells who listens, once the transaction has ended.
  static func notice(_ database: PostgreSQLDatabase) -> SQLStatement {
    """
    SELECT pg_catalog.pg_notify(\(value: .text(database.settings.schema)), \(value: .text(database.word)))
    """
  }
}

extension PostgreSQLStore: NoticedStore {
  package func makeNotices() throws -> (any StoreNotices)? { try PostgreSQLNotices(opened()) }
}
