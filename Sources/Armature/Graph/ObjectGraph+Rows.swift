import ArmatureModel

/// Rows of the store: asking for them, and the slots that they lead to.
extension ObjectGraph {
  /// What the operation reads from that is under way, or a reader of the present state.
  func reader(of store: CheckedStore) throws -> CheckedReader {
    try source.reader ?? store.reader()
  }

  /// Reads all that a body needs from one reader.
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
  /// The objects that a fetch or a link yields have slots side by side, so that looking at one after the other
  /// takes a round trip per batch. Calls no hook: reads may be in the middle of anything.
  func fill(_ object: ManagedObject) -> Bool {
    guard let store else { return false }
    let entity = object.shape.pointee.index
    let batch =
      [object.row.handle] + neighbours(of: object.row.handle) { self.isFault($0, of: entity) }
    let found: StoreRows
    do {
      found = try reader(of: store).rows(
        for: batch.map { slots.pointee[$0].key }, of: entity, for: self)
    } catch {
      // The fault stays one, and the next access tries again.
      source.lastError = error
      return false
    }
    let key = slots.pointee[object.row.handle].key
    let isFound = found.records.contains { $0.key == key }
    RowUptake(self).take(found)
    // A store that gives its key to another object has it forgotten.
    guard object.row.slots == slots else { return false }
    if !isFound { forgetMissing(object) }
    return isFound && !object.row.state.contains(.fault)
  }

  /// The rows of some objects as they are now: a round trip for each entity of theirs.
  func storedRows(of objects: some Sequence<ManagedObject>) throws -> [Handle: StoreRow] {
    guard let store else { return [:] }
    var rows: [Handle: StoreRow] = [:]
    let reader = try reader(of: store)
    for (entity, group) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let found = try reader.rows(
        for: group.map { slots.pointee[$0.row.handle].key }, of: entity, for: nil)
      for row in try found.all() {
        if let handle = keys.handle(forKey: row.id.key) { rows[handle] = row }
      }
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

  /// Whether a row need not be given, since the object has it, or has changes that it would not be used under.
  func hasPresentRow(_ key: Int64, _ entity: Int, _ version: UInt32) -> Bool {
    guard let handle = keys.handle(forKey: key), let object = slots.pointee[handle].object else {
      return false
    }
    return object._withUnsafeGuaranteedRef { object in
      if object.shape.pointee.index != entity || object.row.state.contains(.fault) { return false }
      if !object.row.state.isDisjoint(with: .inserted | .updated | .deleted) { return true }
      return object.row.version == version && store?.isParent != true
    }
  }

  /// The slot of an object that a relationship of the store leads to; `nil` for one of another store or
  /// entity.
  ///
  /// What was gone is there again if the store has it: others may have saved it again, or may have left a
  /// link that leads to nothing.
  func handle(ofLinked id: ManagedObjectID, _ plan: UnsafePointer<LinkPlan>) -> Handle? {
    guard id.storeID == storeID, let entity = model.index(of: id.entityName) else { return nil }
    return handle(ofLinkedKey: id.key, entity: entity, plan)
  }

  /// The same by the key and the entity.
  func handle(
    ofLinkedKey key: Int64, entity: Int, _ plan: UnsafePointer<LinkPlan>
  ) -> Handle? {
    guard key > 0, plan.pointee.admits(order: model.tree.order(at: entity)),
      model.runtime(at: entity)._withUnsafeGuaranteedRef({ !$0.isAbstract })
    else { return nil }
    let handle = handle(forKey: key, entity: entity)
    guard self.entity(of: handle) == entity else { return nil }
    let slot = slots.pointee[handle]
    if slot.isThere { return handle }
    guard slot.isGone || isErased(handle) else {
      retired.hasLateLinks = true
      return handle
    }
    guard hasRow(handle, entity) else { return handle }
    // The objects that the steps of undo have are freed later: a read may be under way.
    if isErased(handle), journal.isBetweenSteps { endRecording() }
    return bringBack(handle)
  }

  private func hasRow(_ handle: Handle, _ entity: Int) -> Bool {
    guard let store else { return false }
    do {
      let key = slots.pointee[handle].key
      return try reader(of: store).rows(for: [key], of: entity, for: nil).count > 0
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
}
