import Armature
import ArmatureModel

/// Links that the new relationships do not allow.
extension SQLObstacleSearch {
  /// Counts the objects that a row leads to.
  private func count(_ source: SQLLinkSource) -> SQLStatement {
    "(\(source.selection("COUNT(*)", where: "\(source.owner) = \(Self.key)")))"
  }

  /// Returns the rows that lead to more objects than a given number, with the number of objects.
  func rows(
    of entity: EntityDescription, linkedAlong place: SQLPlace, moreThan number: Int
  ) -> SQLObstacle? {
    SQLLinkSource(place, of: entity.name, old).flatMap { source in
      rows(of: entity, counting: source) { "\($0) > \(number)" }
    }
  }

  private func rows(
    of entity: EntityDescription, counting source: SQLLinkSource,
    where condition: (SQLStatement) -> SQLStatement
  ) -> SQLObstacle? {
    let count = count(source)
    return rows(of: entity.name, count, where: condition(count)) {
      .int($0.integer(at: 1))
    }
  }

  /// Returns the obstacles to a changed relationship.
  func links(of step: MigrationPlan.Step) -> [SQLObstacle] {
    entities(of: step).flatMap { former, entity -> [SQLObstacle] in
      guard let relationship = step.property.flatMap(entity.property)?.asRelationship,
        let before = names.oldProperty(of: relationship.name, in: entity.name)?.asRelationship,
        let place = old.place(of: before.name, in: former),
        let source = SQLLinkSource(place, of: former.name, old)
      else { return [] }
      let obstacle: SQLObstacle? =
        switch step.fact {
        case .arityChanged: rows(of: former, linkedAlong: place, moreThan: 1)
        case .countsChanged: rows(of: former, counting: source) { outside(relationship, $0) }
        case .destinationChanged:
          strays(of: former, along: source, to: relationship.destination, from: before.destination)
        default: nil
        }
      if case .inverseChanged = step.fact {
        return contradictions(relationship, entity, former, source)
      }
      return obstacle.map { [$0] } ?? []
    }
  }

  /// Returns the condition that the number of related objects is too low or too high for a relationship.
  private func outside(
    _ relationship: RelationshipDescription, _ count: SQLStatement
  ) -> SQLStatement {
    let isOutside: SQLStatement =
      "\(count) NOT BETWEEN \(relationship.minimumCount) AND \(relationship.most)"
    return relationship.isOptional ? "\(count) > 0 AND \(isOutside)" : isOutside
  }

  /// Returns the rows that lead to an object outside the relationship's new destination.
  private func strays(
    of entity: EntityDescription, along source: SQLLinkSource, to destination: String,
    from former: String
  ) -> SQLObstacle? {
    let fitting = old.schema.entities(of: former).filter { name in
      names.newEntity(of: name).map { new.model.entity($0.name, isKindOf: destination) } ?? false
    }
    return strays(of: entity, along: source, among: former, otherThan: fitting)
  }

  /// - Parameters:
  ///   - fitting: The old entities whose objects are valid.
  ///   - least: The entities whose objects count, and the number of objects below which a row is an obstacle. By
  ///     default, each row with an invalid object is an obstacle.
  private func strays(
    of entity: EntityDescription, along source: SQLLinkSource, among former: String,
    otherThan fitting: [String], fewerThan least: (count: Int, entities: [String])? = nil
  ) -> SQLObstacle? {
    guard let table = old.schema.table(of: former) else { return nil }
    if fitting.count == old.schema.entities(of: former).count { return nil }
    func keys(otherThan entities: [String]) -> SQLStatement {
      let fits: SQLStatement =
        table.hasEntities
        ? SQLStatement.isOf(entities, "\(name: "m").\(name: SQLTable.entity)")
        : entities.isEmpty ? "FALSE" : "TRUE"
      return
        "SELECT \(name: "m").\(name: SQLTable.key) FROM \(name: old.name(of: table.name)) AS \(name: "m") WHERE NOT (\(fits))"
    }
    let first = source.selection(
      "MIN(\(source.member))",
      where: "\(source.owner) = \(Self.key) AND \(source.member) IN (\(keys(otherThan: fitting)))")
    var condition: SQLStatement = "(\(first)) IS NOT NULL"
    if let least {
      let rest = source.selection(
        "COUNT(*)",
        where:
          "\(source.owner) = \(Self.key) AND \(source.member) NOT IN (\(keys(otherThan: least.entities)))"
      )
      condition = "\(condition) AND (\(rest)) < \(least.count)"
    }
    return rows(of: entity.name, "(\(first))", where: condition) { .int($0.integer(at: 1)) }
  }

