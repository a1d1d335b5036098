import Armature
import ArmatureModel
import ArmatureSQL

/// One state of a database: either a reading transaction on its own connection or the present state of a writing
/// transaction.
///
/// The transaction begins together with its first query, so most sessions cost one round trip. Statements sent together
/// form their own transaction, which is enough for a session of one answer.
final class PostgreSQLSession: SQLSession {
  private let database: PostgreSQLDatabase
  /// The standbys that the session may use; `nil` for the primary alone.
  private let replicas: PostgreSQLReplicas?
  private var lease: PostgreSQLPool.Lease?
  /// Whether the connection is to a standby.
  private var isOnReplica = false
  /// The connection of the writing transaction.
  private var writer: PostgreSQLConnection?
  /// The state, after the transaction has begun.
  private var state: PostgreSQLState?

  /// Whether the transaction ends with its first answer.
  private let isSingleUse: Bool
  /// Whether that answer has arrived, possibly without the state.
  private var isAnswered = false

  private static let beginning: SQLStatement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  private static let ending: SQLStatement = "COMMIT"

  /// - Parameter mayUseReplicas: Whether a standby may answer. The transaction then begins explicitly, because only a fixed
  ///   state has a position in the log.
  init(_ database: PostgreSQLDatabase, isSingleUse: Bool = false, mayUseReplicas: Bool = false) {
    self.database = database
    replicas = mayUseReplicas ? database.replicas : nil
    self.isSingleUse = isSingleUse && replicas == nil
  }

  /// Creates a session within a writing transaction.
  init(_ database: PostgreSQLDatabase, within connection: PostgreSQLConnection) {
    (self.database, writer, replicas, isSingleUse) = (database, connection, nil, false)
  }

  /// Returns the connection without waiting for the end of its transaction.
  deinit {
    guard let lease else { return }
    if !isSingleUse, lease.connection.isInTransaction { lease.connection.end(Self.ending) }
    pool.giveBack(lease)
  }

  /// The pool of the connection.
  private var pool: PostgreSQLPool {
    isOnReplica ? replicas?.pool ?? database.pool : database.pool
  }

  /// Returns a reader of the present state.
  static func reader(
    _ database: PostgreSQLDatabase, isSingleUse: Bool = false, mayUseReplicas: Bool = false
  ) -> SQLReader {
    SQLReader(
      database.sql,
      PostgreSQLSession(database, isSingleUse: isSingleUse, mayUseReplicas: mayUseReplicas))
  }

  // MARK: The transaction

  /// Runs a body with the connection. The transaction begins with the first statement sent.
  ///
  /// If the connection turns out to be lost, a new one is made, and the body runs again.
  ///
  /// - Parameter readsOnlyState: Whether the body reads only the state. Other queries may fail before the state is
  ///   known, because the tables now belong to another model; the error then says so.
  private func run<Result>(
    readsOnlyState: Bool = false, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    if let connection = writer ?? lease?.connection { return try body(connection) }
    if let answer = try runOnReplica(body) { return answer }
    for isLast in [false, true] {
      let lease = try database.pool.take()
      self.lease = lease
      do {
        try begin(lease.connection, checksNotes: !isLast)
        return try body(lease.connection)
      } catch {
        if state != nil { throw error }
        self.lease = nil
        let isGone = lease.connection.isBroken
        database.pool.giveBack(lease)
        if isGone { database.pool.closeIdle() }
        // The rows were migrated after the transaction had begun.
        let isStale = error is PostgreSQLState.Missing
        if error is PostgreSQLFullTextUpkeep.Noted {
          try database.enterWords()
        } else if isLast || Self.endsWait(error) || !isGone && !isStale {
          if isStale { throw Self.noState(lease.connection) }
          if !readsOnlyState { try database.rejectOtherModel(behind: error) }
          throw error
        }
      }
    }
    throw PersistentStoreError.notOpen
  }

