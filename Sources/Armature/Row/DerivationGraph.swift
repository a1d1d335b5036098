import ArmatureModel

/// The dependencies of derived attributes: the paths back from a changed object to the objects with values derived from
/// it.
struct DerivationGraph {
  /// The paths back.
  let inversePaths: InversePaths
  /// The properties of an object that its own derived attributes read, by the position of the entity and the name of
  /// the attribute.
  let ownReads: [[String: ReadProperties]]

  /// Returns `nil` for a model without derived attributes.
  init?(_ entities: [EntityDescription], _ tree: EntityTree) {
    var inversePaths = InversePaths(entityCount: entities.count)
    var ownReads: [[String: ReadProperties]] = []
    for entity in entities {
      var reads: [String: ReadProperties] = [:]
      for attribute in entity.attributes {
        guard let derivation = attribute.derivation else { continue }
        reads[attribute.name] =
          derivation.readsClock ? .all : .some(Set(derivation.paths.compactMap(\.first)))
        for path in derivation.paths {
          inversePaths.add(path, of: entity.name, tree, readsAll: derivation.readsBeyondPaths)
        }
      }
      ownReads.append(reads)
    }
    if ownReads.allSatisfy(\.isEmpty) { return nil }
    self.inversePaths = inversePaths
    self.ownReads = ownReads
  }

  /// Returns whether a change of an entity's objects can change a derived value.
  func concerns(_ position: Int) -> Bool {
    inversePaths.reads(position) || !ownReads[position].isEmpty
  }
}
