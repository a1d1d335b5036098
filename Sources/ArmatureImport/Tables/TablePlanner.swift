import Armature
import ArmatureModel
import ArmatureSQLite

/// A conversion of tables to entities, columns to attributes, and foreign keys and join tables to relationships.
struct TablePlanner {
  /// The tables by lowercase name.
  private let tables: [String: ForeignTable]
  /// The lowercase names of referenced tables.
  private let referredTables: Set<String>
  let database: ForeignDatabase
  let findings: ImportFindings
  var plan = TablePlan()
  private var names = ImportNames()
  /// The names of the entities, by lowercase table name.
  private(set) var entityNames: [String: String] = [:]
  let options: TableOptions
  /// The row number columns, with their entities.
  var rowNumbers: [(entity: String, column: String)] = []

  /// The prefix of SQLite's names in user info.
  static let prefix = "sqlite."

  init(
    _ found: ForeignTables, _ database: ForeignDatabase, _ options: TableOptions,
    _ findings: ImportFindings
  ) throws {
    (self.database, self.options, self.findings) = (database, options, findings)
    tables = Dictionary(
      found.tables.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    referredTables = Set(found.tables.flatMap(\.links).map { $0.table.lowercased() })
    var joins: [ForeignTable] = []
    for table in found.tables {
      let pairs = isOfPairs(table) ? try TablePairs(table, database, options) : nil
      if let pairs, pairs.areOnce {
        joins.append(table)
      } else {
        addSource(table, pairs)
      }
    }
    nameKeys()
    for note in found.notes { tell(note) }
    for index in plan.sources.indices { try addColumns(index) }
    tellRowNumbers()
    tellUnknownColumns()
    for index in plan.sources.indices { addInverses(index) }
    for join in joins { addJoin(join) }
    for index in plan.sources.indices { addRules(index) }
  }

  private mutating func addSource(_ table: ForeignTable, _ pairs: TablePairs?) {
    let name = names.unique(ImportNames.entity(table.name))
    entityNames[table.name.lowercased()] = name
    plan.sources.append(
      TablePlan.Source(
        table: table,
        entity: EntityDescription(
          name, site: findings.site(.start))))
    if let pairs { note(name, nil, pairs.sentence) }
  }

  /// Assigns table names to entities as keys, as long as they are unique.
  private mutating func nameKeys() {
    var keys = ImportKeys(plan.sources.map(\.entity.name))
    for index in plan.sources.indices {
      let (name, table) = (plan.sources[index].entity.name, plan.sources[index].table.name)
      plan.sources[index].entity.key = key(table, of: name, name, nil, &keys)
    }
  }

  /// Returns the key of an entity or property that has another name in the file. If the key is already used, adds a
  /// note and returns `nil`.
  func key(
    _ key: String, of name: String, _ entity: String, _ property: String?, _ keys: inout ImportKeys
  ) -> String? {
    // Keys that start with @ are reserved: @id for a record, @store for the file.
    let isReserved = key.hasPrefix("@")
    let found = keys.key(isReserved ? name : key, of: name)
    if found == nil, key != name {
      note(
        entity, property,
        " has the key \(name.quotedForMessage) in data, since \(key.quotedForMessage) cannot be "
          + "a key, or belongs to another."
      )
    }
    return found
  }

  // MARK: Reports

  private func tell(_ note: ForeignTables.Note) {
    guard let table = note.table else {
      return findings.note(whole: note.sentence)
    }
    self.note(entityNames[table.lowercased()] ?? table, note.column, note.sentence)
  }

  func note(_ entity: String, _ property: String?, _ sentence: String) {
    findings.note(
      .changedByImport, .init(entity: entity, property: property, position: .start), sentence)
  }

  /// Adds one note for all row numbers, because most tables have one.
  private func tellRowNumbers() {
    if rowNumbers.count == 1 {
      return note(
        rowNumbers[0].entity, rowNumbers[0].column,
        options.dropsRowNumbers
          ? " is the number of the row, which the ID of an object replaces. It was left out."
          : " is the number of the row. SQLite assigns one to a new row, but you must assign "
            + "one to a new object. --drop-row-numbers leaves it out."
      )
    }
    guard let last = rowNumbers.last else { return }
    let limit = 5
    let shown = rowNumbers.dropLast().prefix(limit).map { "\($0.entity).\($0.column)" }
    let rest = rowNumbers.count - shown.count
    findings.note(
      whole: shown.joined(separator: ", ")
        + (rest == 1 ? " and \(last.entity).\(last.column)" : " and \(rest) others")
        + (options.dropsRowNumbers
          ? " are the numbers of the rows, which the IDs of objects replace. They were left out."
          : " are the numbers of the rows. SQLite assigns one to a new row, but you must assign "
            + "one to a new object. --drop-row-numbers leaves them out.")
    )
  }

  /// Reports types given for unknown columns.
  private func tellUnknownColumns() {
    let known = plan.sources.flatMap { source in
      source.columns.flatMap {
        [source.name(of: $0), "\(source.entity.name).\($0.attribute.name)"]
      }
    }
    for name in options.types.keys.sorted() {
      if known.contains(where: { $0.lowercased() == name.lowercased() }) { continue }
      let remedy = nearMiss(name, in: known)
      findings.error(
        .unknownColumn, .init(position: .start),
        " has a type for \(name.quotedForMessage), which is not a column that becomes an attribute."
          + (remedy.map { " Did you mean \($0.quotedForMessage)?" } ?? ""))
    }
  }

  // MARK: Keys

  /// Returns the columns to which a foreign key refers. Returns `nil` if any of them is missing.
  func targets(of link: ForeignTable.Link) -> [String]? {
    guard let table = tables[link.table.lowercased()] else { return nil }
    let targets = link.targets.isEmpty ? table.key : link.targets
    let columns = targets.compactMap { table.column($0)?.name }
    return columns.count == link.columns.count && columns.count == targets.count ? columns : nil
  }

  /// Returns whether columns of a table identify its rows.
  func isUnique(_ columns: [String], in table: String) -> Bool {
    tables[table.lowercased()]?.isUnique(columns) ?? false
  }

  /// Returns whether a foreign key refers to a table.
  func isReferredTo(_ table: ForeignTable) -> Bool {
    referredTables.contains(table.name.lowercased())
  }

  /// Returns whether a table consists of two foreign keys. It may also have a row number or an order.
  private func isOfPairs(_ table: ForeignTable) -> Bool {
    let links = table.links
    guard links.count == 2,
      links.allSatisfy({ link in targets(of: link).map { isUnique($0, in: link.table) } ?? false }),
      Set(links[0].columns).isDisjoint(with: links[1].columns),
      !isReferredTo(table)
    else { return false }
    let others = table.columns.filter { column in
      !links.contains { $0.columns.contains(column.name) } && column.name != table.rowNumber
    }
    return others.isEmpty || others.count == 1 && Self.isOrder(others[0])
  }

  private static let orders: Set<String> = [
    "position", "order", "sort", "idx", "index", "ordinal", "rank", "sequence", "seq", "place",
    "ordering", "sortorder", "sort_order", "display_order", "list_index",
  ]

  private static func isOrder(_ column: ForeignTable.Column) -> Bool {
    column.type.uppercased().contains("INT") && orders.contains(column.name.lowercased())
  }
}

extension TextPosition {
  /// An unknown position.
  static let start = TextPosition(line: 0, column: 0)
}
