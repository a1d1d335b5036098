/// The properties of all entities of a model, with inherited properties first.
///
/// The list of an entity is built when it is first used, because thousands of entities in a deep hierarchy have
/// millions of inherited properties in total. When all lists were built at once, a model with an inheritance depth of
/// 5,000 took 30 s to build.
///
/// `@unchecked Sendable`: the references in `joined` are atomic, and everything else is immutable.
final class PropertyLists: @unchecked Sendable {
  private let own: [[PropertyDescription]]
  private let parents: [Int?]
  /// The number of properties of each entity, including inherited ones.
  private var counts: [Int]
  private let joined: UnsafeMutablePointer<LazyReference>

  private final class Joined: Sendable {
    let properties: [PropertyDescription]

    init(_ properties: [PropertyDescription]) { self.properties = properties }
  }

  /// - Precondition: The parents form no cycle.
  init(_ own: [[PropertyDescription]], parents: [Int?], parentsFirst: [Int]) {
    self.own = own
    self.parents = parents
    counts = own.map(\.count)
    for entity in parentsFirst {
      if let parent = parents[entity] { counts[entity] += counts[parent] }
    }
    joined = .allocate(capacity: own.count)
    for entity in own.indices { (joined + entity).initialize(to: LazyReference()) }
  }

  deinit {
    joined.deinitialize(count: own.count)
    joined.deallocate()
  }

  fileprivate func properties(of entity: Int) -> [PropertyDescription] {
    if parents[entity] == nil { return own[entity] }
    // The reference stores only objects of this class.
    let address = joined[entity].address ?? joined[entity].publish(Joined(join(entity)))
    return Unmanaged<Joined>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.properties }
  }

  private func join(_ entity: Int) -> [PropertyDescription] {
    var lists: [[PropertyDescription]] = []
    var current: Int? = entity
    while let entity = current {
      lists.append(own[entity])
      current = parents[entity]
    }
    var properties: [PropertyDescription] = []
    properties.reserveCapacity(counts[entity])
    for list in lists.reversed() { properties += list }
    return properties
  }

  /// The property list of one entity.
  struct List: Sendable, Hashable {
    private let lists: PropertyLists
    private let entity: Int

    init(_ lists: PropertyLists, _ entity: Int) {
      self.lists = lists
      self.entity = entity
    }

    var count: Int { lists.counts[entity] }
    var properties: [PropertyDescription] { lists.properties(of: entity) }

    static func == (left: List, right: List) -> Bool {
      left.lists === right.lists && left.entity == right.entity
        || left.properties == right.properties
    }

    func hash(into hasher: inout Hasher) { hasher.combine(count) }
  }
}
