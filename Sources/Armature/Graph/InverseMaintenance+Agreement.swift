import ArmatureModel

/// Links whose sides were read from the store at different times, between which others have saved.
///
/// A write takes what it finds to be right, and notes it for both sides. So where they disagree, it first has
/// them read again.
extension ManagedObject {
  /// Whether an object and another one were saved, so that each side of a link between them may have been
  /// read at a time of its own.
  final func isReadWith(_ other: Handle, _ place: RowPlace) -> Bool {
    guard row.slots.pointee.mayHaveFaults, row.version != 0 else { return false }
    // An object that leads to itself by a relationship that is its own inverse has one side.
    if other == row.handle {
      return shape.pointee.link(at: place).pointee.inverseIndex != Int32(place.index)
    }
    return row.slots.pointee.anyObject(other)?.row.version != 0
  }

  /// The members of a list that are new.
  final func coming(
    _ new: ContiguousArray<Handle>, _ old: ContiguousArray<Handle>
  ) -> ContiguousArray<Handle> {
    let slots = row.slots
    for handle in old { slots.pointee.mark(handle, SlotTable.Slot.marked) }
    defer { for handle in old { slots.pointee.unmark(handle, SlotTable.Slot.marked) } }
    return new.filter { slots.pointee[$0].word & SlotTable.Slot.marked == 0 }
  }

  /// Notes of a new member of a list whose to-one inverse was read leading here that the store has it: where the
  /// link is cut, the list must tell.
  final func noteKnown(_ member: Handle, _ place: RowPlace) {
    guard let object = row.slots.pointee.anyObject(member), object.hasValues else { return }
    let inverse = shape.pointee.link(at: place).pointee.inverse(in: object.shape)
    guard inverse.kind == .object,
      object.savedEnd(inverse) == row.handle
    else { return }
    row.list(place).pointee.noteKnown(member)
  }

  /// Reads a link of a to-many relationship again whose sides disagree.
  ///
  /// - Throws: ``ManagedObjectError`` if the store fails, or one of both is gone.
  @inline(__always) final func agree(
    with object: ManagedObject, _ plan: UnsafePointer<LinkPlan>
  ) throws(ManagedObjectError) {
    if _slowPath(row.slots.pointee.mayHaveFaults), disagrees(with: object, plan) {
      try readAgain([object], plan)
    }
  }

  /// Whether a list and the other side of a link do not say the same, as far as both are known.
  private func disagrees(
    with object: ManagedObject, _ plan: UnsafePointer<LinkPlan>
  ) -> Bool {
    guard plan.pointee.hasInverse, isReadWith(object.row.handle, plan.pointee.place) else {
      return false
    }
    let inverse = plan.pointee.inverse(in: object.shape)
    if inverse.kind == .object {
      let list = row.list(plan.pointee.place).pointee
      if !list.isLoaded { return false }
      let (isMember, leadsHere) = (
        list.contains(object.row.handle), object.row.link(inverse).handle == row.handle
      )
      if isMember != leadsHere { return true }
      // A member that left here must have been one when the list was read, too.
      return !isMember && object.row.isChanged(inverse)
        && object.row.committed?.link(inverse).handle == row.handle
        && list.edit(of: object.row.handle) != .removed
    }
    // Whoever writes to many on both sides needs both lists.
    return loadedList(plan.pointee.place).pointee.contains(object.row.handle)
      != object.loadedList(inverse).pointee.contains(row.handle)
  }

  /// Reads those of some members again, with the list, of which the two sides disagree: of those that are to
  /// leave, and of those that are to be members.
  ///
  /// - Returns: Whether there were any.
  final func readAgain(
    where leaving: [Handle], _ members: [ManagedObject],
    _ plan: UnsafePointer<LinkPlan>
  ) throws(ManagedObjectError) -> Bool {
    guard row.slots.pointee.mayHaveFaults else { return false }
    let slots = row.slots
    let known = leaving.compactMap { slots.pointee.object($0) }.filter(\.hasValues) + members
    let unsure = known.filter { disagrees(with: $0, plan) }
    if unsure.isEmpty { return false }
    try readAgain(unsure, plan)
    return true
  }

