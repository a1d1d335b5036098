import ArmatureModel

/// The slots of objects that a store refers to, created if necessary.
struct StoreSlots {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Returns the slot of an object in the store, created if necessary.
  func handle(of id: ManagedObjectID) -> Handle {
    graph.model.index(of: id.entityName).map { handle(forKey: id.key, entity: $0) } ?? .none
  }

  /// Returns the slot of an object whose row the store has passed.
  ///
  /// If another context has deleted the object and a later save has restored it, it is restored here too.
  func handle(ofStored id: ManagedObjectID) -> Handle { handle(ofStored: handle(of: id)) }

  private func handle(ofStored handle: Handle) -> Handle {
    endSteps(behind: handle)
    return bringBack(handle)
  }

  /// Discards undo steps that can no longer be reverted, because they start with the deletion of an object that another
  /// context has restored. If a save is in progress, the steps are discarded when it ends.
  ///
  /// The objects of the steps are freed later, because rows are currently being registered.
  private func endSteps(behind handle: Handle) {
    guard graph.slots.isErased(handle) else { return }
    if graph.journal.isBetweenSteps {
      UndoHistory(graph).endRecording()
    } else {
      graph.journal.hasRestoredErased = true
    }
  }

  /// Returns the slot of an object whose row the store has passed. The object is given by its key.
  func handle(ofStoredKey key: Int64, entity: Int) -> Handle {
    handle(ofStored: handle(forKey: key, entity: entity))
  }

  /// Restores a removed object as a fault.
  ///
  /// The fault normally gets a new slot, because links that were read before the removal must not lead to the restored
  /// object. Some models keep links to deleted objects. In such a model, the fault gets the old slot, and the links
  /// lead to the object again.
  func bringBack(_ handle: Handle) -> Handle {
    let slot = graph.slots[handle]
    guard slot.isInvalidated, let entity = slot.entity else { return handle }
    let fault = SlotTable.Slot(faultOf: entity, key: slot.key)
    guard graph.runtime(at: entity).shape.mayLeaveLinks else {
      graph.slots[handle].key = SlotTable.Slot.noKey
      let handle = graph.keys.takeSlot(fault, ofEntityAt: entity)
      graph.listeners.noteComing(handle)
      return handle
    }
    graph.slots[handle] = fault
    graph.slots.danglingCount -= 1
    graph.retired[label: handle] = nil
    graph.keys.extents[entity].restore(handle)
    graph.listeners.noteComing(handle)
    return handle
  }

  /// Returns the slot of a key. If necessary, a slot for a fault is created. The store has reported the entity.
  func handle(forKey key: Int64, entity: Int) -> Handle {
    if let handle = graph.keys.handle(forKey: key) {
      correct(handle, entity)
      return handle
    }
    return graph.keys.takeSlot(SlotTable.Slot(faultOf: entity, key: key), ofEntityAt: entity)
  }

  /// Returns the slot of an ID that may come from any source. Returns no slot if its object was removed, or has another
  /// entity.
  func handle(ofUntrusted id: ManagedObjectID) -> Handle {
    guard let handle = graph.keys.handle(forKey: id.key) else { return handle(of: id) }
    return graph.knows(id) ? handle : .none
  }

  /// Corrects the entity of a slot that was created for another entity because of a wrong ID.
  private func correct(_ handle: Handle, _ entity: Int) {
    let slot = graph.slots[handle]
    if let object = slot.object?.takeUnretainedValue() {
      guard object.shape.index != entity, object.row.state.contains(.fault) else { return }
      graph.forgetMissing(object)
    }
    guard let mistaken = graph.slots[handle].entity, mistaken != entity else { return }
    let hasLeft = !graph.slots[handle].isThere
    graph.keys.extents[mistaken].remove(handle, hasLeft: hasLeft)
    graph.slots[handle] = SlotTable.Slot(faultOf: entity, key: slot.key)
    graph.keys.extents[entity].restore(handle)
    if hasLeft { graph.listeners.noteComing(handle) }
  }

  /// Returns the slot to which a stored relationship leads, or `nil` if the ID belongs to another store or entity.
  ///
  /// If the object was removed in this context, it is restored, because another context may have saved it again. The
  /// method returns a slot even if the object does not exist in the store.
  func handle(ofLinked id: ManagedObjectID, _ plan: LinkPlan) -> Handle? {
    guard id.storeID == graph.storeID, let entity = graph.model.index(of: id.entityName) else {
      return nil
    }
    return handle(ofLinkedKey: id.key, entity: entity, plan)
  }

  /// Returns the slot of a destination by its key and entity.
  func handle(
    ofLinkedKey key: Int64, entity: Int, _ plan: LinkPlan
  ) -> Handle? {
    guard key > 0, plan.admits(order: graph.model.tree.order(at: entity)),
      graph.model.runtime(at: entity)._withUnsafeGuaranteedRef({ !$0.isAbstract })
    else { return nil }
    let handle = handle(forKey: key, entity: entity)
    guard graph.slots.entity(of: handle) == entity else { return nil }
    let slot = graph.slots[handle]
    if slot.isThere { return handle }
    guard slot.isInvalidated || graph.slots.isErased(handle) else {
      // The link is not visible, and saving the deletion clears it.
      graph.retired.hasLateLinks = true
      graph.slots.hasMissing = true
      return handle
    }
    guard hasRow(handle, entity) else { return handle }
    endSteps(behind: handle)
    return bringBack(handle)
  }

  /// Returns whether the store has a row for a removed object. After an error, returns `true`, so that the fault
  /// requests the row again.
  private func hasRow(_ handle: Handle, _ entity: Int) -> Bool {
    guard let store = graph.store else { return false }
    do {
      let key = graph.slots[handle].key
      return try graph.source.singleUseReader(of: store)
        .rows(for: [key], of: entity, for: nil).count > 0
    } catch {
      graph.source.lastError = error
      return true
    }
  }
}
