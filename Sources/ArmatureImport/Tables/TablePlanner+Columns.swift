import ArmatureModel
import ArmatureSQLite

/// Converts columns to attributes.
extension TablePlanner {
  mutating func addColumns(_ index: Int) throws {
    try findMissingKeys(index)
    let table = plan.sources[index].table
    let entity = plan.sources[index].entity.name
    let links = table.links.filter { link in
      guard let targets = targets(of: link) else {
        note(
          entity, nil,
          " has a foreign key to \(link.table.quotedForMessage), which has no such key. Its "
            + "columns are"
            + " attributes here.")
        return false
      }
      if isUnique(targets, in: link.table) { return true }
      note(
        entity, nil,
        " has a foreign key to \(link.table.quotedForMessage), where \(targets.joined(separator: ", ")) must be unique"
          + " but is not declared so: it may lead to several rows, and SQLite calls it a "
          + "mismatch. Its columns are attributes here. For a relationship, first make a unique "
          + "index in a copy.")
      return false
    }
    // Columns of single-column keys only refer to an object. Columns of composite keys can also be data if they belong
    // to the primary key.
    let single = Set(links.filter { $0.columns.count == 1 }.flatMap(\.columns))
    let several = Set(links.filter { $0.columns.count > 1 }.flatMap(\.columns))
    var linked = single.union(Set(table.key) == several ? several : several.subtracting(table.key))
    // A referenced table must keep its identifying value, even if the column is also a foreign key.
    if table.key.count == 1, isReferredTo(table) { linked.subtract(table.key) }
    linked.subtract(try addNotes(onPartsOf: links, linked.subtracting(single), entity, table))
    var waiting = links
    for column in table.columns {
      while let place = waiting.firstIndex(where: { $0.columns.first == column.name }) {
        addLink(waiting.remove(at: place), column, to: index)
      }
      if linked.contains(column.name) { continue }
      if column.isGenerated {
        note(
          entity, column.name,
          " is computed by the database, which Armature does not support. It was left out.")
      } else {
        if column.name == table.rowNumber {
          rowNumbers.append((entity, column.name))
          if options.dropsRowNumbers { continue }
        }
        try addAttribute(column, to: index)
      }
    }
  }

  /// Adds notes about composite keys that are partially null in some rows. Such a key refers to no row, so its values
  /// would be lost.
  ///
  /// - Parameter hidden: The columns that are not attributes because they belong to foreign keys.
  /// - Returns: The hidden columns that must become attributes.
  private func addNotes(
    onPartsOf links: [ForeignTable.Link], _ hidden: Set<String>, _ entity: String,
    _ table: ForeignTable
  ) throws -> Set<String> {
    var columns: Set<String> = []
    for link in links {
      let parts = link.columns.filter(hidden.contains)
      if parts.isEmpty { continue }
      let missing = link.columns.map { "\($0.quotedForSQL) IS NULL" }.joined(separator: " OR ")
      let there = parts.map { "\($0.quotedForSQL) NOT NULL" }.joined(separator: " OR ")
      try database.forEachRow(
        of: "SELECT count(*), min(\(table.rowNumberName ?? "NULL")) FROM \(table.name.quotedForSQL)"
          + " WHERE (\(missing)) AND (\(there))", columns: 2
      ) { row in
        guard let count = row[0].integer, count > 0 else { return }
        columns.formUnion(parts)
        let place = row[1].integer.map { ", such as row \($0)," } ?? ""
        note(
          entity, nil,
          " has \(count) \(count == 1 ? "row" : "rows") in \(table.name.quotedForMessage)\(place) with some of the columns"
            + " \(link.columns.joined(separator: ", ")) and NULL in others, which leads to no row of"
            + " \(link.table.quotedForMessage). Attributes have what is there: \(parts.joined(separator: ", "))."
        )
      }
    }
    return columns
  }

