import ArmatureModel

/// The changes of an object that a save passes to a store.
extension ManagedObject {
  /// Whether an inserted object has any value that a store gets.
  final var hasSavedValue: Bool {
    shape.persistent.contains { place in
      place.kind != .objects && hasValue(place)
    }
  }

  /// Returns the value of a property in the form that a store gets. Returns `null` for a to-many relationship.
  final func storedValue(_ place: RowPlace) -> AttributeValue {
    guard place.isLink else { return row.value(place) }
    return graph.map { SavedRow(self, in: $0.model, storeID: $0.storeID).value(place) } ?? .null
  }

  /// Returns the changes of the to-many relationships since the last save.
  final func changedLinks(_ kind: StoreChange.Kind) -> [StoreChange.Links] {
    let row = row
    var changed: [StoreChange.Links] = []
    for (position, place) in shape.persistent.enumerated()
    where place.kind == .objects
      && (row.isChanged(place) || kind == .insert && row.isPresent(place))
    {
      if let links = links(position, place, kind) { changed.append(links) }
    }
    return changed
  }

  /// Returns the changes of a to-many relationship since the last save; `nil` if it has not changed.
  private final func links(
    _ position: Int, _ place: RowPlace, _ kind: StoreChange.Kind
  ) -> StoreChange.Links? {
    let isOrdered = isOrdered(place)
    let graph = graph
    let slots = row.slots
    // A link to a deleted object is nil for a store.
    func ids(_ handles: some Sequence<Handle>) -> [ManagedObjectID] {
      handles.compactMap { slots[$0].isThere ? graph?.id(of: $0)?.permanent : nil }
    }
    if kind == .insert {
      let list = row.list(place)
      if list.isEmpty { return nil }
      return StoreChange.Links(
        property: position, added: ids(list.handles), removed: [],
        order: isOrdered ? ids(list.handles) : nil)
    }
    var delta = delta(place)
    if isOrdered, delta.isPlaced {
      // All members are listed in their order.
      _ = loadedList(place)
      delta = self.delta(place)
    }
    if isOrdered, !delta.isPlaced {
      if delta.isEmpty { return nil }
      return StoreChange.Links(
        property: position, added: ids(delta.last),
        removed: removedIDs(delta.removed) + ids(delta.movedMembers))
    }
    if delta.added.isEmpty, delta.removed.isEmpty, !isOrdered { return nil }
    return StoreChange.Links(
      property: position, added: ids(delta.added), removed: removedIDs(delta.removed),
      order: isOrdered ? ids(row.list(place).handles) : nil)
  }

  /// Returns the net changes of a to-many relationship since the last save.
  ///
  /// - Complexity: O(*n*) in the number of edits, or in the number of members if all were replaced.
  final func delta(_ place: RowPlace) -> ListDelta {
    let list = row.list(place)
    let plan = shape.link(at: place)
    guard plan.hasInverse, !plan.isInverseToMany else { return list.delta }
    let (slots, handle) = (row.slots, row.handle)
    return ListDelta(of: list) { member in
      let slot = slots[member]
      return slot.object?._withUnsafeGuaranteedRef { other in
        if other.row.state.contains(.fault) { return nil }
        let (row, link) = (other.row, plan.inverse(in: other.shape))
        return ListDelta.InverseEnd(
          isHere: slot.isThere && row.link(link).handle == handle,
          isStored: other.hasRow && other.row.savedEnd(link) == handle)
      }
    }
  }

  /// Returns the objects to which a relationship leads, as far as this context knows. For a list that is not loaded,
  /// these are the added members.
  final func knownEnds(_ link: LinkPlan) -> ContiguousArray<Handle> {
    if !link.isToMany { return [row.link(link.place).handle] }
    let list = row.list(link.place)
    return list.isLoaded ? list.handles : ContiguousArray(list.editedMembers.added)
  }

  /// Returns the IDs of members that were removed from a relationship, including members that are deleted in the same
  /// save.
  private final func removedIDs(_ handles: some Sequence<Handle>) -> [ManagedObjectID] {
    let (slots, graph) = (row.slots, graph)
    return handles.compactMap { handle in
      let isDeleted = slots.anyObject(handle)?.row.state.contains(.deleted) ?? false
      return isDeleted || slots[handle].isThere ? graph?.id(of: handle)?.permanent : nil
    }
  }

  /// The members that were removed from the guarded relationships of a deleted object. Only relationships without an
  /// inverse are included.
  final var linksLeftBeforeDeletion: [StoreChange.Links] {
    shape.persistent.enumerated().compactMap { position, place in
      guard place.kind == .objects else { return nil }
      let link = shape.link(at: place)
      if link.hasInverse || !link.isGuarded { return nil }
      let removed = removedIDs(row.list(place).editedMembers.removed)
      return removed.isEmpty
        ? nil : StoreChange.Links(property: position, added: [], removed: removed, order: nil)
    }
  }
}

extension ManagedObjectID {
  /// The ID of the object after it is saved.
  var permanent: ManagedObjectID {
    isTemporary
      ? ManagedObjectID(entityName: entityName, key: key, storeID: storeID)
      : self
  }
}
