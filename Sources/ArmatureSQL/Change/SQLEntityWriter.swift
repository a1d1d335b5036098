import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A writer for the rows of one entity.
final class SQLEntityWriter {
  let entity: EntityDescription
  let table: SQLTable
  let places: [SQLPlace]
  private let database: SQLDatabase
  private let connection: any SQLConnection
  /// The statements that insert one row, and ``severalCount`` rows. They are unmanaged, which avoids reference counting
  /// for each row. ``finish()`` releases them.
  @exclusivity(unchecked) private var insertion: Unmanaged<SQLRowBinding>?
  @exclusivity(unchecked) private var insertionOfSeveral: Unmanaged<SQLRowBinding>?
  private var deletionCursor: (any SQLCursor)?
  private var versionCursor: (any SQLCursor)?
  /// The columns whose data may be stored in files, by the positions of their properties.
  private let externalColumns: [Int: Int]
  private var updates: [[Int]: SQLRowBinding] = [:]
  /// The properties of the last update, and its statement. Consecutive updates mostly set the same properties.
  @exclusivity(unchecked) private var lastUpdate: (properties: [Int], binding: SQLRowBinding)?
  /// The properties that the current update sets. The array is reused, which avoids an allocation for each row.
  @exclusivity(unchecked) private var settings: [Int] = []

