import Armature
import ArmatureModel
import ArmatureSQLite

/// Makes entities of tables, attributes of columns, and relationships of foreign keys and tables of pairs.
struct TablePlanner {
  private let tables: [ForeignTable]
  private let database: ForeignDatabase
  let findings: ImportFindings
  private(set) var plan = TablePlan()
  private var names = ImportNames()
  /// The names of the entities by those of their tables, in small letters.
  private var entityNames: [String: String] = [:]

  /// What stands before the names of SQLite in user info.
  static let prefix = "sqlite."

  init(_ found: ForeignTables, _ database: ForeignDatabase, _ findings: ImportFindings) throws {
    (tables, self.database, self.findings) = (found.tables, database, findings)
    let joins = tables.filter(isJoin)
    let joinNames = Set(joins.map(\.name))
    for table in tables where !joinNames.contains(table.name) {
      let name = names.unique(ImportNames.entity(table.name))
      entityNames[table.name.lowercased()] = name
      plan.sources.append(
        TablePlan.Source(
          table: table,
          entity: EntityDescription(
            name, key: name == table.name ? nil : table.name, site: findings.site(.start))))
    }
    for note in found.notes { tell(note) }
    for index in plan.sources.indices { try addColumns(index) }
    for index in plan.sources.indices { addInverses(index) }
    for join in joins { addJoin(join) }
    for index in plan.sources.indices { addRules(index) }
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

  // MARK: Keys

  private func table(_ name: String) -> ForeignTable? {
    tables.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The columns that a foreign key refers to; `nil` for those that are not there.
  private func targets(of link: ForeignTable.Link) -> [String]? {
    guard let table = table(link.table) else { return nil }
    let targets = link.targets.isEmpty ? table.key : link.targets
    let columns = targets.compactMap { table.column($0)?.name }
    return columns.count == link.columns.count && columns.count == targets.count ? columns : nil
  }

  /// Whether a table has pairs of two foreign keys, and nothing else but a number of the row or an order.
  private func isJoin(_ table: ForeignTable) -> Bool {
    let links = table.links
    guard links.count == 2, links.allSatisfy({ targets(of: $0) != nil }),
      Set(links[0].columns).isDisjoint(with: links[1].columns),
      !links.contains(where: { $0.table.lowercased() == table.name.lowercased() }),
      !tables.contains(where: { other in
        other.links.contains { $0.table.lowercased() == table.name.lowercased() }
      })
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

  // MARK: Columns

  private mutating func addColumns(_ index: Int) throws {
    let table = plan.sources[index].table
    let entity = plan.sources[index].entity.name
    let links = table.links.filter { link in
      if targets(of: link) != nil { return true }
      note(
        entity, nil,
        " has a foreign key to \(link.table.quotedForMessage), which is no table with such a key. Its columns are"
          + " attributes here.")
      return false
    }
    // Columns of a single key stand for the object; of several, those of the primary key say something themselves.
    let single = Set(links.filter { $0.columns.count == 1 }.flatMap(\.columns))
    let several = Set(links.filter { $0.columns.count > 1 }.flatMap(\.columns))
    let linked = single.union(several.subtracting(table.key)).union(
      table.key.count == several.count ? several : [])
    var waiting = links
    for column in table.columns {
      while let place = waiting.firstIndex(where: { $0.columns.first == column.name }) {
        addLink(waiting.remove(at: place), column, to: index)
      }
      if linked.contains(column.name) { continue }
      if column.isGenerated {
        note(
          entity, column.name,
          " is computed by the database, for which Armature has no word. It was left out.")
      } else if column.name == table.rowNumber {
        note(
          entity, column.name,
          " is the number of the row, in place of which an object has an ID. It was left out.")
      } else {
        try addAttribute(column, to: index)
      }
    }
  }

  private mutating func addAttribute(_ column: ForeignTable.Column, to index: Int) throws {
    let table = plan.sources[index].table
    let entity = plan.sources[index].entity.name
    let name = plan.sources[index].names.unique(ImportNames.property(column.name, of: entity))
    var type = TableTypes.type(of: column.type)
    if type == nil {
      let found = try TableTypes.type(ofValuesIn: column.name, of: table.name, database)
      note(
        entity, name,
        " has no type that SQLite knows by its name, and became \(found.swiftName) by the values that are there."
      )
      type = found
    }
    var attribute = AttributeDescription(
      name, type ?? .string, isOptional: !column.isRequired && column.keyPlace == 0,
      key: name == column.name ? nil : column.name, site: findings.site(.start))
    if column.type.contains("(") { attribute.userInfo[Self.prefix + "type"] = column.type }
    setDefault(of: &attribute, column, entity)
    plan.sources[index].entity.ownProperties.append(.attribute(attribute))
    plan.sources[index].columns.append(TablePlan.Column(name: column.name, attribute: attribute))
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
        " has the default \(text), which is no value of \(attribute.type.swiftName). It is kept in the user info, as"
          + " \"\(Self.prefix)default\".")
    }
  }

  // MARK: Relationships

  private mutating func addLink(
    _ link: ForeignTable.Link, _ column: ForeignTable.Column, to index: Int
  ) {
    guard let destination = entityNames[link.table.lowercased()] else { return }
    let source = plan.sources[index]
    let base =
      link.columns.count == 1
      ? Self.linkName(column.name) ?? ImportNames.singular(link.table)
      : ImportNames.singular(link.table)
    let name = plan.sources[index].names.unique(
      ImportNames.property(base, of: source.entity.name))
    let isRequired = link.columns.allSatisfy { column in
      source.table.column(column).map { $0.isRequired || $0.keyPlace > 0 } ?? false
    }
    plan.sources[index].entity.ownProperties.append(
      .relationship(
        RelationshipDescription(
          name, to: destination, isOptional: !isRequired, site: findings.site(.start))))
    plan.sources[index].links.append(TablePlan.Link(key: link, relationship: name))
  }

  /// The name of what a column leads to: `artist` for `artist_id` and `ArtistId`.
  private static func linkName(_ column: String) -> String? {
    for ending in ["_id", "_ID", "Id", "ID", "_key", "_fk"] where column.hasSuffix(ending) {
      let base = column.dropLast(ending.count)
      return base.isEmpty ? nil : String(base)
    }
    return column.lowercased() == "id" ? nil : column
  }

  /// Adds relationships that lead back, at the ends of those of a table.
  private mutating func addInverses(_ index: Int) {
    let source = plan.sources[index]
    for link in source.links {
      guard let target = plan.index(of: link.key.table) else { continue }
      let isOne = source.table.isUnique(link.key.columns)
      let rivals = source.links.filter {
        $0.key.table.lowercased() == link.key.table.lowercased()
      }
      var base = isOne ? ImportNames.singular(source.table.name) : source.table.name
      // Several ways to one table, or one to itself, are told by the way.
      if rivals.count > 1 || target == index { base += "_by_\(link.relationship)" }
      let owner = plan.sources[target].entity.name
      let name = plan.sources[target].names.unique(ImportNames.property(base, of: owner))
      let rule: DeleteRule
      switch link.key.deleteAction {
      case "CASCADE": rule = .cascade
      case "SET NULL", "SET DEFAULT": rule = .nullify
      default: rule = .deny
      }
      plan.sources[target].entity.ownProperties.append(
        .relationship(
          RelationshipDescription(
            name, to: source.entity.name, isOne ? .toOne : .toMany, inverse: link.relationship,
            onDelete: rule, site: findings.site(.start))))
      setInverse(of: link.relationship, name, of: index)
    }
  }

  private mutating func setInverse(of name: String, _ inverse: String, of index: Int) {
    let properties = plan.sources[index].entity.ownProperties
    guard let place = properties.firstIndex(where: { $0.name == name }),
      case .relationship(var relationship) = properties[place]
    else { return }
    relationship.inverse = inverse
    plan.sources[index].entity.ownProperties[place] = .relationship(relationship)
  }

  /// Makes two relationships of a table of pairs.
  private mutating func addJoin(_ table: ForeignTable) {
    let (owner, member) = (table.links[0], table.links[1])
    guard let first = plan.index(of: owner.table), let second = plan.index(of: member.table) else {
      return
    }
    let order = table.columns.first { column in
      !table.links.contains { $0.columns.contains(column.name) } && column.name != table.rowNumber
    }
    func base(_ link: ForeignTable.Link) -> String {
      first == second ? Self.linkName(link.columns[0]) ?? link.table : link.table
    }
    let (firstName, secondName) = (
      plan.sources[first].entity.name, plan.sources[second].entity.name
    )
    let there = plan.sources[first].names.unique(
      ImportNames.property(base(member), of: firstName))
    let back = plan.sources[second].names.unique(
      ImportNames.property(base(owner), of: secondName))
    plan.sources[first].entity.ownProperties.append(
      .relationship(
        RelationshipDescription(
          there, to: secondName, order == nil ? .toMany : .ordered, inverse: back,
          site: findings.site(.start))))
    plan.sources[second].entity.ownProperties.append(
      .relationship(
        RelationshipDescription(
          back, to: firstName, .toMany, inverse: there, site: findings.site(.start))))
    plan.sources[first].joins.append(
      TablePlan.Join(
        relationship: there, table: table, owner: owner, member: member, order: order?.name))
    if !table.isUnique(owner.columns + member.columns) {
      note(
        firstName, there,
        " may lead to an object several times in the table \(table.name.quotedForMessage). Here it does so once."
      )
    }
  }

  // MARK: Rules

  private mutating func addRules(_ index: Int) {
    let source = plan.sources[index]
    let attributes = Dictionary(
      source.columns.map { ($0.name.lowercased(), $0.attribute) },
      uniquingKeysWith: { first, _ in first })
    let rules = TableRules(
      source.table.text.checks, attributes, site: findings.site(.start))
    plan.sources[index].entity.rules = rules.ofEntity
    for (number, text) in rules.others.enumerated() {
      let name = "\(Self.prefix)check" + (number == 0 ? "" : "\(number + 1)")
      plan.sources[index].entity.userInfo[name] = text
      findings.note(
        .keptAsUserInfo, .init(entity: source.entity.name, position: .start),
        " has the check \(text), which is more than comparisons. It is kept in the user info, as \"\(name)\"."
      )
    }
    for place in plan.sources[index].entity.ownProperties.indices {
      guard case .attribute(var attribute) = plan.sources[index].entity.ownProperties[place] else {
        continue
      }
      attribute.rules = rules.ofAttributes[attribute.name] ?? []
      plan.sources[index].entity.ownProperties[place] = .attribute(attribute)
    }
    addUniqueness(index)
    for list in source.table.indexes {
      let elements = list.columns.compactMap { column in
        property(column.name, of: index).map {
          IndexDescription.Element($0, isAscending: column.isAscending)
        }
      }
      guard elements.count == list.columns.count else { continue }
      plan.sources[index].entity.indexes.append(
        IndexDescription(elements, site: findings.site(.start)))
    }
  }

  /// The property that a column became, alone or as the first of a foreign key.
  private func property(_ column: String, of index: Int) -> String? {
    let source = plan.sources[index]
    let attribute = source.columns.first { $0.name.lowercased() == column.lowercased() }
    let link = source.links.first { $0.key.columns.first?.lowercased() == column.lowercased() }
    return attribute?.attribute.name ?? link?.relationship
  }

  private mutating func addUniqueness(_ index: Int) {
    let source = plan.sources[index]
    for columns in source.table.uniques {
      let names = columns.compactMap { property($0, of: index) }
      guard names.count == columns.count else { continue }
      if columns == source.table.key, columns.count == 1, canIdentify(columns[0], index) {
        identify(names[0], index)
      }
      plan.sources[index].entity.uniquenessConstraints.append(
        UniquenessConstraint(names, site: findings.site(.start)))
    }
  }

  private func canIdentify(_ column: String, _ index: Int) -> Bool {
    let found = plan.sources[index].columns.first { $0.name == column }
    return [.string, .int64, .uuid].contains(found?.attribute.type)
  }

  private mutating func identify(_ name: String, _ index: Int) {
    for place in plan.sources[index].entity.ownProperties.indices {
      guard case .attribute(var attribute) = plan.sources[index].entity.ownProperties[place],
        attribute.name == name
      else { continue }
      attribute.isIdentifying = true
      plan.sources[index].entity.ownProperties[place] = .attribute(attribute)
    }
  }
}

extension TextPosition {
  /// No place in a text.
  static let start = TextPosition(line: 0, column: 0)
}
