import ArmatureModel

/// Faults: objects of a store whose slots are known, and whose rows are filled when first asked for.
extension ObjectGraph {
  /// How many slots were taken up for faults.
  var faultCount: Int { foreignHandles.count }

  /// Fills the row of a fault; false if there is no such row any more.
  ///
  /// Calls no hook: reads may be in the middle of anything.
  func fill(_ object: ManagedObject) -> Bool {
    guard let rowSource else { return false }
    let runtime = object.runtime
    let key = slots.pointee[object.row.handle].key
    guard let found = rowSource.values(for: [key], of: runtime.entity).first, let values = found
    else {
      object.row.state.remove(.fault)
      vanish(object)
      return false
    }
    let row = object.row
    row.tableMask = object.shape.pointee.tableMask
    row.state = .registered | .unchanged
    for property in runtime.properties {
      guard let value = values[property.name] else { continue }
      switch (property.kind, value) {
      case (.object, .object(let id)): row.setLink(Link(handle(of: id)), property.place)
      case (.objects, .objects(let ids)):
        row.list(property.place).pointee.replace(
          with: ContiguousArray(ids.map { handle(of: $0) }.filter { !$0.isNone }),
          keepsEdits: false)
        row.setPresent(property.place, !ids.isEmpty)
      case (.object, _), (.objects, _): break
      default: _ = row.setValue(value, property.place)
      }
    }
    if object.shape.pointee.hasIndexes { touch(object) }
    return true
  }

  /// Lets go of a fault that has no row, though links lead to it.
  func vanish(_ object: ManagedObject) {
    vanished.append(object)
    if !object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount += 1 }
    slots.pointee.hasVanished = true
    forget(object)
  }

  /// Registers an object of the store that is not loaded.
  func handle(of id: ManagedObjectID) -> Handle {
    model.index(of: id.entityName).map { handle(forKey: id.key, entity: $0) } ?? .none
  }

  /// The slot of a key, taken up for a fault if there is none.
  func handle(forKey key: Int64, entity: Int) -> Handle {
    if let handle = handle(forKey: key) { return handle }
    let handle = slots.pointee.append(SlotTable.Slot(faultOf: entity, key: key))
    foreignHandles[key] = handle
    extents[entity].append(handle)
    // A slot was passed over: keys and handles go on in step.
    nextKey += 1
    return handle
  }

  /// The slot of a key, if the graph has heard of it.
  func handle(forKey key: Int64) -> Handle? {
    // Any number may have been decoded from data.
    let (distance, overflows) = key.subtractingReportingOverflow(firstKey)
    if !overflows, distance >= 0, distance < Int64(slots.pointee.count) - 1 {
      let handle = Handle(rawValue: UInt32(truncatingIfNeeded: distance + 1))
      if slots.pointee[handle].key == key { return handle }
    }
    return foreignHandles.isEmpty ? nil : foreignHandles[key]
  }

  /// The ID of a slot, whether there is an object or not.
  func id(of handle: Handle) -> ManagedObjectID? {
    let slot = slots.pointee[handle]
    if let object = slot.object { return object._withUnsafeGuaranteedRef { $0.objectID } }
    return slot.entity.map {
      ManagedObjectID(
        entityName: model.entities[$0].name, key: slot.key, storeID: storeID, isTemporary: false)
    }
  }

  /// The object of a slot for a failure, whether there is still an object or not.
  func failureObject(_ handle: Handle) -> ValidationFailure.Object? {
    if let object = slots.pointee[handle].object {
      return object._withUnsafeGuaranteedRef { $0.failureObject }
    }
    return id(of: handle).map {
      ValidationFailure.Object(entity: $0.entityName, id: $0, label: lostLabels[handle])
    }
  }

  /// The object of a handle, made as a fault if need be; `nil` if it is deleted or gone.
  func object(_ handle: Handle) -> ManagedObject? {
    let slot = slots.pointee[handle]
    guard slot.isThere else { return nil }
    return slot.object?.takeUnretainedValue() ?? makeFault(handle)
  }

  func makeFault(_ handle: Handle) -> ManagedObject? {
    guard rowSource != nil, let entity = slots.pointee[handle].entity else { return nil }
    let object = runtime(at: entity).makeFault()
    let row = object.row
    row.handle = handle
    row.slots = slots
    row.state.insert(.registered)
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    return object
  }
}
