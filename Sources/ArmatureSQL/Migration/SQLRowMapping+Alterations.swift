import Armature
import ArmatureModel

/// Tables that keep their rows.
extension SQLRowMapping {
  /// Returns the old column for each column of a new table. The table is compared with the old table of the same name.
  /// A new column without values has `nil`. Returns `nil` if the rows of the table change.
  ///
  /// No column is removed, and all rows keep their entity.
  func alterations(of table: SQLTable, _ dialect: some SQLDialect) -> [Int?]? {
    guard let former = old.schema.tables.first(where: { $0.name == table.name }),
      former.hasEntities == table.hasEntities, former.entities.allSatisfy({ isKept($0, in: table) })
    else { return nil }
    var sources: [Int: Set<SQLStatement?>] = [:]
    for name in table.entities {
      guard let entity = new.model[name], let before = names.oldEntity(of: name),
        !before.isAbstract
      else { continue }
      guard before.name == name, old.schema.table(of: name)?.name == table.name else { return nil }
      let values = values(of: entity, from: before)
      // Rows that links lead to must be identified with their entity from now on.
      for case .link(let link) in new.places[name] ?? [] {
        if let column = link.entity, values[column] == nil { return nil }
      }
      for column in (new.places[name] ?? []).flatMap(\.columns) {
        sources[column, default: []].insert(values[column])
      }
    }
    var alterations: [Int?] = []
    for (position, column) in table.columns.enumerated() {
      let source = sources[position] ?? [nil]
      guard source.count == 1, let value = source.first else { return nil }
      guard let value else {
        if column.isRequired { return nil }
        alterations.append(nil)
        continue
      }
      guard
        let index = former.columns.firstIndex(where: {
          value == "\(name: Self.alias).\(name: $0.name)"
        }), hasSameForm(column, former.columns[index], dialect)
      else { return nil }
      alterations.append(index)
    }
    let kept = alterations.compactMap(\.self)
    return Set(kept).count == former.columns.count && kept.count == former.columns.count
      ? alterations : nil
  }

  /// Returns whether any objects of an old entity stay in their table.
  private func isKept(_ entity: String, in table: SQLTable) -> Bool {
    // Rows cannot be read from a table while others are written to it.
    if old.schema.model[entity].map({ custom.split(of: $0) != nil }) ?? false { return false }
    guard let heir = names.newEntity(of: entity) else { return !custom.drops(entity) }
    return heir.name == entity && table.entities.contains(entity)
  }

  private func hasSameForm(
    _ column: SQLColumn, _ former: SQLColumn, _ dialect: some SQLDialect
  ) -> Bool {
    column.isRequired == former.isRequired
      && dialect.type(of: column.kind) == dialect.type(of: former.kind)
      && column.references.map { new.tables[$0].name }
        == former.references.map { old.schema.tables[$0].name }
  }
}
