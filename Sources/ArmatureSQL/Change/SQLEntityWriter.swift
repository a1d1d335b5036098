import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the rows of one entity.
final class SQLEntityWriter {
  let entity: EntityDescription
  let table: SQLTable
  let places: [SQLPlace]
  private let database: SQLDatabase
  private let connection: any SQLConnection
  /// The columns of the entity, in the order in which an insertion takes them.
  private let columns: [Int]
  private let slots: [Slot]
  private var insertionCursor: (any SQLCursor)?
  private var updates: [[Int]: any SQLCursor] = [:]
  /// The properties that the last update was of, and its statement: most are of the same ones.
  private var lastUpdate: (properties: [Int], cursor: any SQLCursor)?

  /// How a property is bound.
  private struct Slot {
    let kind: SQLQuickKind
    /// The position of its first column among those of the entity, and how many there are.
    let first: Int
    let count: Int
  }

  init?(_ entity: EntityDescription, _ database: SQLDatabase, _ connection: any SQLConnection) {
    let schema = database.schema
    guard let table = schema.table(of: entity.name), let places = schema.places[entity.name] else {
      return nil
    }
    self.database = database
    (self.entity, self.table, self.places, self.connection) = (entity, table, places, connection)
    var (columns, slots): ([Int], [Slot]) = ([], [])
    for place in places {
      let own = place.columns
      slots.append(Slot(kind: SQLQuickKind(place), first: columns.count, count: own.count))
      columns += own
    }
    (self.columns, self.slots) = (columns, slots)
  }

  // MARK: Values

  /// Binds a value to the columns of its property, which stand one behind the other.
  private func bind(
    _ value: StoreChange.Value, _ change: StoreChange, _ cursor: any SQLCursor, at first: Int
  ) throws {
    switch (slots[value.property].kind, value.value) {
    case (.integer, .int(let number)): cursor.bind(number, at: first)
    case (.text, .string(let text)): cursor.bind(text, at: first)
    case (.real, .double(let number)) where !number.isNaN: cursor.bind(number, at: first)
    case (.truth, .bool(let holds)): cursor.bind(holds ? 1 : 0 as Int64, at: first)
    case (.date, .date(let date)) where !date.timeIntervalSinceReferenceDate.isNaN:
      cursor.bind(date.timeIntervalSinceReferenceDate, at: first)
    case (.link, .object(let id)): cursor.bind(id.key, at: first)
    default:
      let own = places[value.property].columns
      try encode(value, change) { column, value in
        cursor.bind(value, at: first + (own.firstIndex(of: column) ?? 0))
      }
    }
  }

  /// Gives each column of a property its part of a value.
  ///
  /// - Throws: What keeps a value from being stored.
  private func encode(
    _ value: StoreChange.Value, _ change: StoreChange, _ set: (Int, SQLValue) -> Void
  ) throws {
    switch places[value.property] {
    case .value(let layout):
      if !layout.write(value.value, set) { throw ValidationReport([unfit(value, change)]) }
    case .link(let link): link.write(value.value, set)
    case .column, .pairs: break
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
    let cursor = try insertion()
    cursor.clear()
    cursor.bind(change.id.key, at: 0)
    cursor.bind(Int64(version), at: 1)
    if table.hasEntities { cursor.bind(entity.name, at: 2) }
    let first = table.hasEntities ? 3 : 2
    for value in change.values where slots.indices.contains(value.property) {
      try bind(value, change, cursor, at: first + slots[value.property].first)
    }
    defer { cursor.reset() }
    _ = try cursor.step()
  }

  /// - Returns: Whether there was such a row, at the version that the change is based on.
  func update(_ change: StoreChange, version: UInt32) throws -> Bool {
    let cursor = try update(of: change.values)
    var place = 0
    for value in change.values where slots.indices.contains(value.property) {
      try bind(value, change, cursor, at: place)
      place += slots[value.property].count
    }
    cursor.bind(Int64(version), at: place)
    cursor.bind(change.id.key, at: place + 1)
    if table.hasEntities { cursor.bind(entity.name, at: place + 2) }
    cursor.bind(Int64(change.version), at: place + (table.hasEntities ? 3 : 2))
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

  /// The statement that changes some properties of a row, read once for a transaction.
  private func update(of values: [StoreChange.Value]) throws -> any SQLCursor {
    if let last = lastUpdate, last.properties.count == values.count,
      zip(last.properties, values).allSatisfy({ $0 == $1.property })
    {
      return last.cursor
    }
    let properties = values.map(\.property)
    let cursor = try updates[properties] ?? prepareUpdate(of: properties)
    updates[properties] = cursor
    lastUpdate = (properties, cursor)
    return cursor
  }

  private func prepareUpdate(of properties: [Int]) throws -> any SQLCursor {
    let changed = properties.flatMap { places.indices.contains($0) ? places[$0].columns : [] }
    let sets = (changed.map { table.columns[$0].name } + [SQLTable.version]).map {
      "\(name: $0) = \(value: .null)" as SQLStatement
    }
    let statement: SQLStatement =
      "UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(row(0)) AND \(name: SQLTable.version) = \(value: .null)"
    return try connection.prepare(statement.text)
  }

  /// Gives the statements back.
  func finish() {
    for cursor in updates.values { connection.giveBack(cursor) }
    if let insertionCursor { connection.giveBack(insertionCursor) }
    (updates, insertionCursor, lastUpdate) = ([:], nil, nil)
  }

  /// - Returns: Whether there was such a row, at the version that the change is based on.
  func delete(_ change: StoreChange) throws -> Bool {
    try connection.run("DELETE FROM \(name: table.name)\(match(change))") > 0
  }

  /// Takes out what is unique of a row, as another one may be about to get it.
  func clearUniques(_ change: StoreChange) throws {
    let unique = Set(table.uniques.flatMap(\.columns))
    var sets: [SQLStatement] = []
    for value in change.values where places.indices.contains(value.property) {
      for column in places[value.property].columns where unique.contains(column) {
        sets.append("\(name: table.columns[column].name) = NULL")
      }
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
      table.hasEntities
      ? " AND \(name: SQLTable.entity) = \(value: .text(self.entity.name))" : .empty
    return " WHERE \(name: SQLTable.key) = \(value: .integer(key))\(entity)"
  }

  /// The version of a row; `nil` if there is none.
  func version(of id: ManagedObjectID) throws -> UInt32? {
    try connection.integer(
      "SELECT \(name: SQLTable.version) FROM \(name: table.name)\(row(id.key))"
    )
    .map { UInt32(clamping: $0) }
  }

  /// The row of an object; `nil` if there is none.
  func row(of id: ManagedObjectID) throws -> StoreRow? {
    guard let query = database.rows(of: entity) else { return nil }
    return try StoreRow.list(of: database.schema.model, storeID: id.storeID) { rows in
      try connection.giveRows(of: [id.key], query, to: rows)
    }.first
  }
}
