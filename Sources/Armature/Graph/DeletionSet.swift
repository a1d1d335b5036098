import ArmatureModel

/// The objects that are deleted together with one, marked in their slots.
struct DeletionSet {
  private(set) var objects: [ManagedObject]
  /// The objects that are deleted only because they belong to a deleted owner: the inverse of their to-one relationship
  /// cascades.
  private(set) var owned: Set<Handle> = []
  private let slots: SlotTable

  /// Finds the objects of a deletion. It iterates over a list instead of recursing, so chains of any length are
  /// possible.
  init(_ root: ManagedObject) {
    objects = [root]
    slots = root.row.slots
    guard root.isFilled(), !root.row.handle.isNone else { return }
    slots.mark(root.row.handle, SlotTable.Slot.marked)
    var next = 0
    while next < objects.count {
      let object = objects[next]
      next += 1
      for link in object.shape.links where link.deleteRule == .cascade {
        if link.isToMany {
          for related in object.members(link.place) { add(related, link) }
        } else if let related = object.end(link.place) {
          add(related, link)
        }
      }
    }
  }

  private mutating func add(_ object: ManagedObject, _ link: LinkPlan) {
    let isOwned = link.hasInverse && !link.isInverseToMany
    if contains(object) {
      if !isOwned { owned.remove(object.row.handle) }
      return
    }
    // A fault whose row is missing has nothing to delete.
    guard object.isFilled() else { return }
    if isOwned { owned.insert(object.row.handle) }
    slots.mark(object.row.handle, SlotTable.Slot.marked)
    objects.append(object)
  }

  func contains(_ object: ManagedObject) -> Bool {
    slots[object.row.handle].word & SlotTable.Slot.marked != 0
  }

  /// Removes the marks.
  func end() {
    for object in objects { slots.unmark(object.row.handle, SlotTable.Slot.marked) }
  }
}
