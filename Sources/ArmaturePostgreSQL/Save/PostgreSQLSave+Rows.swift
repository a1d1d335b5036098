import Armature
import ArmatureModel
import ArmatureSQL

/// The rows of a save.
extension PostgreSQLSave {
  /// A link to a row that is inserted later.
  struct LateLink {
    let table: Int
    let column: Int
    let keys: [Int64]
    let targets: [Int64]
  }

  // MARK: New rows

  /// The tables with new rows; referenced tables come first.
  var insertionOrder: [Int] {
    var (order, seen) = ([Int](), Set<Int>())
    func visit(_ table: Int) {
      guard groups.inserts[table] != nil, seen.insert(table).inserted else { return }
      for column in schema.tables[table].columns { column.references.map(visit) }
      order.append(table)
    }
    for table in groups.inserts.keys.sorted() { visit(table) }
    return order
  }

  /// Sends the new rows.
  ///
  /// - Returns: The links that must be set later, because two tables may refer to each other.
  func insertRows() throws -> [LateLink] {
    let order = insertionOrder
    var (late, coming) = ([LateLink](), Set(order))
    for table in order {
      coming.remove(table)
      let later = Set(schema.tables[table].columns.compactMap(\.references)).intersection(coming)
      let keys = Set(
        later.flatMap { (groups.inserts[$0] ?? []).map(changes.key(at:)) })
      late += try insert(groups.inserts[table] ?? [], into: schema.tables[table], without: keys)
    }
    return late
  }

  /// - Parameter absent: The keys of rows that are inserted later.
  private func insert(
    _ positions: [Int], into table: SQLTable, without absent: Set<Int64>
  ) throws -> [LateLink] {
    let rows = try PostgreSQLRows(table, schema, connection)
    defer { rows.finish(connection) }
    var late: [Int: (keys: [Int64], targets: [Int64])] = [:]
    let links = table.columns.indices.filter { table.columns[$0].references != nil }
    for position in positions {
      let (key, entity) = (changes.key(at: position), changes.entityName(at: position))
      guard let binding = rows.binding(of: entity) else { continue }
      rows.begin(key: key, version: Int64(version), entity: entity)
      try changes.writeValues(at: position, to: binding)
      for invalid in binding.takeInvalidValues() {
        reject(invalid.property, invalid.value, position)
      }
      for column in links where !absent.isEmpty {
        guard let target = rows.key(inColumn: column), absent.contains(target) else { continue }
        late[column, default: ([], [])].keys.append(key)
        late[column, default: ([], [])].targets.append(target)
        rows.clear(column: column)
      }
      for column in rows.end() { try reject(column, position, table) }
      versions[position] = version
    }
    // After a rejected value, the other values are still checked, but nothing is sent.
    if refused.isEmpty { try rows.send(connection) }
    return late.map {
      LateLink(
        table: table.position, column: $0.key, keys: $0.value.keys, targets: $0.value.targets)
    }
  }

  /// Sends one new row, if possible without its links.
  func insertAlone(_ position: Int, _ table: SQLTable) throws {
    var targets: Set<Int64> = []
    changes.forEachValue(at: position) { _, value in
      if case .object(let id) = value { targets.insert(id.key) }
    }
    let unique = Set(table.uniques.flatMap(\.columns))
    let isLinkUnique = unique.contains { table.columns[$0].references != nil }
    _ = try insert([position], into: table, without: isLinkUnique ? [] : targets)
  }

  func setLateLinks(_ late: [LateLink]) throws {
    for link in late {
      let table = schema.tables[link.table]
      let statement: SQLStatement = """
        UPDATE \(name: table.name) AS "t" SET \(name: table.columns[link.column].name) = "v"."target" \
        FROM unnest(CAST(? AS bigint[]), CAST(? AS bigint[])) AS "v" ("key", "target") \
        WHERE "t".\(name: SQLTable.key) = "v"."key"
        """
      try connection.post(
        PostgreSQLRowCheck.counted(statement, link.keys.count), link.keys, link.targets)
    }
  }

  // MARK: Values

  /// Splits a value into the columns of its property.
  func encode(
    _ value: AttributeValue, _ place: SQLPlace, _ property: Int, _ position: Int,
    _ set: (Int, SQLValue) -> Void
  ) {
    switch place {
    case .value(let layout):
      if !layout.write(value, set) { reject(property, value, position) }
    case .link(let link): link.write(value, set)
    case .column, .pairs: break
    }
  }

  /// Records the failure of a value that its column cannot represent.
  ///
  /// - Throws: An error if the server can represent the value: then the type of the column was changed.
  private func reject(_ column: Int, _ position: Int, _ table: SQLTable) throws {
    let places = schema.places[changes.entityName(at: position)] ?? []
    let property = places.firstIndex { $0.columns.contains(column) } ?? 0
    let value = changes[position].values.first { $0.property == property }?.value ?? .null
    if PostgreSQLRounding.value(value) != nil, table.columns.indices.contains(column) {
      throw connection.otherType(of: table.columns[column], in: table.name)
    }
    reject(property, value, position)
  }

