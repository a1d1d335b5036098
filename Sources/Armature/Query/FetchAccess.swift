import ArmatureModel

/// Where the objects are among which those are that satisfy a condition.
indirect enum FetchAccess {
  /// Some objects that the condition names, by their IDs.
  case objects([ManagedObjectID])
  /// Those that a unique index has under some values.
  case unique(Int, [AttributeValue])
  /// Those in some slices of an ordered index.
  case ordered(Int, [IndexRange])
  /// Those from which a way leads to objects of another access.
  case back(FetchWay, FetchAccess)
  /// Those of several; of none, there are none.
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
    var handles = graph.handles(access)
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

  /// The index of a unique property of an entity, by its number, that finds some values.
  func uniqueIndex(
    over property: String, of order: Int32, answering values: some Sequence<AttributeValue>
  ) -> Int? {
    indexes.unique.firstIndex { index in
      index.constraint.orders.contains(order) && index.constraint.properties[0] == property
        && values.allSatisfy(index.answers)
    }
  }

  /// The objects of an access, in the order of their handles.
  fileprivate func handles(_ access: FetchAccess) -> ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    switch access {
    case .objects(let ids):
      for id in ids {
        guard let handle = keys.handle(forKey: id.key), self.id(of: handle) == id else { continue }
        handles.append(handle)
      }
    case .unique(let index, let values):
      if values.count == 1 { return indexes.unique[index].handles(values[0]) }
      for value in values { handles += indexes.unique[index].handles(value) }
    case .ordered(let index, let ranges):
      for range in ranges {
        indexes.ordered[index].append(indexes.ordered[index].slice(range), to: &handles)
      }
    case .back(let way, let ends):
      handles = way.inverses.reduce(self.handles(ends)) { handles, name in
        handles.reduce(into: []) { $0 += related(to: $1, along: name) }
      }
    case .union(let parts):
      for part in parts { handles += self.handles(part) }
    }
    return handles.sortedUnique
  }

  private func related(to handle: Handle, along name: String) -> [Handle] {
    guard let object = slots.pointee.object(handle),
      let property = object.runtime.property(named: name)
    else { return [] }
    return object.related(property.place).map(\.row.handle)
  }

  /// The objects of a request that asks for a value of an indexed property and for nothing else.
  ///
  /// There is nothing that could be wrong with such a request, nor anything to compile: it takes a
  /// tenth of the time of others that an index serves.
  func objectsByKey(_ request: FetchRequest) -> [ManagedObject]? {
    guard
      case .comparison(.keyPath(let path), .equal, .constant(let value), let options, .one) =
        request.predicate, path.level == 0, path.names.count == 1, options.isEmpty,
      request.orders.isEmpty, request.limit == nil, request.offset == 0, hasAllObjects,
      request.includesPendingChanges || changes.count == 0, !value.isNull,
      let position = model.index(of: request.entity)
    else { return nil }
    let order = model.tree.order(at: position)
    let last = request.includesSubentities ? model.tree.lastOrder(at: position) : order
    guard let handles = handles(with: value, of: path.names[0], order...last) else { return nil }
    return handles.compactMap { handle in
      object(handle).flatMap { order...last ~= $0.shape.pointee.order ? $0 : nil }
    }
  }

  /// The objects that an index has under a value, in the order of insertion; `nil` if there is no index
  /// that can tell.
  private func handles(
    with value: AttributeValue, of property: String, _ orders: ClosedRange<Int32>
  ) -> ContiguousArray<Handle>? {
    if let index = uniqueIndex(
      over: property, of: orders.lowerBound, answering: CollectionOfOne(value))
    {
      indexes.update()
      return indexes.unique[index].handles(value)
    }
    for (position, index) in indexes.ordered.enumerated()
    where index.keys[0].property == property && index.covers(orders) {
      guard let range = IndexRange(.equal, value, index.keys[0].kind) else { continue }
      indexes.update()
      fillIndex(position)
      return handles(.ordered(position, [range]))
    }
    return nil
  }

  /// Fills an ordered index when it is first used.
  func fillIndex(_ position: Int) {
    let index = indexes.ordered[position]
    if index.isFilled { return }
    let request = FetchRequest(
      index.entity, orderedBy: index.keys.map { .ascending($0.property) })
    let handles = ContiguousArray(
      handles(of: index.entity).filter { handle in
        slots.pointee.anyObject(handle)?.row.state.contains(.indexed) ?? false
      })
    indexes.ordered[position].fill(
      FetchSort.sort(handles, by: request, self, needed: handles.indices))
  }
}
