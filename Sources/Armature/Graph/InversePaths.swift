import ArmatureModel

/// The paths from objects back to the objects that read them along relationships.
///
/// A path back consists of the inverses of the relationships that were used for reading. If an inverse is missing, all
/// objects of the reading entity must be searched.
struct InversePaths {
  /// The paths, as names of relationships, by the position of the read entity.
  private var ways: [[[String]]]
  /// The searches of all objects of a reading entity, by the position of the entity that is read.
  private var searched: [[Search]]

  /// Objects that read other objects along a path that cannot be followed back.
  struct Search: Hashable {
    let entity: String
    /// The path to the read object.
    let path: [String]
    /// Whether the path leads to many objects.
    let isToMany: Bool
  }

  init(entityCount: Int) {
    ways = Array(repeating: [], count: entityCount)
    searched = Array(repeating: [], count: entityCount)
  }

  /// Adds a path along which objects of an entity read.
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

  /// Returns whether objects of an entity are read.
  func reads(_ position: Int) -> Bool { !ways[position].isEmpty || needsSearch(position) }

  /// Returns the paths back from objects of an entity, as names of relationships.
  func ways(from position: Int) -> [[String]] { ways[position] }

  /// Returns the searches for objects that read objects of an entity along a path that cannot be followed back.
  func searches(from position: Int) -> [Search] { searched[position] }

  /// Returns whether some objects that read objects of an entity cannot be found by paths back.
  func needsSearch(_ position: Int) -> Bool { !searched[position].isEmpty }
}