  /// Returns the rows with links that would contradict the other side.
  private func contradictions(
    _ relationship: RelationshipDescription, _ entity: EntityDescription,
    _ former: EntityDescription, _ source: SQLLinkSource
  ) -> [SQLObstacle] {
    let others = mapping.inverseSources(of: relationship)
    if others.isEmpty {
      // The other side is derived from this one, and may lead to one object only.
      let inverse = relationship.inverse.flatMap {
        new.model[relationship.destination]?.property(named: $0)?.asRelationship
      }
      guard let inverse, !inverse.isToMany else { return [] }
      let several: SQLStatement =
        "\(source.selection(source.member)) GROUP BY \(source.member) HAVING COUNT(*) > 1"
      let first = source.selection(
        "MIN(\(source.member))",
        where: "\(source.owner) = \(Self.key) AND \(source.member) IN (\(several))")
      return [
        rows(of: former.name, "(\(first))", where: "(\(first)) IS NOT NULL") {
          .int($0.integer(at: 1))
        }
      ].compactMap(\.self)
    }
    func links(of source: SQLLinkSource) -> SQLStatement {
      source.selection(
        "\(source.owner), \(source.member)", where: belongs(source.owner, to: former.name))
    }
    let own = links(of: source)
    return others.filter { $0 != source }.flatMap { other -> [SQLObstacle] in
      let theirs = links(of: other)
      return [(own, theirs), (theirs, own)].map { left, right in
        SQLObstacle(
          entity: former.name,
          "SELECT * FROM (\(left) EXCEPT \(right)) AS \(name: "r")"
        ) { .int($0.integer(at: 1)) }
      }
    }
  }

  /// Returns the condition that a key belongs to an old entity itself; `nil` for a table of one entity.
  private func belongs(_ key: SQLStatement, to entity: String) -> SQLStatement? {
    guard let table = old.schema.table(of: entity), table.hasEntities else { return nil }
    let isOf = SQLStatement.isOf([entity], "\(name: SQLTable.entity)")
    return
      "\(key) IN (SELECT \(name: SQLTable.key) FROM \(name: old.name(of: table.name)) WHERE \(isOf))"
  }

  /// Returns the rows that would have too few related objects after some objects are dropped. Each row has the first of
  /// the dropped objects.
  func links(toDropped dropped: String) -> [SQLObstacle] {
    formerLinks { relationship, before in
      if relationship.isOptional { return nil }
      let all = old.schema.entities(of: before.destination)
      return (
        all.filter { $0 != dropped },
        (relationship.fewest, all.filter { names.newEntity(of: $0) != nil })
      )
    }
  }

  /// Finds links to objects that are invalid in the new model, along all relationships that already exist in the old
  /// model.
  ///
  /// - Parameter fitting: A closure that returns the old entities whose objects are valid, and their minimum number. It
  ///   returns `nil` for a relationship that is not affected.
  private func formerLinks(
    _ fitting: (
      _ relationship: RelationshipDescription, _ before: RelationshipDescription
    ) -> (entities: [String], least: (count: Int, entities: [String])?)?
  ) -> [SQLObstacle] {
    new.model.entities.filter { !$0.isAbstract }.flatMap { entity -> [SQLObstacle] in
      guard let former = names.oldEntity(of: entity.name) else { return [] }
      return entity.relationships.compactMap { relationship in
        guard
          let before = names.oldProperty(of: relationship.name, in: entity.name)?.asRelationship,
          let place = old.place(of: before.name, in: former),
          let source = SQLLinkSource(place, of: former.name, old),
          let fitting = fitting(relationship, before)
        else { return nil }
        return strays(
          of: former, along: source, among: before.destination, otherThan: fitting.entities,
          fewerThan: fitting.least)
      }
    }
  }

  /// Returns links to objects of an entity that has a new parent and no longer inherits from the destination.
  func links(toObjectsOf step: MigrationPlan.Step) -> [SQLObstacle] {
    let moved = Set(entities(of: step).map(\.old.name))
    return formerLinks { relationship, before in
      let all = old.schema.entities(of: before.destination)
      let fitting = all.filter { name in
        !moved.contains(name)
          || names.newEntity(of: name).map {
            new.model.entity($0.name, isKindOf: relationship.destination)
          } ?? false
      }
      return (fitting, nil)
    }
  }
}
