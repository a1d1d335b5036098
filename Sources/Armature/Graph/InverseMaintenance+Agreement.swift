import ArmatureModel

/// Repairs links if their two sides do not agree. The sides may have been read from the store at different times, and
/// another context may have saved in between.
///
/// A write records a change for both sides, so it must know that both are correct. If they disagree, the write first
/// reads both sides again.
extension ManagedObject {
  /// Returns whether two objects were both saved. If so, the two sides of a link between them may have been read at
  /// different times.
  final func isReadWith(_ other: Handle, _ place: RowPlace) -> Bool {
    guard row.slots.mayHaveFaults, row.version != 0 else { return false }
    // An object that leads to itself by a relationship that is its own inverse has one side.
    if other == row.handle {
      return shape.link(at: place).inverseIndex != Int32(place.index)
    }
    return row.slots.anyObject(other)?.row.version != 0
  }

  /// Returns the new members of a list.
  final func coming(
    _ new: ContiguousArray<Handle>, _ old: ContiguousArray<Handle>
  ) -> ContiguousArray<Handle> {
    let slots = row.slots
    for handle in old { slots.mark(handle, SlotTable.Slot.marked) }
    defer { for handle in old { slots.unmark(handle, SlotTable.Slot.marked) } }
    return new.filter { slots[$0].word & SlotTable.Slot.marked == 0 }
  }

  /// Records in a list that the store already has a new member. This is the case if the member's to-one inverse leads
  /// to this object in the store. If the link is cleared later, the list must then report this as a change.
  final func noteKnown(_ member: Handle, _ place: RowPlace) {
    guard let object = row.slots.anyObject(member), object.hasValues else { return }
    let inverse = shape.link(at: place).inverse(in: object.shape)
    guard inverse.kind == .object,
      object.row.savedEnd(inverse) == row.handle
    else { return }
    row.list(place).noteKnown(member)
  }

  /// Reads a link of a to-many relationship again if its two sides disagree.
  ///
  /// - Throws: ``ManagedObjectError`` if the store fails, or if one of the two objects was removed.
  @inline(__always) final func agree(
    with object: ManagedObject, _ plan: LinkPlan
  ) throws(ManagedObjectError) {
    if _slowPath(row.slots.mayHaveFaults), disagrees(with: object, plan) {
      try readAgain([object], plan)
    }
  }

  /// Returns whether a list and the other side of a link disagree, as far as both sides are known.
  private func disagrees(
    with object: ManagedObject, _ plan: LinkPlan
  ) -> Bool {
    guard plan.hasInverse, isReadWith(object.row.handle, plan.place) else {
      return false
    }
    let inverse = plan.inverse(in: object.shape)
    if inverse.kind == .object {
      let list = row.list(plan.place)
      if !list.isLoaded { return false }
      let (isMember, leadsHere) = (
        list.contains(object.row.handle), object.row.link(inverse).handle == row.handle
      )
      if isMember != leadsHere { return true }
      // A member that left here must also have been one when the list was read.
      return !isMember && object.row.isChanged(inverse)
        && object.row.committed?.link(inverse).handle == row.handle
        && list.edit(of: object.row.handle) != .removed
    }
    // Writing to a many-to-many relationship needs both lists.
    return loadedList(plan.place).contains(object.row.handle)
      != object.loadedList(inverse).contains(row.handle)
  }

  /// Reads a list again if some of the given members disagree with it. These are the members to remove, and the members
  /// to keep or add.
  ///
  /// - Returns: Whether any member disagreed.
  final func readAgain(
    where leaving: [Handle], _ members: [ManagedObject],
    _ plan: LinkPlan
  ) throws(ManagedObjectError) -> Bool {
    guard row.slots.mayHaveFaults else { return false }
    let slots = row.slots
    let known = leaving.compactMap { slots.object($0) }.filter(\.hasValues) + members
    let unsure = known.filter { disagrees(with: $0, plan) }
    if unsure.isEmpty { return false }
    try readAgain(unsure, plan)
    return true
  }

