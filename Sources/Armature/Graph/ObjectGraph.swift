import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of one context and what has happened to them: slots, changes, extents, unique indexes
/// and the journal.
///
/// Objects reach it through the table of slots in the header of their rows, without counting a
/// reference. It knows neither hooks nor validation; those are the context's.
@usableFromInline final class ObjectGraph {
  let model: ModelRuntime
  let environment: ObjectEnvironment
  /// What tells the keys of this graph from those of others.
  let storeID: UUID
  /// The slots, at an address that never changes.
  let slots: UnsafeMutablePointer<SlotTable>
  /// The context; it clears this in its `deinit`.
  unowned(unsafe) var context: ManagedObjectContext?
  /// Where the rows of faults come from.
  var rowSource: (any RowSource)?

  // Unchecked: no access to any of these spans a call that could make another. The checks take 5 ns
  // each, and an insertion makes four of them.
  @exclusivity(unchecked) var changes = ChangeSet()
  @exclusivity(unchecked) var journal = ChangeJournal()
  @exclusivity(unchecked) private var nextKey: Int64 = 1
  /// The objects that may have been written to without notice since the list was last emptied.
  @exclusivity(unchecked) private var touched = ContiguousArray<Handle>()
  /// The objects of each entity.
  private let extents: UnsafeMutableBufferPointer<Extent>
  /// The handles of objects whose keys were not given out here.
  private var foreignHandles: [Int64: Handle] = [:]
  private(set) var indexes: [UniqueIndex]
  /// For each entity, the index over the attribute that identifies its objects; -1 if there is none.
  private var identities: [Int: Int] = [:]
  /// What identified objects to a human that are gone, and that links may still lead to.
  private var lostLabels: [Handle: String] = [:]
  /// The key of the first slot that was filled after a reset.
  private var firstKey: Int64 = 1

  init(_ model: ModelRuntime, _ environment: ObjectEnvironment) {
    self.model = model
    self.environment = environment
    storeID = UUID.random()
    slots = .allocate(capacity: 1)
    slots.initialize(to: SlotTable(capacity: 16))
    extents = .allocate(capacity: model.count)
    extents.initialize(repeating: Extent())
    let slots = slots
    indexes = model.constraints.map { constraint in
      UniqueIndex(
        constraint, orders: model.tree.orders(of: constraint.entity),
        positions: constraint.properties.compactMap {
          model.tree.position(of: $0, in: constraint.entity)
        }, slots)
    }
    slots.pointee.graph = Unmanaged.passUnretained(self)
  }

  deinit {
    for index in indexes { index.deallocate() }
    extents.free()
    slots.pointee.deallocate()
    slots.deallocate()
  }

  // MARK: Objects

  /// Makes an object one of the graph's, as one that was never saved.
  func insert(_ object: ManagedObject) {
    let row = object.row
    let key = nextKey
    nextKey = key + 1
    row.handle = slots.pointee.append(SlotTable.Slot(.passRetained(object), key: key))
    row.slots = slots
    row.state = row.state.intersection(.ownsRuntime).union([.registered, .inserted, .touched])
    changes.inserted.append(row.handle)
    changes.count += 1
    touched.append(row.handle)
    extents[object.shape.pointee.index].append(row.handle)
  }

