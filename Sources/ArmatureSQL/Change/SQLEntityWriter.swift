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
  private var deletionCursor: (any SQLCursor)?
  private var versionCursor: (any SQLCursor)?
  /// The columns of data that may stand in files, by the positions of their properties.
  private let externalColumns: [Int: Int]
  private var updates: [[Int]: any SQLCursor] = [:]
  /// The properties that the last update set, and its statement: most updates set the same ones as the one before.
  private var lastUpdate: (properties: [Int], cursor: any SQLCursor)?
  /// The values that the present update sets; kept, since a new list for each row would take memory anew.
  private var settings: [(property: Int, value: AttributeValue)] = []

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
    externalColumns = Dictionary(
      uniqueKeysWithValues: places.enumerated().compactMap { property, place in
        if case .value(.column(let column, .externalData)) = place {
          (property, column)
        } else {
          nil
        }
      })
  }

  // MARK: Values

  /// Binds a value to the columns of its property, which stand side by side.
  private func bind(
    _ value: AttributeValue, of property: Int, _ id: () -> ManagedObjectID,
    _ cursor: any SQLCursor, at first: Int
  ) throws {
    switch (slots[property].kind, value) {
    case (.integer, .int(let number)): cursor.bind(number, at: first)
    case (.text, .string(let text)): cursor.bind(text, at: first)
    case (.real, .double(let number)) where !number.isNaN: cursor.bind(number, at: first)
    case (.truth, .bool(let holds)): cursor.bind(holds ? 1 : 0 as Int64, at: first)
    case (.date, .date(let date)) where !date.timeIntervalSinceReferenceDate.isNaN:
      cursor.bind(date.timeIntervalSinceReferenceDate, at: first)
    case (.link, .object(let id)): cursor.bind(id.key, at: first)
    default:
      let own = places[property].columns
      try encode(value, of: property, id) { column, value in
        cursor.bind(value, at: first + (own.firstIndex(of: column) ?? 0))
      }
    }
  }

  /// Gives each column of a property its part of a value.
  ///
  /// - Throws: `ValidationReport` for a value that the columns cannot keep, or the error of a file for data.
  private func encode(
    _ value: AttributeValue, of property: Int, _ id: () -> ManagedObjectID,
    _ set: (Int, SQLValue) -> Void
  ) throws {
    switch places[property] {
    case .value(let layout):
      if case .data(let data) = value, case .column(let column, .externalData) = layout,
        let reference = try database.externalData?.keep(data)
      {
        set(column, .text(reference))
      } else if !layout.write(value, set) {
        throw ValidationReport([unfit(value, property, id())])
      }
    case .link(let link): link.write(value, set)
    case .column, .pairs: break
    }
  }

  private func unfit(
    _ value: AttributeValue, _ property: Int, _ id: ManagedObjectID
  ) -> ValidationFailure {
    let property = entity.persistentProperties[property]
    return ValidationFailure(
      entity: entity.name, objectID: id, keyPath: [property.name],
      .wrongType(expected: property.asAttribute?.type ?? .string, found: value.typeName),
      value: value, ruleSite: property.site)
  }

  // MARK: Changes

  func insert(_ position: Int, of changes: StoreChanges, version: UInt32) throws {
    let cursor = try insertion()
    cursor.clear()
    cursor.bind(changes.key(at: position), at: 0)
    cursor.bind(Int64(version), at: 1)
    if table.hasEntities { cursor.bind(entity.name, at: 2) }
    let first = table.hasEntities ? 3 : 2
    defer { cursor.reset() }
    try changes.forEachValue(at: position) { property, value in
      guard slots.indices.contains(property) else { return }
      try bind(
        value, of: property, { changes.id(at: position) }, cursor, at: first + slots[property].first
      )
    }
    _ = try cursor.step()
  }

  /// - Returns: Whether there was such a row, at the version that the change is based on.
  func update(_ position: Int, of changes: StoreChanges, version: UInt32) throws -> Bool {
    // Read once, since changes are found by comparing values.
    settings.removeAll(keepingCapacity: true)
    changes.forEachValue(at: position) { property, value in
      if slots.indices.contains(property) { settings.append((property, value)) }
    }
    try dropFiles(ofRow: changes.key(at: position), settings.lazy.map(\.property))
    let cursor = try updateOfSettings()
    defer { cursor.reset() }
    var place = 0
    for (property, value) in settings {
      try bind(value, of: property, { changes.id(at: position) }, cursor, at: place)
      place += slots[property].count
    }
    cursor.bind(Int64(version), at: place)
    bind(changes.key(at: position), version: changes.version(at: position), cursor, at: place + 1)
    _ = try cursor.step()
    return cursor.changeCount > 0
  }

  /// Binds the values that find a row, in the order of ``match``.
  private func bind(_ key: Int64, version: UInt32, _ cursor: any SQLCursor, at first: Int) {
    cursor.bind(key, at: first)
    if table.hasEntities { cursor.bind(entity.name, at: first + 1) }
    cursor.bind(Int64(version), at: first + (table.hasEntities ? 2 : 1))
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
  private func updateOfSettings() throws -> any SQLCursor {
    if let last = lastUpdate, last.properties.elementsEqual(settings.lazy.map(\.property)) {
      return last.cursor
    }
    let properties = settings.map(\.property)
    let cursor = try updates[properties] ?? prepareUpdate(of: properties)
    updates[properties] = cursor
    lastUpdate = (properties, cursor)
    return cursor
  }

  private func prepareUpdate(of properties: [Int]) throws -> any SQLCursor {
    let changed = properties.flatMap { places[$0].columns }
    let sets = (changed.map { table.columns[$0].name } + [SQLTable.version]).map {
      "\(name: $0) = \(value: .null)" as SQLStatement
    }
    return try prepare("UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(match)")
  }

  private func prepare(_ statement: SQLStatement) throws -> any SQLCursor {
    try connection.prepare(statement.text)
  }

  /// Gives the statements back.
  func finish() {
    for cursor in updates.values { connection.giveBack(cursor) }
    for cursor in [insertionCursor, deletionCursor, versionCursor] {
      if let cursor { connection.giveBack(cursor) }
    }
    (updates, lastUpdate) = ([:], nil)
    (insertionCursor, deletionCursor, versionCursor) = (nil, nil, nil)
  }

  /// - Returns: Whether there was such a row, at that version.
  func delete(_ key: Int64, version: UInt32) throws -> Bool {
    let cursor = try deletionCursor ?? prepare("DELETE FROM \(name: table.name)\(match)")
    deletionCursor = cursor
    try dropFiles(ofRow: key, externalColumns.keys)
    bind(key, version: version, cursor, at: 0)
    defer { cursor.reset() }
    _ = try cursor.step()
    return cursor.changeCount > 0
  }

  /// Notes the files that a row refers to, before it loses the values that refer to them.
  private func dropFiles(ofRow key: Int64, _ properties: some Sequence<Int>) throws {
    guard let externalData = database.externalData, !externalColumns.isEmpty else { return }
    let entity: SQLStatement =
      table.hasEntities
      ? " AND \(name: SQLTable.entity) = \(value: .text(entity.name))" : .empty
    for column in properties.compactMap({ externalColumns[$0] }) {
      let column = "\(name: table.columns[column].name)" as SQLStatement
      try connection.forEachRow(
        of:
          "SELECT \(column) FROM \(name: table.name) WHERE \(name: SQLTable.key) = \(value: .integer(key))\(entity) AND \(database.dialect.isText(column))"
      ) { row in
        if let reference = row.text(at: 0) { externalData.drop(reference) }
      }
    }
  }

  /// Clears the unique values of a row, since another row may be about to get them.
  func clearUniques(_ change: StoreChange) throws {
    let unique = Set(table.uniques.flatMap(\.columns))
    var sets: [SQLStatement] = []
    for value in change.values where places.indices.contains(value.property) {
      for column in places[value.property].columns where unique.contains(column) {
        sets.append("\(name: table.columns[column].name) = NULL")
      }
    }
    if sets.isEmpty { return }
    let cursor = try prepare("UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(match)")
    defer { connection.giveBack(cursor) }
    bind(change.id.key, version: change.version, cursor, at: 0)
    _ = try cursor.step()
  }

  /// Finds a row by its key, at the version that a change is based on.
  private var match: SQLStatement { "\(row) AND \(name: SQLTable.version) = \(value: .null)" }

  private var row: SQLStatement {
    let entity: SQLStatement =
      table.hasEntities ? " AND \(name: SQLTable.entity) = \(value: .null)" : .empty
    return " WHERE \(name: SQLTable.key) = \(value: .null)\(entity)"
  }

  /// The version of the row of a key; `nil` if there is none.
  func version(of key: Int64) throws -> UInt32? {
    let cursor =
      try versionCursor
      ?? prepare("SELECT \(name: SQLTable.version) FROM \(name: table.name)\(row)")
    versionCursor = cursor
    cursor.bind(key, at: 0)
    if table.hasEntities { cursor.bind(entity.name, at: 1) }
    defer { cursor.reset() }
    guard try cursor.step() else { return nil }
    return UInt32(clamping: cursor.integer(at: 0))
  }

  /// The row of an object; `nil` if there is none.
  func row(of id: ManagedObjectID) throws -> StoreRow? {
    guard let query = database.rows(of: entity) else { return nil }
    return try StoreRow.list(of: database.schema.model, storeID: id.storeID) { rows in
      try connection.giveRows(of: [id.key], query, to: rows)
    }.first
  }
}
