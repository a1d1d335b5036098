import Armature
import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader of one state of a database: either a reading transaction on its own connection or the present state of a
/// writing transaction.
///
/// The transaction begins together with its first query, so most readers cost one round trip. Statements sent together
/// form their own transaction, which is enough for a reader of one answer.
final class PostgreSQLReader: HiddenLinkReader {
  private let database: PostgreSQLDatabase
  private var lease: PostgreSQLPool.Lease?
  /// The connection of the writing transaction.
  private var writer: PostgreSQLConnection?
  /// The state, after the transaction has begun.
  private var state: PostgreSQLState?
  /// The last translated request, which is usually the next to run.
  private var last: SQLRequest?

  static let noHistory = PersistentStoreError.noHistory(reason: "this one does not")

  /// Whether the transaction ends with its first answer.
  private let isSingleUse: Bool
  /// Whether that answer has arrived, possibly without the state.
  private var isAnswered = false

  private static let beginning: SQLStatement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  private static let ending: SQLStatement = "COMMIT"

  init(_ database: PostgreSQLDatabase, isSingleUse: Bool = false) throws {
    (self.database, self.isSingleUse) = (database, isSingleUse)
  }

  /// Creates a reader within a writing transaction.
  init(_ database: PostgreSQLDatabase, within connection: PostgreSQLConnection) {
    (self.database, writer, isSingleUse) = (database, connection, false)
  }

  /// Returns the connection without waiting for the end of its transaction.
  deinit {
    guard let lease else { return }
    if !isSingleUse, lease.connection.isInTransaction { lease.connection.end(Self.ending) }
    database.pool.giveBack(lease)
  }

  // MARK: The transaction

  /// Runs a body with the connection. The transaction begins with the first statement sent.
  ///
  /// If the connection turns out to be lost, a new one is made, and the body runs again.
  ///
  /// - Parameter readsOnlyState: Whether the body reads only the state. Other queries may fail before the state is
  ///   known, because the tables now belong to another model; the error then says so.
  private func read<Result>(
    readsOnlyState: Bool = false, _ body: (PostgreSQLConnection) throws -> Result
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
        // The rows were migrated after the transaction had begun.
        let isStale = error is PostgreSQLState.Missing
        if isLast || Self.endsWait(error) || !isGone && !isStale {
          if isStale { throw Self.noState(lease.connection) }
          if !readsOnlyState { try database.rejectOtherModel(behind: error) }
          throw error
        }
      }
    }
    throw PersistentStoreError.notOpen
  }

  /// Returns whether the caller has already waited for the full timeout, or was cancelled, so that a retry would be
  /// wrong.
  private static func endsWait(_ error: any Error) -> Bool {
    if case PostgreSQLStoreError.timedOut = error { return true }
    return error is CancellationError
  }

  private func begin(_ connection: PostgreSQLConnection) throws {
    let statements =
      [PostgreSQLState.selection] + (isSingleUse ? [] : [Self.beginning, Self.ending])
    try connection.prepare(statements.map(\.text))
    if !isSingleUse { try connection.post(Self.beginning) }
    // For one answer, the query of the state blocks a migration until the answer has arrived.
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
    connection.unusable("its table \(PostgreSQLState.table) is empty", "Restore a backup.")
  }

  private func present() throws -> PostgreSQLState {
    if let state { return state }
    if let writer { return try PostgreSQLState(writer) }
    try read(readsOnlyState: true) { _ = try $0.answer {} }
    guard let state else { throw PersistentStoreError.notOpen }
    return state
  }

  // MARK: Saves

  /// Returns the token of the state; `nil` from a reader of one answer that has not read the state.
  func token() throws -> PersistentHistoryToken? {
    if isAnswered, state == nil { return nil }
    return PersistentHistoryToken(storeID: database.identifier, number: try present().lastCommit)
  }

  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
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

  /// Returns the part of a request that SQL answers exactly.
  func pushed(_ request: FetchRequest) -> FetchRequest {
    (try? written(request))?.request ?? request
  }

  private func written(_ request: FetchRequest) throws -> SQLRequest {
    if let last, last.request == request { return last }
    let written = try database.sql.request(request)
    last = written
    return written
  }

  /// Returns the statement, the steps of its plan, and the reason why a part of the request is left to the context.
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

  /// Returns rows of aggregates and distinct values, if SQL computes them exactly.
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
      // The statement checks the state itself and finds no rows of another model.
      if isSingleUse { (connection.introduction, isAnswered) = (nil, true) }
      try connection.giveRows(of: keys, query, to: rows)
    }
    if isSingleUse, state == nil, rows.count < keys.count { try checkModel() }
  }

  /// Checks whether the rows belong to the model. If the connection is lost, it uses another one, because rows that
  /// were already returned must not be read again.
  private func checkModel() throws {
    do {
      try read(readsOnlyState: true) { try database.check(PostgreSQLState($0)) }
    } catch  where lease?.connection.isBroken == true && !Self.endsWait(error) {
      _ = try PostgreSQLReader(database, isSingleUse: true).present()
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
