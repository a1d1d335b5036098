import ArmatureModel

/// The slots of objects that a store has told of, taken up where there are none.
struct StoreSlots {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// The slot of an object of the store, taken up if there is none.
  func handle(of id: ManagedObjectID) -> Handle {
    graph.model.index(of: id.entityName).map { handle(forKey: id.key, entity: $0) } ?? .none
  }

  /// The slot of an object of which the store has just given the row.
  ///
  /// What others had deleted, and have saved again since, is there again.
  func handle(ofStored id: ManagedObjectID) -> Handle { handle(ofStored: handle(of: id)) }

  private func handle(ofStored handle: Handle) -> Handle {
    endSteps(behind: handle)
    return bringBack(handle)
  }

  /// Forgets the steps of undo that start from the deletion of an object which others have brought back: they cannot
  /// be gone over any more. A save has to end first.
  ///
  /// The objects that the steps have are freed later: rows are being taken up.
  private func endSteps(behind handle: Handle) {
    guard graph.slots.pointee.isErased(handle) else { return }
    if graph.journal.isBetweenSteps {
      UndoHistory(graph).endRecording()
    } else {
      graph.journal.hasMetErased = true
    }
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
    let slot = graph.slots.pointee[handle]
    guard slot.isGone, let entity = slot.entity else { return handle }
    let fault = SlotTable.Slot(faultOf: entity, key: slot.key)
    guard graph.runtime(at: entity).shape.pointee.mayLeaveLinks else {
      graph.slots.pointee[handle].key = SlotTable.Slot.noKey
      let handle = graph.keys.takeSlot(fault, ofEntityAt: entity)
      graph.listeners.noteComing(handle)
      return handle
    }
    graph.slots.pointee[handle] = fault
    graph.slots.pointee.danglingCount -= 1
    graph.retired[label: handle] = nil
    graph.keys.extents[entity].restore(handle)
    graph.listeners.noteComing(handle)
    return handle
  }

  /// The slot of a key, taken up for a fault if there is none; of an entity that the store has told.
  func handle(forKey key: Int64, entity: Int) -> Handle {
    if let handle = graph.keys.handle(forKey: key) {
      correct(handle, entity)
      return handle
    }
    return graph.keys.takeSlot(SlotTable.Slot(faultOf: entity, key: key), ofEntityAt: entity)
  }

  /// The slot of an ID that may come from anywhere; none if its object is gone, or of another entity.
  func handle(ofUntrusted id: ManagedObjectID) -> Handle {
    guard let handle = graph.keys.handle(forKey: id.key) else { return handle(of: id) }
    return graph.knows(id) ? handle : .none
  }

  /// Gives a slot the entity that the store has told, if an ID that was wrong has made it for another one.
  private func correct(_ handle: Handle, _ entity: Int) {
    let slot = graph.slots.pointee[handle]
    if let object = slot.object?.takeUnretainedValue() {
      guard object.shape.pointee.index != entity, object.row.state.contains(.fault) else { return }
      graph.forgetMissing(object)
    }
    guard let mistaken = graph.slots.pointee[handle].entity, mistaken != entity else { return }
    let hasLeft = !graph.slots.pointee[handle].isThere
    graph.keys.extents[mistaken].remove(handle, hasLeft: hasLeft)
    graph.slots.pointee[handle] = SlotTable.Slot(faultOf: entity, key: slot.key)
    graph.keys.extents[entity].restore(handle)
    if hasLeft { graph.listeners.noteComing(handle) }
  }

  /// The slot of an object that a relationship of the store leads to; `nil` for one of another store or
  /// entity.
  ///
  /// What was gone is there again if the store has it: others may have saved it again, or may have left a
  /// link that leads to nothing.
  func handle(ofLinked id: ManagedObjectID, _ plan: UnsafePointer<LinkPlan>) -> Handle? {
    guard id.storeID == graph.storeID, let entity = graph.model.index(of: id.entityName) else {
      return nil
    }
    return handle(ofLinkedKey: id.key, entity: entity, plan)
  }

  /// The same by the key and the entity.
  func handle(
    ofLinkedKey key: Int64, entity: Int, _ plan: UnsafePointer<LinkPlan>
  ) -> Handle? {
    guard key > 0, plan.pointee.admits(order: graph.model.tree.order(at: entity)),
      graph.model.runtime(at: entity)._withUnsafeGuaranteedRef({ !$0.isAbstract })
    else { return nil }
    let handle = handle(forKey: key, entity: entity)
    guard graph.slots.pointee.entity(of: handle) == entity else { return nil }
    let slot = graph.slots.pointee[handle]
    if slot.isThere { return handle }
    guard slot.isGone || graph.slots.pointee.isErased(handle) else {
      // It shows no more, and the save of the deletion clears that.
      graph.retired.hasLateLinks = true
      graph.slots.pointee.hasMissing = true
      return handle
    }
    guard hasRow(handle, entity) else { return handle }
    endSteps(behind: handle)
    return bringBack(handle)
  }

  /// Whether the store has a row of what was gone; of one that fails too, so that the fault asks again.
  private func hasRow(_ handle: Handle, _ entity: Int) -> Bool {
    guard let store = graph.store else { return false }
    do {
      let key = graph.slots.pointee[handle].key
      return try graph.source.readerOfOneAnswer(of: store)
        .rows(for: [key], of: entity, for: nil).count > 0
    } catch {
      graph.source.lastError = error
      return true
    }
  }
}
