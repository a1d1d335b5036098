import ArmatureModel

/// Changes of relationships, which keep both sides in agreement.
///
/// Everything is checked before the first change, so a rejected change has no effect. A to-one link and the list that
/// contains its object identify each other only by handles. Changing a link therefore needs no reference counting and
/// no search in a list.
extension ManagedObject {
  /// Sets a relationship to exactly some objects, in their order.
  final func setObjects(_ objects: [ManagedObject], _ place: RowPlace) throws(ManagedObjectError) {
    if place.kind == .objects {
      beginStep()
      defer { endWrite() }
      try setMembers(objects, place)
    } else {
      try setEnd(objects.first, place)
    }
  }

  /// Sets a to-one relationship to an object or clears it.
  final func setEnd(_ object: ManagedObject?, _ place: RowPlace) throws(ManagedObjectError) {
    beginStep()
    defer { endWrite() }
    if object == nil {
      try checkClearing(place)
      let plan = shape.link(at: place)
      if plan.hasInverse {
        try fillEnd(place)
        if !plan.isInverseToMany { try agree(place) }
      }
      // A link that was cut is now cleared from this end.
      if leave(for: .none, place, plan) { clearEnd(place, plan) } else { row.setLink(.none, place) }
      return
    }
    // Passing the optional, or binding the object to a name, would retain it.
    try setEnd(object.unsafelyUnwrapped, place)
  }

  private func setEnd(_ object: ManagedObject, _ place: RowPlace) throws(ManagedObjectError) {
    let plan = shape.link(at: place)
    try checkLink(object, plan)
    if plan.hasInverse {
      try fillEnd(place)
      if !plan.isInverseToMany {
        try object.fillEnd(plan.inverse(in: object.shape))
        try agree(place)
        try object.agree(plan.inverse(in: object.shape))
        try checkLink(object, plan)
      }
    }
    var link = Link(object.row.handle)
    guard leave(for: link.handle, place, plan) else { return }
    if plan.hasInverse {
      link.hint = object.linkBack(row.handle, plan.inverse(in: object.shape))
    }
    row.setLink(link, place)
  }

  /// Removes the previous link of a to-one relationship before it gets another destination. Returns `false` if the
  /// destination stays the same.
  @inline(__always) private func leave(
    for handle: Handle, _ place: RowPlace, _ plan: LinkPlan
  ) -> Bool {
    let old = row.link(place)
    willWrite(place)
    // A write counts as a change even if it changes nothing, as for attributes.
    if old.handle == handle { return false }
    if plan.hasInverse, let former = linked(old.handle) {
      former.unlink(row.handle, plan.inverse(in: former.shape), hint: old.hint)
    }
    return true
  }

  /// Loads the destination of a to-one relationship that will also be changed. This is done first, so that nothing has
  /// changed if the store fails.
  @inline(__always) private func fillEnd(_ place: RowPlace) throws(ManagedObjectError) {
    if _slowPath(row.slots.mayHaveFaults) { try fill(row.link(place).handle) }
  }

  @inline(never) private func fill(_ handle: Handle) throws(ManagedObjectError) {
    // An object deleted by others has nothing to change.
    guard let object = linked(handle), !object.isFilled(), object.row.state.contains(.fault) else {
      return
    }
    throw object.notThere
  }

  /// Returns the object of a handle, even if the object is deleted. Returns `nil` if the object was removed or is
  /// missing.
  @inline(__always) private func linked(_ handle: Handle) -> ManagedObject? {
    if handle.isNone { return nil }
    let slot = row.slots[handle]
    return slot.object?.takeUnretainedValue() ?? graph?.object(handle)
  }

  /// Whether lists must be able to return to their current state. This is the case if the object was saved, or if a
  /// journal records it.
  final var keepsEdits: Bool {
    row.committed != nil || isRecorded
  }

  /// Whether the journal records changes of the object.
  @inline(__always) private var isRecorded: Bool {
    row.slots.records(row)
  }

