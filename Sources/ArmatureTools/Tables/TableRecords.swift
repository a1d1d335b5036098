import Armature
import ArmatureModel
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes records of the rows of tables: a line of JSON for each, with its number, by which links lead to it.
struct TableRecords {
  private let plan: TablePlan
  private let database: ForeignDatabase
  /// The columns whose values stand for objects, by the tables.
  private let identityColumns: [TablePlan.Column?]
  /// The tables that keys lead to, by the names that these have for them.
  private var tables: [String: Int] = [:]
  /// The number of the first record of each table, less one.
  private var starts: [Int64] = []
  private(set) var count: Int64 = 0
  /// The numbers of the records by the values of columns that keys refer to.
  private var targets: [Target: [[KeyPart]: Int64]] = [:]
  /// The values that stand for the objects of a table, where numbers of records do not, in the order of the rows.
  private var identities: [Int: [ForeignValue]] = [:]
  private(set) var problems: CoreDataProblems
  /// Which row each record was.
  private(set) var places: CoreDataPlaces
  /// The records.
  private(set) var data = Data()

  /// Columns of a table that foreign keys refer to.
  private struct Target: Hashable {
    let source: Int
    let columns: [String]
  }

  /// How many bytes are written before they are taken over.
  private static let portion = 1 << 20

  /// - Parameters:
  ///   - path: The file that messages are about.
  ///   - name: What messages of the loader call it.
  init(_ plan: TablePlan, _ database: ForeignDatabase, path: String, name: String) throws {
    (self.plan, self.database) = (plan, database)
    problems = CoreDataProblems(path: path)
    places = CoreDataPlaces(file: name)
    identityColumns = plan.sources.map(\.identity)
    for source in plan.sources {
      let links = source.links.map(\.key) + source.joins.flatMap { [$0.owner, $0.member] }
      for link in links { tables[link.table] = plan.index(of: link.table) }
    }
    for source in plan.sources {
      starts.append(count)
      try database.forEachRow(
        of: "SELECT count(*) FROM \(source.table.name.quotedForSQL)", columns: 1
      ) { row in count += row[0].integer ?? 0 }
    }
    for source in plan.sources {
      for link in source.links { try findTargets(of: link.key) }
      for join in source.joins {
        try findTargets(of: join.owner)
        try findTargets(of: join.member)
      }
    }
    for index in plan.sources.indices { try writeRows(index) }
  }

  private func target(of link: ForeignTable.Link) -> Target? {
    tables[link.table].map { source in
      let table = plan.sources[source].table
      return Target(source: source, columns: link.targets.isEmpty ? table.key : link.targets)
    }
  }

  /// Numbers the rows of the table that a key refers to.
  private mutating func findTargets(of link: ForeignTable.Link) throws {
    guard let target = target(of: link), targets[target] == nil else { return }
    let table = plan.sources[target.source].table
    // The last column is there in any case.
    let identity = identityColumns[target.source]?.name
    let columns = target.columns + [identity ?? target.columns.last ?? ""]
    let list = columns.map(\.quotedForSQL).joined(separator: ", ")
    var values: [ForeignValue] = []
    var (numbers, number) = ([[KeyPart]: Int64](), starts[target.source])
    try database.forEachRow(
      of: "SELECT \(list) FROM \(table.name.quotedForSQL) ORDER BY \(table.order)",
      columns: columns.count
    ) { row in
      number += 1
      numbers[row.dropLast().map(KeyPart.init)] = number
      if identity != nil, let value = row.last { values.append(value) }
    }
    targets[target] = numbers
    if identity != nil { identities[target.source] = values }
  }

  /// The record that the values of a key lead to; `nil` if one of them is missing, the number of none if there is no such
  /// row.
  ///
  /// - Parameter place: The row that has the key, by one of its columns.
  private mutating func number(
    _ link: ForeignTable.Link, _ values: [ForeignValue],
    _ place: (_ column: String) -> CoreDataProblems.Place
  ) -> Int64? {
    if let broken = values.firstIndex(where: \.isBroken) {
      refuse(values[broken], place(link.columns[broken]))
      return nil
    }
    if values.contains(.null) { return nil }
    guard let target = target(of: link) else { return nil }
    if let found = targets[target]?[values.map(KeyPart.init)] { return found }
    problems.warn(
      place(link.columns[0]),
      " leads to no row of \(link.table.quotedForMessage): there is none with"
        + " \(values.map(\.shown).joined(separator: ", ")).")
    return count + 1
  }

  /// Notes text that cannot be read: without it the records are not all that the file has.
  private mutating func refuse(_ value: ForeignValue, _ place: CoreDataProblems.Place) {
    problems.refuse(place, " must have text that can be read, but has \(value.phrase).")
  }

