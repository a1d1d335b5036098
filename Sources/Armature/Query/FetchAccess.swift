import ArmatureModel

/// The objects among which a request looks for those that satisfy its condition.
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

  /// Whether all objects are looked up by IDs or unique values, so that there are few.
  var isKeyed: Bool {
    switch self {
    case .objects, .unique: true
    case .ordered: false
    case .back(_, let ends): ends.isKeyed
    case .union(let parts): parts.allSatisfy(\.isKeyed)
    }
  }

  /// Whether the access goes along relationships.
  var crossesLinks: Bool {
    switch self {
    case .objects, .unique, .ordered: false
    case .back: true
    case .union(let parts): parts.contains(where: \.crossesLinks)
    }
  }
}

extension FetchRun {
  /// Whether objects are tested as they were last saved, while some have changes.
  private var isSaved: Bool { !request.includesPendingChanges && graph.changes.count > 0 }

  /// The access with the fewest objects to look at; `nil` for all objects.
  var shortestAccess: AccessFinder.Found? {
    // Indexes have only the objects that are in the context.
    guard graph.hasAllObjects else { return nil }
    guard
      let found = AccessFinder(graph: graph).access(
        request.predicate, of: request.entity,
        in: request.includesSubentities ? nil : graph.model.index(of: request.entity)),
      // Links are as they are now, not as they were saved; the values of objects without changes are as saved.
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
      // An object that has changed may have been saved under other values.
      handles = (handles + graph.changes.updated + graph.changes.deleted).sortedUnique
    }
    return handles
  }
}

extension ObjectGraph {
  /// Whether the graph has all objects that there are, since there is no store.
  var hasAllObjects: Bool { store == nil }
}