  /// Begins an undo step, unless one is open.
  @inline(__always) private func beginStep() {
    if isRecorded, let graph { UndoHistory(graph).beginStep() }
  }

  /// Changes a list on this side and records the edit in the journal.
  @inline(__always) private func edit<Result>(
    _ place: RowPlace, _ change: (LinkList, _ keepsEdits: Bool) -> Result
  ) -> Result {
    let row = row
    let wasChanged = row.isChanged(place)
    willWrite(place)
    let result = change(row.list(place), keepsEdits)
    row.setPresent(place, !row.list(place).isEmpty)
    if isRecorded { graph?.recordEdit(self, place, wasChanged: wasChanged) }
    return result
  }

  /// Adds the other side of a link. If the other side is a to-one relationship, its previous link is replaced.
  ///
  /// - Returns: The position in the list of a to-many relationship.
  @discardableResult final func linkBack(_ other: Handle, _ place: RowPlace) -> UInt32 {
    let row = row
    if place.kind == .objects {
      // An object that leads to itself by a relationship that is its own inverse already has its one side.
      if other == row.handle, loadedList(place).contains(other) { return 0 }
      let mayBeStale = _slowPath(row.slots.mayHaveFaults) && isReadWith(other, place)
      if mayBeStale { row.list(place).removeUnnoticed(other, returns: true) }
      let hint = edit(place) { $0.append(other, keepsEdits: $1) }
      if mayBeStale { noteKnown(other, place) }
      return hint
    }
    willWrite(place)
    let old = row.link(place)
    row.setLink(Link(other), place)
    let plan = shape.link(at: place)
    if old.handle != other, plan.hasInverse, let former = linked(old.handle) {
      former.unlink(row.handle, plan.inverse(in: former.shape), hint: old.hint)
    }
    return 0
  }

  /// Removes only one side of a link. Does nothing if the link does not exist.
  ///
  /// If the list is not loaded, the other object must be a member. The caller has made sure of this by reading the
  /// other side.
  final func unlink(_ other: Handle, _ place: RowPlace, hint: UInt32?) {
    guard isFilled() else { return }
    let row = row
    if place.kind == .objects {
      // Undo restores a member at its position.
      if _slowPath(!row.list(place).isLoaded), graph?.journal.recordsUndo == true {
        _ = loadedList(place)
      }
      let list = row.list(place)
      if !list.isLoaded || list.contains(other, hint: hint) {
        edit(place) { _ = $0.remove(other, hint: hint, keepsEdits: $1) }
      } else if isReadWith(other, place), list.edit(of: other) != .removed {
        // According to the other side, it is a member in the store.
        edit(place) { $0.removeUnknown(other, keepsEdits: $1) }
      }
    } else if row.link(place).handle == other {
      willWrite(place)
      row.setLink(row.savedEnd(place) == other ? .cut : .none, place)
    }
  }

  /// Removes the other side of all links of a relationship, except for links to some objects.
  final func unlinkOthers(_ place: RowPlace, except kept: Set<Handle> = []) {
    let plan = shape.link(at: place)
    guard plan.hasInverse else { return }
    let hint = plan.isToMany ? nil : row.link(place).hint
    for other in related(place) where !kept.contains(other.row.handle) {
      other.unlink(row.handle, plan.inverse(in: other.shape), hint: hint)
    }
  }

  // MARK: To-many

