import ArmatureModel
import ArmatureSQL

/// The standbys that answer reads, if they have everything that the program has already seen or saved.
///
/// A position in the server's log of changes tells this. Each save and each read returns the position that it has reached.
/// A standby answers a read only if it has replayed the log up to the highest of these positions.
///
/// `@unchecked Sendable`: the lock guards all mutable state.
final class PostgreSQLReplicas: @unchecked Sendable {
  let pool: PostgreSQLPool
  private let lock = Lock()
  /// The position that a standby must have reached; `nil` if it is unknown, and the next read must be on the primary.
  private var least: Int64?
  /// The number of times that the position became unknown.
  private var forgetCount = 0
  /// The time until which no standby is asked.
  private var restingUntil = ContinuousClock.now
  /// Whether the standbys have the same store as the primary.
  private var isChecked = false

  /// The time without questions to a standby that has not replayed enough, or that is unavailable.
  private static let restBehind: Duration = .milliseconds(20)
  private static let restAway: Duration = .seconds(1)
  /// The maximum time to wait for a connection to a standby.
  private static let longestWait: Duration = .seconds(2)

  /// The position of the log that the server has reached. On a standby, it is read before or after a state is fixed, and
  /// is a lower or an upper limit of the state.
  static let position: SQLStatement = """
    SELECT CAST(pg_catalog.pg_wal_lsn_diff(CASE WHEN pg_catalog.pg_is_in_recovery() \
    THEN pg_catalog.pg_last_wal_replay_lsn() ELSE pg_catalog.pg_current_wal_insert_lsn() END, \
    '0/0') AS bigint)
    """

  /// The standby has not replayed enough of the log.
  struct Behind: Error {}

  /// - Throws: ``PostgreSQLStoreError/invalidAddress(reason:)``.
  init?(_ settings: PostgreSQLSettings) throws {
    guard let address = settings.replicas else { return nil }
    var own = settings
    own.address = address
    own.connectionTimeout = min(settings.timeout, Self.longestWait)
    pool = PostgreSQLPool(try PostgreSQLConnector(own), awaitsTakeover: false)
  }

  // MARK: Positions

  /// Returns a handler of the position that a read or a save reaches from now on.
  ///
  /// - Parameter isOnPrimary: Whether the primary answers. Only its position can replace an unknown one, unless that became
  ///   unknown meanwhile.
  func noting(isOnPrimary: Bool) -> (PostgreSQLResult) -> Void {
    let start = lock.withLock { forgetCount }
    return { [self] answer in
      guard let position = answer.integer(0, 0) else { return forget() }
      lock.withLock {
        if let known = least {
          least = max(known, position)
        } else if isOnPrimary, forgetCount == start {
          least = position
        }
      }
    }
  }

  /// Makes the next read use the primary, because a save may have failed in a state that no standby has, or has succeeded
  /// without an answer.
  func forget() {
    lock.withLock {
      least = nil
      forgetCount += 1
    }
  }

  /// Rejects the position of a standby before the program's own.
  ///
  /// - Throws: ``Behind``.
  func check(_ answer: PostgreSQLResult) throws {
    let isEnough = lock.withLock { least.map { $0 <= answer.integer(0, 0) ?? -1 } ?? false }
    if !isEnough { throw Behind() }
  }

  // MARK: Connections

  /// Takes a connection to a standby; returns `nil` if none should be asked now.
  ///
  /// - Throws: An error of the address or the user.
  func take(_ database: PostgreSQLDatabase) throws -> PostgreSQLPool.Lease? {
    let isResting = lock.withLock { least == nil || ContinuousClock.now < restingUntil }
    if isResting { return nil }
    let lease: PostgreSQLPool.Lease
    do {
      lease = try pool.take()
    } catch let error as PostgreSQLStoreError where error.isTransient {
      rest(after: error)
      return nil
    }
    do {
      try check(lease.connection, database)
      return lease
    } catch {
      pool.giveBack(lease)
      guard error is Behind || (error as? PostgreSQLStoreError)?.isTransient == true else {
        throw error
      }
      rest(after: error)
      return nil
    }
  }

  /// Checks whether the standby belongs to the primary. A pooler may use a different standby for each statement.
  private func check(_ connection: PostgreSQLConnection, _ database: PostgreSQLDatabase) throws {
    if connection.preamble != nil { throw Behind() }
    if lock.withLock({ isChecked }) { return }
    guard try connection.hasStore(schema: database.settings.schema) else { throw Behind() }
    let identifier = try PostgreSQLFacts(connection).identifier(connection)
    if identifier != database.identifier {
      throw connection.unusable(
        "it has another store than \(database.server), of which it should be a standby",
        .readFromStandby)
    }
    lock.withLock { isChecked = true }
  }

  /// Asks no standby for a while.
  func rest(after error: any Error) {
    let time = error is Behind ? Self.restBehind : Self.restAway
    lock.withLock { restingUntil = .now + time }
  }
}