  private mutating func addAttribute(_ column: ForeignTable.Column, to index: Int) throws {
    let table = plan.sources[index].table
    let entity = plan.sources[index].entity.name
    let name = plan.sources[index].names.unique(ImportNames.property(column.name, of: entity))
    let asked = options.type(of: "\(table.name).\(column.name)", "\(entity).\(name)")
    var type = asked ?? TableTypes.type(of: column.type)
    if type == nil {
      let found = try TableTypes.type(ofValuesIn: column.name, of: table.name, database)
      note(
        entity, name,
        " has no type that SQLite knows by its name, and became \(found.swiftName) because of "
          + "its values."
      )
      type = found
    }
    if asked == nil, type == .calendarDate, let time = try firstTime(in: column, of: table) {
      note(
        entity, name,
        " is declared as DATE, but has times, such as \(time). So that none is lost, it is a "
          + "Date, not a CalendarDate."
      )
      type = .date
    }
    let isKey = column.keyPlace > 0 && !plan.sources[index].missingKeys.contains(column.name)
    var keys = plan.sources[index].keys
    let key = key(column.name, of: name, entity, name, &keys)
    plan.sources[index].keys = keys
    var attribute = AttributeDescription(
      name, type ?? .string, isOptional: !column.isRequired && !isKey,
      key: key, site: findings.site(.start))
    if column.type.contains("(") { attribute.userInfo[Self.prefix + "type"] = column.type }
    setDefault(of: &attribute, column, entity)
    plan.sources[index].entity.ownProperties.append(.attribute(attribute))
    plan.sources[index].columns.append(TablePlan.Column(name: column.name, attribute: attribute))
  }

  /// Returns the first value with a time in a column of days. Returns `nil` if all values are plain days.
  private func firstTime(
    in column: ForeignTable.Column, of table: ForeignTable
  ) throws -> String? {
    var found: ForeignValue?
    let name = column.name.quotedForSQL
    try database.forEachRow(
      of:
        "SELECT \(name) FROM \(table.name.quotedForSQL) WHERE \(name) NOT NULL ORDER BY \(table.order)",
      columns: 1
    ) { row in
      if found == nil, TableValues.hasTime(row[0]) { found = row[0] }
    }
    return found?.shown
  }

  private func setDefault(
    of attribute: inout AttributeDescription, _ column: ForeignTable.Column, _ entity: String
  ) {
    guard let text = column.defaultText else { return }
    switch TableLiteral(TableToken.tokens(of: text)) {
    case .null: return
    case .now where attribute.type == .date: attribute.defaultValue = .now
    case let literal?:
      if let value = literal.value(as: attribute.type) {
        attribute.defaultValue = .constant(value)
        return
      }
      fallthrough
    case nil:
      attribute.userInfo[Self.prefix + "default"] = text
      findings.note(
        .keptAsUserInfo, .init(entity: entity, property: attribute.name, position: .start),
        " has the default \(text), which is not a value of \(attribute.type.swiftName). It is "
          + "kept in the user info, as"
          + " \"\(Self.prefix)default\".")
    }
  }
}

/// Primary keys with NULL values. SQLite allows them, but they do not identify rows.
extension TablePlanner {
  /// Finds the columns in the primary key of a table that are NULL in some rows, and adds a note about them.
  mutating func findMissingKeys(_ index: Int) throws {
    let (table, entity) = (plan.sources[index].table, plan.sources[index].entity.name)
    // Row numbers, and keys of tables without row numbers, are never NULL.
    if table.text.lacksRowNumbers { return }
    for column in table.columns
    where column.keyPlace > 0 && !column.isRequired && column.name != table.rowNumber {
      let number = table.rowNumberName ?? "NULL"
      try database.forEachRow(
        of: "SELECT count(*), min(\(number)) FROM \(table.name.quotedForSQL)"
          + " WHERE \(column.name.quotedForSQL) IS NULL", columns: 2
      ) { row in
        guard let count = row[0].integer, count > 0 else { return }
        plan.sources[index].missingKeys.insert(column.name)
        let place = row[1].integer.map { ", such as row \($0)" } ?? ""
        note(
          entity, column.name,
          " is in the primary key, but NULL in \(count) \(count == 1 ? "row" : "rows")\(place). "
            + "So that none is lost, it identifies no objects here and may be missing. To make "
            + "it identifying, first give these rows a value in a copy.")
      }
    }
  }
}
