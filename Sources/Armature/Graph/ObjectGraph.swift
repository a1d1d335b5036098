import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of one context and their changes. The graph contains the slots, the extents, the lists of changes, the
/// unique indexes and the journal.
///
/// An object finds its graph through the address of the slot table, which is in the header of its row. This needs no
/// reference counting. The context is responsible for hooks and validation, which the graph does not know.
@usableFromInline final class ObjectGraph {
  let model: ModelRuntime
  let environment: ObjectEnvironment
  /// An identifier that distinguishes the keys of this graph from the keys of other graphs.
  let storeID: UUID
  /// The slots, at an address that never changes.
  let slots: SlotTable
  /// The context, which clears this in its `deinit`.
  unowned(unsafe) var context: (any GraphContext)?
  // Unchecked: no access to any of these spans a call that could make another one. The checks take 5 ns each, and an
  // insertion would make four of them.
  /// The slots by key and by entity and the keys for new objects.
  @exclusivity(unchecked) var keys: KeySpace
  /// The objects with unsaved changes.
  @exclusivity(unchecked) var changes = ChangeSet()
  /// The data to go back, for failed calls and for undo.
  @exclusivity(unchecked) var journal: ChangeJournal
  /// The unique and ordered indexes.
  @exclusivity(unchecked) var indexes: GraphIndexes
  /// The source of the rows of faults.
  @exclusivity(unchecked) var source: RowSource
  /// The source of memory for new rows.
  @exclusivity(unchecked) private var allocator = RowAllocator()
  /// The decisions based on identifying values.
  @exclusivity(unchecked) var decisions = IdentityDecisions()
  /// The removed objects.
  var retired = RetiredObjects()
  /// The listeners.
  @exclusivity(unchecked) var listeners: GraphListeners
  /// The user code in progress.
  let userCode = UserCodeScope()
  /// The handles below this existed at the last save.
  var savedEnd = Handle.none

  /// - Parameter storeID: An identifier that distinguishes the keys of this graph from the keys of other graphs. The
  ///   default is the identifier of the store.
  init(
    _ model: ModelRuntime, _ environment: ObjectEnvironment, store: (any PersistentStore)? = nil,
    storeID: UUID? = nil
  ) {
    self.model = model
    self.environment = environment
    self.storeID = storeID ?? store?.identifier ?? .random()
    slots = SlotTable(capacity: 16)
    source = RowSource(store.map { CheckedStore($0, model) })
    keys = KeySpace(slots, source.store, entityCount: model.count)
    journal = ChangeJournal(slots)
    indexes = GraphIndexes(model, slots)
    listeners = GraphListeners(slots)
    slots.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    slots.mayHaveFaults = store != nil
  }

  deinit {
    indexes.deallocate()
    keys.deallocate()
    slots.setTracksReads(false)
    slots.deallocate()
  }

  /// Returns memory for the row of a new object.
  func rowMemory(for runtime: EntityRuntime) -> UnsafeMutableRawPointer {
    allocator.next(runtime.shape.byteCount)
  }

  /// The store of rows and saves.
  var store: CheckedStore? { source.store }

  // MARK: Objects

  /// Registers an unsaved object with the next key.
  ///
  /// If the store cannot assign a key, the error is recorded, and the object gets a temporary key that must not be
  /// saved. The code that inserts the object then throws the error.
  func insert(_ object: ManagedObject) {
    if source.lastError == nil || !keys.blocks.isUsedUp {
      do {
        try keys.prepare()
        return insert(object, key: keys.blocks.take())
      } catch {
        source.lastError = error
      }
    }
    insert(object, key: -Int64(slots.count))
  }

  /// Registers an unsaved object with a key.
  @inline(__always) func insert(_ object: ManagedObject, key: Int64) {
    let row = object.row
    row.handle = keys.takeSlot(
      SlotTable.Slot(.passRetained(object), key: key), ofEntityAt: object.shape.index)
    register(object)
  }

  /// Registers an object that has a slot as inserted.
  @inline(__always) private func register(_ object: ManagedObject) {
    let row = object.row
    row.slots = slots
    pass(object, .insertion, from: .detached)
    changes.addInserted(row.handle)
    indexes.listUnwatched(object)
    if journal.recordsUndo { append(.inserted(object.row.handle)) }
    if _slowPath(slots.isObserved) {
      row.state.insert(.watched)
      listeners.noteComing(row.handle)
    }
    if _slowPath(slots.tracksReads) { object.setTableMask(slots) }
  }

  /// Puts an object into the slot of a removed object, because a saved deletion is reverted.
  func revive(_ object: ManagedObject, _ handle: Handle) {
    let row = object.row
    row.handle = handle
    slots[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    if object.shape.mayLeaveLinks { slots.danglingCount -= 1 }
    retired[label: handle] = nil
    keys.extents[object.shape.index].restore(handle)
    // An object inserted and removed before the save is still in the list of inserted objects, which must contain each
    // object once.
    changes.forgetGone(handle)
    register(object)
    // The end of a step looks only at new slots.
    if slots.records(row) { row.state.insert(.watched) }
  }

  /// Returns the object with an ID if it exists in the graph. Returns `nil` if the ID names another entity.
  func object(for id: ManagedObjectID) -> ManagedObject? {
    guard id.storeID == storeID, let handle = keys.handle(forKey: id.key),
      let object = slots.anyObject(handle), !object.isTakenOut,
      object.runtime.entity.name == id.entityName
    else { return nil }
    return object
  }

  /// Whether there may be deleted objects that can be restored.
  var hasDeletedObjects: Bool {
    !changes.deleted.isEmpty || journal.recordsUndo || retired.hasErased
  }

  /// Returns the runtime of an entity.
  func runtime(at position: Int) -> EntityRuntime {
    model.runtime(at: position).takeUnretainedValue()
  }

  /// Returns the handles of the objects of an entity and its sub-entities, in the order of insertion.
  func handles(of entityName: String) -> ContiguousArray<Handle> {
    keys.handles(ofEntitiesAt: model.tree.branch(of: entityName))
  }

  /// Returns the existing objects of some handles, made if necessary.
  func objects(_ handles: some Sequence<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }
}

extension SlotTable {
  /// The graph of the context. It is `nil` outside of a context, and after the context has released its objects.
  @inline(__always) var graph: Unmanaged<ObjectGraph>? {
    // No other type is ever the owner.
    owner.map(Unmanaged.fromOpaque)
  }
}
