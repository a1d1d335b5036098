import ArmatureModel

/// Converts foreign keys and join tables to relationships.
extension TablePlanner {
  mutating func addLink(
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
      source.table.column(column).map {
        $0.isRequired || $0.keyPlace > 0 && !source.missingKeys.contains($0.name)
      } ?? false
    }
    var relationship = RelationshipDescription(
      name, to: destination, isOptional: !isRequired, site: findings.site(.start))
    if link.columns.count == 1, let text = column.defaultText {
      keepDefault(text, of: &relationship, source.entity.name)
    }
    plan.sources[index].entity.ownProperties.append(.relationship(relationship))
    plan.sources[index].keys.take(name)
    plan.sources[index].links.append(TablePlan.Link(key: link, relationship: name))
  }

  private func keepDefault(
    _ text: String, of relationship: inout RelationshipDescription, _ entity: String
  ) {
    if case .null? = TableLiteral(TableToken.tokens(of: text)) { return }
    relationship.userInfo[Self.prefix + "default"] = text
    findings.note(
      .keptAsUserInfo, .init(entity: entity, property: relationship.name, position: .start),
      " has the default \(text), but a relationship has none here. It is kept in the user info, as"
        + " \"\(Self.prefix)default\".")
  }

  /// Returns the relationship's name for a column: `artist` for `artist_id` and `ArtistId`.
  private static func linkName(_ column: String) -> String? {
    for ending in ["_id", "_ID", "Id", "ID", "_key", "_fk"] where column.hasSuffix(ending) {
      let base = column.dropLast(ending.count)
      return base.isEmpty ? nil : String(base)
    }
    return column.lowercased() == "id" ? nil : column
  }

  /// Adds the inverses of a table's relationships.
  mutating func addInverses(_ index: Int) {
    let source = plan.sources[index]
    for link in source.links {
      guard let target = plan.index(of: link.key.table) else { continue }
      let isOne = source.table.isUnique(link.key.columns)
      let rivals = source.links.filter {
        $0.key.table.lowercased() == link.key.table.lowercased()
      }
      var base = isOne ? ImportNames.singular(source.table.name) : source.table.name
      // Several foreign keys to one table, or a key to the table itself, are distinguished by relationship name.
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

  /// Converts a join table to two relationships.
  mutating func addJoin(_ table: ForeignTable) {
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
    if let order {
      note(
        firstName, there,
        " is in the order that \(order.name) has in the table \(table.name.quotedForMessage). The numbers themselves were"
          + " left out.")
    }
    if !table.isUnique(owner.columns + member.columns) {
      note(
        firstName, there,
        " may lead to an object several times in the table \(table.name.quotedForMessage). Here it does so once."
      )
    }
  }
}
