import ArmatureModel

/// A path over relationships that all have inverses.
struct FetchWay {
  /// The relationships, as named in the condition.
  let names: [String]
  /// The inverses, the last one first: the path back.
  let inverses: [String]
  /// The entities on the path, from the objects to the ends.
  let entities: [String]
  let isToMany: Bool

  /// Fails if a relationship has no inverse.
  init?(_ names: some Collection<String>, from entity: String, _ tree: EntityTree) {
    var (entities, inverses, isToMany) = ([entity], [String](), false)
    for name in names {
      guard
        let relationship = tree.entity(named: entities[entities.count - 1])?
          .property(named: name)?.asRelationship,
        let inverse = relationship.inverse
      else { return nil }
      entities.append(relationship.destination)
      inverses.insert(inverse, at: 0)
      if relationship.isToMany { isToMany = true }
    }
    (self.names, self.inverses) = (Array(names), inverses)
    (self.entities, self.isToMany) = (entities, isToMany)
  }
}