  init?(_ entity: EntityDescription, _ database: SQLDatabase, _ connection: any SQLConnection) {
    let schema = database.schema
    guard let table = schema.table(of: entity.name), let places = schema.places[entity.name] else {
      return nil
    }
    self.database = database
    (self.entity, self.table, self.places, self.connection) = (entity, table, places, connection)
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

  /// Binds the values of a change.
  ///
  /// - Throws: `ValidationReport` for values that the columns cannot store. A file error if data cannot be written to a
  ///   file.
  private func bind(
    _ position: Int, of changes: StoreChanges, to binding: SQLRowBinding
  ) throws {
    try changes.writeValues(at: position, to: binding)
    let values = binding.takeInvalidValues()
    if values.isEmpty { return }
    let id = changes.id(at: position)
    throw ValidationReport(values.map { failure($0.value, $0.property, id) })
  }

  private func failure(
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
    let insertion = try insertion ?? prepareInsertion(of: 1)
    self.insertion = insertion
    try insertion._withUnsafeGuaranteedRef { binding in
      defer { binding.cursor.reset() }
      try bind(position..<position + 1, of: changes, version: version, to: binding)
      _ = try binding.cursor.step()
      if binding.cursor.changeCount != 1 { throw connection.notWritten(in: table.name) }
    }
  }

  /// Inserts ``severalCount`` rows with one statement. This takes a quarter less time than one statement for each row.
  ///
  /// - Returns: True if all rows were inserted. False if no row was inserted, because a row was rejected or there are
  ///   too few positions.
  func insertSeveral(
    _ positions: Range<Int>, of changes: StoreChanges, version: UInt32
  ) throws -> Bool {
    guard positions.count == severalCount, severalCount > 1 else { return false }
    let insertion = try insertionOfSeveral ?? prepareInsertion(of: severalCount)
    insertionOfSeveral = insertion
    return try insertion._withUnsafeGuaranteedRef { binding in
      defer { binding.cursor.reset() }
      try bind(positions, of: changes, version: version, to: binding)
      do {
        _ = try binding.cursor.step()
        if binding.cursor.changeCount != positions.count {
          throw connection.notWritten(in: table.name)
        }
        return true
      } catch  where connection.violation(error) != nil {
        // The rows before the rejected one stay, and so may the rejected one itself, if something within a trigger was
        // rejected.
        for position in positions.prefix(binding.cursor.changeCount) {
          _ = try delete(changes.key(at: position), version: version)
        }
        return false
      }
    }
  }

  /// The number of rows that one statement inserts. It is 1 if each row has its own statement.
  private(set) lazy var severalCount: Int = {
    // A retried row would write its files twice.
    if database.dialect.severalInsertion == nil || !externalColumns.isEmpty { return 1 }
    return min(Self.mostRows, Self.mostPlaces / max(1, insertedNames.count))
  }()

  private static let mostRows = 32
  /// Some databases allow at most this number of parameters in a statement.
  private static let mostPlaces = 32_766

  /// Binds the values of new rows, one after the other.
  private func bind(
    _ positions: Range<Int>, of changes: StoreChanges, version: UInt32, to binding: SQLRowBinding
  ) throws {
    let cursor = binding.cursor
    if !changes.givesAbsentValues { cursor.clear() }
    binding.offset = 0
    for position in positions {
      cursor.bind(changes.key(at: position), at: binding.offset)
      cursor.bind(Int64(version), at: binding.offset + 1)
      if table.hasEntities { cursor.bind(entity.name, at: binding.offset + 2) }
      try bind(position, of: changes, to: binding)
      binding.offset += binding.end
    }
  }

  /// - Returns: Whether the row exists and has the version that the change is based on.
  func update(_ position: Int, of changes: StoreChanges, version: UInt32) throws -> Bool {
    settings.removeAll(keepingCapacity: true)
    changes.forEachProperty(at: position) { property in
      if places.indices.contains(property) { settings.append(property) }
    }
    let key = changes.key(at: position)
    try dropFiles(ofRow: key, settings)
    let binding = try updateOfSettings()
    let cursor = binding.cursor
    defer { cursor.reset() }
    try bind(position, of: changes, to: binding)
    cursor.bind(Int64(version), at: binding.end)
    bind(key, version: changes.version(at: position), cursor, at: binding.end + 1)
    _ = try cursor.step()
    return cursor.changeCount > 0
  }

  /// Binds the values that find a row, in the order of ``match``.
  private func bind(_ key: Int64, version: UInt32, _ cursor: any SQLCursor, at first: Int) {
    cursor.bind(key, at: first)
    if table.hasEntities { cursor.bind(entity.name, at: first + 1) }
    cursor.bind(Int64(version), at: first + (table.hasEntities ? 2 : 1))
  }

  /// Prepares the statement that inserts a number of rows, once per transaction.
  private func prepareInsertion(of count: Int) throws -> Unmanaged<SQLRowBinding> {
    let names = insertedNames
    let row: SQLStatement =
      "(\(names.map { _ in "\(value: .null)" as SQLStatement }.joined(by: ", ")))"
    let start = SQLStatement(
      text: count > 1 ? database.dialect.severalInsertion ?? "INSERT" : "INSERT")
    let statement: SQLStatement =
      "\(start) INTO \(name: table.name) (\(names.joined(by: ", "))) VALUES \(repeatElement(row, count: count).joined(by: ", "))"
    return .passRetained(
      binding(try prepare(statement), places.indices, from: table.hasEntities ? 3 : 2))
  }

  /// The columns of a new row: its key, its version and its properties. If the table has several entities, the entity
  /// is also included.
  private var insertedNames: [SQLStatement] {
    var names = [SQLTable.key, SQLTable.version]
    if table.hasEntities { names.append(SQLTable.entity) }
    names += places.flatMap(\.columns).map { table.columns[$0].name }
    return names.map { "\(name: $0)" }
  }

  /// Returns the statement that changes some properties of a row. It is prepared once for each transaction.
  private func updateOfSettings() throws -> SQLRowBinding {
    if let last = lastUpdate, last.properties == settings { return last.binding }
    let binding = try updates[settings] ?? prepareUpdate(of: settings)
    updates[settings] = binding
    lastUpdate = (settings, binding)
    return binding
  }

  private func prepareUpdate(of properties: [Int]) throws -> SQLRowBinding {
    let changed = properties.flatMap { places[$0].columns }
    let sets = (changed.map { table.columns[$0].name } + [SQLTable.version]).map {
      "\(name: $0) = \(value: .null)" as SQLStatement
    }
    let statement: SQLStatement =
      "UPDATE \(name: table.name) SET \(sets.joined(by: ", "))\(match)"
    return binding(try prepare(statement), properties, from: 0)
  }

  private func binding(
    _ cursor: any SQLCursor, _ properties: some Sequence<Int>, from first: Int
  ) -> SQLRowBinding {
    SQLRowBinding(cursor, properties, from: first, places, database.externalData)
  }

  private func prepare(_ statement: SQLStatement) throws -> any SQLCursor {
    try connection.prepare(statement.text)
  }

  /// Returns the statements to the connection.
  func finish() {
    for binding in updates.values { connection.giveBack(binding.cursor) }
    let insertions = [insertion, insertionOfSeveral].map { $0?.takeRetainedValue().cursor }
    for cursor in insertions + [deletionCursor, versionCursor] {
      if let cursor { connection.giveBack(cursor) }
    }
    (updates, lastUpdate) = ([:], nil)
    (insertion, insertionOfSeveral, deletionCursor, versionCursor) = (nil, nil, nil, nil)
  }

  /// - Returns: Whether the row exists with that version.
  func delete(_ key: Int64, version: UInt32) throws -> Bool {
    let cursor = try deletionCursor ?? prepare("DELETE FROM \(name: table.name)\(match)")
    deletionCursor = cursor
    try dropFiles(ofRow: key, externalColumns.keys)
    bind(key, version: version, cursor, at: 0)
    defer { cursor.reset() }
    _ = try cursor.step()
    return cursor.changeCount > 0
  }

  /// Records the files that a row refers to, before it loses these references.
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

  /// Clears the unique values of a row, because another row may get them next.
  func clearUniques(_ change: StoreChange) throws {
    let unique = table.uniqueColumns
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

  /// The condition that finds a row by its key and by the version that a change is based on.
  private var match: SQLStatement { "\(row) AND \(name: SQLTable.version) = \(value: .null)" }

  private var row: SQLStatement {
    let entity: SQLStatement =
      table.hasEntities ? " AND \(name: SQLTable.entity) = \(value: .null)" : .empty
    return " WHERE \(name: SQLTable.key) = \(value: .null)\(entity)"
  }

  /// Returns the version of the row with a key; `nil` if the row is missing.
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

  /// Returns the row of an object; `nil` if it is missing.
  func row(of id: ManagedObjectID) throws -> StoreRow? {
    guard let query = database.rows(of: entity) else { return nil }
    return try StoreRow.list(of: database.schema.model, storeID: id.storeID) { rows in
      try connection.giveRows(of: [id.key], query, to: rows)
    }.first
  }
}
