import ArmatureModel

/// Converts rules, uniqueness and indexes.
extension TablePlanner {
  mutating func addRules(_ index: Int) {
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
        " has the check \(text), which has more than comparisons. It is kept in the user info, "
          + "as \"\(name)\"."
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

  /// Returns the property of a column. This is its attribute, or the relationship whose foreign key starts with the
  /// column.
  private func property(_ column: String, of index: Int) -> String? {
    let source = plan.sources[index]
    let attribute = source.columns.first { $0.name.lowercased() == column.lowercased() }
    let link = source.links.first { $0.key.columns.first?.lowercased() == column.lowercased() }
    return attribute?.attribute.name ?? link?.relationship
  }

  private mutating func addUniqueness(_ index: Int) {
    let source = plan.sources[index]
    let number = source.table.rowNumber.flatMap { number in
      source.columns.contains { $0.name == number } ? [[number]] : nil
    }
    for columns in (number ?? []) + source.table.uniques {
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
    if plan.sources[index].missingKeys.contains(column) { return false }
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
