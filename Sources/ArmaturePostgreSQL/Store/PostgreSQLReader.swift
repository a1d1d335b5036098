import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One state of a database: a reading transaction on a connection that nobody else uses meanwhile, or what a transaction
/// that writes has by now.
///
/// The transaction begins together with its first question, so that most readers cost one trip to the server. What is
/// asked in one trip is a transaction of its own, which is all that one answer needs.
final class PostgreSQLReader: HiddenLinkReader {
  private let database: PostgreSQLDatabase
  private var lease: PostgreSQLPool.Lease?
  /// The connection of the transaction that writes.
  private var writer: PostgreSQLConnection?
  /// What the state is, once the transaction has begun.
  private var state: PostgreSQLState?
  /// The request that was written last, which is most often the one that is run next.
  private var last: SQLRequest?

  static let noHistory = PersistentStoreError.noHistory(reason: "this one keeps none")

  /// Whether the transaction ends with its first answer.
  private let isOfOneAnswer: Bool
  /// Whether that answer has come, perhaps without the state.
  private var isAnswered = false

  private static let beginning: SQLStatement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  private static let ending: SQLStatement = "COMMIT"

  init(_ database: PostgreSQLDatabase, isOfOneAnswer: Bool = false) throws {
    (self.database, self.isOfOneAnswer) = (database, isOfOneAnswer)
  }

  /// Reads within a transaction that writes.
  init(_ database: PostgreSQLDatabase, within connection: PostgreSQLConnection) {
    (self.database, writer, isOfOneAnswer) = (database, connection, false)
  }

  /// Gives the connection back, whose transaction ends without anybody who waits for it.
  deinit {
    guard let lease else { return }
    if !isOfOneAnswer, lease.connection.isInTransaction { lease.connection.end(Self.ending) }
    database.pool.giveBack(lease)
  }

  // MARK: The transaction

  /// The connection, on which the transaction begins with the first statement that is sent.
  ///
  /// One that turns out to be gone then is made anew, and asked once more.
  ///
  /// - Parameter isOfState: Whether nothing but the state is asked for. Other questions may fail before the state is known,
  ///   since the tables are those of another model by now, and then say so.
  private func read<Result>(
    isOfState: Bool = false, _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    if let connection = writer ?? lease?.connection { return try body(connection) }
    for isLast in [false, true] {
      let lease = try database.pool.take()
      self.lease = lease
      do {
        try begin(lease.connection)
        return try body(lease.connection)
      } catch {
        if state != nil { throw error }
        self.lease = nil
        let isGone = lease.connection.isBroken
        database.pool.giveBack(lease)
        if isGone { database.pool.closeIdle() }
        // Somebody has migrated the rows after the transaction had begun.
        let isStale = error is PostgreSQLState.Missing
        if isLast || Self.endsWait(error) || !isGone && !isStale {
          if isStale { throw Self.noState(lease.connection) }
          if !isOfState { try database.refuseOtherModel(behind: error) }
          throw error
        }
      }
    }
    throw PersistentStoreError.notOpen
  }

  /// Whether somebody has waited as long as he wanted to, so that another try would be too much.
  private static func endsWait(_ error: any Error) -> Bool {
    if case PostgreSQLStoreError.timedOut = error { return true }
    return error is CancellationError
  }

  private func begin(_ connection: PostgreSQLConnection) throws {
    let statements =
      [PostgreSQLState.selection] + (isOfOneAnswer ? [] : [Self.beginning, Self.ending])
    try connection.prepare(statements.map(\.text))
    if !isOfOneAnswer { try connection.post(Self.beginning) }
    // Where one answer is all, the look at the state keeps others from a migration until that has come.
    connection.introduction = { [unowned self, unowned connection] in
      try connection.post(PostgreSQLState.selection)
      connection.whenAnswered { [unowned self] in try note($0) }
    }
  }

  private func note(_ answer: PostgreSQLResult) throws {
    guard let state = PostgreSQLState(answer) else { throw PostgreSQLState.Missing() }
    try database.check(state)
    self.state = state
  }

  private static func noState(_ connection: PostgreSQLConnection) -> PostgreSQLStoreError {
    connection.unfit("its table \(PostgreSQLState.table) is empty", "Go back to a backup.")
  }

