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
    if !object.shape.pointee.mayLeaveLinks { slots.pointee.danglingCount += 1 }
    slots.pointee.hasMissing = true
    forget(object)
    object.noteMissing(in: self)
  }

  // MARK: Slots

  /// The slot of an object of the store, taken up if there is none.
  func handle(of id: ManagedObjectID) -> Handle {
    model.index(of: id.entityName).map { handle(forKey: id.key, entity: $0) } ?? .none
  }

  /// The slot of an object of which the store has just given the row.
  ///
  /// What others had deleted, and have saved again since, is there again.
  func handle(ofStored id: ManagedObjectID) -> Handle { handle(ofStored: handle(of: id)) }

  private func handle(ofStored handle: Handle) -> Handle {
    // The steps of undo start from that it is deleted, and cannot be gone over any more. The objects that
    // they have are freed later: rows are being taken up.
    if isErased(handle), journal.isBetweenSteps { endRecording() }
    return bringBack(handle)
  }

  /// The same of a key.
  func handle(ofStoredKey key: Int64, entity: Int) -> Handle {
    handle(ofStored: handle(forKey: key, entity: entity))
  }

  /// Has an object that was gone be there again as a fault.
  ///
  /// It gets a slot of its own: a link that was read before the object went led to what is gone, and must not
  /// count as one to what others have made of it since. Only where links stay when an object goes, they
  /// lead to it again.
  func bringBack(_ handle: Handle) -> Handle {
    let slot = slots.pointee[handle]
    guard slot.isGone, let entity = slot.entity else { return handle }
    let fault = SlotTable.Slot(faultOf: entity, key: slot.key)
    guard runtime(at: entity).shape.pointee.mayLeaveLinks else {
      slots.pointee[handle].key = SlotTable.Slot.noKey
      let handle = keys.takeSlot(fault, ofEntityAt: entity)
      listeners.noteComing(handle)
      return handle
    }
    slots.pointee[handle] = fault
    slots.pointee.danglingCount -= 1
    retired[label: handle] = nil
    keys.extents[entity].restore(handle)
    listeners.noteComing(handle)
    return handle
  }

  /// The slot of a key, taken up for a fault if there is none; of an entity that the store has told.
  func handle(forKey key: Int64, entity: Int) -> Handle {
    if let handle = keys.handle(forKey: key) {
      correct(handle, entity)
      return handle
    }
    return keys.takeSlot(SlotTable.Slot(faultOf: entity, key: key), ofEntityAt: entity)
  }

  /// The slot of an ID that may come from anywhere; none if its object is gone, or of another entity.
  func handle(ofUntrusted id: ManagedObjectID) -> Handle {
    guard let handle = keys.handle(forKey: id.key) else { return handle(of: id) }
    return knows(id) ? handle : .none
  }

  /// Gives a slot the entity that the store has told, if an ID that was wrong has made it for another one.
  private func correct(_ handle: Handle, _ entity: Int) {
    let slot = slots.pointee[handle]
    if let object = slot.object?.takeUnretainedValue() {
      guard object.shape.pointee.index != entity, object.row.state.contains(.fault) else { return }
      forgetMissing(object)
    }
    guard let mistaken = slots.pointee[handle].entity, mistaken != entity else { return }
    let hasLeft = !slots.pointee[handle].isThere
    keys.extents[mistaken].remove(handle, hasLeft: hasLeft)
    slots.pointee[handle] = SlotTable.Slot(faultOf: entity, key: slot.key)
    keys.extents[entity].restore(handle)
    if hasLeft { listeners.noteComing(handle) }
  }

  /// Whether the graph has heard of an object of an entity that is not gone.
  func knows(_ id: ManagedObjectID) -> Bool {
    guard let handle = keys.handle(forKey: id.key), let entity = model.index(of: id.entityName)
    else {
      return false
    }
    return !slots.pointee[handle].isGone
      && self.entity(of: handle) == entity && !isErased(handle)
  }

  /// Whether a slot has an object that only the steps of undo have: its deletion was saved, or its
  /// insertion never was.
  func isErased(_ handle: Handle) -> Bool {
    slots.pointee[handle].object?._withUnsafeGuaranteedRef {
      [.erased, .withdrawn].contains($0.row.state.life)
    } ?? false
  }

  /// The position of the entity of a slot, also of one whose object is gone.
  func entity(of handle: Handle) -> Int? {
    let slot = slots.pointee[handle]
    return slot.object?._withUnsafeGuaranteedRef { $0.shape.pointee.index } ?? slot.entity
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

  /// Whether any class has hooks, which run when an object is made.
  var hasHooks: Bool { model.hasCustomClasses }

  /// Makes the object of an empty slot, without values.
  private func makeObject(_ handle: Handle) -> ManagedObject? {
    guard store != nil, let entity = slots.pointee[handle].entity else { return nil }
    let object = runtime(at: entity).makeFault()
    place(object, at: handle)
    return object
  }

  /// Puts a new fault in an empty slot.
  func place(_ object: ManagedObject, at handle: Handle) {
    let row = object.row
    row.handle = handle
    row.slots = slots
    pass(object, .discovery, from: .detached)
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
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
    allowingAbsentReads { whileReading { object.awakeFromFetch() } }
    object.row.state.remove(.awaking)
    guard object.row.state.isDisjoint(with: .gone | .deleted | .updated | .inserted | .fault) else {
      return
    }
    object.row.settle(object.shape)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
