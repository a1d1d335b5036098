package import ArmatureModel

/// Duplicate values in rows.
extension SQLMigration {
  /// Returns the rows with duplicate values after the statements.
  package func duplicates(_ unique: SQLUnique) -> SQLObstacle? {
    guard let table = new.table(of: unique.constraint.entity) else { return nil }
    let columns = unique.columns.map { table.columns[$0] }
    let list = columns.map { "\(name: $0.name)" as SQLStatement }.joined(by: ", ")
    let condition: SQLStatement =
      unique.entities.map { " WHERE \(SQLStatement.isOf($0, "\(name: SQLTable.entity)"))" }
      ?? .empty
    return SQLObstacle(
      duplicatesOf: unique, columns,
      "SELECT \(name: SQLTable.key), \(list) FROM \(name: table.name)\(condition)")
  }
}

extension SQLObstacleSearch {
  /// Returns the old rows that would have duplicate values in the new model, for each uniqueness constraint.
  ///
  /// Only constraints of entities that the plan changes are checked. Derived values are left out, because they do not
  /// exist before the rows do.
  package func duplicates(_ plan: MigrationPlan) -> [(unique: SQLUnique, rows: SQLObstacle)] {
    let concerned = Set(
      plan.steps.filter { $0.kind != .changeDeclaration }.flatMap {
        new.entities(of: $0.entity)
      })
    return new.tables.flatMap(\.uniques).sorted { $0.name < $1.name }.compactMap { unique in
      let entities = new.entities(of: unique.constraint.entity)
      if concerned.isDisjoint(with: entities) { return nil }
      guard let table = new.table(of: unique.constraint.entity) else { return nil }
      let sources = entities.compactMap { rows(of: $0, unique) }
      if sources.isEmpty { return nil }
      let columns = unique.columns.map { table.columns[$0] }
      return (
        unique, SQLObstacle(duplicatesOf: unique, columns, sources.joined(by: " UNION ALL "))
      )
    }
  }

  /// A uniqueness constraint that cannot be checked before its derived values are computed; `nil` if no such constraint
  /// exists.
  package var unforeseeable: SQLUnique? {
    new.tables.flatMap(\.uniques).sorted { $0.name < $1.name }.first { unique in
      new.entities(of: unique.constraint.entity).contains { name in
        guard let entity = new.model[name], let former = names.oldEntity(of: name) else {
          return false
        }
        return !computedColumns(of: entity, former).isDisjoint(with: unique.columns)
      }
    }
  }

  /// Returns the columns of derived values that are computed for old rows.
  private func computedColumns(
    of entity: EntityDescription, _ former: EntityDescription
  ) -> Set<Int> {
    Set(
      zip(entity.persistentProperties, new.places[entity.name] ?? []).flatMap { property, place in
        let isComputed =
          property.asAttribute.map { mapping.isComputed($0, in: entity, former) } ?? false
        return isComputed ? place.columns : []
      })
  }

  /// Returns the values that an entity's rows will have in unique columns. Returns `nil` if the entity has no such
  /// rows, or if the values are not known yet.
  private func rows(of name: String, _ unique: SQLUnique) -> SQLStatement? {
    guard let entity = new.model[name], let former = names.oldEntity(of: name),
      let table = new.table(of: name), let rows = old.rows(of: former.name, as: SQLRowMapping.alias)
    else { return nil }
    if !computedColumns(of: entity, former).isDisjoint(with: unique.columns) { return nil }
    let values = mapping.values(of: entity, from: former)
    let selected = unique.columns.map { column in
      "\(values[column] ?? "NULL") AS \(name: table.columns[column].name)" as SQLStatement
    }
    let filter: SQLStatement = rows.condition.map { " WHERE \($0)" } ?? .empty
    return """
      SELECT \(Self.key) AS \(name: SQLTable.key), \(selected.joined(by: ", ")) \
      FROM \(rows.source)\(filter)
      """
  }
}

extension SQLObstacle {
  /// Creates an obstacle from the rows of a source that have duplicate values in all columns of a uniqueness
  /// constraint. Rows with a missing value do not count.
  fileprivate init(
    duplicatesOf unique: SQLUnique, _ columns: [SQLColumn], _ source: SQLStatement
  ) {
    let names = columns.map { "\(name: $0.name)" as SQLStatement }
    let list = names.joined(by: ", ")
    let present = names.map { "\($0) IS NOT NULL" as SQLStatement }.joined(by: " AND ")
    self.init(
      entity: unique.constraint.entity,
      """
      SELECT \(name: SQLTable.key), \(list) FROM (\(source)) AS \(name: "r") \
      WHERE \(present) AND (\(list)) IN \
      (SELECT \(list) FROM (\(source)) AS \(name: "r") WHERE \(present) GROUP BY \(list) HAVING COUNT(*) > 1)
      """
    ) { cursor in
      let values = columns.enumerated().map { cursor.value(at: $0 + 1, as: $1.kind) }
      return values.count == 1 ? values[0] : .list(values)
    }
  }
}
