import Armature
import ArmatureModel

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
