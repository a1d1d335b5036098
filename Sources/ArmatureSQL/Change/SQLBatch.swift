package import Armature
import ArmatureModel

/// The statements of a batch. A database runs them in a transaction.
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

  /// Thrown to roll back a batch that changes nothing.
  package struct Unchanged: Error {
    package init() {}
  }

  /// Returns the result of a transaction that runs a batch.
  ///
  /// - Parameters:
  ///   - transaction: Runs the batch, which throws ``Unchanged``, ``NeedsObjects``, or an error of the database.
  ///   - violation: Returns the violated constraint of an error.
  /// - Returns: `nil` if objects must be loaded, for example for a violated constraint, because the database cannot
  ///   name the object.
  package static func result(
    of batch: StoreBatch, _ transaction: () throws -> BatchResult,
    violation: (any Error) -> SQLViolation?
  ) throws -> BatchResult? {
    do {
      return try transaction()
    } catch is Unchanged {
      return BatchResult(count: 0, objectIDs: batch.returnsObjectIDs ? [] : nil)
    } catch is NeedsObjects {
      return nil
    } catch {
      if violation(error) == nil { throw error }
      return nil
    }
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
    case .externalData, .list, .json: return nil
    // SQL treats zero and negative zero as equal, but they are different values.
    case .real where encoded == .real(0), .date where encoded == .real(0): return nil
    default: return Setting(property: property, column: column, value: encoded)
    }
  }

  private func place(_ property: String) -> SQLPlace? {
    schema.place(of: property, in: batch.request.entity)?.0
  }

  // MARK: Rows

  /// The changed rows, as their condition finds them.
  package var rows: SQLBatchRows {
    switch batch.change {
    case .update: SQLBatchRows(request.target, where: changed)
    case .delete: SQLBatchRows(request.target, where: request.condition)
    }
  }

  /// The condition for found rows without the new values.
  private var changed: SQLStatement {
    let differs = settings.map { "NOT \(isSame($0))" as SQLStatement }
    return "(\(request.condition)) AND (\(differs.joined(by: " OR ")))"
  }

  /// The rows of an update by the properties that change in them. If a row already has some of the values, fewer
  /// properties change.
  package var rowsByProperties: [(properties: [String], rows: SQLStatement)] {
    (1..<(1 << settings.count)).map { choice in
      let parts = settings.enumerated().map { index, setting in
        choice >> index & 1 == 1 ? "NOT \(isSame(setting))" : isSame(setting)
      }
      let properties = settings.enumerated().filter { choice >> $0.offset & 1 == 1 }
        .map(\.element.property)
      return (
        properties,
        "\(request.target) WHERE (\(request.condition)) AND \(parts.joined(by: " AND "))"
      )
    }
  }

  /// Returns the rows of each entity.
  ///
  /// - Parameter rows: The table with a condition.
  package func byEntity(_ rows: SQLStatement) -> [(entity: String, rows: SQLStatement)] {
    parts(of: rows, table, entities)
  }

  private func parts(
    of rows: SQLStatement, _ table: SQLTable, _ entities: [String]
  ) -> [(entity: String, rows: SQLStatement)] {
    entities.map { entity in
      let isOf = SQLStatement.isOf([entity], "\(name: SQLTable.entity)")
      return (entity, table.hasEntities ? "\(rows) AND \(isOf)" : rows)
    }
  }

  /// Returns the IDs of rows; `nil` if the batch does not return any.
  package func objectIDs(
    _ rows: SQLStatement, _ connection: any SQLConnection
  ) throws -> [ManagedObjectID]? {
    guard batch.returnsObjectIDs else { return nil }
    let entity: SQLStatement = table.hasEntities ? ", \(name: SQLTable.entity)" : .empty
    var ids: [ManagedObjectID] = []
    try connection.forEachRow(of: "SELECT \(name: SQLTable.key)\(entity) FROM \(rows)") { row in
      let name = table.hasEntities ? row.text(at: 1) : table.entities.first
      ids.append(
        ManagedObjectID(
          entityName: name ?? "", key: row.integer(at: 0), storeID: database.storeID))
    }
    return ids
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

  // MARK: Deletions

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

  /// Returns the rows of each entity among those that lose links.
  package func byEntity(
    _ rows: SQLStatement, losing link: Members
  ) -> [(entity: String, rows: SQLStatement)] {
    let other = schema.tables[link.members.table]
    return parts(of: rows, other, other.entities)
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

/// The rows that a batch changes, as parts of statements.
package struct SQLBatchRows {
  /// The table as named in an UPDATE statement.
  package let table: SQLStatement
  /// The condition that selects the rows.
  package let condition: SQLStatement
  /// The SQL that follows a key column and tests for the keys of the rows.
  package let keyTest: SQLStatement

  /// Creates the rows that satisfy a condition.
  init(_ table: SQLStatement, where condition: SQLStatement) {
    (self.table, self.condition) = (table, "(\(condition))")
    keyTest = " IN (SELECT \(name: SQLTable.key) FROM \(table) WHERE \(condition))"
  }

  /// Creates the rows with some keys.
  package init(_ table: SQLStatement, keyTest: SQLStatement) {
    (self.table, self.keyTest) = (table, keyTest)
    condition = "\(name: SQLTable.key)\(keyTest)"
  }

  /// The table with the condition, which can be extended.
  package var own: SQLStatement { "\(table) WHERE \(condition)" }
}
