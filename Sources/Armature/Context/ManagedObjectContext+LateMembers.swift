import ArmatureModel

/// What others have saved with links to what a save is about to delete.
extension ManagedObjectContext {
  /// The objects that lead to deleted ones in the store, and of which the context did not know that: a save
  /// would leave them without what they require, or with values that are derived of what is gone, and would
  /// not know that deny forbids it.
  ///
  /// Asks the store for each relationship that denies or cascades, or whose inverse is required, counted or derived
  /// from: a round trip for each list, one for all to-one relationships of an entity, and one for each entity
  /// of what has come. The rows of the store decide, whatever the context has read before. Where a relationship
  /// denies, it leads to them from now on.
  ///
  /// - Parameter looked: The deleted objects that were looked at before.
  /// - Throws: What the store throws.
  func lateMembers(_ looked: inout Set<Handle>) throws -> [LateMember] {
    guard decisionState != nil else { return [] }
    let objects = deletedObjects.filter {
      $0.row.version != 0 && $0.needsMembersToBeDeleted
        && looked.insert($0.row.handle).inserted
    }
    if objects.isEmpty { return [] }
    guard let state = try StateReader(self) else { return [] }
    return try state.reading { try lateMembers(of: objects, state) }
  }

  private func lateMembers(of objects: [ManagedObject], _ state: StateReader) throws -> [LateMember]
  {
    var found: [(object: ManagedObject, property: StoredProperty, ids: [ManagedObjectID])] = []
    for (entity, objects) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let runtime = graph.runtime(at: entity)
      let needed = runtime.links.filter {
        runtime.shape.pointee.link(at: $0.place).pointee.isNeededToDelete
      }
      for property in needed where property.kind == .objects {
        let lists = try state.storedMembers(of: objects, property, runtime)
        found += zip(objects, lists).map { ($0, property, $1) }
      }
      let single = needed.filter { $0.kind == .object }
      if single.isEmpty { continue }
      let rows = try graph.storedRows(of: objects)
      for object in objects {
        guard let row = rows[object.row.handle] else { continue }
        found += single.compactMap { property in
          object.storedEnd(property, row).map { (object, property, [$0]) }
        }
      }
    }
    return try lateMembers(among: found)
  }

  /// Those of some members that this context has not unlinked or deleted, read again if they do not seem to
  /// lead to the deleted objects.
  private func lateMembers(
    among found: [(object: ManagedObject, property: StoredProperty, ids: [ManagedObjectID])]
  ) throws -> [LateMember] {
    try takeUp(found.lazy.flatMap(\.ids))
    var late: [LateMember] = []
    for (object, property, ids) in found {
      let plan = object.shape.pointee.link(at: property.place)
      for id in ids {
        guard let handle = StoreSlots(graph).handle(ofLinked: id, plan),
          let member = graph.object(handle),
          member.isFilled(), !member.hasLeft(object, plan)
        else { continue }
        late.append(LateMember(deleted: object, relationship: property, member: member))
      }
    }
    try graph.throwStoreError()
    let stale = late.filter { !$0.member.leads(to: $0.deleted, by: $0.relationship) }
    try RowRebase(graph).readAgain(stale.map(\.member))
    for late in stale { late.member.unloadBack(late.relationship, of: late.deleted) }
    late = late.filter { $0.member.isThere && $0.deleted.isDeleted }
    for late in late where late.relationship.description.asRelationship?.deleteRule == .deny {
      late.deleted.take(late.member, late.relationship.place)
    }
    return late
  }

  /// Does to objects what the delete rules say, and to those that come with them.
  ///
  /// What has changes by that alone, or none any more, is read again: no conflict tells that others have
  /// changed it.
  func delete(_ members: [LateMember], _ looked: inout Set<Handle>) throws {
    if members.isEmpty { return }
    let before = updatedObjects
    let changed = Set(before.map(\.row.handle))
    let saving = Set(before.filter { !$0.savesNoValue }.map(\.row.handle))
    var members = members
    while !members.isEmpty {
      for late in members where late.member.isThere {
        try UndoHistory(graph).record(lateFor: late.deleted.row.handle) { try follow(late) }
      }
      members = try lateMembers(&looked)
    }
    let objects = updatedObjects.filter { object in
      let handle = object.row.handle
      return !changed.contains(handle) || object.savesNoValue && saving.contains(handle)
    }
    try RowRebase(graph).readAgain(
      objects, cut: Set(objects.map(\.row.handle)).subtracting(changed))
  }

  /// Does to an object what the delete rule of a relationship says that leads to it.
  private func follow(_ late: LateMember) throws {
    let link = late.deleted.shape.pointee.link(at: late.relationship.place)
    switch link.pointee.deleteRule {
    // Validation tells.
    case .deny: break
    case .cascade:
      readCascadesAgain(from: late.member)
      try delete(late.member)
    default:
      late.member.unlink(
        late.deleted.row.handle, link.pointee.inverse(in: late.member.shape), hint: nil)
    }
  }

  /// Has the lists loaded again by which a cascade goes on from an object that nobody has deleted here: it must
  /// not take along what others have taken out of them.
  private func readCascadesAgain(from member: ManagedObject) {
    var (objects, seen) = ([member], Set([member.row.handle]))
    while let object = objects.popLast() {
      for link in object.shape.pointee.links where link.deleteRule == .cascade {
        if link.isToMany { ListLoader(graph).unload(object, link.place) }
        for related in object.related(link.place)
        where related.isFilled() && seen.insert(related.row.handle).inserted {
          objects.append(related)
        }
      }
    }
  }
}

