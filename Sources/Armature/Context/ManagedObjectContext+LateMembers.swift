import ArmatureModel

/// Finding links to objects being deleted that others have saved meanwhile.
extension ManagedObjectContext {
  /// Returns the objects that another context has linked to objects that are being deleted here.
  ///
  /// This context has not loaded these links. If the save ignored them, it could leave an object without a required
  /// value, keep a value that is derived from a deleted object, or overlook the delete rule deny.
  ///
  /// The method asks the store about each relationship with the delete rule deny or cascade. It also asks about a
  /// relationship if its inverse is required, counted or used by a derived value. Only the rows of the store matter,
  /// even if the context has read other values before.
  ///
  /// - Parameter looked: The deleted objects that were checked before. The method adds the objects that it checks
  ///   itself.
  /// - Throws: Any error of the store.
  /// - Complexity: One round trip for each list, one for all to-one relationships of an entity, and one for each entity
  ///   of the objects found.
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
    for (entity, objects) in objects.grouped(by: { $0.shape.index }) {
      let runtime = graph.runtime(at: entity)
      let needed = runtime.links.filter {
        runtime.shape.link(at: $0.place).isNeededToDelete
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

  /// Returns the members that this context has neither unlinked nor deleted. Members that seem to lead elsewhere are
  /// read again.
  private func lateMembers(
    among found: [(object: ManagedObject, property: StoredProperty, ids: [ManagedObjectID])]
  ) throws -> [LateMember] {
    try takeUp(found.lazy.flatMap(\.ids))
    var late: [LateMember] = []
    for (object, property, ids) in found {
      let plan = object.shape.link(at: property.place)
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

  /// Applies the delete rules to late members, and to the objects that must be deleted with them.
  ///
  /// An object without other changes to save is read again. Otherwise, the save could not detect that another context
  /// has changed it.
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

  /// Applies the delete rule of the relationship that leads to a late member.
  private func follow(_ late: LateMember) throws {
    let link = late.deleted.shape.link(at: late.relationship.place)
    switch link.deleteRule {
    // Validation reports it.
    case .deny: break
    case .cascade:
      readCascadesAgain(from: late.member)
      try delete(late.member)
      // It is restored if another context has given it, or the deleted object, to an owner that stays.
      if late.member.isDeleted { late.member.row.state.insert(.cascaded) }
    default:
      late.member.unlink(
        late.deleted.row.handle, link.inverse(in: late.member.shape), hint: nil)
    }
  }

  /// Reloads the lists by which a cascade continues from an object that was not deleted here. The cascade must spare
  /// members that others have removed from these lists.
  private func readCascadesAgain(from member: ManagedObject) {
    var (objects, seen) = ([member], Set([member.row.handle]))
    while let object = objects.popLast() {
      for link in object.shape.links where link.deleteRule == .cascade {
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
  /// True if the deletion of the object must know the objects that lead to it.
  final var needsMembersToBeDeleted: Bool {
    shape.links.contains(where: \.isNeededToDelete)
  }

  /// Returns the stored destination of a to-one relationship.
  fileprivate final func storedEnd(_ property: StoredProperty, _ row: StoreRow) -> ManagedObjectID?
  {
    let properties = runtime.persistentProperties
    guard let position = properties.firstIndex(where: { $0 === property }),
      case .object(let id) = row.values[position]
    else { return nil }
    return id
  }

  /// Returns whether the object was unlinked here from a deleted one, by a relationship of the deleted object.
  fileprivate final func hasLeft(
    _ deleted: ManagedObject, _ plan: LinkPlan
  ) -> Bool {
    guard plan.hasInverse else {
      return plan.isToMany
        && deleted.row.list(plan.place).edit(of: row.handle) == .removed
    }
    let inverse = plan.inverse(in: shape)
    if inverse.kind == .object { return row.isChanged(inverse) && !row.isAsCommitted(inverse) }
    return row.list(inverse).edit(of: deleted.row.handle) == .removed
  }

  /// Returns whether the inverse of another object's relationship leads there, as far as is known.
  final func leads(to other: ManagedObject, by property: StoredProperty) -> Bool {
    let plan = other.shape.link(at: property.place)
    guard plan.hasInverse else { return true }
    let inverse = plan.inverse(in: shape)
    if inverse.kind == .object { return row.link(inverse).handle == other.row.handle }
    let list = row.list(inverse)
    return !list.isLoaded || list.contains(other.row.handle)
  }

  /// Reloads the list that is the inverse of a deleted object's relationship.
  final func unloadBack(_ property: StoredProperty, of deleted: ManagedObject) {
    let plan = deleted.shape.link(at: property.place)
    guard plan.hasInverse, isThere else { return }
    let inverse = plan.inverse(in: shape)
    if inverse.kind == .objects, let graph { ListLoader(graph).unload(self, inverse) }
  }

  /// Links a deleted object to a late member, so that validation finds the reason against the deletion.
  fileprivate final func take(_ member: ManagedObject, _ place: RowPlace) {
    let handle = member.row.handle
    if place.kind == .object {
      // An object linked here also forbids the deletion, and stays linked in case the deletion is reverted.
      let end = row.link(place).handle
      if end.isNone || !row.slots[end].isThere { row.setLink(Link(handle), place) }
      return
    }
    let list = row.list(place)
    if list.isLoaded, list.contains(handle) { return }
    // The member may have left the list here, and returned when it was refreshed.
    if let graph { ListLoader(graph).forget(handle, self, place) }
    // A list that undo may restore stays unchanged.
    if list.isLoaded {
      list.appendUnnoticed(handle)
      row.setPresent(place, true)
    }
  }
}
