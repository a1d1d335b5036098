import ArmatureModel

/// What a save changes, as a value for a store.
extension StoreTransaction {
  /// All changes that a store must know of; objects that were set to what they were are not among them.
  ///
  /// - Complexity: O(*n*) in the number of changed objects and links.
  init(of graph: ObjectGraph) {
    let slots = graph.slots
    var changes: [StoreChange] = []
    changes.reserveCapacity(graph.changes.count)
    for handle in graph.changes.inserted {
      guard let object = slots.pointee.object(handle), object.row.state.contains(.inserted) else {
        continue
      }
      changes.append(object.storeChange(.insert))
    }
    for handle in graph.changes.updated {
      guard let object = slots.pointee.object(handle), object.row.state.contains(.updated) else {
        continue
      }
      // One that others have deleted, and that is to come back, has no version any more.
      let change = object.storeChange(object.row.version == 0 ? .insert : .update)
      if change.kind == .insert || !change.values.isEmpty || !change.links.isEmpty {
        changes.append(change)
      }
    }
    for object in graph.allObjects(graph.changes.deleted) {
      changes.append(
        StoreChange(object.objectID.permanent, .delete, version: object.row.version))
    }
    self.init(changes)
  }

  /// Notes the versions that the rows have got in the store.
  ///
  /// Where only to-many relationships have changed, the values may still be those of an earlier version.
  func setVersions(_ versions: [UInt32], in graph: ObjectGraph) {
    for (change, version) in zip(changes, versions)
    where change.kind != .update || !change.values.isEmpty {
      guard let handle = graph.keys.handle(forKey: change.id.key) else { continue }
      graph.slots.pointee.anyObject(handle)?.row.version = version
    }
  }
}

extension ManagedObject {
  /// What a save does to the object that was inserted or updated.
  fileprivate final func storeChange(_ kind: StoreChange.Kind) -> StoreChange {
    var change = StoreChange(
      objectID.permanent, kind, version: kind == .insert ? 0 : row.version)
    let row = row
    let places = shape.pointee.runtime._withUnsafeGuaranteedRef { $0.persistentPlaces }
    if kind == .insert { change.values.reserveCapacity(places.count) }
    for (position, place) in places.enumerated() {
      guard row.isChanged(place) || kind == .insert && row.isPresent(place) else { continue }
      if place.kind == .objects {
        if let links = links(position, place, kind) { change.links.append(links) }
        continue
      }
      if kind == .update, isAsCommitted(place) { continue }
      let value = storedValue(place)
      if kind == .insert, value.isNull { continue }
      change.values.append(StoreChange.Value(property: position, value: value))
    }
    return change
  }

  /// Whether a property other than a to-many relationship has the value that it was saved with.
  final func isAsCommitted(_ place: RowPlace) -> Bool {
    guard let committed = row.committed else { return false }
    return place.kind == .object
      ? committed.link(place).handle == row.link(place).handle
      : committed.value(place) == row.value(place)
  }

  /// The value of a property as a store keeps it; `null` for a to-many relationship.
  final func storedValue(_ place: RowPlace) -> AttributeValue {
    switch place.kind {
    case .object:
      let handle = row.link(place).handle
      // What was deleted is nothing to a store.
      guard !handle.isNone, row.slots.pointee[handle].isThere else { return .null }
      return (graph?.id(of: handle)?.permanent).map { .object($0) } ?? .null
    case .objects: return .null
    default: return row.value(place)
    }
  }

  /// How a to-many relationship has changed since the last save; `nil` if it has not.
  private final func links(
    _ position: Int, _ place: RowPlace, _ kind: StoreChange.Kind
  ) -> StoreChange.Links? {
    let isOrdered =
      runtime.properties[Int(place.index)].description.asRelationship?.arity == .ordered
    // All members are told with a new order.
    if isOrdered, row.list(place).pointee.isReordered { _ = loadedList(place) }
    let list = row.list(place).pointee
    let graph = graph
    let slots = row.slots
    // What was deleted is nothing to a store.
    func ids(_ handles: some Sequence<Handle>) -> [ManagedObjectID] {
      handles.compactMap { slots.pointee[$0].isThere ? graph?.id(of: $0)?.permanent : nil }
    }
    if kind == .insert {
      if list.isEmpty { return nil }
      return StoreChange.Links(
        property: position, added: ids(list.handles), removed: [],
        order: isOrdered ? ids(list.handles) : nil)
    }
    let (added, removed) = list.editedMembers
    let order = isOrdered && list.isReordered ? ids(list.handles) : nil
    if added.isEmpty, removed.isEmpty, order == nil { return nil }
    return StoreChange.Links(
      property: position, added: ids(added), removed: ids(removed), order: order)
  }
}

extension ManagedObjectID {
  /// The ID of a saved object.
  var permanent: ManagedObjectID {
    isTemporary
      ? ManagedObjectID(entityName: entityName, key: key, storeID: storeID)
      : self
  }
}
