import Armature
import ArmatureModel
import ArmatureSQLite

/// The records that foreign keys lead to.
struct TableKeys {
  private let plan: TablePlan
  private let database: ForeignDatabase
  /// The columns whose values stand for objects, by the tables.
  private let identityColumns: [TablePlan.Column?]
  /// The tables that keys lead to, by the names that these have for them.
  private var tables: [String: Int] = [:]
  /// The number of the first record of each table, less one.
  private(set) var starts: [Int64] = []
  /// How many records there are.
  private(set) var count: Int64 = 0
  /// The numbers of the records by the values of columns that keys refer to.
  private var numbers: [Target: [[KeyPart]: Int64]] = [:]
  /// The values that stand for the objects of a table, where numbers of records do not, in the order of the rows.
  private var identities: [Int: [ForeignValue]] = [:]
  /// Values that are equal to those of keys for SQLite, by these.
  private var equals: [Key: [[KeyPart]: [KeyPart]]] = [:]

  /// What the values of a key lead to.
  enum End {
    /// One of the values is missing.
    case nothing
    case record(Int64)
    /// There is no such row.
    case missing
  }

  /// Columns of a table that foreign keys refer to.
  private struct Target: Hashable {
    let source: Int
    let columns: [String]
  }

  /// A foreign key.
  private struct Key: Hashable {
    let table: String
    let number: Int64
  }

  init(_ plan: TablePlan, _ database: ForeignDatabase) throws {
    (self.plan, self.database) = (plan, database)
    identityColumns = plan.sources.map(\.identity)
    let links = plan.sources.flatMap { source in
      source.links.map(\.key) + source.joins.flatMap { [$0.owner, $0.member] }
    }
    for link in links { tables[link.table] = plan.index(of: link.table) }
    for source in plan.sources {
      starts.append(count)
      try database.forEachRow(
        of: "SELECT count(*) FROM \(source.table.name.quotedForSQL)", columns: 1
      ) { row in count += row[0].integer ?? 0 }
    }
    for link in links { try number(targetsOf: link) }
  }

  private func target(of link: ForeignTable.Link) -> Target? {
    tables[link.table].map { source in
      let table = plan.sources[source].table
      return Target(source: source, columns: link.targets.isEmpty ? table.key : link.targets)
    }
  }

  /// Numbers the rows of the table that a key refers to.
  private mutating func number(targetsOf link: ForeignTable.Link) throws {
    guard let target = target(of: link), numbers[target] == nil else { return }
    let table = plan.sources[target.source].table
    // The last column is there in any case.
    let identity = identityColumns[target.source]?.name
    let columns = target.columns + [identity ?? target.columns.last ?? ""]
    let list = columns.map(\.quotedForSQL).joined(separator: ", ")
    var values: [ForeignValue] = []
    var (found, number) = ([[KeyPart]: Int64](), starts[target.source])
    try database.forEachRow(
      of: "SELECT \(list) FROM \(table.name.quotedForSQL) ORDER BY \(table.order)",
      columns: columns.count
    ) { row in
      number += 1
      found[row.dropLast().map(KeyPart.init)] = number
      if identity != nil, let value = row.last { values.append(value) }
    }
    numbers[target] = found
    if identity != nil { identities[target.source] = values }
  }

  /// What the values of a key lead to.
  mutating func end(of link: ForeignTable.Link, _ values: [ForeignValue]) throws -> End {
    if values.contains(.null) { return .nothing }
    guard let target = target(of: link) else { return .nothing }
    let parts = values.map(KeyPart.init)
    if let number = numbers[target]?[parts] { return .record(number) }
    let key = Key(table: link.owner, number: link.number)
    if equals[key] == nil { equals[key] = try findEquals(link, target) }
    let number = equals[key]?[parts].flatMap { numbers[target]?[$0] }
    return number.map(End.record) ?? .missing
  }

  /// The values of a key that SQLite takes for those of a row which has them otherwise.
  ///
  /// It compares as the column does that is referred to: by its order of texts, and with a key that has no type of its
  /// own (Foreign Key Support, 3).
  private func findEquals(
    _ link: ForeignTable.Link, _ target: Target
  ) throws -> [[KeyPart]: [KeyPart]] {
    let pairs = zip(target.columns, link.columns).map { ($0.quotedForSQL, $1.quotedForSQL) }
    let list = (pairs.map { "k.\($0.1)" } + pairs.map { "t.\($0.0)" }).joined(separator: ", ")
    let condition = pairs.map { "t.\($0.0) = +k.\($0.1)" }.joined(separator: " AND ")
    let table = plan.sources[target.source].table.name.quotedForSQL
    var found: [[KeyPart]: [KeyPart]] = [:]
    do {
      try database.forEachRow(
        of:
          "SELECT \(list) FROM \(link.owner.quotedForSQL) AS k JOIN \(table) AS t ON \(condition)",
        columns: pairs.count * 2
      ) { row in
        let parts = row.map(KeyPart.init)
        let (key, other) = (Array(parts[..<pairs.count]), Array(parts[pairs.count...]))
        if key != other { found[key] = other }
      }
    } catch SQLiteStoreError.database {
      // The order of texts may be one of another program, and only that knows what is equal by it.
    }
    return found
  }

  /// Writes what stands for an object that a key leads to: its value, or the number of its record.
  func write(_ number: Int64, _ link: ForeignTable.Link, to output: inout JSONOutput) {
    guard let source = tables[link.table], let column = identityColumns[source],
      let known = identities[source]
    else { return output.int(number) }
    let place = Int(number - starts[source]) - 1
    TableValues.write(known[place], column.attribute.type, to: &output)
  }
}

/// A value as keys are compared: a whole number is the same however it is kept, and a text is its bytes.
private enum KeyPart: Hashable {
  case integer(Int64)
  case text([UInt8])
  case other(ForeignValue)

  init(_ value: ForeignValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .real(let number): self = Int64(exactly: number).map(KeyPart.integer) ?? .other(value)
    case .text(let text): self = .text(Array(text.utf8))
    default: self = .other(value)
    }
  }
}
