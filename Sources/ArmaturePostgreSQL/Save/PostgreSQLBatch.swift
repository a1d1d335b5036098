import Armature
import ArmatureModel
import ArmatureSQL

/// A batch that needs no objects, as a few statements.
///
/// If its rows must be known, one round trip locks and lists them, and another one changes them by their keys: between
/// two statements with the same condition, the matching rows could change. Rows that lose links to deleted rows take
/// another round trip.
struct PostgreSQLBatch {
  private let batch: SQLBatch

  /// Returns `nil` if SQL would not have exactly the effect of changing objects.
  init?(_ batch: StoreBatch, _ database: SQLDatabase) {
    if case .update(let values) = batch.change,
      !values.values.allSatisfy({ PostgreSQLRounding.value($0) == $0 })
    {
      return nil
    }
    guard let batch = SQLBatch(batch, database) else { return nil }
    self.batch = batch
  }

  /// - Throws: `SQLBatch.Unchanged`, `SQLBatch.NeedsObjects`, or an error of the server.
  func run(_ transaction: PostgreSQLTransaction) throws -> BatchResult {
    let connection = transaction.connection
    try transaction.begin()
    // The condition may search the rows of other programs.
    let fullTexts = transaction.database.fullTexts
    if !fullTexts.isEmpty { try PostgreSQLFullTextUpkeep(connection, fullTexts).enter() }
    transaction.note(changesIn: [batch.table.position])
    if batch.isOneStatement(keepsHistory: transaction.keepsHistory) {
      // The expected number of rows is unknown, so triggers that could discard some of them must not exist.
      try connection.postTriggerCheck(
        [batch.table.name], in: transaction.database.settings.schema)
      let count = try connection.run(batch.statement(on: batch.rows, version: transaction.version))
      if count == 0 { throw SQLBatch.Unchanged() }
      try transaction.end { _ in }
      return BatchResult(count: count, objectIDs: nil)
    }
    let found = try batch.keys(
      connection, locking: " ORDER BY \(name: SQLTable.key) FOR UPDATE")
    if found.isEmpty { throw SQLBatch.Unchanged() }
    let rows = batch.rows(Self.keyTest(found.values.joined()))
    let losers = try lockLosers(of: rows, connection)
    for (link, loser) in losers {
      try connection.post(
        batch.clearing(link, of: loser.rows, version: transaction.version))
    }
    try connection.post(batch.statement(on: rows, version: transaction.version))
    try check(found.values.flatMap(\.self), transaction)
    try transaction.end { history in
      try note(found, losers, history)
    }
    return BatchResult(
      count: found.values.reduce(0) { $0 + $1.count },
      objectIDs: batch.batch.returnsObjectIDs
        ? objectIDs(found, storeID: transaction.database.identifier) : nil)
  }

  /// Makes the transaction fail unless the rows with some keys were changed.
  private func check(_ keys: [Int64], _ transaction: PostgreSQLTransaction) throws {
    switch batch.batch.change {
    case .update:
      try transaction.connection.checkUpdated(
        keys, of: batch.table, version: transaction.version)
    case .delete: try transaction.connection.post(PostgreSQLRowCheck.deleted(batch.table), keys)
    }
  }

  /// Returns the SQL after a key column that tests for some keys.
  private static func keyTest(_ keys: some Sequence<Int64>) -> SQLStatement {
    " = ANY(CAST(\(value: .text(list(keys))) AS bigint[]))"
  }

  private static func list(_ keys: some Sequence<Int64>) -> String {
    var text = "["
    for key in keys {
      if text.utf8.count > 1 { text += "," }
      text += String(key)
    }
    return text + "]"
  }

  // MARK: Links to deleted rows

  /// The rows that lose links, and their keys by entity.
  private struct Losers {
    let rows: SQLBatchRows
    let keys: [String: [Int64]]
  }

  private typealias Link = (link: SQLBatch.Members, loser: Losers)

  /// Locks the rows that lose links, and looks for links that require loading objects.
  private func lockLosers(
    of rows: SQLBatchRows, _ connection: PostgreSQLConnection
  ) throws -> [Link] {
    guard case .delete(let deletion) = batch.batch.change else { return [] }
    guard let obstacles = batch.obstacles(to: deletion, of: rows) else {
      throw SQLBatch.NeedsObjects()
    }
    var isObstructed = false
    for obstacle in obstacles {
      try connection.post(obstacle)
      connection.whenAnswered { answer in
        if answer.integer(0, 0) != 0 { isObstructed = true }
      }
    }
    var losers: [Link] = []
    for link in batch.links(clearedBy: deletion) {
      let own = batch.losers(of: link, rows.keyTest)
      try connection.post(
        "\(batch.losersQuery(of: link, own)) ORDER BY \(name: SQLTable.key) FOR UPDATE")
      connection.whenAnswered { answer in
        var keys: [String: [Int64]] = [:]
        for row in 0..<answer.rowCount {
          let entity = answer.text(row, 1) ?? batch.entity(of: link)
          keys[entity, default: []].append(answer.integer(row, 0) ?? 0)
        }
        losers.append((link, Losers(rows: own, keys: keys)))
      }
    }
    if !connection.isIdle { try connection.receiveFine() }
    if isObstructed { throw SQLBatch.NeedsObjects() }
    return losers.filter { !$0.loser.keys.isEmpty }
  }

  // MARK: History

  private func note(
    _ found: [SQLBatch.Group: [Int64]], _ losers: [Link], _ history: SQLHistory
  ) throws {
    let number = PostgreSQLState.number
    try history.writeSave(
      number: number, date: batch.batch.date, author: batch.batch.author,
      contextName: batch.batch.contextName)
    for (link, loser) in losers {
      for (entity, keys) in loser.keys.sorted(by: { $0.key < $1.key }) {
        try history.write(
          .update, of: entity, [link.relationship], keys: Self.list(keys), number: number)
      }
    }
    let kind: StoreChange.Kind = if case .update = batch.batch.change { .update } else { .delete }
    for (group, keys) in found.sorted(by: { $0.value[0] < $1.value[0] }) {
      try history.write(
        kind, of: group.entity, group.properties, keys: Self.list(keys), number: number)
    }
  }

  private func objectIDs(
    _ found: [SQLBatch.Group: [Int64]], storeID: UUID
  ) -> [ManagedObjectID] {
    found.flatMap { group, keys in
      keys.map { ManagedObjectID(entityName: group.entity, key: $0, storeID: storeID) }
    }
  }
}
