/// Information about the objects in slots, without making objects.
extension SlotTable {
  /// Returns the objects of some handles that have been made, including deleted ones.
  func anyObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { anyObject($0) }
  }

  /// Returns the objects of some handles. Objects that were not created yet or are deleted are left out.
  func objects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }

  /// Returns the objects with hooks of some handles, including deleted ones.
  func objectsWithHooks(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { handle in
      guard let object = self[handle].object,
        object._withUnsafeGuaranteedRef({ $0.shape.hasHooks })
      else { return nil }
      return object.takeUnretainedValue()
    }
  }

  /// Returns the position of a slot's entity, even if its object was removed.
  func entity(of handle: Handle) -> Int? {
    let slot = self[handle]
    return slot.object?._withUnsafeGuaranteedRef { $0.shape.index } ?? slot.entity
  }

  /// Returns the entity of a slot that is empty or has a fault. Returns `nil` for any other slot.
  func entityOfFault(_ handle: Handle) -> Int? {
    let slot = self[handle]
    guard slot.isThere else { return nil }
    guard let object = slot.object else { return slot.entity }
    return object._withUnsafeGuaranteedRef {
      $0.row.state.contains(.fault) ? $0.shape.index : nil
    }
  }

  /// Returns whether a link leads to a deleted object.
  func leadsToDeleted(_ link: Link) -> Bool {
    !link.handle.isNone && !self[link.handle].isThere
  }

  /// Returns whether a slot has an object that was never saved.
  func isInserted(_ handle: Handle) -> Bool {
    self[handle].object?._withUnsafeGuaranteedRef { $0.row.state.contains(.inserted) } ?? false
  }

  /// Returns whether a slot has an object that only undo steps keep. Its deletion was saved, or its insertion was never
  /// saved.
  func isErased(_ handle: Handle) -> Bool {
    self[handle].object?._withUnsafeGuaranteedRef {
      [.erased, .withdrawn].contains($0.row.state.life)
    } ?? false
  }

  /// Returns whether a slot has an object without a row.
  func isLost(_ handle: Handle) -> Bool {
    !handle.isNone && (self[handle].isInvalidated || isErased(handle))
  }
}
