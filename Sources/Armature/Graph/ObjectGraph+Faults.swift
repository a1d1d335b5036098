import ArmatureModel

/// Faults: objects of a store whose slots are known, and whose rows are filled when first asked for.
///
/// Objects of custom classes are never faults for long: they are filled when they are made, since their
/// `awakeFromFetch()` is code of the user, and a read of a property runs none.
extension ObjectGraph {
  // MARK: Missing

  /// Lets go of a fault that has no row, though links lead to it.
  func forgetMissing(_ object: ManagedObject) {
    listeners.noteGoing(object.row.handle)
    retired.keepMissing(object)
    slots.pointee.hasMissing = true
    forget(object)
    object.noteMissing(in: self)
  }

  /// Whether the graph has heard of an object of an entity that is not gone.
  func knows(_ id: ManagedObjectID) -> Bool {
    guard let handle = keys.handle(forKey: id.key), let entity = model.index(of: id.entityName)
    else {
      return false
    }
    return !slots.pointee[handle].isGone
      && slots.pointee.entity(of: handle) == entity && !slots.pointee.isErased(handle)
  }

  /// The ID of a slot, whether there is an object or not.
  func id(of handle: Handle) -> ManagedObjectID? {
    let slot = slots.pointee[handle]
    if let object = slot.object { return object._withUnsafeGuaranteedRef { $0.objectID } }
    if slot.key == SlotTable.Slot.noKey { return nil }
    return slot.entity.map {
      ManagedObjectID(entityName: model.entities[$0].name, key: slot.key, storeID: storeID)
    }
  }

  /// The ID of the object at the end of a link; `nil` if it is deleted, gone, or none.
  @inline(__always) func idOfEnd(_ handle: Handle) -> ManagedObjectID? {
    slots.pointee[handle].isThere ? id(of: handle) : nil
  }

  /// The object of a slot for a failure, whether there is still an object or not.
  func failureObject(_ handle: Handle) -> ValidationFailure.Object? {
    if let object = slots.pointee[handle].object {
      return object._withUnsafeGuaranteedRef { $0.failureObject }
    }
    return id(of: handle).map {
      ValidationFailure.Object(entity: $0.entityName, id: $0, label: retired[label: handle])
    }
  }

  /// The object of a handle, made as a fault if need be; `nil` if it is deleted or gone.
  func object(_ handle: Handle) -> ManagedObject? {
    let slot = slots.pointee[handle]
    guard slot.isThere else { return nil }
    return slot.object?.takeUnretainedValue() ?? makeFault(handle)
  }

  /// The object of a handle, deleted or not, made as a fault if need be; `nil` if it is gone.
  func anyObject(_ handle: Handle) -> ManagedObject? {
    slots.pointee.anyObject(handle) ?? object(handle)
  }

  private func makeFault(_ handle: Handle) -> ManagedObject? {
    guard let object = makeObject(handle) else { return nil }
    guard object.shape.pointee.hasHooks else { return object }
    fillAndAwake(object)
    // Its hook may have deleted it.
    return slots.pointee[handle].isThere ? object : nil
  }

  /// The objects of some handles that are there, made as faults if need be.
  ///
  /// The hooks of those that are made may change the list that the handles are from, and delete others.
  func madeObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    let objects = handles.compactMap(object)
    return objects.filter(\.isThere)
  }

  /// Makes the object of an empty slot, without values.
  private func makeObject(_ handle: Handle) -> ManagedObject? {
    guard store != nil, let entity = slots.pointee[handle].entity else { return nil }
    let object = runtime(at: entity).makeFault()
    place(.passRetained(object), at: handle)
    return object
  }

  /// Puts a new fault in an empty slot, which takes over a reference to it.
  @inline(__always) func place(_ object: Unmanaged<ManagedObject>, at handle: Handle) {
    object._withUnsafeGuaranteedRef { object in
      let row = object.row
      row.handle = handle
      row.slots = slots
      pass(object, .discovery, from: .detached)
    }
    slots.pointee[handle].word = UInt(bitPattern: object.toOpaque())
    source.noteMade()
  }

  /// Gives an object that has hooks its values again, at once, since no read may run its hook.
  func fillAndAwake(_ object: ManagedObject) {
    if fill(object) { awake(object) }
  }

  /// Runs code of the user in the middle of a read, in which the context must not be reset.
  ///
  /// What that code reads is the present state of the store.
  func whileReading<Success>(_ body: () throws -> Success) rethrows -> Success {
    userCode.openReads += 1
    let reader = source.reader.take()
    defer {
      userCode.openReads -= 1
      source.reader = reader
    }
    return try body()
  }

  /// Calls the hook of an object that has got its values, whose writes there count as no change.
  func awake(_ object: ManagedObject) {
    guard object.shape.pointee.hasHooks else { return }
    object.row.state.insert(.awaking)
    userCode.allowingAbsentReads { whileReading { object.awakeFromFetch() } }
    object.row.state.remove(.awaking)
    guard object.row.state.isDisjoint(with: .gone | .deleted | .updated | .inserted | .fault) else {
      return
    }
    object.row.settle(object.shape)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
