import ArmatureModel

/// Which derived attributes depend on what: the way back from an object that changed to those that
/// derive from it.
///
/// The way goes along the inverses of the relationships that a derivation follows. Where one has no
/// inverse, all objects of the deriving entity must be looked at.
struct DerivationGraph {
  /// The ways back, as names of relationships, by the position of the entity that changed.
  private let waysBack: [[[String]]]
  /// The deriving entities whose objects must all be looked at, by position.
  private let searched: [[String]]
  /// Whether objects of an entity are derived from or derive, by position.
  private let concerned: [Bool]

  /// Fails for a model without derived attributes.
  init?(_ entities: [EntityDescription], _ tree: EntityTree) {
    var waysBack = [Set<[String]>](repeating: [], count: entities.count)
    var searched = [Set<String>](repeating: [], count: entities.count)
    var isEmpty = true
    for entity in entities {
      for derivation in entity.attributes.compactMap(\.derivation) {
        isEmpty = false
        for path in derivation.paths {
          var name = entity.name
          var wayBack: [String]? = []
          for step in path {
            guard let relationship = tree.property(named: step, of: name)?.asRelationship else {
              break
            }
            name = relationship.destination
            wayBack = wayBack.flatMap { way in relationship.inverse.map { [$0] + way } }
            for position in tree.branch(of: name) {
              if let wayBack {
                waysBack[position].insert(wayBack)
              } else {
                searched[position].insert(entity.name)
              }
            }
          }
        }
      }
    }
    if isEmpty { return nil }
    concerned = entities.indices.map { position in
      !waysBack[position].isEmpty || !searched[position].isEmpty
        || entities[position].attributes.contains { $0.derivation != nil }
    }
    // Sorted, since the order of a set differs from run to run.
    self.waysBack = waysBack.map {
      $0.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
    }
    self.searched = searched.map { $0.sorted() }
  }

  /// Whether a change of an object of an entity can change a derived value.
  func concerns(_ position: Int) -> Bool { concerned[position] }

  /// The objects whose derived attributes may have another value since an object changed, itself not
  /// among them.
  func dependents(of object: ManagedObject) -> [ManagedObject] {
    let position = object.shape.pointee.index
    var dependents: [ManagedObject] = []
    for way in waysBack[position] {
      dependents += way.reduce([object]) { objects, name in
        objects.flatMap { object in
          object.runtime.property(named: name).map { object.related($0.place) } ?? []
        }
      }
    }
    guard let graph = object.graph else { return dependents }
    for entity in searched[position] { dependents += graph.objects(graph.handles(of: entity)) }
    return dependents
  }
}
