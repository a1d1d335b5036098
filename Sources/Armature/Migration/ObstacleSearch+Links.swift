import ArmatureModel

/// Links that become invalid for changed relationships.
extension ObstacleSearch {
  /// Returns the obstacles to a change of a relationship.
  func links(of step: MigrationPlan.Step) -> [Row] {
    entities(of: step).flatMap { entity -> [Row] in
      guard let position = step.property.flatMap(entity.position),
        let relationship = entity.newProperties[position].asRelationship,
        let source = entity.sources[position]
      else { return [] }
      switch step.fact {
      case .arityChanged: return counts(source, of: entity) { $0 > 1 }
      case .countsChanged: return counts(source, of: entity) { relationship.isOutside($0) }
      case .destinationChanged:
        return strays(source, of: entity) { !fits($0, relationship.destination) }
      case .inverseChanged: return contradictions(relationship, source, of: entity, step)
      default: return []
      }
    }
  }

  /// Returns rows with an invalid number of links, with that number.
  private func counts(
    _ source: Int, of entity: MigratedEntity, _ isInvalid: (Int) -> Bool
  ) -> [Row] {
    rows(of: entity.old) { row in
      let count = row.links[source].count
      return isInvalid(count) ? .some(.int(Int64(count))) : .none
    }
  }

  /// Returns whether a relationship may now lead to objects of an old entity.
  private func fits(_ entity: String, _ destination: String) -> Bool {
    names.newEntity(of: entity).map { new.entity($0.name, isKindOf: destination) } ?? false
  }

  /// Returns rows that lead to invalid objects, with the first of these.
  private func strays(
    _ source: Int, of entity: MigratedEntity, _ isStray: (_ entity: String) -> Bool
  ) -> [Row] {
    guard let before = entity.oldProperties[source].asRelationship else { return [] }
    let strays = Set(
      old.concreteEntities(of: before.destination).filter(isStray).compactMap { old[$0] }
        .flatMap { rows[$0].map(\.key) })
    return strays.isEmpty ? [] : firstLinks(source, of: entity) { strays.contains($0) }
  }

  private func firstLinks(
    _ source: Int, of entity: MigratedEntity, _ isInvalid: (Int64) -> Bool
  ) -> [Row] {
    rows(of: entity.old) { row in
      row.links[source].filter(isInvalid).min().map { .some(.int($0)) } ?? .none
    }
  }

  /// Returns rows with links that contradict the other side.
  private func contradictions(
    _ relationship: RelationshipDescription, _ source: Int, of entity: MigratedEntity,
    _ step: MigrationPlan.Step
  ) -> [Row] {
    guard links.hasFollowers(relationship) else {
      // The other side follows this one, and may lead to one object only.
      let inverse = relationship.inverse.flatMap {
        new[relationship.destination]?.property(named: $0)?.asRelationship
      }
      guard let inverse, !inverse.isToMany else { return [] }
      let several = targets(ofSeveral: relationship.name, step)
      return firstLinks(source, of: entity) { several.contains($0) }
    }
    let followers = links.followers(of: relationship)
    func pairs(_ differ: (_ own: Set<Int64>, _ theirs: Set<Int64>) -> Set<Int64>) -> [Row] {
      rows[entity.old].flatMap { row in
        differ(Set(row.links[source]), Set(followers[row.key] ?? [])).sorted().map {
          Row(entity: entity.old.name, key: row.key, value: .int($0))
        }
      }
    }
    return pairs { $0.subtracting($1) } + pairs { $1.subtracting($0) }
  }

  /// Returns the objects that several rows lead to.
  private func targets(ofSeveral relationship: String, _ step: MigrationPlan.Step) -> Set<Int64> {
    var (seen, several) = (Set<Int64>(), Set<Int64>())
    for entity in entities(of: step) {
      guard let source = entity.position(of: relationship).flatMap({ entity.sources[$0] }) else {
        continue
      }
      for row in rows[entity.old] {
        for key in row.links[source] where !seen.insert(key).inserted { several.insert(key) }
      }
    }
    return several
  }

  /// Returns rows with required links to dropped objects, if too few are left; with the first of these objects.
  func links(toDropped entity: String) -> [Row] {
    let dropped = Set(old[entity].map { rows[$0].map(\.key) } ?? [])
    if dropped.isEmpty { return [] }
    let gone = Set(
      old.entities.filter { names.newEntity(of: $0.name) == nil }.flatMap { rows[$0].map(\.key) })
    return formerLinks { entity, relationship, source in
      if relationship.isOptional { return [] }
      return rows(of: entity.old) { row in
        let links = row.links[source]
        guard let first = links.filter(dropped.contains).min(),
          links.count(where: { !gone.contains($0) }) < relationship.fewest
        else { return .none }
        return .some(.int(first))
      }
    }
  }

  /// Visits all relationships that existed before.
  private func formerLinks(
    _ rows: (
      _ entity: MigratedEntity, _ relationship: RelationshipDescription, _ source: Int
    ) -> [Row]
  ) -> [Row] {
    migration.entities.flatMap { entity in
      entity.newProperties.indices.flatMap { position -> [Row] in
        guard let relationship = entity.newProperties[position].asRelationship,
          let source = entity.sources[position]
        else { return [] }
        return rows(entity, relationship, source)
      }
    }
  }

  /// Returns links to objects of an entity with a new parent, if the relationship no longer leads to any of its
  /// ancestors.
  func links(toObjectsOf step: MigrationPlan.Step) -> [Row] {
    let moved = Set(entities(of: step).map(\.old.name))
    return formerLinks { entity, relationship, source in
      strays(source, of: entity) { name in
        moved.contains(name) && !fits(name, relationship.destination)
      }
    }
  }
}

extension RelationshipDescription {
  /// Returns whether a number of objects is too small or too large.
  fileprivate func isOutside(_ count: Int) -> Bool {
    if count == 0 && isOptional { return false }
    return count < minimumCount || maximumCount > 0 && count > maximumCount
  }
}
