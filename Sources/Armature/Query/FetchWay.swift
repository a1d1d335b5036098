import ArmatureModel

/// A way over relationships, all of which have inverses.
struct FetchWay {
  /// The relationships, as the condition names them.
  let names: [String]
  /// Their inverses, the last one first: the way back.
  let inverses: [String]
  /// The entities on the way, that of the objects first and that of the ends last.
  let entities: [String]
  let isToMany: Bool

  /// Fails where no way leads back.
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
