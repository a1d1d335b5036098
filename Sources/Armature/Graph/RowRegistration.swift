import ArmatureModel

/// The registration of rows from a store. The objects of these rows then have the stored values.
struct RowRegistration {
  private let graph: ObjectGraph
  private let slots: StoreSlots

  init(_ graph: ObjectGraph) {
    self.graph = graph
    slots = StoreSlots(graph)
  }

  /// Registers rows from a store in the context. A missing object is created, a fault gets its values, and an object
  /// that another context has changed is updated. Hooks are called after all rows have been registered.
  ///
  /// - Parameter start: The number of rows at the start to skip.
  /// - Returns: The slots of the resulting objects, in the order of the rows.
  @discardableResult func register(_ rows: StoreRows, from start: Int = 0) -> ContiguousArray<
    Handle
  > {
    var objects: [ManagedObject]?
    return register(rows, from: start, gathering: &objects)
  }

  /// Registers rows and collects their objects. The objects are collected at once, while they are still in the
  /// processor's caches. A second pass took a sixth of the time of a fetch of a million rows.
  ///
  /// - Parameter objects: The array to which the objects are added. It is set to `nil` if a row belongs to a fault
  ///   without an object. It is also set to `nil` if hooks were called, because a hook may change or remove objects.
  func register(
    _ rows: StoreRows, from start: Int = 0, gathering objects: inout [ManagedObject]?
  ) -> ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    let count = rows.records.count
    handles.reserveCapacity(max(0, count - start))
    objects?.reserveCapacity(max(0, count - start))
    graph.slots.reserve(max(0, count - start))
    var awaking: [ManagedObject] = []
    for blockStart in stride(from: start, to: count, by: Self.blockSize) {
      let block = blockStart..<min(blockStart + Self.blockSize, count)
      let old = handles.count
      checkRows(rows, block)
      register(rows, block, &handles, &awaking)
      gather(handles[old...], in: &objects)
    }
    if let wrong = rows.wrongValue, graph.source.lastError == nil { graph.source.lastError = wrong }
    if !awaking.isEmpty { objects = nil }
    for object in awaking { graph.awake(object) }
    return handles
  }

  private func gather(_ handles: ArraySlice<Handle>, in objects: inout [ManagedObject]?) {
    guard var gathered = objects.take() else { return }
    for handle in handles {
      guard let object = graph.slots[handle].object else { return }
      // One reference count for the list, and no other.
      object._withUnsafeGuaranteedRef { gathered.append($0) }
    }
    objects = gathered
  }

  /// Registers some of the rows.
  private func register(
    _ rows: StoreRows, _ indices: Range<Int>, _ handles: inout ContiguousArray<Handle>,
    _ awaking: inout [ManagedObject]
  ) {
    for index in indices {
      let record = rows.records[index]
      if graph.keys.handle(forKey: record.key) == nil, let row = rows.takeRow(at: index) {
        handles.append(register(row, record, rows, at: index, &awaking))
        continue
      }
      let handle = slots.handle(ofStoredKey: record.key, entity: record.entity)
      guard graph.slots.entity(of: handle) == record.entity else {
        noteStranger(record, handle)
        continue
      }
      let slot = graph.slots[handle]
      guard let object = slot.object?.takeUnretainedValue() else {
        if slot.isThere, let row = rows.takeRow(at: index) {
          make(row, record, rows, at: index, handle, &awaking)
        }
        handles.append(handle)
        continue
      }
      if object.row.state.contains(.fault) {
        if let row = rows.takeRow(at: index) {
          object.row.takeValues(of: row, object.shape)
          fill(object, record, rows, at: index)
        }
      } else if object.row.state.contains(.erased) {
        // Its deletion was saved here: only the undo history keeps it.
        continue
      } else if readsAgain(object, record, rows, at: index) {
        awaking.append(object)
      }
      handles.append(handle)
    }
  }

  /// The number of rows whose memory is accessed before the first of them is registered.
  private static let blockSize = 16

  /// Checks that no context is using the rows that a store has passed.
  ///
  /// Most of these rows have left the processor's caches since the store has filled them. This short loop also makes
  /// the processor load many of them at the same time. Without it, waiting for one row after the other took a tenth of
  /// the time of a fetch of a million rows.
  private func checkRows(_ rows: StoreRows, _ indices: Range<Int>) {
    var areDetached = true
    for index in indices {
      if let row = rows.records[index].row, !row.handle.isNone { areDetached = false }
    }
    precondition(areDetached, "Rows that a store gives must be in no context.")
  }

  /// Registers the row of an unknown key.
  private func register(
    _ row: Row, _ record: StoreRows.Record, _ rows: StoreRows, at index: Int,
    _ awaking: inout [ManagedObject]
  ) -> Handle {
    let slot = SlotTable.Slot(faultOf: record.entity, key: record.key)
    let handle = graph.keys.takeSlot(slot, ofEntityAt: record.entity)
    make(row, record, rows, at: index, handle, &awaking)
    return handle
  }

  /// Makes the object of an empty slot around its row.
  @inline(__always) private func make(
    _ row: Row, _ record: StoreRows.Record, _ rows: StoreRows, at index: Int, _ handle: Handle,
    _ awaking: inout [ManagedObject]
  ) {
    let runtime = graph.model.runtime(at: record.entity)
    // Each reference count would wait until all earlier writes are in the caches.
    let object = Unmanaged.passRetained(runtime._withUnsafeGuaranteedRef { $0.makeFault(row) })
    graph.place(object, at: handle)
    object._withUnsafeGuaranteedRef { object in
      fill(object, record, rows, at: index)
      if object.shape.hasHooks { awaking.append(object) }
    }
  }

  /// Moves an unchanged object to another state of its row. Returns `false` if the object already has this state.
  private func readsAgain(
    _ object: ManagedObject, _ record: StoreRows.Record, _ rows: StoreRows, at index: Int
  ) -> Bool {
    guard record.row != nil, !rows.isWrong(at: index),
      object.row.state.isDisjoint(with: .inserted | .updated | .deleted)
    else { return false }
    let stored = rows.storeRow(record)
    guard RowRebase(graph).isOutdated(object, stored) else { return false }
    RowRebase(graph).rebase(object, on: stored)
    return true
  }

  /// Turns a fault into a loaded object. Its row has already got the values from the store.
  private func fill(
    _ object: ManagedObject, _ record: StoreRows.Record, _ rows: StoreRows, at index: Int
  ) {
    let row = object.row
    object.setTableMask(graph.slots)
    graph.pass(object, .reading, from: .fault)
    // With a version that no row has, unreadable values are requested again, and overwrite nothing.
    row.version = rows.isWrong(at: index) ? .max : record.version
    if object.shape.links.count > 0 { fillLinks(object, rows) }
    if object.shape.hasIndexes { graph.indexes.touch(object) }
  }

  private func fillLinks(_ object: ManagedObject, _ rows: StoreRows) {
    let row = object.row
    let links = object.shape.runtime._withUnsafeGuaranteedRef { $0.persistentLinks }
    for place in links {
      guard place.kind == .object else {
        row.list(place).deallocate()
        row.list(place).initialize(isLoaded: false)
        // It may have members, which loading it determines.
        row.setPresent(place, true)
        continue
      }
      let number = row.link(place).handle.rawValue
      if number == 0 { continue }
      let (entity, key) = rows.links[Int(number) - 1]
      let plan = object.shape.link(at: place)
      if let handle = slots.handle(ofLinkedKey: key, entity: entity, plan) {
        row.setLink(Link(handle), place)
      } else {
        row.setLink(.none, place)
        graph.noteWrong(.object(rows.id(entity, key)), object, place)
      }
    }
  }

  /// Records an error that the next throwing call reports: a row has the key of an object of another entity.
  private func noteStranger(_ record: StoreRows.Record, _ handle: Handle) {
    if graph.source.lastError != nil { return }
    let name = graph.model.entities[record.entity].name
    graph.source.lastError = PersistentStoreError.wrongAnswer(
      function: "fetch(_:into:)", must: "give each key to one object",
      but:
        "gives \(record.key) to one of \(name), too, in addition to "
        + "\(graph.id(of: handle)?.description ?? "none")"
    )
  }
}