  private func setMembers(
    _ objects: [ManagedObject], _ place: RowPlace, isReadAgain: Bool = false
  ) throws(ManagedObjectError) {
    let plan = shape.link(at: place)
    for object in objects { try checkLink(object, plan) }
    if objects.isEmpty { try checkClearing(place) }
    guard isFilled() else { throw notThere(for: place) }
    let row = row
    let slots = row.slots
    let old = try readList(place).handles
    // Marks in the slots identify members: each new member is taken once, and all other old members are removed.
    var new = ContiguousArray<Handle>()
    new.reserveCapacity(objects.count)
    for object in objects {
      let handle = object.row.handle
      if slots[handle].word & SlotTable.Slot.marked != 0 { continue }
      slots.mark(handle, SlotTable.Slot.marked)
      new.append(handle)
    }
    let leaving = old.filter { slots[$0].word & SlotTable.Slot.marked == 0 }
    for handle in new { slots.unmark(handle, SlotTable.Slot.marked) }
    if !isReadAgain, try readAgain(where: leaving, objects, plan) {
      return try setMembers(objects, place, isReadAgain: true)
    }
    if slots.mayHaveFaults, plan.hasInverse {
      for handle in leaving { try fill(handle) }
      for object in objects where !plan.isInverseToMany {
        try object.fillEnd(plan.inverse(in: object.shape))
      }
    }
    edit(place) { _ = $0.replace(with: new, keepsEdits: $1) }
    guard plan.hasInverse else { return }
    for handle in leaving {
      if let other = linked(handle) {
        other.unlink(row.handle, plan.inverse(in: other.shape), hint: nil)
      }
    }
    if plan.isInverseToMany {
      linkToMany(new, old, plan)
    } else {
      if slots.mayHaveFaults {
        for handle in coming(new, old) where isReadWith(handle, place) { noteKnown(handle, place) }
      }
      for (position, handle) in new.enumerated() {
        guard let other = linked(handle) else { continue }
        let inverse = plan.inverse(in: other.shape)
        if other.row.link(inverse).handle != row.handle { _ = other.linkBack(row.handle, inverse) }
        other.setHint(UInt32(position), plan)
      }
    }
  }

  /// Returns the list of a to-many relationship, for a change that depends on all of its members.
  private func readList(
    _ place: RowPlace
  ) throws(ManagedObjectError) -> LinkList {
    let list = loadedList(place)
    if let graph, graph.source.isUnread(row.handle, place) {
      throw unreadable(graph.source.lastError ?? notThere(for: place))
    }
    return list
  }

  /// Adds the object to the lists of the new members.
  private func linkToMany(
    _ new: ContiguousArray<Handle>, _ old: ContiguousArray<Handle>,
    _ plan: LinkPlan
  ) {
    for handle in coming(new, old) {
      guard let other = linked(handle) else { continue }
      _ = other.linkBack(row.handle, plan.inverse(in: other.shape))
    }
  }

  /// Stores the position of the object in the list of the inverse.
  private func setHint(_ hint: UInt32, _ plan: LinkPlan) {
    let place = plan.inverse(in: shape)
    row.setLink(Link(row.link(place).handle, hint: hint), place)
  }

  /// Adds an object to a to-many relationship, at the end or at a position, or moves a member.
  final func add(
    _ object: ManagedObject, at position: Int? = nil, _ place: RowPlace
  ) throws(ManagedObjectError) {
    let plan = try toMany(place)
    try checkLink(object, plan)
    // Only loaded lists can be checked for agreement, and a list that is read again is unloaded.
    if position != nil { _ = try readList(place) }
    try agree(with: object, plan)
    if position != nil { _ = try readList(place) }
    beginStep()
    defer { endWrite() }
    let (row, handle) = (row, object.row.handle)
    if hasMember(object, plan) {
      guard let position else { return }
      let hint = hint(of: object, plan)
      edit(place) { _ = $0.remove(handle, hint: hint, keepsEdits: $1) }
      return edit(place) {
        $0.insert(handle, at: shown(position, place), keepsEdits: $1)
      }
    }
    if _slowPath(row.slots.mayHaveFaults) {
      row.list(place).removeUnnoticed(handle, returns: true)
    }
    let hint: UInt32 = edit(place) { list, keepsEdits in
      guard let position else { return list.append(handle, keepsEdits: keepsEdits) }
      list.insert(handle, at: shown(position, place), keepsEdits: keepsEdits)
      return 0
    }
    guard plan.hasInverse else { return }
    _ = object.linkBack(row.handle, plan.inverse(in: object.shape))
    if !plan.isInverseToMany { object.setHint(hint, plan) }
  }

