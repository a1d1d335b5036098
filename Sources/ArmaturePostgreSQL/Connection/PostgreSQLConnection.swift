import ArmatureSQL

/// A connection to a server, with a cache of prepared statements.
///
/// Statements are sent one after the other without waiting, until a result is needed: ``receive(isCancellable:)`` then
/// receives all results in one round trip. A connection is used by one task at a time.
final class PostgreSQLConnection: SQLConnection {
  let library: PostgreSQLLibrary
  let handle: PostgreSQLLibrary.Connection
  /// The server, without a password.
  let server: String
  /// The maximum time to wait for a result.
  var timeout: Duration
  private let log: (@Sendable (String, Duration) -> Void)?
  /// The beginning of each transaction behind a pooler, which may assign a different server session to each
  /// transaction. Settings and prepared statements then last only for the transaction. It is `nil` if the session
  /// belongs to the connection alone.
  var preamble: String?
  /// The prepared statements, by their texts.
  private var known: [String: PostgreSQLStatement] = [:]
  private var statementCount = 0
  /// The prefix of statement names, which is unique among all connections, because a pooler may share sessions.
  private let prefix = "s\(String(UInt64.random(in: 0...UInt64.max), radix: 36))_"
  /// Idle cached cursors, by their texts.
  private var idle: [String: PostgreSQLCursor] = [:]
  /// The statements sent since the last results, for the log. Their count is the number of outstanding results.
  private var sent: [String?] = []
  /// The previously sent statements with their results received.
  private var answered: [String?] = []
  /// The number of outstanding sync points.
  var syncCount = 0
  /// Whether statements were sent after the last sync point.
  var hasUnsynced = false
  /// Whether the connection is unusable.
  var isBroken = false
  /// The handlers of results, with the positions of these results among the outstanding ones.
  private var handlers: [(place: Int, body: (PostgreSQLResult) throws -> Void)] = []
  /// The number of round trips to the server.
  private(set) var tripCount = 0
  /// The time when the connection was given back.
  var restingSince = ContinuousClock.now
  /// Whether the last sent statement ends a transaction, without anyone waiting for its result.
  private(set) var isEnding = false

  /// The number of server cursors so far, which makes their names unique.
  var walkCount = 0

  private static let mostStatements = 200
  /// The number of statements after which the buffer is flushed, so that the server starts to work.
  private static let statementsBetweenSends = 64

  /// Creates a connection from an established libpq connection.
  init(
    _ handle: PostgreSQLLibrary.Connection, _ library: PostgreSQLLibrary, server: String,
    timeout: Duration, log: (@Sendable (String, Duration) -> Void)?
  ) {
    (self.handle, self.library, self.server) = (handle, library, server)
    (self.timeout, self.log) = (timeout, log)
    noteWarnings()
  }

  deinit { library.finish(handle) }

  // MARK: Sending

  /// Sends a statement without values.
  func send(_ text: String) throws {
    try send(text) {
      library.sendParameters(handle, text, 0, nil, nil, nil, nil, PostgreSQLCode.binary)
    }
  }

  /// Registers a handler for the successful result of the last sent statement.
  func whenAnswered(_ body: @escaping (PostgreSQLResult) throws -> Void) {
    handlers.append((sent.count - 1, body))
  }

  /// Sends a request with one result.
  ///
  /// - Parameter text: The statement for the log; `nil` to keep it out of the log.
  func send(_ text: String?, _ body: () -> Int32) throws {
    if isBroken { throw lost() }
    guard let preamble else { return try add(text, body) }
    // A pooler may assign the session to another client after a transaction, when nothing must be outstanding.
    if isEnding { try finish(isCancellable: true) }
    if isInTransaction { return try add(text, body) }
    // Nothing may precede BEGIN.
    let begins = text?.hasPrefix("BEGIN") == true
    if begins { try add(text, body) }
    try add(nil) {
      library.sendParameters(handle, preamble, 0, nil, nil, nil, nil, PostgreSQLCode.binary)
    }
    if !begins { try add(text, body) }
  }

  private func add(_ text: String?, _ body: () -> Int32) throws {
    guard body() == 1 else { throw refused() }
    sent.append(text)
    (isEnding, hasUnsynced) = (false, true)
    if sent.count.isMultiple(of: Self.statementsBetweenSends) { try push() }
  }

  /// Sends and receives as much as possible without blocking.
  private func push() throws {
    guard library.flush(handle) >= 0, library.consumeInput(handle) == 1 else { throw lost() }
  }

  /// Whether all results have arrived.
  var isIdle: Bool { sent.isEmpty }

