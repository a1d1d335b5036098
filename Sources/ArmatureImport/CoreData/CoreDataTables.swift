import Armature
import ArmatureModel
import ArmatureSQLite

/// The tables of a Core Data store.
struct CoreDataTables {
  /// The column names of each table. Core Data writes both in capitals.
  private(set) var columns: [String: Set<String>] = [:]
  /// The columns of each index that the model declares, in order.
  private(set) var indexes: Set<[String]> = []
  /// The number of each entity, by name.
  private(set) var numbers: [String: Int64] = [:]
  /// The name of each entity, by number.
  private(set) var names: [Int64: String] = [:]

  /// The table that lists the entities.
  private static let entityTable = "Z_PRIMARYKEY"

  /// - Throws: ``CoreDataStoreError`` if Core Data did not write the database.
  init(_ database: ForeignDatabase, path: String) throws {
    // Rows of a damaged file can be wrong without any query failing.
    try database.forEachRow(of: "PRAGMA quick_check(1)", columns: 1) { row in
      if let found = row[0].text, found != "ok" {
        throw CoreDataStoreError(path, "it is damaged: \(found).")
      }
    }
    var tables: [String] = []
    try database.forEachRow(
      of: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", columns: 1
    ) { row in
      if let name = row[0].text { tables.append(name) }
    }
    guard tables.contains(Self.entityTable), tables.contains("Z_METADATA") else {
      throw CoreDataStoreError(
        path, "it lacks the tables Z_PRIMARYKEY and Z_METADATA, which every store has.")
    }
    for table in tables { try readTable(table, database) }
    try database.forEachRow(of: "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY", columns: 2) { row in
      guard let name = row[0].text, case .integer(let number) = row[1] else { return }
      numbers[name] = number
      names[number] = name
    }
  }

  private mutating func readTable(_ table: String, _ database: ForeignDatabase) throws {
    var names: Set<String> = []
    try database.forEachRow(of: "PRAGMA table_info(\(table.quotedForSQL))", columns: 2) { row in
      if let name = row[1].text { names.insert(name.uppercased()) }
    }
    columns[table.uppercased()] = names
    var indexNames: [String] = []
    try database.forEachRow(of: "PRAGMA index_list(\(table.quotedForSQL))", columns: 2) { row in
      // Indexes of the model are named like Z_Book_byTitle; Core Data's own indexes are not.
      if let name = row[1].text, name.hasPrefix("Z_"), name.dropFirst(2).first?.isNumber == false {
        indexNames.append(name)
      }
    }
    for index in indexNames {
      var parts: [String] = [table.uppercased()]
      try database.forEachRow(of: "PRAGMA index_info(\(index.quotedForSQL))", columns: 3) { row in
        parts.append(row[2].text?.uppercased() ?? "")
      }
      indexes.insert(parts)
    }
  }

  /// Returns whether a table has a column.
  func has(_ column: String, in table: String) -> Bool { columns[table]?.contains(column) ?? false }
}

extension String {
  /// The name as a quoted SQL identifier.
  var quotedForSQL: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

/// The rows that store the links of a to-many relationship.
struct CoreDataLinks {
  let table: String
  /// The column with the key of the object that has the relationship.
  let owner: String
  /// The column with the key of the destination object.
  let member: String
  /// The column with the order of the members, for an ordered relationship.
  let order: String?
  /// The column that identifies a row in messages.
  let key: String
  /// Whether the owner's column belongs to an attribute or relationship. If so, the values of the column are already
  /// checked there.
  let isColumnOfProperty: Bool

  /// Finds the place where a relationship stores its links. Returns `nil` if it does not store any.
  init?(_ relationship: RelationshipDescription, of entity: String, _ layout: CoreDataLayout) {
    if let inverse = layout.inverse(of: relationship), !inverse.isToMany {
      guard let column = layout.column(of: inverse.name, in: relationship.destination) else {
        return nil
      }
      let table = layout.table(of: relationship.destination)
      let order = "Z_FOK_" + column.dropFirst()
      self.init(
        table: table, owner: column, member: "Z_PK",
        order: layout.tables.has(order, in: table) ? order : nil, key: "Z_PK",
        isColumnOfProperty: true)
    } else if let join = layout.joinTable(of: relationship, entity) {
      self.init(
        table: join.table, owner: join.owner, member: join.member, order: join.order, key: "rowid",
        isColumnOfProperty: false)
    } else if let (table, column) = layout.ownColumn(of: relationship, entity) {
      self.init(
        table: table, owner: column, member: "Z_PK", order: nil, key: "Z_PK",
        isColumnOfProperty: false)
    } else {
      return nil
    }
  }

  private init(
    table: String, owner: String, member: String, order: String?, key: String,
    isColumnOfProperty: Bool
  ) {
    (self.table, self.owner, self.member) = (table, owner, member)
    (self.order, self.key, self.isColumnOfProperty) = (order, key, isColumnOfProperty)
  }

  /// A query that returns the owner, the member, the key of the row, and the position. The rows are sorted by the
  /// position.
  var query: String {
    let columns = [owner, member, key].map(\.quotedForSQL) + [order?.quotedForSQL ?? "NULL"]
    let sorting = order.map { "\($0.quotedForSQL) IS NULL, \($0.quotedForSQL), " } ?? ""
    // A row of a join table always has both ends. In other tables the link can be null.
    let condition = member == "Z_PK" ? " WHERE \(owner.quotedForSQL) NOT NULL" : ""
    return "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedForSQL)\(condition)"
      + " ORDER BY \(sorting)2"
  }
}

/// The source row of each record.
struct CoreDataPlaces {
  private var rows: [Row] = []
  private let file: String

  private struct Row {
    let entity: String
    let key: Int64
  }

  /// - Parameter file: The name of the store.
  init(file: String) { self.file = file }

  /// Records the source row of the next record. Each record takes one line.
  mutating func add(_ entity: String, _ key: Int64) { rows.append(Row(entity: entity, key: key)) }

  /// Returns the place of the record on a line: `Shop.sqlite (Product, row 12)`.
  func place(ofLine line: Int) -> InputPosition {
    guard rows.indices.contains(line - 1) else { return InputPosition(file: file) }
    let row = rows[line - 1]
    return InputPosition(file: file, path: "\(row.entity), row \(row.key)")
  }
}
