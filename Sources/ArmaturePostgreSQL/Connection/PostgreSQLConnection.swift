import ArmatureSQL

/// A connection to a server, with the statements that it has prepared.
///
/// Statements are sent one after the other without waiting, until somebody needs an answer: ``receive(isCancellable:)``
/// then takes all answers in one trip. One task uses a connection at a time.
final class PostgreSQLConnection: SQLConnection {
  let library: PostgreSQLLibrary
  let handle: PostgreSQLLibrary.Connection
  /// Where it leads to, without a password.
  let server: String
  /// How long an answer may take.
  var timeout: Duration
  private let log: (@Sendable (String, Duration) -> Void)?
  /// What each transaction begins with where it may get another session of the server than the last one, since a pooler
  /// gives them to many: nothing is set or prepared there for longer. `nil` where the session is the connection's own.
  var preamble: String?
  /// The statements that the server has read, by their texts.
  private var known: [String: PostgreSQLStatement] = [:]
  private var statementCount = 0
  /// What the names of statements begin with: no other connection has it, in whatever session a statement is looked for.
  private let prefix = "s\(String(UInt64.random(in: 0...UInt64.max), radix: 36))_"
  /// Cursors that nobody uses at the moment, by their texts.
  private var idle: [String: PostgreSQLCursor] = [:]
  /// What was sent since the last answer, for the log; the count is that of the answers that are due.
  private var sent: [String?] = []
  /// What was sent before that, and has its answers.
  private var answered: [String?] = []
  /// How many ends of what was sent have no answer yet.
  var syncCount = 0
  /// Whether the connection cannot be used any more.
  var isBroken = false
  /// What looks at answers when they come, and their places among those that are due.
  private var handlers: [(place: Int, body: (PostgreSQLResult) throws -> Void)] = []
  /// How often the connection has waited for the server.
  private(set) var tripCount = 0
  /// When it was given back.
  var restingSince = ContinuousClock.now
  /// Whether the end of a transaction that nobody waits for is the last that was sent.
  private(set) var isEnding = false

  /// How many cursors of the server there were, each of which has a name of its own.
  var walkCount = 0

  private static let mostStatements = 200
  /// After so many statements, what can be sent is sent, so that the server has something to do.
  private static let statementsBetweenSends = 64

  /// Takes over a connection that is made.
  init(
    _ handle: PostgreSQLLibrary.Connection, _ library: PostgreSQLLibrary, server: String,
    timeout: Duration, log: (@Sendable (String, Duration) -> Void)?
  ) {
    (self.handle, self.library, self.server) = (handle, library, server)
    (self.timeout, self.log) = (timeout, log)
  }

  deinit { library.finish(handle) }

  // MARK: Sending

  /// Sends a statement without values.
  func send(_ text: String) throws {
    try send(text) {
      library.sendParameters(handle, text, 0, nil, nil, nil, nil, PostgreSQLCode.binary)
    }
  }

  /// Has something look at the answer to the statement that was sent last, when it comes and is fine.
  func whenAnswered(_ body: @escaping (PostgreSQLResult) throws -> Void) {
    handlers.append((sent.count - 1, body))
  }

  /// Sends something to which one answer comes.
  ///
  /// - Parameter text: The statement for the log; `nil` if it is not to know.
  func send(_ text: String?, _ body: () -> Int32) throws {
    if isBroken { throw lost() }
    guard let preamble else { return try add(text, body) }
    // A pooler may give the session to somebody else when a transaction has ended, and nothing must be under way by then.
    if isEnding { try finish(isCancellable: true) }
    if isInTransaction { return try add(text, body) }
    // Nothing may stand before the beginning of a transaction.
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
    isEnding = false
    if sent.count.isMultiple(of: Self.statementsBetweenSends) { try push() }
  }

  /// Sends what can be sent without waiting, and takes what has come.
  private func push() throws {
    guard library.flush(handle) >= 0, library.consumeInput(handle) == 1 else { throw lost() }
  }

  /// Whether all that was sent has been answered.
  var isIdle: Bool { sent.isEmpty }

  /// Counts a trip, and tells the log of a statement, that were not sent in the usual way.
  func note(_ text: String, since start: ContinuousClock.Instant) {
    tripCount += 2
    log?(text, ContinuousClock.now - start)
  }