  /// Reads an object and the object at the other end of a one-to-one relationship again if that object does not lead
  /// back.
  ///
  /// - Throws: ``ManagedObjectError`` if the store fails, or if the object was removed.
  @inline(__always) final func agree(_ place: RowPlace) throws(ManagedObjectError) {
    if _slowPath(row.slots.mayHaveFaults) { try agreeOnPair(place) }
  }

  @inline(never) private func agreeOnPair(_ place: RowPlace) throws(ManagedObjectError) {
    let plan = shape.link(at: place)
    guard let other = row.slots.object(row.link(place).handle), other.hasValues,
      isReadWith(other.row.handle, place),
      other.row.link(plan.inverse(in: other.shape)).handle != row.handle
    else { return }
    try readAgain([other], plan)
  }

  /// Whether the object has its values, without loading them.
  private var hasValues: Bool { row.state.isDisjoint(with: .fault | .invalidated) }

  /// Reads this object and other objects again, with the lists of a relationship and of its inverse.
  private func readAgain(
    _ others: [ManagedObject], _ plan: LinkPlan
  ) throws(ManagedObjectError) {
    guard let graph else { return }
    do {
      try RowRebase(graph).readAgain([self] + others)
    } catch {
      throw unreadable(error)
    }
    let place = plan.place
    guard isThere, isFilled() else { throw notThere(for: place) }
    if place.kind == .objects { ListLoader(graph).unload(self, place) }
    for other in others where other.isThere && other.hasValues {
      let inverse = plan.inverse(in: other.shape)
      if inverse.kind == .objects { ListLoader(graph).unload(other, inverse) }
    }
    if let gone = others.first(where: { !$0.isThere }) { throw gone.notThere }
  }
}

extension RowRebase {
  /// Reloads objects that another context may have changed in the store. Unsaved changes are kept. If both contexts
  /// have changed an object, the next save reports a conflict.
  ///
  /// - Parameter cut: The objects whose only changes are cleared links to deleted objects. A save would not notice that
  ///   another context has deleted them.
  /// - Throws: The error of the store.
  func readAgain(_ objects: [ManagedObject], cut: Set<Handle> = []) throws {
    let rows = try storedRows(of: objects).rows
    var events = SnapshotEventList(graph)
    for object in objects where object.isThere {
      guard let row = rows[object.row.handle] else {
        // An object with unsaved changes is a conflict of the save.
        if object.row.version != 0,
          object.row.state.isDisjoint(with: .updated | .deleted) || cut.contains(object.row.handle)
        {
          removeMissing(object)
        }
        continue
      }
      if !isOutdated(object, row) { continue }
      // A child's changes do not conflict with its parent's changes.
      rebase(object, on: row, isAsked: graph.store == nil || graph.source.parent != nil)
      events.note(object, .refresh)
    }
    events.tell()
  }

  /// Returns whether an object was read before its row got its current state.
  ///
  /// Objects of a parent context have no versions, because they change without a save.
  func isOutdated(_ object: ManagedObject, _ stored: StoreRow) -> Bool {
    if object.row.version != stored.version { return true }
    guard graph.source.parent != nil else { return false }
    let row = object.row.committed ?? object.row
    return zip(object.runtime.persistentProperties, stored.values).contains { property, value in
      property.kind != .objects && object.value(of: property, in: row) != value
    }
  }
}

extension ManagedObject {
  /// Clears a to-one relationship. If others have deleted its end, the store has already cleared it, and clearing it here
  /// does not count as a change.
  final func clearEnd(_ place: RowPlace, _ plan: LinkPlan) {
    let end = row.link(place).handle
    row.setLink(.none, place)
    if row.slots.isLost(end), !plan.mayBeLeft, row.savedEnd(place) == end {
      row.committed?.setLink(.none, place)
    }
  }

  /// Returns the value of an attribute or a to-one relationship in a row, in the form that a store gets.
  final func value(of property: StoredProperty, in row: Row) -> AttributeValue {
    if property.kind != .object { return row.value(property.place) }
    let handle = row.link(property.place).handle
    return handle.isNone ? .null : graph?.id(of: handle).map { .object($0.permanent) } ?? .null
  }
}
