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
  private var targets: [Target: [[ForeignValue]: Int64]] = [:]
  /// The values that stand for the objects of a table, where numbers of records do not, in the order of the rows.
  private var identities: [Int: [ForeignValue]] = [:]
  private(set) var issues: [String] = []
  /// The records.
  private(set) var data = Data()

  /// Columns of a table that foreign keys refer to.
  private struct Target: Hashable {
    let source: Int
    let columns: [String]
  }

  private static let issueLimit = 1000
  /// How many bytes are written before they are taken over.
  private static let portion = 1 << 20

  init(_ plan: TablePlan, _ database: ForeignDatabase) throws {
    (self.plan, self.database) = (plan, database)
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
    var (numbers, number) = ([[ForeignValue]: Int64](), starts[target.source])
    try database.forEachRow(
      of: "SELECT \(list) FROM \(table.name.quotedForSQL) ORDER BY \(table.order)",
      columns: columns.count
    ) { row in
      number += 1
      numbers[row.dropLast().map(\.comparable)] = number
      if identity != nil, let value = row.last { values.append(value) }
    }
    targets[target] = numbers
    if identity != nil { identities[target.source] = values }
  }

  /// The record that the values of a key lead to; `nil` if one of them is missing, the number of none if there is no such
  /// row.
  private mutating func number(
    _ link: ForeignTable.Link, _ values: [ForeignValue], _ place: @autoclosure () -> String
  ) -> Int64? {
    if values.contains(.null) { return nil }
    guard let target = target(of: link) else { return nil }
    if let found = targets[target]?[values.map(\.comparable)] { return found }
    note(
      "\(place()) leads to no row of \(link.table.quotedForMessage): there is none with"
        + " \(values.map(\.shown).joined(separator: ", ")).")
    return count + 1
  }

  private mutating func note(_ issue: String) {
    if issues.count < Self.issueLimit { issues.append(issue) }
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
  private mutating func members(of join: TablePlan.Join) throws -> [Int64: [Int64]] {
    let columns = join.owner.columns + join.member.columns
    let order = join.order.map { "\($0.quotedForSQL) IS NULL, \($0.quotedForSQL), " } ?? ""
    let list = columns.map(\.quotedForSQL).joined(separator: ", ")
    var rows: [[ForeignValue]] = []
    try database.forEachRow(
      of:
        "SELECT \(list) FROM \(join.table.name.quotedForSQL) ORDER BY \(order)\(join.table.order)",
      columns: columns.count
    ) { rows.append($0) }
    var members: [Int64: [Int64]] = [:]
    var seen: Set<[Int64]> = []
    let width = join.owner.columns.count
    for row in rows {
      guard
        let owner = number(join.owner, Array(row[..<width]), "A row of \(join.table.name)"),
        let member = number(join.member, Array(row[width...]), "A row of \(join.table.name)"),
        owner <= count, seen.insert([owner, member]).inserted
      else { continue }
      members[owner, default: []].append(member)
    }
    return members
  }

  private mutating func writeRows(_ index: Int) throws {
    let source = plan.sources[index]
    var joined: [[Int64: [Int64]]] = []
    for join in source.joins { joined.append(try members(of: join)) }
    let columns = source.columns.map(\.name) + source.links.flatMap(\.key.columns)
    let list = columns.isEmpty ? "1" : columns.map(\.quotedForSQL).joined(separator: ", ")
    var output = JSONOutput()
    let first = starts[index]
    var number = first
    let keys = source.columns.map { $0.attribute.key ?? $0.attribute.name }
    try database.forEachRow(
      of: "SELECT \(list) FROM \(source.table.name.quotedForSQL) ORDER BY \(source.table.order)",
      columns: max(columns.count, 1)
    ) { row in
      number += 1
      // A line is an object with the records of an entity.
      output.beginObject()
      output.key(source.entity.key ?? source.entity.name)
      output.beginArray()
      output.element()
      output.beginObject()
      output.key("@id")
      output.int(number)
      for (place, column) in source.columns.enumerated() {
        if row[place] == .brokenText {
          note(
            "\(source.entity.name).\(column.attribute.name), row \(number - first), is left out: it is"
              + " \(row[place].phrase).")
        }
        output.key(keys[place])
        TableValues.write(row[place], column.attribute.type, to: &output)
      }
      var start = source.columns.count
      for link in source.links {
        let values = Array(row[start..<(start + link.key.columns.count)])
        start += values.count
        guard
          let target = self.number(
            link.key, values,
            "\(source.entity.name).\(link.relationship), row \(number - first),")
        else { continue }
        output.key(link.relationship)
        write(target, link.key, values, to: &output)
      }
      for (place, join) in source.joins.enumerated() {
        guard let found = joined[place][number] else { continue }
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
}

extension JSONOutput {
  fileprivate func isLong(_ limit: Int) -> Bool { withBytes { $0.count > limit } }
}

extension ForeignValue {
  /// The value as keys are compared: a whole number is the same however it is kept.
  fileprivate var comparable: ForeignValue {
    if case .real(let number) = self, let whole = Int64(exactly: number) {
      .integer(whole)
    } else {
      self
    }
  }

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