  private func reject(_ property: Int, _ value: AttributeValue, _ position: Int) {
    guard let failure = failure(property, value, position, PostgreSQLRounding.requirement) else {
      return
    }
    // A composite value has several columns.
    let last = refused.last
    if last?.objectID == failure.objectID, last?.keyPath == failure.keyPath { return }
    refused.append(failure)
  }

  /// Returns the failure of a value that the server rejects.
  ///
  /// - Parameter message: Returns the message for the place of the value.
  func failure(
    _ property: Int, _ value: AttributeValue, _ position: Int, _ message: (String) -> String
  ) -> ValidationFailure? {
    let id = changes[position].failingID
    guard let properties = schema.model[id.entityName]?.persistentProperties,
      properties.indices.contains(property)
    else { return nil }
    let own = properties[property]
    return ValidationFailure(
      entity: id.entityName, objectID: id, keyPath: [own.name],
      .notRepresentable(own.asAttribute?.type ?? .string), value: value, ruleSite: own.site,
      customMessage: message("{place}"))
  }

  // MARK: Changed rows

  func updateRows() throws {
    for (table, positions) in groups.updates.sorted(by: { $0.key < $1.key }) {
      let changed = positions.filter(changes.hasValues(at:))
      for position in changed { try update(position, schema.tables[table]) }
      if changed.isEmpty || !refused.isEmpty { continue }
      try connection.checkUpdated(
        changed.map(changes.key(at:)), of: schema.tables[table], version: version)
    }
  }

  func update(_ position: Int, _ table: SQLTable) throws {
    guard let places = schema.places[changes.entityName(at: position)] else { return }
    var set: [(column: Int, value: SQLValue)] = []
    changes.forEachValue(at: position) { property, value in
      guard places.indices.contains(property) else { return }
      encode(value, places[property], property, position) { set.append(($0, $1)) }
    }
    let columns = set.map(\.column)
    let cursor = try connection.cursor(try statement(setting: columns, of: table))
    defer { connection.giveBack(cursor) }
    for (place, (_, value)) in set.enumerated() { cursor.bind(value, at: place) }
    for (place, _) in cursor.invalidValues { try reject(set[place].column, position, table) }
    if !cursor.invalidValues.isEmpty { return }
    cursor.bind(Int64(version), at: set.count)
    cursor.bind(changes.key(at: position), at: set.count + 1)
    try cursor.post()
  }

  /// Returns the SQL that changes some columns of a row.
  private func statement(setting columns: [Int], of table: SQLTable) throws -> String {
    let form = UpdateForm(table: table.position, columns: columns)
    if let known = updateTexts[form] { return known }
    let sets = (columns.map { table.columns[$0].name } + [SQLTable.version]).map {
      "\(name: $0) = ?" as SQLStatement
    }
    let statement: SQLStatement =
      "UPDATE \(name: table.name) SET \(sets.joined(by: ", ")) WHERE \(name: SQLTable.key) = ?"
    updateTexts[form] = statement.text
    return statement.text
  }

  /// Clears unique values that rows are about to lose.
  func clearUniques() throws {
    for table in schema.tables {
      for column in table.uniqueColumns.sorted() {
        let changed = (groups.updates[table.position] ?? []).filter { sets(column, at: $0) }
        let keys = (changed + (groups.deletes[table.position] ?? [])).map(changes.key(at:))
        if keys.isEmpty { continue }
        try connection.post(
          "UPDATE \(name: table.name) SET \(name: table.columns[column].name) = NULL WHERE \(name: SQLTable.key) = ANY(?)",
          keys)
      }
    }
  }

  /// Returns whether a change sets a column.
  func sets(_ column: Int, at position: Int) -> Bool {
    let places = schema.places[changes.entityName(at: position)] ?? []
    var found = false
    changes.forEachValue(at: position) { property, _ in
      if places.indices.contains(property), places[property].columns.contains(column) {
        found = true
      }
    }
    return found
  }

  // MARK: Deleted rows

  /// Clears all links to the deleted rows, and then deletes them.
  func deleteRows() throws {
    let keys = groups.deletes.mapValues { $0.map(changes.key(at:)) }
    for table in schema.tables {
      for (column, link) in (schema.links[table.position] ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let target = table.columns[column].references, let gone = keys[target] else {
          continue
        }
        var sets: [SQLStatement] = ["\(name: SQLTable.version) = ?"]
        link.write(.null) { place, _ in sets.append("\(name: table.columns[place].name) = NULL") }
        let statement: SQLStatement =
          "UPDATE \(name: table.name) SET \(sets.joined(by: ", ")) WHERE \(name: table.columns[column].name) = ANY(?)"
        let cursor = try connection.cursor(statement.text)
        defer { connection.giveBack(cursor) }
        cursor.bind(Int64(version), at: 0)
        cursor.bind(gone, at: 1)
        try cursor.post()
      }
    }
    for (table, keys) in keys.sorted(by: { $0.key < $1.key }) {
      let table = schema.tables[table]
      try connection.post(
        "DELETE FROM \(name: table.name) WHERE \(name: SQLTable.key) = ANY(?)", keys)
      try connection.post(PostgreSQLRowCheck.deleted(table), keys)
    }
  }
}
