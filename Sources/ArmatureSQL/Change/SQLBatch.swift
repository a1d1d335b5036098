package import Armature
import ArmatureModel

/// A batch as a few statements. The caller has begun the transaction.
///
/// Links to deleted rows are cleared last, by the keys of these rows, because the condition of the batch may read such
/// links.
package struct SQLBatch {
  package let batch: StoreBatch
  let database: SQLDatabase
  var schema: SQLSchema { database.schema }
  let request: SQLRequest
  package let table: SQLTable
  /// The entities of the rows.
  private let entities: [String]
  /// The new values of an update.
  private(set) var settings: [Setting] = []

  /// The new value of a property.
  struct Setting {
    let property: String
    let column: Int
    let value: SQLValue
  }

  /// The maximum number of properties that a batch may set, because a history records each combination of changed
  /// properties.
  private static let mostSettings = 4

  /// Thrown if objects must be loaded; nothing has changed.
  package struct NeedsObjects: Error {
    package init() {}
  }

  /// Returns `nil` if SQL would not have exactly the effect of changing objects.
  package init?(_ batch: StoreBatch, _ database: SQLDatabase) {
    guard let table = database.schema.table(of: batch.request.entity),
      let request = try? SQLRequest(batch.request, database), request.omission == nil
    else { return nil }
    (self.batch, self.database, self.table, self.request) = (batch, database, table, request)
    entities = database.schema.entities(
      of: batch.request.entity, includingSubentities: batch.request.includesSubentities)
    switch batch.change {
    case .update(let values):
      for (property, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let setting = setting(of: property, to: value) else { return nil }
        settings.append(setting)
      }
      if !(1...Self.mostSettings).contains(settings.count) { return nil }
    case .delete:
      // Data stored in files must be deleted together with its row.
      if !table.externalIndexes.isEmpty { return nil }
    }
  }

  private func setting(of property: String, to value: AttributeValue) -> Setting? {
    guard case .value(.column(let column, let kind))? = place(property),
      let encoded = kind.encode(value)
    else { return nil }
    switch kind {
    case .externalData, .list: return nil
    // SQL treats zero and negative zero as equal, but they are different values.
    case .real where encoded == .real(0), .date where encoded == .real(0): return nil
    default: return Setting(property: property, column: column, value: encoded)
    }
  }

  private func place(_ property: String) -> SQLPlace? {
    schema.place(of: property, in: batch.request.entity)?.0
  }

  // MARK: Running

  /// Executes the batch.
  ///
  /// - Parameters:
  ///   - version: A version that no row has had before.
  ///   - history: The history that records the batch; `nil` if the database keeps no history.
  /// - Throws: ``NeedsObjects``, or an error of the database. The caller then rolls back the transaction.
  package func run(
    _ connection: any SQLConnection, version: UInt32, history: SQLHistory?
  ) throws -> BatchResult {
    let number = Int64(version)
    try history?.writeSave(
      number: "\(value: .integer(number))", date: batch.date, author: batch.author,
      contextName: batch.contextName)
    switch batch.change {
    case .update:
      let rows = rows
      let ids = try objectIDs(rows.own, connection)
      try noteUpdate(history, number)
      let count = try connection.run(update(rows, version: version))
      return BatchResult(count: count, objectIDs: ids)
    case .delete(let deletion):
      let rows = rows
      if try standsInTheWay(deletion, of: rows, connection) { throw NeedsObjects() }
      let ids = try objectIDs(rows.own, connection)
      // After the changes of rows that lose links.
      try note(.delete, [], rows.own, history, number, from: Self.firstDeletion)
      let links = links(clearedBy: deletion)
      if !links.isEmpty { try keepKeys(of: rows.own, connection) }
      let count = try connection.run("DELETE FROM \(rows.own)")
      var position = 0
      for link in links { try clear(link, connection, version, history, &position) }
      if !links.isEmpty { try connection.run("DELETE FROM \(Self.removedKeys)") }
      return BatchResult(count: count, objectIDs: ids)
    }
  }

  /// The changed rows, as their condition finds them.
  package var rows: SQLBatchRows {
    switch batch.change {
    case .update: SQLBatchRows(request.target, where: changed)
    case .delete: SQLBatchRows(request.target, where: request.condition)
    }
  }

  private static let firstDeletion = 1_000_000
  /// The temporary table with the keys of deleted rows. Only this connection can see it.
  private static var removedKeys: SQLStatement { "\(name: "_armature_gone")" }

  private func keepKeys(of found: SQLStatement, _ connection: any SQLConnection) throws {
    let key: SQLStatement = "\(name: SQLTable.key)"
    try connection.run(
      "CREATE TEMPORARY TABLE IF NOT EXISTS \(Self.removedKeys) (\(key) INTEGER PRIMARY KEY)")
    try connection.run("INSERT INTO \(Self.removedKeys) SELECT \(key) FROM \(found)")
  }

  /// The condition for found rows without the new values.
  private var changed: SQLStatement {
    let differs = settings.map { "NOT \(isSame($0))" as SQLStatement }
    return "(\(request.condition)) AND (\(differs.joined(by: " OR ")))"
  }

  func isSame(_ setting: Setting) -> SQLStatement {
    let column: SQLStatement = "\(name: table.columns[setting.column].name)"
    return "(\(database.dialect.isSame(column, "\(value: setting.value)")))"
  }

  /// Returns the statement that sets the values and the version of rows.
  package func update(_ rows: SQLBatchRows, version: UInt32) -> SQLStatement {
    let columns = settings.map {
      "\(name: table.columns[$0.column].name) = \(value: $0.value)" as SQLStatement
    }
    let sets = columns + ["\(name: SQLTable.version) = \(value: .integer(Int64(version)))"]
    return "UPDATE \(rows.table) SET \(sets.joined(by: ", ")) WHERE \(rows.condition)"
  }

  private func objectIDs(
    _ found: SQLStatement, _ connection: any SQLConnection
  ) throws -> [ManagedObjectID]? {
    guard batch.returnsObjectIDs else { return nil }
    let entity: SQLStatement = table.hasEntities ? ", \(name: SQLTable.entity)" : .empty
    var ids: [ManagedObjectID] = []
    try connection.forEachRow(of: "SELECT \(name: SQLTable.key)\(entity) FROM \(found)") { row in
      let name = table.hasEntities ? row.text(at: 1) : table.entities.first
      ids.append(
        ManagedObjectID(
          entityName: name ?? "", key: row.integer(at: 0), storeID: database.storeID))
    }
    return ids
  }

  /// Records the properties that change in each row. If a row already has some of the values, fewer properties change.
  private func noteUpdate(_ history: SQLHistory?, _ number: Int64) throws {
    if history == nil { return }
    var position = 0
    for choice in 1..<(1 << settings.count) {
      let parts = settings.enumerated().map { index, setting in
        choice >> index & 1 == 1 ? "NOT \(isSame(setting))" : isSame(setting)
      }
      let properties = settings.enumerated().filter { choice >> $0.offset & 1 == 1 }
        .map(\.element.property)
      let found: SQLStatement =
        "\(request.target) WHERE (\(request.condition)) AND \(parts.joined(by: " AND "))"
      try note(.update, properties, found, history, number, from: position)
      position += entities.count
    }
  }

  private func note(
    _ kind: StoreChange.Kind, _ properties: [String], _ found: SQLStatement,
    _ history: SQLHistory?, _ number: Int64, from position: Int
  ) throws {
    for (index, entity) in entities.enumerated() {
      let keys: SQLStatement =
        table.hasEntities
        ? "\(found) AND \(SQLStatement.isOf([entity], "\(name: SQLTable.entity)"))" : found
      try history?.write(
        kind, of: entity, properties, keys: keys, number: number, position: position + index)
    }
  }

  // MARK: Deletions

  private func standsInTheWay(
    _ deletion: StoreBatch.Deletion, of rows: SQLBatchRows, _ connection: any SQLConnection
  ) throws -> Bool {
    guard let obstacles = obstacles(to: deletion, of: rows) else { return true }
    return try obstacles.contains { try connection.integer($0) != 0 }
  }

  /// Returns the queries for links that require loading objects. If a query returns a result other than zero, such
  /// links exist. Returns `nil` if objects must be loaded anyway.
  package func obstacles(
    to deletion: StoreBatch.Deletion, of rows: SQLBatchRows
  ) -> [SQLStatement]? {
    var conditions: Set<SQLStatement> = []
    for link in deletion.empty {
      switch schema.place(of: link.relationship, in: link.entity)?.0 {
      case .link(let link):
        conditions.insert("\(rows.own) AND \(name: table.columns[link.key].name) IS NOT NULL")
      case .column(let members):
        let other = schema.tables[members.table]
        conditions.insert(
          "\(name: other.name) WHERE \(name: other.columns[members.link.key].name)\(rows.keyTest)")
      case .pairs(let pairs):
        conditions.insert("\(name: pairs.name) WHERE \(name: pairs.owner)\(rows.keyTest)")
      case .value, nil: return nil
      }
    }
    for link in deletion.unreferenced {
      guard let other = schema.table(of: link.entity) else { return nil }
      switch schema.place(of: link.relationship, in: link.entity)?.0 {
      case .link(let link):
        conditions.insert(
          "\(name: other.name) WHERE \(name: other.columns[link.key].name)\(rows.keyTest)")
      case .pairs(let pairs):
        conditions.insert("\(name: pairs.name) WHERE \(name: pairs.member)\(rows.keyTest)")
      case .column, .value, nil: return nil
      }
    }
    return conditions.map { "SELECT EXISTS (SELECT 1 FROM \($0))" }
  }

  /// A column of links with the name of its relationship.
  package struct Members: Hashable {
    package let members: SQLMembers
    package let relationship: String
  }

  /// Returns the columns with links to deleted rows that must be cleared.
  package func links(clearedBy deletion: StoreBatch.Deletion) -> [Members] {
    var seen: Set<Members> = []
    return deletion.cleared.compactMap(members).filter { seen.insert($0).inserted }
  }

  private func members(of link: StoreBatch.Link) -> Members? {
    guard let (place, property) = schema.place(of: link.relationship, in: link.entity),
      case .column(let members) = place, let inverse = property.asRelationship?.inverse
    else { return nil }
    return Members(members: members, relationship: inverse)
  }

  /// Clears the links to rows that were deleted.
  ///
  /// - Complexity: That of finding the links by their index.
  private func clear(
    _ link: Members, _ connection: any SQLConnection, _ version: UInt32, _ history: SQLHistory?,
    _ position: inout Int
  ) throws {
    let rows = losers(of: link, " IN (SELECT \(name: SQLTable.key) FROM \(Self.removedKeys))")
    let other = schema.tables[link.members.table]
    for entity in other.entities {
      let keys: SQLStatement =
        other.hasEntities
        ? "\(rows.own) AND \(name: SQLTable.entity) = \(value: .text(entity))" : rows.own
      try history?.write(
        .update, of: entity, [link.relationship], keys: keys, number: Int64(version),
        position: position)
      position += 1
    }
    try connection.run(clearing(link, of: rows, version: version))
  }

  /// Returns the rows that have links to deleted rows.
  ///
  /// - Parameter areGone: The SQL that follows a key column and tests for the keys of deleted rows.
  package func losers(of link: Members, _ areGone: SQLStatement) -> SQLBatchRows {
    let other = schema.tables[link.members.table]
    var condition: SQLStatement =
      "\(name: other.columns[link.members.link.key].name)\(areGone)"
    // Deleted rows lose nothing.
    if other.position == table.position {
      condition += " AND NOT \(name: SQLTable.key)\(areGone)"
    }
    return SQLBatchRows("\(name: other.name)", where: condition)
  }

  /// Returns the statement that clears the links of rows, and sets their version.
  package func clearing(_ link: Members, of rows: SQLBatchRows, version: UInt32) -> SQLStatement {
    let other = schema.tables[link.members.table]
    var sets: [SQLStatement] = ["\(name: SQLTable.version) = \(value: .integer(Int64(version)))"]
    link.members.link.write(.null) { place, _ in
      sets.append("\(name: other.columns[place].name) = NULL")
    }
    return "UPDATE \(rows.table) SET \(sets.joined(by: ", ")) WHERE \(rows.condition)"
  }
}
