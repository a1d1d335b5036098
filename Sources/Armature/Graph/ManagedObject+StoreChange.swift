import ArmatureModel

/// What a save tells a store of an object.
extension ManagedObject {
  /// Visits the values of an object that was inserted or updated, as a store is to have them.
  final func forEachChangedValue(
    _ kind: StoreChange.Kind, _ visit: (Int, AttributeValue) throws -> Void
  ) rethrows {
    let row = row
    try shape.pointee.runtime._withUnsafeGuaranteedRef { runtime in
      for position in runtime.persistentPlaces.indices {
        let place = runtime.persistentPlaces[position]
        if place.kind == .objects || !isToBeSaved(place, kind, row) { continue }
        let value = storedValue(place)
        if kind == .insert, value.isNull { continue }
        try visit(position, value)
      }
    }
  }

  /// Whether there is any such value.
  final func hasChangedValue(_ kind: StoreChange.Kind) -> Bool {
    let row = row
    return shape.pointee.runtime._withUnsafeGuaranteedRef { runtime in
      runtime.persistentPlaces.contains { place in
        place.kind != .objects && isToBeSaved(place, kind, row)
          && !(kind == .insert && place.kind == .object && storedValue(place).isNull)
      }
    }
  }

  /// Whether a property that is not a to-many relationship has a value that the store does not have.
  private final func isToBeSaved(
    _ place: RowPlace, _ kind: StoreChange.Kind, _ row: Row
  ) -> Bool {
    kind == .insert ? row.isPresent(place) : row.isChanged(place) && !isAsCommitted(place)
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
      // A link to an object that was deleted is none for a store.
      guard !handle.isNone, row.slots.pointee[handle].isThere else { return .null }
      return (graph?.id(of: handle)?.permanent).map { .object($0) } ?? .null
    case .objects: return .null
    default: return row.value(place)
    }
  }

  /// How the to-many relationships have changed since the last save.
  final func changedLinks(_ kind: StoreChange.Kind) -> [StoreChange.Links] {
    let row = row
    return shape.pointee.runtime._withUnsafeGuaranteedRef { runtime in
      if !runtime.persistentLinks.contains(where: { $0.kind == .objects }) { return [] }
      var changed: [StoreChange.Links] = []
      for (position, place) in runtime.persistentPlaces.enumerated()
      where place.kind == .objects
        && (row.isChanged(place) || kind == .insert && row.isPresent(place))
      {
        if let links = links(position, place, kind) { changed.append(links) }
      }
      return changed
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
    // A link to an object that was deleted is none for a store.
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
