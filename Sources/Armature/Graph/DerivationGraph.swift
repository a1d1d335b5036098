import ArmatureModel

/// The dependencies of derived attributes: the paths back from a changed object to the objects with values derived from
/// it.
struct DerivationGraph {
  /// The paths back.
  let inversePaths: InversePaths
  /// The properties of an object that its own derived attributes read, by the position of the entity and the name of
  /// the attribute.
  private let ownReads: [[String: ReadProperties]]

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

  /// Returns whether the changes of an object can change a derived value.
  func concerns(_ object: ManagedObject) -> Bool {
    let position = object.shape.pointee.index
    return derivesAgain(object, isFirst: true)
      || inversePaths.ways(from: position).contains { object.mayHaveChanged($0.reads) }
      || inversePaths.searches(from: position).contains { object.mayHaveChanged($0.reads) }
  }

  /// Returns whether the changes of an object can change one of its own derived values.
  ///
  /// - Parameter isFirst: True before the first round, when a derived value may have been changed otherwise.
  func derivesAgain(_ object: ManagedObject, isFirst: Bool) -> Bool {
    ownReads[object.shape.pointee.index].keys.contains {
      derivesAgain($0, of: object, isFirst: isFirst)
    }
  }

  /// Returns whether the changes of an object can change the value of one of its derived attributes.
  func derivesAgain(_ attribute: String, of object: ManagedObject, isFirst: Bool) -> Bool {
    guard let reads = ownReads[object.shape.pointee.index][attribute] else { return false }
    return object.mayHaveChanged(reads) || isFirst && object.mayHaveChanged(.some([attribute]))
  }
}
