import Armature
import ArmatureModel
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A conversion of the rows of tables to records. Each record is a line of JSON with a number, to which links refer.
struct TableRecords {
  private let plan: TablePlan
  private let database: ForeignDatabase
  private var keys: TableKeys
  private var moments = TableMoments()
  /// The kinds of values in each column of each table.
  private var kinds: [[ValueKinds]]
  private(set) var problems: CoreDataIssues
  /// The source row of each record.
  private(set) var places: CoreDataPlaces
  /// The records.
  private(set) var data = Data()

  /// The number of bytes to collect before they are appended.
  private static let chunkSize = 1 << 20

  /// - Parameters:
  ///   - path: The path of the file, for messages.
  ///   - name: The name of the file in the messages of a load.
  init(_ plan: TablePlan, _ database: ForeignDatabase, path: String, name: String) throws {
    (self.plan, self.database) = (plan, database)
    problems = CoreDataIssues(path: path)
    places = CoreDataPlaces(file: name)
    keys = try TableKeys(plan, database)
    kinds = plan.sources.map { Array(repeating: [], count: $0.columns.count) }
    for index in plan.sources.indices { try writeRows(index) }
    moments.tell(&problems)
  }

  /// The number of records.
  var count: Int64 { keys.count }

  /// The columns whose values all have the same type, which is not the declared type.
  var retypedColumns: [SQLiteModel.RetypedColumn] {
    zip(plan.sources, kinds).flatMap { source, kinds in
      zip(source.columns, kinds).compactMap { column, kinds in
        guard let type = kinds.type, type != column.attribute.type else { return nil }
        return SQLiteModel.RetypedColumn(
          entity: source.entity.name, property: column.attribute.name,
          name: source.name(of: column), type: type)
      }
    }
  }

  /// Returns the record to which a key refers. Returns `nil` if a value is null. If the row is missing, reports this
  /// and returns `nil`.
  ///
  /// - Parameter place: A closure that returns the place of one of the key's columns in its row.
  private mutating func record(
    _ link: ForeignTable.Link, _ values: [ForeignValue],
    _ place: (_ column: String) -> CoreDataIssues.Place
  ) throws -> Int64? {
    if let broken = values.firstIndex(where: \.isBroken),
      let text = TableValues.refusal(values[broken], .string)
    {
      problems.reject(place(link.columns[broken]), text)
      return nil
    }
    switch try keys.end(of: link, values) {
    case .nothing: return nil
    case .record(let number): return number
    case .missing:
      problems.reject(
        place(link.columns[0]),
        " leads to no row of \(link.table.quotedForMessage): no row has "
          + "\(values.map(\.shown).joined(separator: ", ")).", .brokenReference)
      return nil
    }
  }

  /// Returns the members of a join table, by owner.
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
      func place(_ column: String) -> CoreDataIssues.Place {
        CoreDataIssues.Place(
          entity: entity, property: join.relationship, table: join.table.name, row: key,
          column: column)
      }
      let owner = try record(join.owner, Array(row[..<width]), place)
      let member = try record(join.member, Array(row[width..<columns.count]), place)
      guard let owner, let member else { continue }
      if seen.insert([owner, member]).inserted {
        members[owner, default: []].append(member)
      } else {
        // SQLite considers this row's keys equal to another row's keys.
        problems.warn(place(join.member.columns[0]), " leads to the same row as another one.")
      }
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
    let first = keys.starts[index]
    var number = first
    try database.forEachRow(
      of: "SELECT \(list) FROM \(source.table.name.quotedForSQL) ORDER BY \(source.table.order)",
      columns: columns.count + 1
    ) { row in
      number += 1
      let key = row.last?.integer ?? (number - first)
      places.add(source.entity.name, key)
      // Each line is an object with an array of one entity's records.
      output.beginObject()
      output.key(source.entity.key ?? source.entity.name)
      output.beginArray()
      output.element()
      output.beginObject()
      output.key("@id")
      output.int(number)
      for place in source.columns.indices { kinds[index][place].formUnion(ValueKinds(row[place])) }
      try write(row, key, source, to: &output)
      for (index, join) in source.joins.enumerated() {
        guard let found = joined[index][number] else { continue }
        output.key(join.relationship)
        output.beginArray()
        for member in found {
          output.element()
          keys.write(member, join.member, to: &output)
        }
        output.endArray()
      }
      output.endObject()
      output.endArray()
      output.endObject()
      output.endLine()
      output.withBytes { bytes in
        if bytes.count > Self.chunkSize { data.append(contentsOf: bytes) }
      }
      if output.isLong(Self.chunkSize) { output.removeBytes() }
    }
    output.withBytes { data.append(contentsOf: $0) }
  }

  /// Writes the values and references of a row.
  private mutating func write(
    _ row: [ForeignValue], _ key: Int64, _ source: TablePlan.Source, to output: inout JSONOutput
  ) throws {
    func place(_ property: String, _ column: String) -> CoreDataIssues.Place {
      CoreDataIssues.Place(
        entity: source.entity.name, property: property, table: source.table.name, row: key,
        column: column)
    }
    for (value, column) in zip(row, source.columns) {
      let type = column.attribute.type
      output.key(column.attribute.key ?? column.attribute.name)
      if let text = TableValues.refusal(value, type) {
        problems.reject(place(column.attribute.name, column.name), text)
        output.null()
      } else {
        if type == .date || type == .calendarDate {
          moments.add(value, place(column.attribute.name, column.name))
        }
        TableValues.write(value, type, to: &output)
      }
    }
    var start = source.columns.count
    for link in source.links {
      let values = Array(row[start..<(start + link.key.columns.count)])
      start += values.count
      guard let target = try record(link.key, values, { place(link.relationship, $0) }) else {
        continue
      }
      output.key(link.relationship)
      keys.write(target, link.key, to: &output)
    }
  }
}

extension ForeignTable {
  /// Returns a column list for SELECT, followed by the row number.
  fileprivate func list(of columns: [String]) -> String {
    (columns.map(\.quotedForSQL) + [rowNumberName ?? "NULL"]).joined(separator: ", ")
  }
}

extension JSONOutput {
  fileprivate func isLong(_ limit: Int) -> Bool { withBytes { $0.count > limit } }
}
