import Armature
import ArmatureModel
import ArmatureSQLite

/// Resolves foreign keys to records.
struct TableKeys {
  private let plan: TablePlan
  private let database: ForeignDatabase
  /// The identifying column of each table.
  private let identityColumns: [TablePlan.Column?]
  /// The referenced tables, by the names used in references.
  private var tables: [String: Int] = [:]
  /// The number before each table's first record.
  private(set) var starts: [Int64] = []
  /// The number of records.
  private(set) var count: Int64 = 0
  /// The numbers of records, by the values of referenced columns.
  private var numbers: [Target: [[KeyPart]: Int64]] = [:]
  /// The identifying values of a table's objects, in the order of the rows. It contains only tables that do not use the
  /// numbers of records.
  private var identities: [Int: [ForeignValue]] = [:]
  /// The referenced values, by key values that differ from them although SQLite considers them equal.
  private var equals: [Key: [[KeyPart]: [KeyPart]]] = [:]

  /// The target of a key.
  enum End {
    /// One of the key's values is null.
    case nothing
    case record(Int64)
    /// The referenced row is missing.
    case missing
  }

  /// The referenced columns of a table.
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

  /// Numbers the rows of the referenced table.
  private mutating func number(targetsOf link: ForeignTable.Link) throws {
    guard let target = target(of: link), numbers[target] == nil else { return }
    let table = plan.sources[target.source].table
    // The last column exists in any case.
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

  /// Returns the target of a key.
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

  /// Finds and returns the referenced values for key values that differ from them although SQLite considers them equal.
  ///
  /// SQLite compares with the collation and the affinity of the referenced column ("Foreign Key Support", section 3).
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
      // The collation can belong to another program, which alone knows the equal values.
    }
    return found
  }

  /// Writes a reference to an object. It is the identifying value of the object, or the number of its record.
  func write(_ number: Int64, _ link: ForeignTable.Link, to output: inout JSONOutput) {
    guard let source = tables[link.table], let column = identityColumns[source],
      let known = identities[source]
    else { return output.int(number) }
    let place = Int(number - starts[source]) - 1
    TableValues.write(known[place], column.attribute.type, to: &output)
  }
}

/// A value in the form in which keys are compared. Integers are compared by value, in whatever form they are stored.
/// Texts are compared by bytes.
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