  /// Counts a round trip and logs a statement that was not sent in the usual way.
  func note(_ text: String, since start: ContinuousClock.Instant) {
    tripCount += 2
    log?(text, ContinuousClock.now - start)
  }

  /// Waits for the results of all sent statements, in one round trip.
  ///
  /// - Parameter isCancellable: Whether cancelling the task ends the wait. Pass `false` if the outcome would then be
  ///   unknown.
  /// - Returns: The results, in the order of the statements. Statements after a failed one are not run.
  /// - Throws: An error if the results do not arrive.
  func receive(isCancellable: Bool = true) throws -> [PostgreSQLResult] {
    if isBroken { throw lost() }
    if hasUnsynced || syncCount == 0 { try endSending() }
    tripCount += 1
    return try finish(isCancellable: isCancellable)
  }

  @discardableResult private func finish(isCancellable: Bool) throws -> [PostgreSQLResult] {
    cancelCount = 0
    let start = log.map { _ in ContinuousClock.now }
    let results = try answers(isCancellable: isCancellable)
    if let log, let start {
      let time = ContinuousClock.now - start
      for case .some(let text) in sent { log(text, time) }
    }
    let count = sent.count
    swap(&sent, &answered)
    sent.removeAll(keepingCapacity: true)
    isEnding = false
    guard results.count == count else { throw lost() }
    noteCancels(results)
    let handlers = handlers
    self.handlers = []
    for handler in handlers where results[handler.place].isFine {
      try handler.body(results[handler.place])
    }
    return results
  }

  /// Waits for the results of all sent statements, which must have succeeded.
  ///
  /// - Throws: The error of the first failed statement.
  @discardableResult func receiveFine(isCancellable: Bool = true) throws -> [PostgreSQLResult] {
    let results = try receive(isCancellable: isCancellable)
    if let failed = results.firstIndex(where: { !$0.isFine && !$0.isAborted }) {
      throw error(results[failed], to: answered[failed])
    }
    return results
  }

  /// Sends a query, preceded by its introduction, and waits for its result in the same round trip.
  func answer(to question: () throws -> Void) throws -> PostgreSQLResult? {
    let introduction = introduction
    self.introduction = nil
    try introduction?()
    try question()
    return try receiveFine().last
  }

  /// Whether the last result was so fast that polling is better than sleeping.
  var answersSoon = false
  /// The number of cancel requests since the last results.
  var cancelCount = 0

  // MARK: Errors

  /// Returns the error of a lost connection.
  func lost() -> PostgreSQLStoreError {
    isBroken = true
    let message = library.message(handle).map { String(cString: $0) } ?? ""
    return .connectionLost(
      server: server, message: message.isEmpty ? "it was closed" : message)
  }

  /// Returns the error of a request that was not sent: the connection is lost, or libpq rejects it.
  private func refused() -> PostgreSQLStoreError {
    if library.status(handle) != PostgreSQLCode.connectionOK { return lost() }
    let message = library.message(handle).map { String(cString: $0) } ?? ""
    return .database(server: server, state: "54000", message: message, constraint: nil)
  }

  /// The SQLSTATE of a cancelled statement.
  static let cancelled = "57014"
  /// Whether the connection must not be reused.
  var isTainted = false
  /// Whether the server has sent a warning.
  var isWarned = false

  /// Returns the error in a result.
  ///
  /// - Parameter statement: The statement with this result, if it is known.
  func error(_ result: PostgreSQLResult, to statement: String? = nil) -> any Error {
    let state = result.field(PostgreSQLCode.sqlState) ?? ""
    // A cancel request for an earlier statement may arrive during this one.
    if state == Self.cancelled, cancelCount > 0 || isTainted { return CancellationError() }
    if state == PostgreSQLRowCheck.state, let statement, PostgreSQLRowCheck.isCheck(statement) {
      return notWritten(in: nil)
    }
    if state == "42501", let statement, PostgreSQLStatement.onlyReads(statement) {
      return PostgreSQLStoreError.unreadable(
        server: server, right: "SELECT ON ALL TABLES IN SCHEMA", message: result.message)
    }
    let error = PostgreSQLStoreError.database(
      server: server, state: state, message: result.message,
      constraint: result.field(PostgreSQLCode.constraintName))
    // A statement that the server has forgotten, or now interprets differently, would fail each time.
    // A server that can only be read from may have become a standby, and the next connection may lead to another one.
    if error.isOfConnection || ["0A000", "25006", "26000"].contains(state) { isBroken = true }
    return error
  }

