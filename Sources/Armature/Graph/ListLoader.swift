import ArmatureModel

/// The loading of to-many relationships from a store on first access.
struct ListLoader {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Loads a to-many relationship of an object, and of the objects that were registered after it.
  func load(_ object: ManagedObject, _ place: RowPlace) {
    let property = object.runtime.properties[Int(place.index)]
    guard let store = graph.store, let relationship = property.description.asRelationship else {
      return object.row.list(place).load([])
    }
    let entity = object.shape.index
    let batch =
      [object.row.handle]
      + graph.source.neighbours(of: object.row.handle, before: graph.slots.next) { handle in
        graph.slots[handle].object?._withUnsafeGuaranteedRef { other in
          other.shape.index == entity && other.hasRow
            && (other.isThere || !object.isThere) && !other.row.list(place).isLoaded
        } ?? false
      }
    let found: [[ManagedObjectID]]
    do {
      found = try graph.source.singleUseReader(of: store).links(
        for: batch.map { graph.slots[$0].key }, along: relationship,
        of: object.runtime.entity)
    } catch {
      graph.source.noteUnread(object.row.handle, place, error)
      found = []
    }
    for (handle, ids) in zip(batch, found) {
      graph.slots[handle].object?._withUnsafeGuaranteedRef { load(ids, into: $0, place) }
    }
    // After a failure it looks empty until it is requested again.
    if !object.row.list(place).isLoaded { load([], into: object, place) }
  }

  /// Loads the members of a list from the store. Members that were read with a link to another object are left out. The
  /// list must agree with these members, although they may have been read earlier than the list.
  func load(_ ids: [ManagedObjectID], into object: ManagedObject, _ place: RowPlace) {
    let plan = object.shape.link(at: place)
    let (handle, row) = (object.row.handle, object.row)
    var members = ContiguousArray<Handle>()
    var seen: Set<Handle> = []
    members.reserveCapacity(ids.count)
    for id in ids {
      if let member = StoreSlots(graph).handle(ofLinked: id, plan), seen.insert(member).inserted {
        members.append(member)
      } else {
        graph.noteWrong(.object(id), object, place)
      }
    }
    let delta = row.list(place).delta
    if plan.hasInverse, !plan.isInverseToMany {
      let removed = Set(delta.removed)
      members.removeAll { !removed.contains($0) && leadsElsewhere($0, than: handle, plan) }
    }
    row.list(place).load(members) { comesBack($0, to: handle, plan) }
    if plan.hasInverse, plan.isInverseToMany {
      for member in delta.added where seen.contains(member) { noteKnown(member, has: handle, plan) }
    }
    row.setPresent(place, !row.list(place).isEmpty)
    row.committed?.setPresent(place, !members.isEmpty)
  }

  /// Records on the other side of a link that the store already has the link. That side may have been read earlier. If
  /// the link is cleared later, it must report this as a change.
  private func noteKnown(
    _ member: Handle, has handle: Handle, _ plan: LinkPlan
  ) {
    inverseList(of: member, plan)?.noteKnown(handle)
  }

  /// Returns the list on the other side of a many-to-many relationship, if its object is not a fault.
  private func inverseList(of member: Handle, _ plan: LinkPlan) -> LinkList? {
    guard let other = graph.slots.anyObject(member), !other.row.state.contains(.fault)
    else { return nil }
    return other.row.list(plan.inverse(in: other.shape))
  }

  /// Returns whether reverting the removal of a link that the store no longer has restores the link. It does if the
  /// other side still has the link. If the other side is an unloaded list, the list is read again.
  private func comesBack(
    _ member: Handle, to handle: Handle, _ plan: LinkPlan
  ) -> Bool {
    guard plan.hasInverse else { return false }
    if !plan.isInverseToMany { return true }
    guard let list = inverseList(of: member, plan) else { return false }
    return list.isLoaded && list.committedHandles.contains(handle)
  }

  /// Returns whether a member was read with a link to another object. The link is the to-one inverse of a relationship.
  private func leadsElsewhere(
    _ member: Handle, than handle: Handle, _ plan: LinkPlan
  ) -> Bool {
    graph.slots[member].object?._withUnsafeGuaranteedRef { other in
      if !other.row.state.isDisjoint(with: .fault | .erased) { return false }
      return other.row.savedEnd(plan.inverse(in: other.shape)) != handle
    } ?? false
  }

  /// Unloads a to-many relationship that other contexts may have changed. It is loaded again when it is next accessed.
  func unload(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    if !object.hasRow || !row.list(place).isLoaded { return }
    graph.listeners.noteRefreshing(row.handle)
    graph.listeners.noteChange(object, place, isWritten: false)
    if let opening = row.list(place).openingOfHoles {
      noteHoles(opening, object, place)
    }
    row.list(place).unload(keepsOrder: object.isOrdered(place))
    row.setPresent(place, true)
    row.committed?.setPresent(place, true)
  }

  /// Unloads a list, and forgets the edits of a member.
  func forget(_ member: Handle, _ object: ManagedObject, _ place: RowPlace) {
    unload(object, place)
    object.row.list(place).forgetEdits(of: member)
  }

  /// Records how undo steps can reopen the holes of a list. The positions in these steps count the holes.
  func noteHoles(_ opening: LinkList.Edit, _ object: ManagedObject, _ place: RowPlace) {
    guard graph.journal.recordsUndo else { return }
    let entry = JournalEntry.layout(
      opening, JournalEntry.Target(object.row.handle, place, wasChanged: false))
    if graph.journal.isRecording {
      if graph.journal.past.stepCount > 0 { graph.journal.past.append(entry) }
    } else {
      graph.journal.past.appendBeforeEmptyStep(entry, keepsStep: !graph.journal.isBetweenSteps)
    }
    if graph.journal.future.stepCount > 0 { graph.journal.future.append(entry) }
  }
}

extension ManagedObject {
  /// Whether a relationship is ordered.
  final func isOrdered(_ place: RowPlace) -> Bool {
    runtime.properties[Int(place.index)].description.asRelationship?.arity == .ordered
  }

  /// Reverts the removal of a member that the store still has.
  ///
  /// In an ordered relationship, the member gets its position back. If other members were added or removed since, only
  /// the store knows the position, so the list is loaded again.
  final func returnMember(_ member: Handle, _ place: RowPlace) {
    if isOrdered(place), hasRow, let graph {
      ListLoader(graph).forget(member, self, place)
      if loadedList(place).contains(member) { return }
    }
    linkBack(member, place)
  }
}