  /// Waits for the answers to all that was sent, in one trip.
  ///
  /// - Parameter isCancellable: Whether the end of the task ends the wait, which it must not where nobody could
  ///   say what has happened.
  /// - Returns: The answers, in the order of the statements; those behind one that has failed are not run.
  /// - Throws: Where there is no answer.
  func receive(isCancellable: Bool = true) throws -> [PostgreSQLResult] {
    if isBroken { throw lost() }
    if syncCount == 0 { try endSending() }
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

  /// The same, where each statement must have been run.
  ///
  /// - Throws: The error of the first that was not.
  @discardableResult func receiveFine(isCancellable: Bool = true) throws -> [PostgreSQLResult] {
    let results = try receive(isCancellable: isCancellable)
    if let failed = results.firstIndex(where: { !$0.isFine && !$0.isAborted }) {
      throw error(results[failed], to: answered[failed])
    }
    return results
  }

  /// Asks a question, behind what introduces it, and waits for its answer in the same trip.
  func answer(to question: () throws -> Void) throws -> PostgreSQLResult? {
    let introduction = introduction
    self.introduction = nil
    try introduction?()
    try question()
    return try receiveFine().last
  }

  /// Whether the last answer came within a time in which a thread need not sleep.
  var answersSoon = false
  /// How often the server was asked to end what it does, since the last answers.
  var cancelCount = 0

  // MARK: Errors

  /// The error of a connection that is gone.
  func lost() -> PostgreSQLStoreError {
    isBroken = true
    let message = library.message(handle).map { String(cString: $0) } ?? ""
    return .connectionLost(
      server: server, message: message.isEmpty ? "it was closed" : message)
  }

  /// The error of something that was not sent: the connection is gone, or libpq does not take it.
  private func refused() -> PostgreSQLStoreError {
    if library.status(handle) != PostgreSQLCode.connectionOK { return lost() }
    let message = library.message(handle).map { String(cString: $0) } ?? ""
    return .database(server: server, state: "54000", message: message, constraint: nil)
  }

  /// The state of a statement that was ended by request.
  static let cancelled = "57014"
  /// Whether the connection must not be used by others.
  var isTainted = false

  /// The error that an answer is.
  ///
  /// - Parameter statement: What it is the answer to, if that is known.
  func error(_ result: PostgreSQLResult, to statement: String? = nil) -> any Error {
    let state = result.field(PostgreSQLCode.sqlState) ?? ""
    // A request to end an earlier statement may come as late as this one.
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
    // A statement that the server has forgotten, or reads in another way by now, would fail each time.
    if error.isOfConnection || ["0A000", "26000"].contains(state) { isBroken = true }
    return error
  }

  /// The error of an answer whose columns are not those that the statement had when the server read it first.
  func changed() -> PostgreSQLStoreError {
    isBroken = true
    return .database(
      server: server, state: "0A000", message: "the columns of a table have other types by now",
      constraint: nil)
  }

  func violation(_ error: any Error) -> SQLViolation? {
    (error as? PostgreSQLStoreError)?.violation
  }

  func unfit(_ reason: String, _ remedy: String) -> PostgreSQLStoreError {
    .unfitDatabase(server: server, reason: reason, remedy: remedy)
  }

  // MARK: Statements

  func prepare(_ text: String) throws -> any SQLCursor { try cursor(text) }

  /// A statement that is ready to run; the server reads it first if it is new.
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

  /// Has the server read the statements that are new to it, in a trip of their own.
  func prepare(_ texts: [String]) throws {
    // Most often nothing is new, and each look and each save asks.
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

  /// What the server knows of a statement.
  func statement(_ text: String) throws -> PostgreSQLStatement {
    try prepare([text])
    guard let statement = known[text] else { throw lost() }
    return statement
  }

  /// Has the server forget its statements if there are many; only while nobody uses any.
  func forgetManyStatements() throws {
    if known.count >= Self.mostStatements { try forgetStatements() }
  }

  /// Has the server forget its statements; only while nobody uses any.
  func forgetStatements() throws {
    if preamble == nil {
      try send("DEALLOCATE ALL")
      // A trip of its own: a transaction cannot begin behind it without one.
      try receiveFine()
    }
    (known, idle) = ([:], [:])
  }

  /// Sends a statement; its answer comes with those of the others.
  func post(_ statement: SQLStatement) throws {
    let cursor = try cursor(statement.text)
    defer { giveBack(cursor) }
    for (place, value) in statement.values.enumerated() { cursor.bind(value, at: place) }
    try cursor.post()
  }

  // MARK: Transactions

  /// What is sent in front of the next question, by whoever has the connection.
  var introduction: (() throws -> Void)?

  /// Ends a transaction without waiting for the answer, which comes with the next one.
  ///
  /// - Parameter statement: One that the server has read.
  func end(_ statement: SQLStatement) {
    if isBroken { return }
    (handlers, introduction) = ([], nil)
    do {
      try post(statement)
      // A pooler keeps the session for the transaction until it is told that nothing else comes.
      if preamble != nil { try endSending() }
      try push()
      isEnding = true
    } catch {
      isBroken = true
    }
  }

  /// Whether the server has ended the connection, as far as can be told without asking.
  var isGone: Bool {
    // Behind its last words comes the end.
    while !isBroken, PostgreSQLSocket.isReadable(library.socket(handle)) {
      isBroken = library.consumeInput(handle) == 0
    }
    return isBroken
  }

  /// Whether a transaction is under way, or something that was sent has no answer yet.
  var isInTransaction: Bool {
    !sent.isEmpty || library.transactionStatus(handle) != PostgreSQLCode.transactionIdle
  }

  /// Takes back what a transaction has done, whatever state it is in.
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
