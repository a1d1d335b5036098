package import Armature
package import ArmatureModel

/// A reader of one state of a database.
package final class SQLReader: HiddenLinkReader {
  let database: SQLDatabase
  let session: any SQLSession

  package init(_ database: SQLDatabase, _ session: any SQLSession) {
    (self.database, self.session) = (database, session)
  }

  package func hiddenLinks() throws -> ValidationReport {
    try session.read {
      try database.schema.danglingLinks($0, storeID: database.storeID, areHidden: true)
    }
  }

  // MARK: Saves

  /// Returns the error for the context about conflicts of its save, with the present rows.
  package func error(for conflicts: SQLConflicts, of changes: StoreChanges) throws -> any Error {
    try self.conflicts(
      of: conflicts.positions.map(changes.id(at:)), in: database.schema.model,
      storeID: database.storeID)
  }

  package func token() throws -> PersistentHistoryToken? {
    try session.lastCommitIfKnown().map {
      PersistentHistoryToken(storeID: database.storeID, number: $0)
    }
  }

  package func historyToken() throws -> PersistentHistoryToken? {
    let known = try token()
    guard let token = known, try session.historyStart() != nil else { return known }
    return try session.read { try SQLHistory($0, database).token(of: token.number) }
  }

  package func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
    guard session.haveOthersSaved(after: token.number, upTo: try session.lastCommit()) else {
      return .none
    }
    do {
      return .known(try history(since: token))
    } catch is PersistentStoreError {
      return .unknown
    }
  }

  package func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    let (start, end) = (try session.historyStart(), try session.lastCommit())
    return try session.read {
      try SQLHistory($0, database).transactions(after: token, from: start, to: end)
    }
  }

  // MARK: Requests

  /// Translates a request once, for the part that SQL answers exactly.
  package func prepare(_ request: FetchRequest) throws -> any StoreQuery {
    SQLQuery(try database.request(request), database.dialect, session)
  }

  package func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try prepare(request).fetch(into: rows)
  }

  package func count(_ request: FetchRequest) throws -> Int { try prepare(request).count() }

  /// Returns rows of aggregates and distinct values, if SQL computes them exactly.
  package func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    guard let query = try SQLGroupQuery(request, database, sums: database.dialect.sums) else {
      return nil
    }
    do {
      return try rows(query)
    } catch  where query.hasFailingSum {
      return try SQLGroupQuery(request, database, sums: .exact).map(rows)
    }
  }

  private func rows(_ query: SQLGroupQuery) throws -> [[AttributeValue]] {
    var rows: [[AttributeValue]] = []
    try session.read { connection in
      _ = try connection.forEachRow(of: query.statement) { rows.append(query.read($0)) }
    }
    return rows
  }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: StoreRows
  ) throws {
    guard let query = database.rows(of: entity) else { return }
    try session.lookUp(keys.count) { connection in
      try connection.giveRows(of: keys, query, to: rows)
      return rows.count
    }
  }

  package func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    guard let query = database.links(along: relationship, of: entity) else {
      return keys.map { _ in [] }
    }
    let links = try session.read { try $0.links(of: keys, query, storeID: database.storeID) }
    return keys.map { links[$0] ?? [] }
  }
}

/// A request that was translated to SQL.
struct SQLQuery: StoreQuery {
  private let translation: SQLRequest
  private let dialect: any SQLDialect
  private let session: any SQLSession

  init(_ translation: SQLRequest, _ dialect: any SQLDialect, _ session: any SQLSession) {
    (self.translation, self.dialect, self.session) = (translation, dialect, session)
  }

  var request: FetchRequest { translation.request }

  func fetch(into rows: StoreRows) throws {
    let query = translation.rows(includingValues: rows.includesValues)
    try session.read { try $0.giveRows(of: query, to: rows) }
  }

  func count() throws -> Int {
    let statement = translation.count
    return Int(try session.read { try $0.integer(statement) } ?? 0)
  }

  /// Returns the statement, the steps of its plan, and the reason why a part of the request is left to the context.
  func notes() throws -> [String] {
    let statement = translation.listing
    var notes = [statement.text]
    let explanation = dialect.explanation(of: statement)
    try session.read { connection in
      _ = try connection.forEachRow(of: explanation.statement) { row in
        if let step = row.text(at: explanation.column) { notes.append("plan: \(step)") }
      }
    }
    if let omission = translation.omission { notes.append("left to the context: \(omission)") }
    return notes
  }
}