extension ManagedObject {
  /// Whether the deletion of the object must know what leads to it.
  final var needsMembersToBeDeleted: Bool {
    shape.pointee.links.contains(where: \.isNeededToDelete)
  }

  /// Where a to-one relationship leads in the store.
  fileprivate final func storedEnd(_ property: StoredProperty, _ row: StoreRow) -> ManagedObjectID?
  {
    let properties = runtime.persistentProperties
    guard let position = properties.firstIndex(where: { $0 === property }),
      case .object(let id) = row.values[position]
    else { return nil }
    return id
  }

  /// Whether the object was unlinked here from a deleted one, by a relationship of that.
  fileprivate final func hasLeft(
    _ deleted: ManagedObject, _ plan: UnsafePointer<LinkPlan>
  ) -> Bool {
    guard plan.pointee.hasInverse else {
      return plan.pointee.isToMany
        && deleted.row.list(plan.pointee.place).pointee.edit(of: row.handle) == .removed
    }
    let inverse = plan.pointee.inverse(in: shape)
    if inverse.kind == .object { return row.isChanged(inverse) && !isAsCommitted(inverse) }
    return row.list(inverse).pointee.edit(of: deleted.row.handle) == .removed
  }

  /// Whether the inverse of a relationship of another object leads there, as far as is known.
  final func leads(to other: ManagedObject, by property: StoredProperty) -> Bool {
    let plan = other.shape.pointee.link(at: property.place)
    guard plan.pointee.hasInverse else { return true }
    let inverse = plan.pointee.inverse(in: shape)
    if inverse.kind == .object { return row.link(inverse).handle == other.row.handle }
    let list = row.list(inverse).pointee
    return !list.isLoaded || list.contains(other.row.handle)
  }

  /// Has the list loaded again that is the inverse of a relationship of a deleted object.
  final func unloadBack(_ property: StoredProperty, of deleted: ManagedObject) {
    let plan = deleted.shape.pointee.link(at: property.place)
    guard plan.pointee.hasInverse, isThere else { return }
    let inverse = plan.pointee.inverse(in: shape)
    if inverse.kind == .objects, let graph { ListLoader(graph).unload(self, inverse) }
  }

  /// Has a relationship of a deleted object lead to a late member, so that validation sees what forbids the
  /// deletion.
  fileprivate final func take(_ member: ManagedObject, _ place: RowPlace) {
    let handle = member.row.handle
    if place.kind == .object {
      // An end that it was linked to here forbids the deletion as well, and stays for when it is taken back.
      let end = row.link(place).handle
      if end.isNone || !row.slots.pointee[end].isThere { row.setLink(Link(handle), place) }
      return
    }
    let list = row.list(place)
    if list.pointee.isLoaded, list.pointee.contains(handle) { return }
    // It may have left the list here, and come back by a refresh of its own.
    if let graph { ListLoader(graph).forget(handle, self, place) }
    // A list that undo may bring back stays as it is.
    if list.pointee.isLoaded {
      list.pointee.appendUnnoticed(handle)
      row.setPresent(place, true)
    }
  }
}