  /// The runtime of an entity.
  func runtime(at position: Int) -> EntityRuntime {
    model.runtime(at: position).takeUnretainedValue()
  }

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
      forget(object)
      return false
    }
    let row = object.row
    row.tableMask = object.shape.pointee.tableMask
    row.state = [.registered, .unchanged]
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
    return true
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

  private func makeFault(_ handle: Handle) -> ManagedObject? {
    guard rowSource != nil, let entity = slots.pointee[handle].entity else { return nil }
    let object = runtime(at: entity).makeFault()
    let row = object.row
    row.handle = handle
    row.slots = slots
    row.state.insert(.registered)
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    return object
  }

  /// Takes an object out for good.
  ///
  /// - Parameter keepingValues: Leaves the values readable, for a hook, until they fade.
  func forget(_ object: ManagedObject, keepingValues: Bool = false) {
    let handle = object.row.handle
    unindex(object)
    let state = object.row.state
    if state.contains(.inserted) {
      changes.count -= 1
      changes.forgottenCount += 1
    }
    if object.shape.pointee.mayLeaveLinks {
      if !state.contains(.deleted) { slots.pointee.lostCount += 1 }
      lostLabels[handle] = object.label
    }
    let entity = object.shape.pointee.index
    object.leave(keepingValues: keepingValues)
    slots.pointee[handle].word =
      UInt(entity) << 4 | SlotTable.Slot.empty | SlotTable.Slot.gone
    extents[entity].removeOne(slots)
    closeUpInserted()
    Unmanaged.passUnretained(object).release()
  }

  /// Keeps the list of inserted objects from growing with those that come and go.
  private func closeUpInserted() {
    guard changes.forgottenCount > 64, changes.forgottenCount * 2 > changes.inserted.count,
      !journal.isRecording
    else { return }
    changes.inserted.removeAll { slots.pointee[$0].object == nil }
    changes.forgottenCount = 0
    touched.removeAll { slots.pointee[$0].object == nil }
  }

  /// The handles of the objects of an entity and those that inherit from it, in the order of insertion.
  func handles(of entityName: String) -> ContiguousArray<Handle> {
    let branch = model.tree.branch(of: entityName)
    if branch.count == 1 { return extents[branch[0]].handles }
    var handles = ContiguousArray<Handle>()
    for position in branch { handles.append(contentsOf: extents[position].handles) }
    handles.sort()
    return handles
  }

  /// The handles of all objects, in the order of insertion.
  var handles: ContiguousArray<Handle> {
    var handles = ContiguousArray<Handle>()
    var parts = 0
    for extent in extents where !extent.handles.isEmpty {
      handles.append(contentsOf: extent.handles)
      parts += 1
    }
    if parts > 1 { handles.sort() }
    return handles
  }

  /// The objects of some handles, deleted ones as well.
  func allObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { slots.pointee[$0].object?.takeUnretainedValue() }
  }

  /// The objects of some handles that have hooks, deleted ones as well.
  func objectsWithHooks(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { handle in
      guard let object = slots.pointee[handle].object,
        object._withUnsafeGuaranteedRef({ $0.shape.pointee.hasHooks })
      else { return nil }
      return object.takeUnretainedValue()
    }
  }

  /// The objects of some handles that are there.
  func objects(_ handles: some Sequence<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }

  /// Lets go of all objects; they yield no values any more, unless they keep them.
  ///
  /// Objects that nobody else holds are freed. Their `deinit` may look at others and insert new ones,
  /// which stay.
  func removeAll(keepingValues: Bool = false) {
    let end = slots.pointee.count
    changes.removeAll()
    endRecording()
    journal.noticed = []
    touched = []
    foreignHandles = [:]
    lostLabels = [:]
    for index in indexes.indices { indexes[index].removeAll() }
    for extent in extents.indices { extents[extent].removeAll() }
    release(keepingValues: keepingValues)
    slots.pointee.lostCount = 0
    if slots.pointee.count == end {
      slots.pointee.removeAll()
      firstKey = nextKey
    }
  }

  /// Lets go of all objects at the end of the context; those that are kept elsewhere keep values.
  func end() {
    context = nil
    slots.pointee.graph = nil
    release(keepingValues: true)
  }

  /// Releases the objects, and has those leave that somebody else holds.
  private func release(keepingValues: Bool) {
    for position in 1..<max(1, slots.pointee.count) {
      let slot = slots.pointee.slots + position
      guard let object = slot.pointee.object else { continue }
      // First the slot: the `deinit` of a custom class may follow links.
      slot.pointee.word = SlotTable.Slot.empty | SlotTable.Slot.gone
      let key = slot.pointee.key
      var reference: ManagedObject = object.takeRetainedValue()
      if !isKnownUniquelyReferenced(&reference) {
        reference.leave(storeID: storeID, key: key, keepingValues: keepingValues)
      }
    }
  }

  // MARK: Changes

  /// Notes the first write to an object since it was saved, or since the journal or an index looked.
  ///
  /// Called before the value changes. Runs no code of the user.
  func willChange(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    var state = row.state
    let isRecorded = row.handle < slots.pointee.recordedEnd
    if state.contains(.unchanged) {
      row.committed = row.committedCopy(object.shape)
      state.remove(.unchanged)
      state.insert(.updated)
      changes.updated.append(row.handle)
      changes.count += 1
      if isRecorded { journal.entries.append(.firstChange(row.handle)) }
    }
    // Links are always written here, so the next one is noticed, too, and the indexes need not look
    // at the object again.
    let isLink = place.kind == .object || place.kind == .objects
    if isLink && !object.shape.pointee.link(at: place).pointee.isUnique {
      state.insert(.watched)
      row.state = state
    } else {
      if !state.contains(.touched) {
        state.insert(.touched)
        touched.append(row.handle)
      }
      if !isRecorded { state.remove(.watched) }
      row.state = state
      if state.contains(.indexed) { unindex(object) }
    }
    if isRecorded {
      row.state.insert(.watched)
      record(object, place)
    }
  }

  private func record(_ object: ManagedObject, _ place: RowPlace) {
    let row = object.row
    notice(object)
    let wasChanged = row.isChanged(place)
    switch place.kind {
    case .object:
      journal.entries.append(.link(row.handle, place, row.link(place), wasChanged: wasChanged))
    case .objects:
      journal.entries.append(
        .list(
          row.handle, place, editCount: row.list(place).pointee.editCount, wasChanged: wasChanged))
    default:
      journal.entries.append(.value(row.handle, place, row.value(place), wasChanged: wasChanged))
    }
  }

  /// Notes that an object was written to, or deleted, while hooks or rules run.
  func notice(_ object: ManagedObject) {
    guard journal.isRecording, !object.row.state.contains(.noticed) else { return }
    object.row.state.insert(.noticed)
    journal.noticed.append(object.row.handle)
  }

  /// The objects that were written to or deleted since this was last asked, as far as they are left.
  func takeNoticed() -> [ManagedObject] {
    let objects = journal.noticed.compactMap { slots.pointee[$0].object?.takeUnretainedValue() }
    journal.noticed.removeAll(keepingCapacity: true)
    for object in objects { object.row.state.remove(.noticed) }
    return objects
  }

  /// Notes that an object that was saved is to be deleted.
  func noteDeleted(_ object: ManagedObject) {
    let row = object.row
    if journal.isRecording {
      if row.handle < slots.pointee.recordedEnd {
        journal.entries.append(.deleted(row.handle, former: row.state))
      }
      notice(object)
    }
    unindex(object)
    if !row.state.contains(.updated) { changes.count += 1 }
    row.state.insert(.deleted)
    slots.pointee.mark(row.handle, SlotTable.Slot.deleted)
    changes.deleted.append(row.handle)
    if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount += 1 }
  }

  /// Takes back that an object is to be deleted.
  private func restoreDeleted(_ object: ManagedObject, _ state: RowState) {
    // The rule that deleted it was validating it then.
    object.row.state = state.subtracting([
      .touched, .indexed, .noticed, .validating, .validatedAgain, .changedByRule,
      .preparedForDeletion,
    ])
    slots.pointee.unmark(object.row.handle, SlotTable.Slot.deleted)
    if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount -= 1 }
    touch(object)
  }

  /// Has an object looked at again by the indexes.
  private func touch(_ object: ManagedObject) {
    if indexes.isEmpty || object.row.state.contains(.touched) {
      object.row.state.insert(.watched)
    } else {
      object.row.state.insert(.touched)
      touched.append(object.row.handle)
    }
  }

  /// Deletes an object that was never saved.
  ///
  /// While the journal records it is kept, to be brought back or let go of later.
  func forgetInserted(_ object: ManagedObject) {
    guard journal.isRecording, object.row.handle < slots.pointee.recordedEnd else {
      return forget(object)
    }
    journal.entries.append(.forgotten(object.row.handle, former: object.row.state))
    notice(object)
    unindex(object)
    object.row.state.insert(.deleted)
    slots.pointee.mark(object.row.handle, SlotTable.Slot.deleted)
    changes.count -= 1
    if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount += 1 }
  }

  // MARK: Unique indexes

  /// Takes an object out of the indexes; its values are still those that it was added with.
  private func unindex(_ object: ManagedObject) {
    guard object.row.state.contains(.indexed) else { return }
    object.row.state.remove(.indexed)
    for position in indexes.indices where indexes[position].covers(object.shape) {
      indexes[position].remove(object)
    }
  }

  /// Brings the unique indexes up to date, and has every further write noticed.
  ///
  /// - Complexity: O(*n*) in the objects that were inserted or changed since this was last called.
  func updateIndexes() {
    if touched.isEmpty { return }
    for handle in touched {
      guard let object = slots.pointee[handle].object else { continue }
      object._withUnsafeGuaranteedRef { object in
        let row = object.row
        row.state.remove(.touched)
        row.state.insert(.watched)
        guard object.shape.pointee.hasUniqueIndexes, !row.state.contains(.indexed),
          !row.state.contains(.deleted)
        else { return }
        row.state.insert(.indexed)
        for position in indexes.indices where indexes[position].covers(object.shape) {
          indexes[position].insert(object)
        }
      }
    }
    touched.removeAll(keepingCapacity: touched.count <= 1024)
  }

  /// The object with an ID, if it is there.
  func object(for id: ManagedObjectID) -> ManagedObject? {
    guard id.storeID == storeID, let handle = handle(forKey: id.key) else { return nil }
    return slots.pointee[handle].object?.takeUnretainedValue()
  }

  /// The object of an entity, or of one that inherits from it, with an identifying value.
  ///
  /// - Complexity: O(1) on average, beside what was changed since the last call.
  func object(ofEntityAt position: Int, identifiedBy value: AttributeValue) -> ManagedObject? {
    let identity = identities[position] ?? findIdentity(ofEntityAt: position)
    guard identity >= 0 else { return nil }
    updateIndexes()
    guard let object = indexes[identity].object(value),
      object.shape.pointee.order >= model.tree.order(at: position),
      object.shape.pointee.order <= model.tree.lastOrder(at: position)
    else { return nil }
    return object
  }

  /// The objects with the identity of an object, itself among them; `nil` if it is the only one.
  func identityGroup(
    of object: ManagedObject
  ) -> (first: Handle, others: ContiguousArray<Handle>)? {
    let position = object.shape.pointee.index
    let identity = identities[position] ?? findIdentity(ofEntityAt: position)
    guard identity >= 0 else { return nil }
    updateIndexes()
    return indexes[identity].group(of: object)
  }

  private func findIdentity(ofEntityAt position: Int) -> Int {
    let order = model.tree.order(at: position)
    let name = model.entities[position].identifyingAttributes.first?.name
    let found = indexes.firstIndex { index in
      index.orders.contains(order) && index.constraint.properties == name.map { [$0] }
    }
    identities[position] = found ?? -1
    return found ?? -1
  }

  // MARK: Marks

  /// Starts to record what it takes to go back to now.
  func mark() -> ChangeJournal.Mark {
    updateIndexes()
    let mark = journal.mark(changes, firstNew: slots.pointee.next)
    slots.pointee.recordedEnd = mark.firstNew
    return mark
  }

  private func remove(_ mark: ChangeJournal.Mark) {
    journal.remove(mark)
    slots.pointee.recordedEnd = journal.firstNew
  }

  private func endRecording() {
    journal.removeAll()
    slots.pointee.recordedEnd = .none
  }

  /// Ends recording for a mark: what happened since stays.
  func keepChanges(since mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    remove(mark)
    _ = takeNoticed()
    if journal.isRecording { return }
    let entries = journal.entries
    journal.entries = []
    for entry in entries {
      switch entry {
      case .forgotten(let handle, _):
        guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
        slots.pointee.unmark(handle, SlotTable.Slot.deleted)
        if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount -= 1 }
        object.row.state.remove(.deleted)
        changes.count += 1
        forget(object)
      case .list(let handle, let place, _, _):
        // Only a saved object has a list to go back to.
        guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
        if object.row.committed == nil { object.row.list(place).pointee.forgetEdits() }
      default: break
      }
    }
  }

  /// Goes back to a mark: what happened since is undone, and newer objects are gone.
  ///
  /// Does nothing if a rollback or a reset came in between.
  func goBack(to mark: ChangeJournal.Mark) {
    guard journal.contains(mark) else { return }
    _ = takeNoticed()
    remove(mark)
    while journal.entries.count > mark.entryCount, let entry = journal.entries.popLast() {
      undo(entry)
    }
    changes.inserted.removeLast(max(0, changes.inserted.count - mark.insertedCount))
    changes.updated.removeLast(max(0, changes.updated.count - mark.updatedCount))
    changes.deleted.removeLast(max(0, changes.deleted.count - mark.deletedCount))
    let newer = (Int(mark.firstNew.rawValue)..<slots.pointee.count).reversed()
    for position in newer {
      let handle = Handle(rawValue: UInt32(position))
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
      if object.row.state.contains(.deleted) {
        object.row.state.remove(.deleted)
        if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount -= 1 }
      }
      forget(object)
    }
    changes.count = mark.changeCount
    changes.forgottenCount = mark.forgottenCount
  }

  private func undo(_ entry: ChangeJournal.Entry) {
    func row(_ handle: Handle) -> Row? {
      // The index must see the former values, too.
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { return nil }
      unindex(object)
      touch(object)
      return object.row
    }
    switch entry {
    case .firstChange(let handle):
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { return }
      object.row.restoreCommitted(object.shape)
      object.row.settle(object.shape)
      object.row.state.subtract([.updated, .touched])
      object.row.state.insert(.unchanged)
    case .value(let handle, let place, let value, let wasChanged):
      guard let row = row(handle) else { return }
      _ = row.setValue(value, place)
      row.setChanged(place, wasChanged)
    case .link(let handle, let place, let link, let wasChanged):
      guard let row = row(handle) else { return }
      row.setLink(link, place)
      row.setChanged(place, wasChanged)
    case .list(let handle, let place, let editCount, let wasChanged):
      guard let row = row(handle) else { return }
      row.list(place).pointee.revertEdits(downTo: editCount)
      row.setPresent(place, !row.list(place).pointee.isEmpty)
      row.setChanged(place, wasChanged)
    case .deleted(let handle, let former), .forgotten(let handle, let former):
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { return }
      restoreDeleted(object, former)
    }
  }

  // MARK: Saved values

  /// Makes the present values of all objects the saved ones, and lets go of the deleted ones, which
  /// keep their values until they fade.
  ///
  /// - Returns: The objects that were inserted or updated and have hooks, and those that were deleted.
  func commit() -> (live: [ManagedObject], deleted: [ManagedObject]) {
    if indexes.isEmpty { touched.removeAll() } else { updateIndexes() }
    endRecording()
    var live: [ManagedObject] = []
    for handles in [changes.inserted, inOrder(changes.updated)] {
      for handle in handles {
        let slot = slots.pointee[handle]
        guard slot.isThere, let object = slot.object else { continue }
        let hasHooks = object._withUnsafeGuaranteedRef { object in
          object.settle()
          return object.shape.pointee.hasHooks
        }
        if hasHooks { live.append(object.takeUnretainedValue()) }
      }
    }
    let deleted = changes.deleted.compactMap {
      slots.pointee[$0].object?.takeUnretainedValue()
    }
    changes.removeAll()
    for object in deleted { forget(object, keepingValues: true) }
    return (live, deleted)
  }

  /// Drops all changes: inserted objects leave, changed and deleted ones get their saved values back.
  func rollBack() {
    endRecording()
    let (inserted, updated, deleted) = (changes.inserted, changes.updated, changes.deleted)
    changes.removeAll()
    for handle in deleted {
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
      restoreDeleted(object, object.row.state.subtracting([.deleted]))
      restore(object)
    }
    for handle in updated {
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
      restore(object)
    }
    for handle in inserted {
      guard let object = slots.pointee[handle].object?.takeUnretainedValue() else { continue }
      forget(object)
    }
    changes.removeAll()
  }

  /// Handles in the order of insertion, which is that of the memory: a walk in any other misses the
  /// caches for each object.
  func inOrder(_ handles: ContiguousArray<Handle>) -> ContiguousArray<Handle> {
    guard handles.count > 16, zip(handles, handles.dropFirst()).contains(where: { $0 > $1 }) else {
      return handles
    }
    guard handles.count > slots.pointee.count / 256 else {
      return ContiguousArray(handles.sorted())
    }
    // Many of all there are: a bit for each slot sorts them in two walks.
    var words = [UInt64](repeating: 0, count: slots.pointee.count / 64 + 1)
    for handle in handles { words[Int(handle.rawValue / 64)] |= 1 << UInt64(handle.rawValue % 64) }
    var sorted = ContiguousArray<Handle>()
    sorted.reserveCapacity(handles.count)
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        sorted.append(Handle(rawValue: UInt32(index * 64 + rest.trailingZeroBitCount)))
        rest &= rest - 1
      }
    }
    return sorted
  }

  private func restore(_ object: ManagedObject) {
    unindex(object)
    object.row.restoreCommitted(object.shape)
    object.row.settle(object.shape)
    object.row.state.subtract([.updated, .touched])
    object.row.state.insert(.unchanged)
    if !indexes.isEmpty { touch(object) }
  }
}

extension UUID {
  /// An identifier of random bits, without the cost of reading them from the system one by one.
  fileprivate static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let words = (generator.next() as UInt64, generator.next() as UInt64)
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
  }
}

extension ManagedObject {
  /// Makes the present values the saved ones.
  fileprivate final func settle() {
    row.settle(shape)
    let kept: RowState = [.indexed, .ownsRuntime]
    row.state = row.state.intersection(kept).union([.registered, .unchanged])
  }
}
