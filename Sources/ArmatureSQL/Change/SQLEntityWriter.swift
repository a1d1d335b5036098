package import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Writes the rows of one entity.
final class SQLEntityWriter {
  let entity: EntityDescription
  let table: SQLTable
  let places: [SQLPlace]
  private let connection: any SQLConnection
  /// The columns of the entity, in the order in which an insertion takes them.
  private let columns: [Int]
  private let positions: [Int: Int]
  private var values: [SQLValue]
  private var insertionCursor: (any SQLCursor)?
  private var updateCursors: [[Int]: any SQLCursor] = [:]

  init?(_ entity: EntityDescription, _ schema: SQLSchema, _ connection: any SQLConnection) {
    guard let table = schema.table(of: entity.name), let places = schema.places[entity.name] else {
      return nil
    }
    (self.entity, self.table, self.places, self.connection) = (entity, table, places, connection)
    columns = places.flatMap(\.columns)
    positions = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    values = Array(repeating: .null, count: columns.count)
  }

  /// The columns of a change, each with its value; the changed ones are those that a value is given for.
  ///
  /// - Throws: What keeps a value from being stored.
  private func encode(_ change: StoreChange, _ set: (Int, SQLValue) -> Void) throws {
    for value in change.values where places.indices.contains(value.property) {
      switch places[value.property] {
      case .value(let layout):
        if !layout.write(value.value, set) { throw ValidationReport([unfit(value, change)]) }
      case .link(let link): link.write(value.value, set)
      case .column, .pairs: break
      }
    }
  }

  private func unfit(_ value: StoreChange.Value, _ change: StoreChange) -> ValidationFailure {
    let property = entity.persistentProperties[value.property]
    return ValidationFailure(
      entity: entity.name, objectID: change.id, keyPath: [property.name],
      .wrongType(
        expected: property.asAttribute?.type ?? .string, found: value.value.typeName),
      value: value.value, ruleSite: property.site)
  }

  // MARK: Changes

  func insert(_ change: StoreChange, version: UInt32) throws {
    for index in values.indices { values[index] = .null }
    try encode(change) { values[positions[$0] ?? 0] = $1 }
    let cursor = try insertion()
    cursor.bind(.integer(change.id.key), at: 0)
    cursor.bind(.integer(Int64(version)), at: 1)
    if table.hasEntities { cursor.bind(.text(entity.name), at: 2) }
    let first = table.hasEntities ? 3 : 2
    for (index, value) in values.enumerated() { cursor.bind(value, at: first + index) }
    defer { cursor.reset() }
    _ = try cursor.step()
  }

  /// - Returns: Whether there was such a row, at the version that the change is based on.
  func update(_ change: StoreChange, version: UInt32) throws -> Bool {
    var (columns, values): ([Int], [SQLValue]) = ([], [])
    try encode(change) { column, value in
      columns.append(column)
      values.append(value)
    }
    let cursor = try update(of: columns)
    values += [.integer(Int64(version)), .integer(change.id.key)]
    if table.hasEntities { values.append(.text(entity.name)) }
    values.append(.integer(Int64(change.version)))
    for (place, value) in values.enumerated() { cursor.bind(value, at: place) }
    defer { cursor.reset() }
    _ = try cursor.step()
    return cursor.changeCount > 0
  }

  /// The statement that inserts rows, read once for a transaction.
  private func insertion() throws -> any SQLCursor {
    if let known = insertionCursor { return known }
    var names: [SQLStatement] = ["\(name: SQLTable.key)", "\(name: SQLTable.version)"]
    if table.hasEntities { names.append("\(name: SQLTable.entity)") }
    names += columns.map { "\(name: table.columns[$0].name)" }
    let values = names.map { _ in "\(value: .null)" as SQLStatement }.joined(by: ", ")
    let statement: SQLStatement =
      "INSERT INTO \(name: table.name) (\(names.joined(by: ", "))) VALUES (\(values))"
    let cursor = try connection.prepare(statement.text)
    insertionCursor = cursor
    return cursor
  }

  /// The statement that changes some columns of a row, read once for a transaction.
  private func update(of columns: [Int]) throws -> any SQLCursor {
    if let known = updateCursors[columns] { return known }
    let sets = (columns.map { table.columns[$0].name } + [SQLTable.version]).map {
      "\(name: $0) = \(value: .null)" as SQLStatement
    }
    let statement: SQLStatement =
      "UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(row(0)) AND \(name: SQLTable.version) = \(value: .null)"
    let cursor = try connection.prepare(statement.text)
    updateCursors[columns] = cursor
    return cursor
  }