  /// Runs a body with a connection to a standby; returns `nil` if the primary has to answer.
  ///
  /// - Throws: An error after the state is known, or of cancellation.
  private func runOnReplica<Result>(
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result? {
    guard let replicas, let lease = try replicas.take(database) else { return nil }
    (self.lease, isOnReplica) = (lease, true)
    do {
      try begin(lease.connection, checksNotes: true)
      return try body(lease.connection)
    } catch {
      if state != nil { throw error }
      (self.lease, isOnReplica) = (nil, false)
      let isGone = lease.connection.isBroken
      replicas.pool.giveBack(lease)
      if isGone { replicas.pool.closeIdle() }
      if error is CancellationError { throw error }
      // The primary enters the words.
      if !(error is PostgreSQLFullTextUpkeep.Noted) { replicas.rest(after: error) }
      return nil
    }
  }

  /// Returns whether the caller has already waited for the full timeout, or was cancelled, so that a retry would be
  /// wrong.
  private static func endsWait(_ error: any Error) -> Bool {
    if case PostgreSQLStoreError.timedOut = error { return true }
    return error is CancellationError
  }

  /// - Parameter checksNotes: Whether the transaction ends if rows of other programs are missing from an index.
  private func begin(_ connection: PostgreSQLConnection, checksNotes: Bool) throws {
    let statements =
      [database.stateSelection] + (isSingleUse ? [] : [Self.beginning, Self.ending])
      + (replicas == nil ? [] : [PostgreSQLReplicas.position])
    try connection.prepare(statements.map(\.text))
    if isOnReplica, let replicas {
      // A transaction of its own: in the transaction of the state, it could see a later position than the state has.
      try connection.post(PostgreSQLReplicas.position)
      connection.whenAnswered(replicas.check)
      try connection.endSending()
    }
    if !isSingleUse { try connection.post(Self.beginning) }
    // For one answer, the query of the state blocks a migration until the answer has arrived.
    connection.introduction = { [unowned self, unowned connection] in
      try connection.post(database.stateSelection)
      connection.whenAnswered { [unowned self] in try note($0, checksNotes: checksNotes) }
      guard let replicas else { return }
      try connection.post(PostgreSQLReplicas.position)
      connection.whenAnswered(replicas.noting(isOnPrimary: !isOnReplica))
    }
  }

  private func note(_ answer: PostgreSQLResult, checksNotes: Bool) throws {
    guard let state = PostgreSQLState(answer) else { throw PostgreSQLState.Missing() }
    if checksNotes, !database.fullTexts.isEmpty, answer.integer(0, 3) == 1 {
      throw PostgreSQLFullTextUpkeep.Noted()
    }
    try database.check(state)
    self.state = state
  }

  private static func noState(_ connection: PostgreSQLConnection) -> PostgreSQLStoreError {
    connection.unusable("its table \(PostgreSQLState.table) is empty", .restoreBackup)
  }

  private func present() throws -> PostgreSQLState {
    if let state { return state }
    if let writer { return try PostgreSQLState(writer) }
    try run(readsOnlyState: true) { _ = try $0.answer {} }
    guard let state else { throw PersistentStoreError.notOpen }
    return state
  }

  // MARK: Reading

  func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
    try run(body)
  }

  func lookUp(_ count: Int, _ body: (any SQLConnection) throws -> Int) throws {
    let found = try run { connection in
      // The statement checks the state itself and finds no rows of another model.
      if isSingleUse { (connection.introduction, isAnswered) = (nil, true) }
      return try body(connection)
    }
    if isSingleUse, state == nil, found < count { try checkModel() }
  }

  /// Checks whether the rows belong to the model. If the connection is lost, it uses another one, because rows that
  /// were already returned must not be read again.
  private func checkModel() throws {
    do {
      try run(readsOnlyState: true) { try database.check(PostgreSQLState($0)) }
    } catch  where lease?.connection.isBroken == true && !Self.endsWait(error) {
      _ = try PostgreSQLSession(database, isSingleUse: true).present()
    }
  }

  // MARK: Saves

  func lastCommit() throws -> Int64 { try present().lastCommit }

  /// A session of one answer that has not read the state does not know it.
  func lastCommitIfKnown() throws -> Int64? {
    isAnswered && state == nil ? nil : try lastCommit()
  }

  func historyStart() throws -> Int64? { try present().historyStart }

  func haveOthersSaved(after first: Int64, upTo last: Int64) -> Bool {
    database.ownSaves.haveOthersSaved(after: first, upTo: last)
  }
}
