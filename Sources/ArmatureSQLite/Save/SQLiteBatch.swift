import Armature
import ArmatureSQL

/// A batch as a few statements within a transaction.
///
/// The history gets the keys of the rows before they change. Links to deleted rows are cleared last, by the keys of
/// these rows, because the condition of the batch may read such links.
struct SQLiteBatch {
  private let batch: SQLBatch
  private let connection: SQLiteConnection
  private let version: UInt32
  private let history: SQLHistory?
  private var number: SQLStatement { "\(value: .integer(Int64(version)))" }

  /// - Parameters:
  ///   - version: A version that no row has had before, which is also the number of the save.
  ///   - history: The history that records the batch; `nil` if the file keeps none.
  init(
    _ batch: SQLBatch, _ connection: SQLiteConnection, version: UInt32, history: SQLHistory?
  ) {
    (self.batch, self.connection) = (batch, connection)
    (self.version, self.history) = (version, history)
  }

  /// - Throws: `SQLBatch.Unchanged`, `SQLBatch.NeedsObjects`, or an error of the database. The caller then rolls back
  ///   the transaction.
  func run() throws -> BatchResult {
    try history?.writeSave(
      number: number, date: batch.batch.date, author: batch.batch.author,
      contextName: batch.batch.contextName)
    let result =
      switch batch.batch.change {
      case .update: try update()
      case .delete(let deletion): try delete(deletion)
      }
    if result.count == 0 { throw SQLBatch.Unchanged() }
    return result
  }

  private func update() throws -> BatchResult {
    let rows = batch.rows
    let ids = try batch.objectIDs(rows.own, connection)
    if history != nil {
      for (properties, changed) in batch.rowsByProperties {
        try note(.update, properties, try keys(batch.byEntity(changed)))
      }
    }
    let count = try connection.run(batch.update(rows, version: version))
    return BatchResult(count: count, objectIDs: ids)
  }

  // MARK: Deletions

  /// The temporary table with the keys of deleted rows. Only this connection can see it.
  private static var removedKeys: SQLStatement { "\(name: "_armature_gone")" }

  private func delete(_ deletion: StoreBatch.Deletion) throws -> BatchResult {
    let found = batch.rows
    let rows = found.own
    guard let obstacles = batch.obstacles(to: deletion, of: found),
      try obstacles.allSatisfy({ try connection.integer($0) == 0 })
    else { throw SQLBatch.NeedsObjects() }
    let ids = try batch.objectIDs(rows, connection)
    let deleted = history == nil ? [] : try keys(batch.byEntity(rows))
    let links = batch.links(clearedBy: deletion)
    if !links.isEmpty { try keepKeys(of: rows) }
    let count = try connection.run("DELETE FROM \(rows)")
    for link in links { try clear(link) }
    if !links.isEmpty { try connection.run("DELETE FROM \(Self.removedKeys)") }
    try note(.delete, [], deleted)
    return BatchResult(count: count, objectIDs: ids)
  }

  private func keepKeys(of rows: SQLStatement) throws {
    let key: SQLStatement = "\(name: SQLTable.key)"
    try connection.run(
      "CREATE TEMPORARY TABLE IF NOT EXISTS \(Self.removedKeys) (\(key) INTEGER PRIMARY KEY)")
    try connection.run("INSERT INTO \(Self.removedKeys) SELECT \(key) FROM \(rows)")
  }

  /// Clears the links to rows that were deleted.
  ///
  /// - Complexity: That of finding the links by their index.
  private func clear(_ link: SQLBatch.Members) throws {
    let rows = batch.losers(
      of: link, " IN (SELECT \(name: SQLTable.key) FROM \(Self.removedKeys))")
    if history != nil {
      let losers = try keys(batch.byEntity(rows.own, losing: link))
      try note(.update, [link.relationship], losers)
    }
    try connection.run(batch.clearing(link, of: rows, version: version))
  }

  // MARK: History

  /// Returns the keys of rows by their entities, separated by commas.
  private func keys(
    _ rows: [(entity: String, rows: SQLStatement)]
  ) throws -> [(entity: String, keys: String)] {
    try rows.compactMap { entity, rows in
      try connection.text("SELECT group_concat(\(name: SQLTable.key)) FROM \(rows)")
        .map { (entity, $0) }
    }
  }

  private func note(
    _ kind: StoreChange.Kind, _ properties: [String], _ changed: [(entity: String, keys: String)]
  ) throws {
    for (entity, keys) in changed {
      try history?.write(kind, of: entity, properties, keys: "[\(keys)]", number: number)
    }
  }
}
