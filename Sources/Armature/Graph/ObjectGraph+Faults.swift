import ArmatureModel

/// Faults: objects of a store whose slots are known, and whose rows are filled when first asked for.
///
/// Objects of custom classes are never faults for long: they are filled when they are made, since their
/// `awakeFromFetch()` is code of the user, and a read of a property runs none.
extension ObjectGraph {
  // MARK: Rows

  /// What the operation reads from that is under way, or a reader of the present state.
  func reader(of store: CheckedStore) throws -> CheckedReader {
    try source.reader ?? store.reader()
  }

  /// Has all that is read meanwhile come from one reader.
  func reading<Result>(
    from reader: CheckedReader, _ body: () throws -> Result
  ) rethrows -> Result {
    let former = source.reader
    source.reader = reader
    defer { source.reader = former }
    return try body()
  }

  /// Fills the row of a fault, and those of the faults registered behind it; false if there is no such
  /// row any more.
  ///
  /// What a fetch or a link yields is registered in a row, so that looking at one of it after the other
  /// takes a round trip per batch. Calls no hook: reads may be in the middle of anything.
  func fill(_ object: ManagedObject) -> Bool {
    guard let store else { return false }
    let entity = object.shape.pointee.index
    let batch =
      [object.row.handle] + neighbours(of: object.row.handle) { self.isFault($0, of: entity) }
    let found: [StoreRow?]
    do {
      found = try reader(of: store).rows(
        for: batch.map { slots.pointee[$0].key }, of: object.runtime.entity)
    } catch {
      // The fault stays one, and the next access tries again.
      source.lastError = error
      return false
    }
    for (handle, row) in zip(batch, found).dropFirst() {
      if let row { fill(handle, row) }
    }
    guard let row = found.first ?? nil else {
      forgetMissing(object)
      return false
    }
    fill(object, row)
    return true
  }