  /// Gives the statements back.
  func finish() {
    for cursor in updateCursors.values { connection.giveBack(cursor) }
    if let insertionCursor { connection.giveBack(insertionCursor) }
    (updateCursors, insertionCursor) = ([:], nil)
  }

  /// - Returns: Whether there was such a row, at the version that the change is based on.
  func delete(_ change: StoreChange) throws -> Bool {
    try connection.run("DELETE FROM \(name: table.name)\(match(change))") > 0
  }

  /// Takes out what is unique of a row, as another one may be about to get it.
  func clearUniques(_ change: StoreChange) throws {
    let unique = Set(table.uniques.flatMap(\.columns))
    var sets: [SQLStatement] = []
    try encode(change) { column, _ in
      if unique.contains(column) { sets.append("\(name: table.columns[column].name) = NULL") }
    }
    if sets.isEmpty { return }
    try connection.run(
      "UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(match(change))")
  }

  private func match(_ change: StoreChange) -> SQLStatement {
    "\(row(change.id.key)) AND \(name: SQLTable.version) = \(value: .integer(Int64(change.version)))"
  }

  private func row(_ key: Int64) -> SQLStatement {
    let entity: SQLStatement =
      table.hasEntities ? " AND \(name: SQLTable.entity) = \(value: .text(self.entity.name))" : .empty
    return " WHERE \(name: SQLTable.key) = \(value: .integer(key))\(entity)"
  }

  /// The version of a row; `nil` if there is none.
  func version(of id: ManagedObjectID) throws -> UInt32? {
    try connection.integer("SELECT \(name: SQLTable.version) FROM \(name: table.name)\(row(id.key))")
      .map { UInt32(clamping: $0) }
  }

  /// The row of an object; `nil` if there is none.
  func row(of id: ManagedObjectID, _ schema: SQLSchema) throws -> StoreRow? {
    guard let query = schema.rows(of: entity) else { return nil }
    return try connection.rows(of: [id.key], query, storeID: id.storeID)[id.key]
  }
}

extension SQLPlace {
  /// The columns of the row itself.
  var columns: [Int] {
    switch self {
    case .value(let layout): layout.columns
    case .link(let link): [link.key] + [link.entity, link.order].compactMap { $0 }
    case .column, .pairs: []
    }
  }
}

extension SQLLink {
  /// Gives the columns their parts of a link; the place in an ordered inverse is told by the other side.
  func write(_ value: AttributeValue, _ set: (Int, SQLValue) -> Void) {
    let id: ManagedObjectID? = if case .object(let id) = value { id } else { nil }
    set(key, id.map { .integer($0.key) } ?? .null)
    if let entity { set(entity, id.map { .text($0.entityName) } ?? .null) }
    if let order { set(order, .null) }
  }
}

extension SQLConnection {
  /// The rows of some keys.
  package func rows(
    of keys: some Collection<Int64>, _ query: SQLRowQuery, storeID: UUID
  ) throws -> [Int64: StoreRow] {
    var rows: [Int64: StoreRow] = [:]
    try forEachBatch(of: keys, query.statement) { cursor in
      if let row = query.reader.read(cursor, storeID: storeID) { rows[row.id.key] = row }
    }
    return rows
  }

  /// Runs a statement for some keys, so many at a time.
  func forEachBatch(
    of keys: some Collection<Int64>, _ statement: SQLStatement,
    _ visit: (any SQLCursor) throws -> Void
  ) throws {
    var rest = keys[...]
    while let last = rest.first {
      let batch = rest.prefix(SQLSchema.batchSize)
      rest = rest.dropFirst(batch.count)
      let cursor = try prepare(statement.text)
      defer { giveBack(cursor) }
      var place = 0
      for key in batch {
        cursor.bind(.integer(key), at: place)
        place += 1
      }
      while place < SQLSchema.batchSize {
        cursor.bind(.integer(last), at: place)
        place += 1
      }
      for (index, value) in statement.values.enumerated().dropFirst(SQLSchema.batchSize) {
        cursor.bind(value, at: index)
      }
      while try cursor.step() { try visit(cursor) }
    }
  }
}
