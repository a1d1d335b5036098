import ArmatureModel

/// The dependencies of derived attributes. They are paths from a changed object back to the objects with values that
/// are derived from it.
struct DerivationGraph {
  /// The paths back.
  let inversePaths: InversePaths
  /// Whether objects of an entity have derived values, or other values are derived from them. The array is indexed by
  /// position.
  private let concerned: [Bool]

  /// Returns `nil` for a model without derived attributes.
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

  /// Returns whether a change of an entity's objects can change a derived value.
  func concerns(_ position: Int) -> Bool { concerned[position] }

  /// Returns the relationships that lead from objects of an entity to the objects with values derived from them.
  func waysBack(fromEntityAt position: Int) -> [[String]] { inversePaths.ways(from: position) }

  /// Returns the searches for objects with values that are derived from objects of an entity. A search is needed where
  /// a path cannot be followed back.
  func searches(fromEntityAt position: Int) -> [InversePaths.Search] {
    inversePaths.searches(from: position)
  }
}
