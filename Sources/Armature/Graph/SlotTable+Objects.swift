/// What slots tell of their objects, without one that is made for it.
extension SlotTable {
  /// The objects of some handles that have been made, deleted ones as well.
  func anyObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { anyObject($0) }
  }

  /// The objects of some handles that have been made and are there.
  func objects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }

  /// The objects of some handles that have hooks, deleted ones as well.
  func objectsWithHooks(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { handle in
      guard let object = self[handle].object,
        object._withUnsafeGuaranteedRef({ $0.shape.pointee.hasHooks })
      else { return nil }
      return object.takeUnretainedValue()
    }
  }

  /// The position of the entity of a slot, also of one whose object is gone.
  func entity(of handle: Handle) -> Int? {
    let slot = self[handle]
    return slot.object?._withUnsafeGuaranteedRef { $0.shape.pointee.index } ?? slot.entity
  }

  /// The entity of a slot whose object has no values yet; `nil` for any other slot.
  func entityOfFault(_ handle: Handle) -> Int? {
    let slot = self[handle]
    guard slot.isThere else { return nil }
    guard let object = slot.object else { return slot.entity }
    return object._withUnsafeGuaranteedRef {
      $0.row.state.contains(.fault) ? $0.shape.pointee.index : nil
    }
  }

  /// Whether a link leads to an object that was deleted.
  func leadsToDeleted(_ link: Link) -> Bool {
    !link.handle.isNone && !self[link.handle].isThere
  }

  /// Whether a slot has an object that was never saved.
  func isInserted(_ handle: Handle) -> Bool {
    self[handle].object?._withUnsafeGuaranteedRef { $0.row.state.contains(.inserted) } ?? false
  }

  /// Whether a slot has an object that only the steps of undo have: its deletion was saved, or its
  /// insertion never was.
  func isErased(_ handle: Handle) -> Bool {
    self[handle].object?._withUnsafeGuaranteedRef {
      [.erased, .withdrawn].contains($0.row.state.life)
    } ?? false
  }

  /// Whether a slot has an object that no row belongs to any more.
  func isLost(_ handle: Handle) -> Bool {
    !handle.isNone && (self[handle].isGone || isErased(handle))
  }
}
