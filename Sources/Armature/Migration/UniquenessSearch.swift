import ArmatureModel

/// Finds rows with equal values for a uniqueness constraint of the new model.
struct UniquenessSearch {
  private let rows: MigrationRows
  private let plan: MigrationPlan
  private var model: ManagedObjectModel { rows.model }

  init(_ rows: MigrationRows, _ plan: MigrationPlan) { (self.rows, self.plan) = (rows, plan) }

  private typealias Constraint = (entity: EntityDescription, properties: [String])

  /// The violated constraints with their rows, one after the other.
  ///
  /// Derived values are left out: they are checked after they are computed.
  var obstacles: some Sequence<MigrationObstacle> {
    constraints.lazy.compactMap { constraint in
      let found = duplicates(constraint)
      if found.isEmpty { return nil }
      let step = plan.step(ofUniqueness: constraint.properties, in: constraint.entity)
      return MigrationObstacle(step: step, of: found)
    }
  }

  /// The uniqueness constraints, in the order of the names.
  private var constraints: [Constraint] {
    let all = model.entities.flatMap { entity -> [Constraint] in
      let inherited = entity.parent.flatMap { model[$0] }?.uniquenessConstraints.count ?? 0
      return entity.uniquenessConstraints.dropFirst(inherited).filter { $0.severity == .error }
        .map { (entity, $0.properties) }
    }
    return all.sorted {
      ($0.entity.name, "\($0.properties)") < ($1.entity.name, "\($1.properties)")
    }
  }

  private func duplicates(_ constraint: Constraint) -> [MigrationObstacle.Row] {
    var groups: [[AttributeValue]: [MigrationObstacle.Row]] = [:]
    for entity in model.entities where model.entity(entity.name, isKindOf: constraint.entity.name) {
      let properties = entity.persistentProperties
      let positions = constraint.properties.compactMap { name in
        properties.firstIndex { $0.name.hasSameBytes(as: name) }
      }
      guard positions.count == constraint.properties.count else { continue }
      for row in rows[entity] {
        let values = positions.map { position in
          row.links[position].first.map(AttributeValue.int) ?? row.values[position]
        }
        if values.contains(where: \.isNull) { continue }
        groups[values, default: []].append(
          MigrationObstacle.Row(
            entity: entity.name, key: row.key,
            value: values.count == 1 ? values[0] : .list(values)))
      }
    }
    return groups.values.filter { $0.count > 1 }.flatMap { $0 }.sorted { $0.key < $1.key }
  }
}
