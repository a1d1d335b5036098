import ArmatureModel

/// The objects among which those are to be looked for that satisfy a condition.
indirect enum FetchAccess {
  /// Some objects that the condition names, by their IDs.
  case objects([ManagedObjectID])
  /// Those that a unique index has under some values.
  case unique(Int, [AttributeValue])
  /// Those in some slices of an ordered index.
  case ordered(Int, [IndexRange])
  /// Those from which a way leads to objects of another access.
  case back(FetchWay, FetchAccess)
  /// The objects of any of several accesses; none if the list is empty.
  case union([FetchAccess])

  /// Whether all of it is looked up by what is unique, so that there are few.
  var isKeyed: Bool {
    switch self {
    case .objects, .unique: true
    case .ordered: false
    case .back(_, let ends): ends.isKeyed
    case .union(let parts): parts.allSatisfy(\.isKeyed)
    }
  }

  /// Whether it goes along relationships.
  var crossesLinks: Bool {
    switch self {
    case .objects, .unique, .ordered: false
    case .back: true
    case .union(let parts): parts.contains(where: \.crossesLinks)
    }
  }
}

extension FetchRun {
  /// Whether objects are looked at as they were last saved, and differ from that.
  private var isSaved: Bool { !request.includesPendingChanges && graph.changes.count > 0 }

  /// The access with the fewest objects to look at; `nil` for all objects.
  var shortestAccess: AccessFinder.Found? {
    // Indexes have the objects that are here.
    guard graph.hasAllObjects else { return nil }
    guard
      let found = AccessFinder(graph: graph).access(
        request.predicate, of: request.entity,
        in: request.includesSubentities ? nil : graph.model.index(of: request.entity)),
      // The links are those of now; the properties of objects without changes are as they were saved.
      !isSaved || !found.access.crossesLinks
    else { return nil }
    // A walk over all objects takes a quarter of the time per object.
    return found.access.isKeyed || found.count <= allCount / 4 ? found : nil
  }

  /// How many objects the entities have.
  var allCount: Int { positions.reduce(0) { $0 + graph.keys.extents[$1].count } }

  /// The objects of an access, in the order of their handles.
  func handles(_ access: FetchAccess) -> ContiguousArray<Handle> {
    var handles = IndexLookup(graph: graph).handles(access)
    if isSaved {
      // What has changed may have been under other values.
      handles = (handles + graph.changes.updated + graph.changes.deleted).sortedUnique
    }
    return handles
  }
}

extension ObjectGraph {
  /// Whether all objects that there are have come from here.
  var hasAllObjects: Bool { store == nil }
}
