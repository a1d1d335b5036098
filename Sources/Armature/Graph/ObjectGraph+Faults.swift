import ArmatureModel

/// Faults, which are objects of a store whose rows are loaded on first access. Their slots are known.
///
/// Objects of custom classes do not stay faults. They are loaded when they are created, because their
/// `awakeFromFetch()` is user code, and reading a property must not run user code.
extension ObjectGraph {
  // MARK: Missing objects

  /// Removes a fault without a row, although links lead to it.
  func forgetMissing(_ object: ManagedObject) {
    listeners.noteGoing(object.row.handle)
    retired.keepMissing(object)
    slots.hasMissing = true
    forget(object)
    object.noteMissing(in: self)
  }

  /// Returns whether the graph has a slot for an object with this ID and entity, and the object was not removed.
  func knows(_ id: ManagedObjectID) -> Bool {
    guard let handle = keys.handle(forKey: id.key), let entity = model.index(of: id.entityName)
    else {
      return false
    }
    return !slots[handle].isInvalidated
      && slots.entity(of: handle) == entity && !slots.isErased(handle)
  }

  /// Returns the ID of a slot, with or without an object.
  func id(of handle: Handle) -> ManagedObjectID? {
    let slot = slots[handle]
    if let object = slot.object { return object._withUnsafeGuaranteedRef { $0.objectID } }
    if slot.key == SlotTable.Slot.noKey { return nil }
    return slot.entity.map {
      ManagedObjectID(entityName: model.entities[$0].name, key: slot.key, storeID: storeID)
    }
  }

  /// Returns the ID of the object to which a link leads. Returns `nil` if the object is deleted, removed or missing.
  @inline(__always) func idOfEnd(_ handle: Handle) -> ManagedObjectID? {
    slots[handle].isThere ? id(of: handle) : nil
  }

  /// Returns a description of the object in a slot for a failure. The slot may be empty.
  func failureObject(_ handle: Handle) -> ValidationFailure.Object? {
    if let object = slots[handle].object {
      return object._withUnsafeGuaranteedRef { $0.failureObject }
    }
    return id(of: handle).map {
      ValidationFailure.Object(entity: $0.entityName, id: $0, label: retired[label: handle])
    }
  }

  /// Returns the object of a handle. If necessary, the object is created as a fault. Returns `nil` if the object is
  /// deleted or removed.
  func object(_ handle: Handle) -> ManagedObject? {
    let slot = slots[handle]
    guard slot.isThere else { return nil }
    return slot.object?.takeUnretainedValue() ?? makeFault(handle)
  }

  /// Returns the object of a handle, even if it is deleted. If necessary, the object is created as a fault. Returns
  /// `nil` if the object was removed.
  func anyObject(_ handle: Handle) -> ManagedObject? {
    slots.anyObject(handle) ?? object(handle)
  }

  private func makeFault(_ handle: Handle) -> ManagedObject? {
    guard let object = makeObject(handle) else { return nil }
    guard object.shape.hasHooks else { return object }
    fillAndAwake(object)
    // Its hook may have deleted it.
    return slots[handle].isThere ? object : nil
  }

  /// Returns the existing objects of some handles. If necessary, objects are created as faults.
  ///
  /// The hooks of these objects may change the list that contains the handles, and may delete other objects.
  func madeObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    let objects = handles.compactMap(object)
    return objects.filter(\.isThere)
  }

  /// Makes the object of an empty slot, without values.
  private func makeObject(_ handle: Handle) -> ManagedObject? {
    guard store != nil, let entity = slots[handle].entity else { return nil }
    let object = runtime(at: entity).makeFault()
    place(.passRetained(object), at: handle)
    return object
  }

  /// Puts a new fault into an empty slot. The slot takes over a reference to the fault.
  @inline(__always) func place(_ object: Unmanaged<ManagedObject>, at handle: Handle) {
    object._withUnsafeGuaranteedRef { object in
      let row = object.row
      row.handle = handle
      row.slots = slots
      pass(object, .discovery, from: .detached)
    }
    slots[handle].word = UInt(bitPattern: object.toOpaque())
    source.noteMade()
  }

  /// Immediately loads the values of an object with hooks again, because a later read must not run a hook.
  func fillAndAwake(_ object: ManagedObject) {
    if fill(object) { awake(object) }
  }

  /// Runs user code during a read. The context must not be reset during this call.
  ///
  /// The user code reads the current state of the store.
  func whileReading<Success>(_ body: () throws -> Success) rethrows -> Success {
    userCode.openReads += 1
    let reader = source.reader.take()
    defer {
      userCode.openReads -= 1
      source.reader = reader
    }
    return try body()
  }

  /// Calls the hook of a loaded object. Values that the hook sets do not count as changes.
  func awake(_ object: ManagedObject) {
    guard object.shape.hasHooks, !userCode.postpones(object) else { return }
    object.row.state.insert(.awaking)
    userCode.allowingAbsentReads { whileReading { object.awakeFromFetch() } }
    object.row.state.remove(.awaking)
    guard object.row.state.isDisjoint(with: .invalidated | .deleted | .updated | .inserted | .fault)
    else {
      return
    }
    object.row.settle(object.shape)
    if object.shape.hasIndexes { indexes.touch(object) }
  }

  /// Calls the hook of an object that was loaded earlier, and may have pending changes by now.
  func awakeLate(_ object: ManagedObject) {
    let row = object.row
    guard row.slots == slots, row.state.isDisjoint(with: .fault | .invalidated) else { return }
    let wasUpdated = row.state.contains(.updated)
    let unchanged = object.runtime.properties.filter { !$0.isLink && !row.isChanged($0.place) }
    awake(object)
    guard wasUpdated, row.state.contains(.updated), let committed = row.committed else { return }
    for property in unchanged where row.isChanged(property.place) {
      _ = committed.setValue(row.value(property.place), property.place)
      row.setChanged(property.place, false)
    }
  }
}