  /// Sorts members in the order of a list; unlisted members follow.
  final func sortMembers(_ place: RowPlace, by listed: [ManagedObject]) {
    let plan = shape.link(at: place)
    let (list, slots) = (loadedList(place), row.slots)
    var rest = Set(list.handles)
    let first = listed.map(\.row.handle).filter { rest.remove($0) != nil }
    let sorted = ContiguousArray(first + list.handles.filter(rest.contains))
    if sorted == list.handles { return }
    edit(place) { _ = $0.replace(with: sorted, keepsEdits: $1) }
    guard plan.hasInverse, !plan.isInverseToMany else { return }
    for (position, handle) in sorted.enumerated() {
      slots.object(handle)?.setHint(UInt32(position), plan)
    }
  }

  /// Moves some members to the end, in the given order, unless they are already there.
  final func moveToEnd(_ members: [ManagedObject], _ place: RowPlace) {
    let plan = shape.link(at: place)
    let handles = members.map(\.row.handle)
    if loadedList(place).ends(with: handles) { return }
    for member in members {
      let handle = member.row.handle
      guard row.list(place).contains(handle) else { continue }
      edit(place) { _ = $0.remove(handle, hint: nil, keepsEdits: $1) }
      let hint = edit(place) { $0.append(handle, keepsEdits: $1) }
      if plan.hasInverse, !plan.isInverseToMany { member.setHint(hint, plan) }
    }
  }

  /// Returns whether an object is a member. The side of the link that is faster to check is used.
  private func hasMember(_ object: ManagedObject, _ plan: LinkPlan) -> Bool {
    let place = plan.place
    guard plan.hasInverse else {
      return loadedList(place).contains(object.row.handle)
    }
    let inverse = plan.inverse(in: object.shape)
    if !plan.isInverseToMany { return object.row.link(inverse).handle == row.handle }
    let (list, others) = (loadedList(place), object.loadedList(inverse))
    return others.count < list.count
      ? others.contains(row.handle) : list.contains(object.row.handle)
  }

  private func hint(of object: ManagedObject, _ plan: LinkPlan) -> UInt32? {
    guard plan.hasInverse, !plan.isInverseToMany else { return nil }
    return object.row.link(plan.inverse(in: object.shape)).hint
  }

  /// Converts a position among the visible members to a position among all members.
  ///
  /// A relationship without an inverse may still contain deleted members, which are not visible.
  private func shown(_ position: Int, _ place: RowPlace) -> Int {
    let list = row.list(place)
    let slots = row.slots
    guard mayNameMissing(place) else {
      return position
    }
    var (all, there) = (0, 0)
    for handle in list.handles {
      if slots[handle].isThere {
        if there == max(0, position) { return all }
        there += 1
      }
      all += 1
    }
    return all
  }

  /// Removes an object from a to-many relationship. Does nothing if the object is not a member.
  final func remove(_ object: ManagedObject, _ place: RowPlace) throws(ManagedObjectError) {
    let plan = try toMany(place)
    guard row.slots == object.row.slots, !object.row.handle.isNone, isFilled(), object.isFilled(),
      plan.admits(object.shape)
    else { return }
    try agree(with: object, plan)
    let hint = hint(of: object, plan)
    let list = row.list(place)
    guard
      list.isLoaded ? list.contains(object.row.handle, hint: hint) : hasMember(object, plan)
    else { return }
    beginStep()
    defer { endWrite() }
    unlink(object.row.handle, place, hint: hint)
    if plan.hasInverse {
      object.unlink(row.handle, plan.inverse(in: object.shape), hint: nil)
    }
  }

  @inline(__always) private func toMany(
    _ place: RowPlace
  ) throws(ManagedObjectError) -> LinkPlan {
    if place.kind != .objects { throw notToMany(place) }
    return shape.link(at: place)
  }

  @inline(never) private func notToMany(_ place: RowPlace) -> ManagedObjectError {
    .notToMany(
      entity: runtime.entity.name, property: runtime.properties[Int(place.index)].name)
  }
}
