import ArmatureModel

/// Writes of relationships: both sides always agree.
///
/// Everything is checked before the first change, so a refused write changes nothing.
extension ManagedObject {
  /// Makes a relationship lead to exactly these objects, in this order.
  final func setObjects(_ objects: [ManagedObject], _ slot: RowLayout.Slot)
    throws(ManagedObjectError)
  {
    guard case .relationship(let relationship) = slot.property else { return }
    if ignoresLinks { return }
    for object in objects { try check(object, relationship) }
    if relationship.isToMany {
      setMany(objects, slot, relationship)
    } else {
      setOne(objects.first, slot, relationship)
    }
  }

  /// Whether the object is a copy to be judged; notes that a rule tried to change it.
  private var ignoresLinks: Bool {
    guard row.state.contains(.trial) else { return false }
    row.state.remove(.watched)
    return true
  }

  private func check(
    _ object: ManagedObject, _ relationship: RelationshipDescription
  ) throws(ManagedObjectError) {
    let entity = runtime.entity.name
    guard object.runtime.ancestry.contains(relationship.destination) else {
      throw .wrongEntity(
        entity: entity, property: relationship.name, expected: relationship.destination,
        found: object.runtime.entity.name)
    }
    // A link to or from what the next save forgets would lead to freed memory.
    guard isThere else { throw .gone(entity: entity) }
    guard object.isThere else { throw .gone(entity: object.runtime.entity.name) }
    guard let owner, object.owner === owner else {
      throw .otherContext(entity: entity, property: relationship.name)
    }
  }

  private func setOne(
    _ object: ManagedObject?, _ slot: RowLayout.Slot, _ relationship: RelationshipDescription
  ) {
    let old = row.object(slot)
    if old === object {
      // A write is a change also where it changes nothing, as it is for attributes.
      willWrite(slot)
      return
    }
    if let old { old.unlink(self, relationship.inverse) }
    willWrite(slot)
    row.setObject(object, slot)
    if let object { object.link(self, relationship.inverse) }
  }

  private func setMany(
    _ objects: [ManagedObject], _ slot: RowLayout.Slot, _ relationship: RelationshipDescription
  ) {
    let old = Array(row.list(slot).pointee.objects)
    let new = ObjectList(objects)
    willWrite(slot)
    row.list(slot).pointee = new
    row.setPresent(slot, !new.isEmpty)
    for object in old where !new.contains(object) { object.unlink(self, relationship.inverse) }
    let before = ObjectList(old)
    for object in new.objects where !before.contains(object) {
      object.link(self, relationship.inverse)
    }
  }

  /// Adds the other side of a link; takes the place of a link that a to-one relationship has.
  private func link(_ other: ManagedObject, _ inverse: String?) {
    guard let inverse, let slot = runtime.slot(named: inverse) else { return }
    willWrite(slot)
    if slot.kind == .objects {
      row.list(slot).pointee.append(other)
      row.setPresent(slot, true)
    } else {
      let old = row.object(slot)
      row.setObject(other, slot)
      if let old, old !== other { old.unlink(self, slot.property.asRelationship?.inverse) }
    }
  }

  /// Removes one side of a link, and only that.
  final func unlink(_ other: ManagedObject, _ name: String?) {
    guard let name, let slot = runtime.slot(named: name) else { return }
    if slot.kind == .objects {
      guard row.list(slot).pointee.contains(other) else { return }
      willWrite(slot)
      row.list(slot).pointee.remove(other)
      row.setPresent(slot, !row.list(slot).pointee.isEmpty)
    } else if row.object(slot) === other {
      willWrite(slot)
      row.setObject(nil, slot)
    }
  }

  /// Adds an object to a to-many relationship, at the end or at a position; moves one that is there.
  final func add(
    _ object: ManagedObject, at position: Int? = nil, _ slot: RowLayout.Slot
  ) throws(ManagedObjectError) {
    let relationship = try toMany(slot)
    if ignoresLinks { return }
    try check(object, relationship)
    let isNew = !row.list(slot).pointee.contains(object)
    if !isNew && position == nil { return }
    willWrite(slot)
    if let position {
      row.list(slot).pointee.insert(object, at: position)
    } else {
      row.list(slot).pointee.append(object)
    }
    row.setPresent(slot, true)
    if isNew { object.link(self, relationship.inverse) }
  }

  /// Takes an object out of a to-many relationship.
  final func remove(
    _ object: ManagedObject, _ slot: RowLayout.Slot
  ) throws(ManagedObjectError) {
    let relationship = try toMany(slot)
    if ignoresLinks { return }
    guard row.list(slot).pointee.contains(object) else { return }
    unlink(object, slot.name)
    object.unlink(self, relationship.inverse)
  }

  private func toMany(
    _ slot: RowLayout.Slot
  ) throws(ManagedObjectError) -> RelationshipDescription {
    guard case .relationship(let relationship) = slot.property, relationship.isToMany else {
      throw .notToMany(entity: runtime.entity.name, property: slot.name)
    }
    return relationship
  }
}
