import Armature
import ArmatureModel
import ArmatureSQL

/// One state of a file: a reading transaction on a connection that nobody else uses meanwhile, or what a transaction
/// that writes has by now.
final class SQLiteReader: HiddenLinkReader {
  private let file: SQLiteFile
  /// Keeps the files that rows of the state refer to.
  private let reading: SQLiteDataReading?
  let connection: SQLiteConnection
  /// Whether the transaction is one of this reader alone.
  private let isOwn: Bool
  /// The number of the last save in the state; `nil` for what a transaction has written, which has none yet.
  private let lastCommit: Int64?
  /// The request that was written last, which is most often the one that is run next.
  private var last: SQLRequest?

  init(_ file: SQLiteFile) throws {
    (self.file, isOwn) = (file, true)
    reading = file.dataFolder.map(SQLiteDataReading.init)
    connection = try file.takeReader()
    // The first answer fixes the state. If this fails, the connection is given back all the same.
    try connection.run("BEGIN")
    lastCommit = try connection.lastCommit { [connection] in try file.checkModel(connection) }
  }

  /// Reads within a transaction that writes.
  init(_ file: SQLiteFile, within connection: SQLiteConnection) {
    (self.file, self.connection, isOwn, lastCommit) = (file, connection, false, nil)
    reading = file.dataFolder.map(SQLiteDataReading.init)
  }

  /// Gives the connection back; one that cannot end its transaction is closed instead.
  deinit {
    if !isOwn { return }
    _ = try? connection.run("COMMIT")
    if !connection.isInTransaction { file.giveBack(connection) }
  }

  func hiddenLinks() throws -> ValidationReport {
    try file.database.schema.danglingLinks(connection, storeID: file.identifier, areHidden: true)
  }

  /// The part of a request that SQL answers exactly.
  func pushed(_ request: FetchRequest) -> FetchRequest {
    (try? written(request))?.request ?? request
  }

  func token() throws -> PersistentHistoryToken? {
    PersistentHistoryToken(
      storeID: file.identifier,
      number: try lastCommit ?? connection.fact(.lastCommit))
  }

  func historyToken() throws -> PersistentHistoryToken? {
    guard let token = try token(), let history = try file.historyIfKept(connection) else {
      return try token()
    }
    return try history.token(of: token.number)
  }

  func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
    try file.changesOfOthers(since: token, connection)
  }

  func history(since token: PersistentHistoryToken?) throws -> [PersistentHistoryTransaction] {
    try file.history(since: token, connection)
  }

  private func written(_ request: FetchRequest) throws -> SQLRequest {
    if let last, last.request == request { return last }
    let written = try file.database.request(request)
    last = written
    return written
  }

  /// The statement, the steps of its plan, and why a part of the request is left to the context.
  func notes(on request: FetchRequest) throws -> [String] {
    let written = try written(request)
    let statement = written.listing
    var notes = [statement.text]
    try connection.forEachRow(of: "EXPLAIN QUERY PLAN \(statement)") { row in
      if case .text(let step) = row.value(at: 3) { notes.append("plan: \(step)") }
    }
    if let omission = written.omission { notes.append("left to the context: \(omission)") }
    return notes
  }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    let query = try written(request).rows(includingValues: rows.includesValues)
    try connection.giveRows(of: query, to: rows)
  }

  func count(_ request: FetchRequest) throws -> Int {
    Int(try connection.integer(try written(request).count) ?? 0)
  }

  /// Rows of aggregates and distinct values, if SQL finds them exactly.
  func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    guard let query = try SQLGroupQuery(request, file.database, sums: .failing) else { return nil }
    do {
      return try rows(query)
    } catch SQLiteStoreError.database where query.hasFailingSum {
      return try SQLGroupQuery(request, file.database, sums: .exact).map(rows)
    }
  }

  private func rows(_ query: SQLGroupQuery) throws -> [[AttributeValue]] {
    var rows: [[AttributeValue]] = []
    try connection.forEachRow(of: query.statement) { rows.append(query.read($0)) }
    return rows
  }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    guard let query = file.database.rows(of: entity) else { return }
    try connection.giveRows(of: keys, query, to: rows)
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    guard let query = file.database.links(along: relationship, of: entity) else {
      return keys.map { _ in [] }
    }
    let links = try connection.links(of: keys, query, storeID: file.identifier)
    return keys.map { links[$0] ?? [] }
  }
}