  /// Writes what stands for an object: its value, or the number of its record.
  private func write(
    _ number: Int64, _ link: ForeignTable.Link, _ values: [ForeignValue],
    to output: inout JSONOutput
  ) {
    guard let source = tables[link.table], let column = identityColumns[source] else {
      return output.int(number)
    }
    let place = Int(number - starts[source]) - 1
    let known = identities[source] ?? []
    // Of one that is not there the key tells as much as there is to know.
    let value = known.indices.contains(place) && number <= count ? known[place] : values.first
    TableValues.write(value ?? .integer(number), column.attribute.type, to: &output)
  }

  /// The records that a table of pairs leads to, by those of their owners.
  private mutating func members(
    of join: TablePlan.Join, _ entity: String
  ) throws -> [Int64: [Int64]] {
    let columns = join.owner.columns + join.member.columns
    let order = join.order.map { "\($0.quotedForSQL) IS NULL, \($0.quotedForSQL), " } ?? ""
    let list = join.table.list(of: columns)
    var rows: [[ForeignValue]] = []
    try database.forEachRow(
      of:
        "SELECT \(list) FROM \(join.table.name.quotedForSQL) ORDER BY \(order)\(join.table.order)",
      columns: columns.count + 1
    ) { rows.append($0) }
    var members: [Int64: [Int64]] = [:]
    var seen: Set<[Int64]> = []
    let width = join.owner.columns.count
    for (index, row) in rows.enumerated() {
      let key = row.last?.integer ?? Int64(index + 1)
      func place(_ column: String) -> CoreDataProblems.Place {
        CoreDataProblems.Place(
          entity: entity, property: join.relationship, table: join.table.name, row: key,
          column: column)
      }
      guard let owner = number(join.owner, Array(row[..<width]), place),
        let member = number(join.member, Array(row[width..<columns.count]), place),
        owner <= count, seen.insert([owner, member]).inserted
      else { continue }
      members[owner, default: []].append(member)
    }
    return members
  }

  private mutating func writeRows(_ index: Int) throws {
    let source = plan.sources[index]
    var joined: [[Int64: [Int64]]] = []
    for join in source.joins { joined.append(try members(of: join, source.entity.name)) }
    let columns = source.columns.map(\.name) + source.links.flatMap(\.key.columns)
    let list = source.table.list(of: columns)
    var output = JSONOutput()
    let first = starts[index]
    var number = first
    try database.forEachRow(
      of: "SELECT \(list) FROM \(source.table.name.quotedForSQL) ORDER BY \(source.table.order)",
      columns: columns.count + 1
    ) { row in
      number += 1
      let key = row.last?.integer ?? (number - first)
      places.add(source.entity.name, key)
      // A line is an object with the records of an entity.
      output.beginObject()
      output.key(source.entity.key ?? source.entity.name)
      output.beginArray()
      output.element()
      output.beginObject()
      output.key("@id")
      output.int(number)
      write(row, key, source, to: &output)
      for (index, join) in source.joins.enumerated() {
        guard let found = joined[index][number] else { continue }
        output.key(join.relationship)
        output.beginArray()
        for member in found {
          output.element()
          write(member, join.member, [], to: &output)
        }
        output.endArray()
      }
      output.endObject()
      output.endArray()
      output.endObject()
      output.endLine()
      output.withBytes { bytes in
        if bytes.count > Self.portion { data.append(contentsOf: bytes) }
      }
      if output.isLong(Self.portion) { output.removeBytes() }
    }
    output.withBytes { data.append(contentsOf: $0) }
  }

  /// Writes the values of a row, and what its keys lead to.
  private mutating func write(
    _ row: [ForeignValue], _ key: Int64, _ source: TablePlan.Source, to output: inout JSONOutput
  ) {
    func place(_ property: String, _ column: String) -> CoreDataProblems.Place {
      CoreDataProblems.Place(
        entity: source.entity.name, property: property, table: source.table.name, row: key,
        column: column)
    }
    for (value, column) in zip(row, source.columns) {
      if value.isBroken { refuse(value, place(column.attribute.name, column.name)) }
      output.key(column.attribute.key ?? column.attribute.name)
      TableValues.write(value, column.attribute.type, to: &output)
    }
    var start = source.columns.count
    for link in source.links {
      let values = Array(row[start..<(start + link.key.columns.count)])
      start += values.count
      guard let target = number(link.key, values, { place(link.relationship, $0) }) else {
        continue
      }
      output.key(link.relationship)
      write(target, link.key, values, to: &output)
    }
  }
}

extension ForeignTable {
  /// Columns to select, with the number of the row behind them.
  fileprivate func list(of columns: [String]) -> String {
    (columns.map(\.quotedForSQL) + [rowNumberName ?? "NULL"]).joined(separator: ", ")
  }
}

extension JSONOutput {
  fileprivate func isLong(_ limit: Int) -> Bool { withBytes { $0.count > limit } }
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

extension ForeignValue {
  fileprivate var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.quotedForMessage
    case .brokenText: phrase
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
