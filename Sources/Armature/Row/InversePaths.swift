import ArmatureModel

/// The paths back from objects to the objects that read them along relationships.
///
/// A path back follows the inverses of the relationships used for reading. If an inverse is missing, all objects of the
/// reading entity must be searched.
struct InversePaths {
  /// The paths, by the position of the read entity.
  private var ways: [[Way]]
  /// The searches of all objects of a reading entity, by the position of the read entity.
  private var searched: [[Search]]

  /// A path back, and the properties that are read along it.
  struct Way {
    /// The names of the relationships.
    let path: [String]
    var reads: ReadProperties
  }

  /// Objects that read others along a path without a path back.
  struct Search {
    let entity: String
    /// The path to the read object.
    let path: [String]
    /// Whether the path leads to many objects.
    let isToMany: Bool
    var reads: ReadProperties
  }

  init(entityCount: Int) {
    ways = Array(repeating: [], count: entityCount)
    searched = Array(repeating: [], count: entityCount)
  }

  /// Adds a path along which objects of an entity read.
  ///
  /// - Parameter readsAll: True if the expression may read more of the objects than its paths tell.
  mutating func add(
    _ path: [String], of entity: String, _ tree: EntityTree, readsAll: Bool
  ) {
    var name = entity
    var inversePath: [String]? = []
    var isToMany = false
    for (index, step) in path.enumerated() {
      guard let relationship = tree.property(named: step, of: name)?.asRelationship else { return }
      name = relationship.destination
      isToMany = isToMany || relationship.isToMany
      inversePath = inversePath.flatMap { way in relationship.inverse.map { [$0] + way } }
      let names = [relationship.inverse, path.dropFirst(index + 1).first].compactMap(\.self)
      let reads = readsAll ? ReadProperties.all : .some(Set(names))
      for position in tree.branch(of: name) {
        if let inversePath {
          add(Way(path: inversePath, reads: reads), from: position)
        } else {
          let path = Array(path[...index])
          add(Search(entity: entity, path: path, isToMany: isToMany, reads: reads), from: position)
        }
      }
    }
  }

  private mutating func add(_ way: Way, from position: Int) {
    if let index = ways[position].firstIndex(where: { $0.path == way.path }) {
      ways[position][index].reads.formUnion(way.reads)
    } else {
      ways[position].append(way)
    }
  }

  private mutating func add(_ search: Search, from position: Int) {
    let index = searched[position].firstIndex {
      $0.entity == search.entity && $0.path == search.path
    }
    if let index {
      searched[position][index].reads.formUnion(search.reads)
    } else {
      searched[position].append(search)
    }
  }

  /// Returns whether objects of an entity are read.
  func reads(_ position: Int) -> Bool { !ways[position].isEmpty || needsSearch(position) }

  /// Returns the paths back from objects of an entity.
  func ways(from position: Int) -> [Way] { ways[position] }

  /// Returns the searches for objects that read objects of an entity along a path without a path back.
  func searches(from position: Int) -> [Search] { searched[position] }

  /// Returns whether some objects that read objects of an entity are not found by paths back.
  func needsSearch(_ position: Int) -> Bool { !searched[position].isEmpty }
}
