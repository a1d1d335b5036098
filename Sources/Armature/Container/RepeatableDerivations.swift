import ArmatureModel

/// The stored derived attributes whose values depend only on the data in the store.
///
/// Computing such an attribute twice gives the same value. Attributes that read the clock or a transient attribute are
/// excluded, and so are attributes that read one of these attributes.
struct RepeatableDerivations {
  /// The attributes of each entity, by its position.
  private let properties: [[StoredProperty]]

  /// Fails for a model without such attributes.
  init?(_ runtime: ModelRuntime) {
    guard runtime.hasDerivations else { return nil }
    var left: Set<Place> = []
    var candidates: [(place: Place, reads: [Place])] = []
    for (position, entity) in runtime.entities.enumerated() {
      for attribute in entity.attributes {
        let place = Place(entity: position, attribute: attribute.name)
        if attribute.isTransient { left.insert(place) }
        guard let derivation = attribute.derivation else { continue }
        if derivation.readsClock { left.insert(place) }
        let reads = derivation.paths.flatMap { Self.places($0, of: entity.name, runtime.tree) }
        candidates.append((place, reads))
      }
    }
    // Attributes that read an excluded attribute are excluded as well, and so on.
    var count = -1
    while left.count != count {
      count = left.count
      for (place, reads) in candidates where !left.isDisjoint(with: reads) { left.insert(place) }
    }
    properties = runtime.entities.indices.map { position in
      runtime.runtime(at: position)._withUnsafeGuaranteedRef(\.derivedProperties).filter {
        !left.contains(Place(entity: position, attribute: $0.name))
      }
    }
    if properties.allSatisfy(\.isEmpty) { return nil }
  }

  /// Returns the attributes of an entity.
  subscript(position: Int) -> [StoredProperty] { properties[position] }

  private struct Place: Hashable {
    let entity: Int
    let attribute: String
  }

  /// Returns the attributes at the end of a path, for each entity that its last object may have.
  private static func places(_ path: [String], of entity: String, _ tree: EntityTree) -> [Place] {
    var name = entity
    for step in path {
      guard let property = tree.property(named: step, of: name) else { return [] }
      guard let relationship = property.asRelationship else {
        return tree.branch(of: name).map { Place(entity: $0, attribute: step) }
      }
      name = relationship.destination
    }
    return []
  }
}