  /// Returns the error of a result with other columns than the prepared statement.
  func changed() -> PostgreSQLStoreError {
    isBroken = true
    return .database(
      server: server, state: "0A000", message: "the columns of a table now have other types",
      constraint: nil)
  }

  func violation(_ error: any Error) -> SQLViolation? {
    (error as? PostgreSQLStoreError)?.violation
  }

  func unusable(
    _ reason: String, _ remedy: PostgreSQLStoreError.Remedy
  ) -> PostgreSQLStoreError {
    .unusableDatabase(server: server, reason: reason, remedies: [remedy])
  }

  // MARK: Statements

  func prepare(_ text: String) throws -> any SQLCursor { try cursor(text) }

  /// Returns a cursor for a statement and prepares the statement if it is new.
  func cursor(_ text: String) throws -> PostgreSQLCursor {
    if let known = idle.removeValue(forKey: text) { return known }
    return PostgreSQLCursor(text, try statement(text), self)
  }

  func giveBack(_ cursor: any SQLCursor) {
    guard let cursor = cursor as? PostgreSQLCursor else { return }
    cursor.reset()
    if isBroken || known[cursor.text] !== cursor.statement { return }
    idle[cursor.text] = cursor
  }

  /// Prepares new statements in a separate round trip.
  func prepare(_ texts: [String]) throws {
    // Usually nothing is new, and each read and each save calls this.
    if texts.allSatisfy({ known[$0] != nil }) { return }
    let new = Set(texts).filter { known[$0] == nil }.sorted()
    let names = new.indices.map { preamble == nil ? "\(prefix)\(statementCount + $0 + 1)" : "" }
    statementCount += new.count
    let numbered = new.map(PostgreSQLStatement.numbered)
    for (name, text) in zip(names, numbered) {
      try send(nil) { library.sendPrepare(handle, name, text, 0, nil) }
      try send(nil) { library.sendDescribe(handle, name) }
    }
    let answers = try receiveFine().suffix(2 * new.count)
    for (index, text) in new.enumerated() {
      let description = answers[answers.startIndex + 2 * index + 1]
      known[text] = PostgreSQLStatement(names[index], numbered[index], description)
    }
  }

  /// Returns the prepared statement.
  func statement(_ text: String) throws -> PostgreSQLStatement {
    try prepare([text])
    guard let statement = known[text] else { throw lost() }
    return statement
  }

  /// Discards the prepared statements if there are many. No statement may be in use.
  func forgetManyStatements() throws {
    if known.count >= Self.mostStatements { try forgetStatements() }
  }

  /// Discards the prepared statements. No statement may be in use.
  func forgetStatements() throws {
    if preamble == nil {
      try send("DEALLOCATE ALL")
      // This needs its own round trip: a transaction cannot begin after it in the same one.
      try receiveFine()
    }
    (known, idle) = ([:], [:])
  }

  /// Sends a statement; its result arrives with the others.
  func post(_ statement: SQLStatement) throws {
    let cursor = try cursor(statement.text)
    defer { giveBack(cursor) }
    for (place, value) in statement.values.enumerated() { cursor.bind(value, at: place) }
    try cursor.post()
  }

  // MARK: Transactions

  /// Sends the introduction of the next query.
  var introduction: (() throws -> Void)?

  /// Ends a transaction without waiting for the result, which arrives with the next one.
  ///
  /// - Parameter statement: A prepared statement.
  func end(_ statement: SQLStatement) {
    if isBroken { return }
    (handlers, introduction) = ([], nil)
    do {
      try post(statement)
      // A pooler keeps the session for the transaction until the sync point.
      if preamble != nil { try endSending() }
      try push()
      isEnding = true
    } catch {
      isBroken = true
    }
  }

  /// Whether the server has closed the connection, as far as can be known without a round trip.
  var isGone: Bool {
    // The end of the connection follows the last message.
    while !isBroken, PostgreSQLSocket.isReadable(library.socket(handle)) {
      isBroken = library.consumeInput(handle) == 0
    }
    return isBroken
  }

  /// Whether a transaction is open, or results are outstanding.
  var isInTransaction: Bool {
    !sent.isEmpty || library.transactionStatus(handle) != PostgreSQLCode.transactionIdle
  }

  /// Rolls back a transaction in any state.
  func rollBack() {
    if isBroken { return }
    (handlers, introduction) = ([], nil)
    do {
      _ = try receive(isCancellable: false)
      try send("ROLLBACK")
      _ = try receive(isCancellable: false)
    } catch {
      isBroken = true
    }
  }
}
