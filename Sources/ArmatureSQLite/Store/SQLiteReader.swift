import Armature
import ArmatureModel
import ArmatureSQL

/// A reader of one state of a file: either a reading transaction on its own connection or the present state of a
/// writing transaction.
final class SQLiteReader: HiddenLinkReader {
  private let file: SQLiteFile
  /// Keeps the files that rows of the state refer to.
  private let reading: SQLiteDataReading?
  let connection: SQLiteConnection
  /// Whether the transaction belongs to this reader alone.
  private let isOwn: Bool
  /// The number of the last save in the state; `nil` within a writing transaction, because its save has no number yet.
  private let lastCommit: Int64?
  /// The last translated request, which is usually the next to run.
  private var last: SQLRequest?

  init(_ file: SQLiteFile) throws {
    (self.file, isOwn) = (file, true)
    reading = file.dataFolder.map(SQLiteDataReading.init)
    connection = try file.takeReader()
    // The first query fixes the state. If it fails, the connection is still returned.
    try connection.run("BEGIN")
    lastCommit = try connection.lastCommit { [connection] in try file.checkModel(connection) }
  }

  /// Creates a reader within a writing transaction.
  init(_ file: SQLiteFile, within connection: SQLiteConnection) {
    (self.file, self.connection, isOwn, lastCommit) = (file, connection, false, nil)
    reading = file.dataFolder.map(SQLiteDataReading.init)
  }

  /// Returns the connection or closes it if it cannot end its transaction.
  deinit {
    if !isOwn { return }
    _ = try? connection.run("COMMIT")
    if !connection.isInTransaction { file.giveBack(connection) }
  }

  func hiddenLinks() throws -> ValidationReport {
    try file.database.schema.danglingLinks(connection, storeID: file.identifier, areHidden: true)
  }

  /// Returns the part of a request that SQL answers exactly.
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

  func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    try file.remoteChanges(since: token, connection)
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

  /// Returns the statement, the steps of its plan, and the reason why a part of the request is left to the context.
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

  /// Returns rows of aggregates and distinct values, if SQL computes them exactly.
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
