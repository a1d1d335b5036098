import ArmatureModel

/// The ways back from objects to those that read them along relationships.
///
/// A way goes along the inverses of the relationships that are followed to read. Where one has no
/// inverse, all objects of the reading entity must be looked at.
struct InversePaths {
  /// The ways, as names of relationships, by the position of the entity that is read.
  private var ways: [[[String]]]
  /// The reading entities whose objects must all be looked at, by the same position.
  private var searched: [[Search]]

  /// Objects that read others along a path, and that nothing leads back to.
  struct Search: Hashable {
    let entity: String
    /// The path to what is read.
    let path: [String]
    /// Whether the path leads to many objects.
    let isToMany: Bool
  }

  init(entityCount: Int) {
    ways = Array(repeating: [], count: entityCount)
    searched = Array(repeating: [], count: entityCount)
  }

  /// Adds what objects of an entity read along a path.
  mutating func add(_ path: [String], of entity: String, _ tree: EntityTree) {
    var name = entity
    var inversePath: [String]? = []
    var isToMany = false
    for (index, step) in path.enumerated() {
      guard let relationship = tree.property(named: step, of: name)?.asRelationship else { return }
      name = relationship.destination
      isToMany = isToMany || relationship.isToMany
      let search = Search(entity: entity, path: Array(path[...index]), isToMany: isToMany)
      inversePath = inversePath.flatMap { way in relationship.inverse.map { [$0] + way } }
      for position in tree.branch(of: name) {
        if let inversePath {
          if !ways[position].contains(inversePath) { ways[position].append(inversePath) }
        } else if !searched[position].contains(search) {
          searched[position].append(search)
        }
      }
    }
  }

  /// Whether objects of an entity are read.
  func reads(_ position: Int) -> Bool { !ways[position].isEmpty || needsSearch(position) }

  /// The ways back from objects of an entity, as names of relationships.
  func ways(from position: Int) -> [[String]] { ways[position] }

  /// How those are found that read objects of an entity, and that nothing leads back to.
  func searches(from position: Int) -> [Search] { searched[position] }

  /// Whether some objects that read those of an entity are found by none of the ways back.
  func needsSearch(_ position: Int) -> Bool { !searched[position].isEmpty }
}
