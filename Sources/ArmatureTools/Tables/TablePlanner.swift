import Armature
import ArmatureModel
import ArmatureSQLite

/// Makes entities of tables, attributes of columns, and relationships of foreign keys and tables of pairs.
struct TablePlanner {
  /// The tables by their names in small letters.
  private let tables: [String: ForeignTable]
  /// The names of tables that others refer to, in small letters.
  private let referredTables: Set<String>
  let database: ForeignDatabase
  let findings: ImportFindings
  var plan = TablePlan()
  private var names = ImportNames()
  /// The names of the entities by those of their tables, in small letters.
  private(set) var entityNames: [String: String] = [:]
  let options: TableOptions
  /// The columns that are numbers of rows, with their entities.
  var rowNumbers: [(entity: String, column: String)] = []

  /// What stands before the names of SQLite in user info.
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

  /// Gives entities the names of their tables as keys, as far as no two have the same.
  private mutating func nameKeys() {
    var keys = ImportKeys(plan.sources.map(\.entity.name))
    for index in plan.sources.indices {
      let (name, table) = (plan.sources[index].entity.name, plan.sources[index].table.name)
      plan.sources[index].entity.key = key(table, of: name, name, nil, &keys)
    }
  }

  /// The key of an entity or a property that has another name in the file; `nil` where it cannot be that, which is told.
  func key(
    _ key: String, of name: String, _ entity: String, _ property: String?, _ keys: inout ImportKeys
  ) -> String? {
    // What starts so says of a record which one it is, and of a file what it is.
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

  /// Reports all row numbers at once, because most tables have one.
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

  /// Reports the columns that are given a type and do not exist.
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

  /// The columns that a foreign key refers to; `nil` for those that are not there.
  func targets(of link: ForeignTable.Link) -> [String]? {
    guard let table = tables[link.table.lowercased()] else { return nil }
    let targets = link.targets.isEmpty ? table.key : link.targets
    let columns = targets.compactMap { table.column($0)?.name }
    return columns.count == link.columns.count && columns.count == targets.count ? columns : nil
  }

  /// Whether columns of a table tell its rows apart.
  func isUnique(_ columns: [String], in table: String) -> Bool {
    tables[table.lowercased()]?.isUnique(columns) ?? false
  }

  /// Whether a foreign key leads to a table.
  func isReferredTo(_ table: ForeignTable) -> Bool {
    referredTables.contains(table.name.lowercased())
  }

  /// Whether a table has pairs of two foreign keys, and nothing else but a number of the row or an order.
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
  /// No place in a text.
  static let start = TextPosition(line: 0, column: 0)
}