  /// The rows of some objects as they are now: a round trip for each entity of theirs.
  func storedRows(of objects: some Sequence<ManagedObject>) throws -> [Handle: StoreRow] {
    guard let store else { return [:] }
    var rows: [Handle: StoreRow] = [:]
    let reader = try store.reader()
    for (entity, group) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let found = try reader.rows(
        for: group.map { slots.pointee[$0.row.handle].key }, of: model.entities[entity])
      for (object, row) in zip(group, found) { rows[object.row.handle] = row }
    }
    return rows
  }

  /// The slots behind one that satisfy a condition, as many as are asked for at once.
  func neighbours(of handle: Handle, _ isIncluded: (Handle) -> Bool) -> [Handle] {
    var found: [Handle] = []
    let first = handle.rawValue + 1
    for number
      in first..<max(first, min(first + source.batchReach, slots.pointee.next.rawValue))
    {
      if found.count + 1 == source.batchSize { break }
      let handle = Handle(rawValue: number)
      if isIncluded(handle) { found.append(handle) }
    }
    return found
  }

  /// Whether a slot is that of an object of an entity that has no values yet.
  private func isFault(_ handle: Handle, of entity: Int) -> Bool {
    entityOfFault(handle) == entity
  }

  /// The entity of a slot whose object has no values yet; `nil` for any other slot.
  func entityOfFault(_ handle: Handle) -> Int? {
    let slot = slots.pointee[handle]
    guard slot.isThere else { return nil }
    guard let object = slot.object else { return slot.entity }
    return object._withUnsafeGuaranteedRef {
      $0.row.state.contains(.fault) ? $0.shape.pointee.index : nil
    }
  }

  /// Gives the object of a slot its values, and makes it if need be; leaves one alone that has them.
  @discardableResult func fill(_ handle: Handle, _ stored: StoreRow) -> ManagedObject? {
    let slot = slots.pointee[handle]
    guard slot.isThere else { return nil }
    if let object = slot.object?.takeUnretainedValue() {
      if object.row.state.contains(.fault) { fill(object, stored) }
      return object
    }
    guard let object = makeObject(handle) else { return nil }
    fill(object, stored)
    awake(object)
    return object
  }

  /// Gives a fault its values.
  private func fill(_ object: ManagedObject, _ stored: StoreRow) {
    let row = object.row
    object.setTableMask(slots)
    pass(object, .reading, from: .fault)
    row.state.insert(object.shape.pointee.readMark)
    row.version = stored.version
    let places = object.shape.pointee.runtime._withUnsafeGuaranteedRef { $0.persistentPlaces }
    for index in 0..<min(places.count, stored.values.count) {
      let place = places[index]
      switch place.kind {
      case .object:
        row.setLink(Link(handle(ofStored: stored.values[index], object, place)), place)
      case .objects:
        row.list(place).pointee.deallocate()
        row.list(place).initialize(to: .unloaded)
        // It may have members; loading it tells.
        row.setPresent(place, true)
      default: store(stored.values[index], in: row, of: object, place)
      }
    }
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }

  /// Stores an attribute of a row, unless it is of another type than it must be.
  func store(
    _ value: AttributeValue, in row: Row, of object: ManagedObject, _ place: RowPlace
  ) {
    if place.kind == .value, !value.isNull {
      let attribute = object.runtime.properties[Int(place.index)].description.asAttribute
      guard attribute?.admits(value) ?? false else { return noteWrong(value, object, place) }
    }
    if !row.setValue(value, place) { noteWrong(value, object, place) }
  }

  /// The slot that a to-one relationship of a row leads to; none where it leads to what cannot be.
  func handle(
    ofStored value: AttributeValue, _ object: ManagedObject, _ place: RowPlace
  ) -> Handle {
    if value.isNull { return .none }
    let plan = object.shape.pointee.link(at: place)
    if case .object(let id) = value, let handle = handle(ofLinked: id, plan) { return handle }
    noteWrong(value, object, place)
    return .none
  }

  /// The slot of an object that a relationship of the store leads to; `nil` for one of another store or
  /// entity.
  ///
  /// What was gone is there again if the store has it: others may have saved it again, or may have left a
  /// link that leads to nothing.
  func handle(ofLinked id: ManagedObjectID, _ plan: UnsafePointer<LinkPlan>) -> Handle? {
    guard id.key > 0, id.storeID == storeID, let entity = model.index(of: id.entityName),
      plan.pointee.admits(order: model.tree.order(at: entity)),
      model.runtime(at: entity)._withUnsafeGuaranteedRef({ !$0.isAbstract })
    else { return nil }
    let handle = handle(forKey: id.key, entity: entity)
    guard self.entity(of: handle) == entity else { return nil }
    guard isErased(handle) || slots.pointee[handle].isGone, hasRow(handle, entity) else {
      return handle
    }
    // The objects that the steps of undo have are freed later: a read may be under way.
    if isErased(handle), journal.isBetweenSteps { endRecording() }
    bringBack(handle)
    return handle
  }

  private func hasRow(_ handle: Handle, _ entity: Int) -> Bool {
    guard let store else { return false }
    do {
      let rows = try reader(of: store).rows(
        for: [slots.pointee[handle].key], of: model.entities[entity])
      return rows.first.map { $0 != nil } ?? false
    } catch {
      source.lastError = error
      return false
    }
  }

  /// Has the next call that can throw tell what a store has said that cannot be.
  func noteWrong(_ value: AttributeValue, _ object: ManagedObject, _ place: RowPlace) {
    if source.lastError != nil { return }
    let property = object.runtime.properties[Int(place.index)].description
    let must =
      property.asRelationship.map { "lead to objects of \($0.destination)" }
      ?? "give values of its type"
    source.lastError = PersistentStoreError.wrongAnswer(
      function: "rows(for:of:)", must: "\(must) for \(object.objectID).\(property.name)",
      but: "gives \(value)")
  }

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
  func handle(ofStored id: ManagedObjectID) -> Handle {
    let handle = handle(of: id)
    // The steps of undo start from that it is deleted, and cannot be gone over any more.
    if isErased(handle), !journal.isRecording, journal.isBetweenSteps {
      UndoHistory(self).removeAll()
    }
    bringBack(handle)
    return handle
  }

  /// Has the slot of an object that was gone stand for a fault again.
  private func bringBack(_ handle: Handle) {
    let slot = slots.pointee[handle]
    guard slot.isGone, let entity = slot.entity else { return }
    slots.pointee[handle] = SlotTable.Slot(faultOf: entity, key: slot.key)
    if runtime(at: entity).shape.pointee.mayLeaveLinks { slots.pointee.danglingCount -= 1 }
    retired[label: handle] = nil
    keys.extents[entity].restore(handle)
    listeners.noteComing(handle)
  }

  /// The slot of a key, taken up for a fault if there is none; of an entity that the store has told.
  func handle(forKey key: Int64, entity: Int) -> Handle {
    if let handle = keys.handle(forKey: key) {
      correct(handle, entity)
      return handle
    }
    let handle = keys.takeSlot(SlotTable.Slot(faultOf: entity, key: key))
    keys.extents[entity].append(handle)
    return handle
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
    let row = object.row
    row.handle = handle
    row.slots = slots
    pass(object, .discovery, from: .detached)
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    source.noteMade()
    return object
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
    object.row.state.remove(.unchanged)
    allowingAbsentReads { whileReading { object.awakeFromFetch() } }
    guard object.row.state.isDisjoint(with: .gone | .deleted | .updated | .inserted | .fault) else {
      return
    }
    object.row.settle(object.shape)
    object.row.state.insert(.unchanged)
    if object.shape.pointee.hasIndexes { indexes.touch(object) }
  }
}
