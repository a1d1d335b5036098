import ArmatureModel

/// Which derived attributes depend on what: the way back from an object that changed to those that
/// derive from it.
struct DerivationGraph {
  /// The ways back.
  let inversePaths: InversePaths
  /// Whether objects of an entity are derived from or derive, by position.
  private let concerned: [Bool]

  /// Fails for a model without derived attributes.
  init?(_ entities: [EntityDescription], _ tree: EntityTree) {
    var inversePaths = InversePaths(entityCount: entities.count)
    var isEmpty = true
    for entity in entities {
      for derivation in entity.attributes.compactMap(\.derivation) {
        isEmpty = false
        for path in derivation.paths { inversePaths.add(path, of: entity.name, tree) }
      }
    }
    if isEmpty { return nil }
    concerned = entities.indices.map { position in
      inversePaths.reads(position)
        || entities[position].attributes.contains { $0.derivation != nil }
    }
    self.inversePaths = inversePaths
  }

  /// Whether a change of an object of an entity can change a derived value.
  func concerns(_ position: Int) -> Bool { concerned[position] }

  /// The relationships that lead from objects of an entity to those that derive from them.
  func waysBack(fromEntityAt position: Int) -> [[String]] { inversePaths.ways(from: position) }

  /// How those are found that derive from objects of an entity, and that nothing leads back to.
  func searches(fromEntityAt position: Int) -> [InversePaths.Search] {
    inversePaths.searches(from: position)
  }
}