  private func present() throws -> PostgreSQLState {
    if let state { return state }
    if let writer { return try PostgreSQLState(writer) }
    try read(isOfState: true) { _ = try $0.answer {} }
    guard let state else { throw PersistentStoreError.notOpen }
    return state
  }

  // MARK: Saves

  /// The point in the saves of the state; `nil` from a reader of one answer that has come without it.
  func token() throws -> PersistentHistoryToken? {
    if isAnswered, state == nil { return nil }
    return PersistentHistoryToken(storeID: database.identifier, number: try present().lastCommit)
  }

  func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
    let last = try present().lastCommit
    guard database.ownSaves.haveOthersSaved(after: token.number, upTo: last) else { return .none }
    do {
      return .known(try history(since: token))
    } catch is PersistentStoreError {
      return .unknown
    }
  }

  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    let state = try present()
    guard let start = state.historyStart else { throw Self.noHistory }
    return try read { connection in
      try history(connection).transactions(after: token, from: start, to: state.lastCommit)
    }
  }

  func historyToken() throws -> PersistentHistoryToken? {
    let state = try present()
    if state.historyStart == nil { return try token() }
    return try read { try history($0).token(of: state.lastCommit) }
  }

  private func history(_ connection: PostgreSQLConnection) -> SQLHistory {
    SQLHistory(connection, database.schema.model, storeID: database.identifier)
  }

  func hiddenLinks() throws -> ValidationReport {
    try read {
      try database.schema.danglingLinks($0, storeID: database.identifier, areHidden: true)
    }
  }

  // MARK: Requests

  /// The part of a request that SQL answers exactly.
  func pushed(_ request: FetchRequest) -> FetchRequest {
    (try? written(request))?.request ?? request
  }

  private func written(_ request: FetchRequest) throws -> SQLRequest {
    if let last, last.request == request { return last }
    let written = try database.sql.request(request)
    last = written
    return written
  }

  /// The statement, the steps of its plan, and why a part of the request is left to the context.
  func notes(on request: FetchRequest) throws -> [String] {
    let written = try written(request)
    let statement = written.listing
    var notes = [statement.text]
    _ = try read { connection in
      try connection.forEachRow(of: "EXPLAIN \(statement)") { row in
        if case .text(let step) = row.value(at: 0) { notes.append("plan: \(step)") }
      }
    }
    if let omission = written.omission { notes.append("left to the context: \(omission)") }
    return notes
  }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    let query = try written(request).rows(includingValues: rows.includesValues)
    _ = try read { try $0.giveRows(of: query, to: rows) }
  }

  func count(_ request: FetchRequest) throws -> Int {
    let statement = try written(request).count
    return Int(try read { try $0.integer(statement) } ?? 0)
  }

  /// Rows of aggregates and distinct values, if SQL finds them exactly.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    guard let query = try SQLGroupQuery(request, database.sql, sums: .exact) else { return nil }
    var rows: [[AttributeValue]] = []
    _ = try read { connection in
      try connection.forEachRow(of: query.statement) { rows.append(query.read($0)) }
    }
    return rows
  }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    guard let query = database.sql.rows(of: entity) else { return }
    try read { connection in
      // The statement looks at the state itself, and finds nothing in that of another model.
      if isOfOneAnswer { (connection.introduction, isAnswered) = (nil, true) }
      try connection.giveRows(of: keys, query, to: rows)
    }
    if isOfOneAnswer, state == nil, rows.count < keys.count { try checkModel() }
  }

  /// Looks whether the rows are those of the model, on another connection where this one is lost: what it has given must
  /// not be asked for again.
  private func checkModel() throws {
    do {
      try read(isOfState: true) { try database.check(PostgreSQLState($0)) }
    } catch  where lease?.connection.isBroken == true && !Self.endsWait(error) {
      _ = try PostgreSQLReader(database, isOfOneAnswer: true).present()
    }
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    guard let query = database.sql.links(along: relationship, of: entity) else {
      return keys.map { _ in [] }
    }
    let links = try read { try $0.links(of: keys, query, storeID: database.identifier) }
    return keys.map { links[$0] ?? [] }
  }
}
