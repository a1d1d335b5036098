import ArmatureModel

/// The way a request finds candidates for its condition.
indirect enum FetchAccess {
  /// The objects that the condition names by ID.
  case objects([ManagedObjectID])
  /// The objects with some values in a unique index.
  case unique(Int, [AttributeValue])
  /// The objects in some slices of an ordered index.
  case ordered(Int, [IndexRange])
  /// The objects that may satisfy a search, found by an index of words.
  case words(Int, ContiguousArray<Handle>)
  /// The objects at the start of paths to the objects of another access.
  case back(FetchWay, FetchAccess)
  /// The objects of several accesses; no objects if the list is empty.
  case union([FetchAccess])

  /// True if all objects are looked up by ID or unique value, and are therefore few.
  var isKeyed: Bool {
    switch self {
    case .objects, .unique: true
    case .ordered, .words: false
    case .back(_, let ends): ends.isKeyed
    case .union(let parts): parts.allSatisfy(\.isKeyed)
    }
  }

  /// True if an index of words has found the objects. Reading the texts of the others would take much longer.
  var isOfWords: Bool { if case .words = self { true } else { false } }

  /// True if the access follows relationships.
  var crossesLinks: Bool {
    switch self {
    case .objects, .unique, .ordered, .words: false
    case .back: true
    case .union(let parts): parts.contains(where: \.crossesLinks)
    }
  }
}

extension FetchRun {
  /// True if objects are tested as last saved, and some have changes.
  var isSaved: Bool { graph.readsSaved(for: request) }

  /// The access with the fewest candidates; `nil` for all objects.
  var shortestAccess: AccessFinder.Found? {
    // Indexes only contain objects of the context.
    guard graph.hasAllObjects else { return nil }
    guard
      let found = AccessFinder(graph: graph).access(
        request.predicate, of: request.entity,
        in: request.includesSubentities ? nil : graph.model.index(of: request.entity)),
      // Links are read as they are now, not as saved. The values of unchanged objects are the saved ones.
      !isSaved || !found.access.crossesLinks
    else { return nil }
    if found.access.isKeyed || found.access.isOfWords { return found }
    // A scan of all objects takes a quarter of the time per object.
    return found.count <= allCount / 4 ? found : nil
  }

  /// The number of objects of the entities.
  var allCount: Int { positions.reduce(0) { $0 + graph.keys.extents[$1].count } }

  /// Returns the objects of an access, in the order of their handles.
  func handles(_ access: FetchAccess) -> ContiguousArray<Handle> {
    var handles = IndexLookup(graph: graph).handles(access)
    if isSaved {
      // A changed object may match by its saved values.
      handles = (handles + graph.changes.updated + graph.changes.deleted).sortedUnique
    }
    return handles
  }
}

extension ObjectGraph {
  /// Returns whether a request is about objects as last saved, and some have changes.
  func readsSaved(for request: FetchRequest) -> Bool {
    !request.includesPendingChanges && changes.count > 0
  }

  /// True if the graph has all existing objects, because it has no store.
  var hasAllObjects: Bool { store == nil }
}