  /// Reads an object again with the one that a one-to-one relationship leads to, if that does not lead back.
  ///
  /// - Throws: ``ManagedObjectError`` if the store fails, or the object is gone.
  @inline(__always) final func agree(_ place: RowPlace) throws(ManagedObjectError) {
    if _slowPath(row.slots.pointee.mayHaveFaults) { try agreeOnPair(place) }
  }

  @inline(never) private func agreeOnPair(_ place: RowPlace) throws(ManagedObjectError) {
    let plan = shape.pointee.link(at: place)
    guard let other = row.slots.pointee.object(row.link(place).handle), other.hasValues,
      isReadWith(other.row.handle, place),
      other.row.link(plan.pointee.inverse(in: other.shape)).handle != row.handle
    else { return }
    try readAgain([other], plan)
  }

  /// Whether the object has its values, without asking for them.
  private var hasValues: Bool { row.state.isDisjoint(with: .fault | .gone) }

  /// Reads the object and others again, with the lists of a relationship and of its inverse.
  private func readAgain(
    _ others: [ManagedObject], _ plan: UnsafePointer<LinkPlan>
  ) throws(ManagedObjectError) {
    guard let graph else { return }
    do {
      try RowRebase(graph).readAgain([self] + others)
    } catch {
      throw unread(error)
    }
    guard isThere, isFilled() else { throw notThere }
    let place = plan.pointee.place
    if place.kind == .objects { ListLoader(graph).unload(self, place) }
    for other in others where other.isThere && other.hasValues {
      let inverse = plan.pointee.inverse(in: other.shape)
      if inverse.kind == .objects { ListLoader(graph).unload(other, inverse) }
    }
    if let gone = others.first(where: { !$0.isThere }) { throw gone.notThere }
  }
}

extension RowRebase {
  /// Reads objects again that others may have changed; what was changed here stays, and is a conflict of the
  /// next save where others have changed it, too.
  ///
  /// - Parameter cut: Those of them that have lost links to what is deleted, and are not changed otherwise: no
  ///   conflict of the save would tell that others have deleted them.
  /// - Throws: What the store throws.
  func readAgain(_ objects: [ManagedObject], cut: Set<Handle> = []) throws {
    let rows = try graph.storedRows(of: objects)
    try prepare(objects, rows)
    var events = SnapshotEventList(graph)
    for object in objects where object.isThere {
      guard let row = rows[object.row.handle] else {
        // What has changes of its own here is a conflict of the save.
        if object.row.version != 0,
          object.row.state.isDisjoint(with: .updated | .deleted) || cut.contains(object.row.handle)
        {
          removeMissing(object)
        }
        continue
      }
      if !isOutdated(object, row) { continue }
      // A child's changes are no conflict with those of its parent.
      rebase(object, on: row, isAsked: graph.store?.isParent ?? true)
      events.note(object, .refresh)
    }
    events.tell()
  }

  /// Whether an object was read before its row became what it is.
  ///
  /// The objects of a parent have no versions: they change without a save.
  func isOutdated(_ object: ManagedObject, _ stored: StoreRow) -> Bool {
    if object.row.version != stored.version { return true }
    guard graph.store?.isParent == true else { return false }
    let row = object.row.committed ?? object.row
    return zip(object.runtime.persistentProperties, stored.values).contains { property, value in
      property.kind != .objects && object.value(of: property, in: row) != value
    }
  }
}

extension ManagedObject {
  /// What an attribute or a to-one relationship was in a row, as a store keeps it.
  final func value(of property: StoredProperty, in row: Row) -> AttributeValue {
    if property.kind != .object { return row.value(property.place) }
    let handle = row.link(property.place).handle
    return handle.isNone ? .null : graph?.id(of: handle).map { .object($0.permanent) } ?? .null
  }
}
