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
  unowned(unsafe) var context: (any GraphContext)?
  // Unchecked: no access to any of these spans a call that could make another. The checks take 5 ns
  // each, and an insertion makes four of them.
  /// The slots by key and by entity, and the keys that objects get next.
  @exclusivity(unchecked) var keys: KeySpace
  /// What is to be saved.
  @exclusivity(unchecked) var changes = ChangeSet()
  /// What it takes to go back, for failed calls and for undo.
  @exclusivity(unchecked) var journal: ChangeJournal
  /// What is unique, and what is sorted.
  @exclusivity(unchecked) var indexes: GraphIndexes
  /// Where the rows of faults come from.
  @exclusivity(unchecked) var source: RowSource
  /// Where the memory of new rows comes from.
  @exclusivity(unchecked) private var supply = RowSupply()
  /// What was decided by values that identify objects.
  @exclusivity(unchecked) var decisions = IdentityDecisions()
  /// What the graph has let go of.
  var retired = RetiredObjects()
  /// Who wants to know what happens.
  @exclusivity(unchecked) var listeners: GraphListeners
  /// What code of the user is running.
  let userCode = UserCodeScope()
  /// The handles below this were given out when the context was last saved.
  var savedEnd = Handle.none

  /// - Parameter storeID: What tells the keys of this graph from others; those of the store, if any.
  init(
    _ model: ModelRuntime, _ environment: ObjectEnvironment, store: (any PersistentStore)? = nil,
    storeID: UUID? = nil
  ) {
    self.model = model
    self.environment = environment
    self.storeID = storeID ?? store?.identifier ?? .random()
    slots = .allocate(capacity: 1)
    slots.initialize(to: SlotTable(capacity: 16))
    source = RowSource(store.map { CheckedStore($0, model) })
    keys = KeySpace(slots, source.store, entityCount: model.count)
    journal = ChangeJournal(slots)
    indexes = GraphIndexes(model, slots)
    listeners = GraphListeners(slots)
    slots.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    slots.pointee.mayHaveFaults = store != nil
  }

  deinit {
    indexes.deallocate()
    keys.deallocate()
    slots.pointee.setTracksReads(false)
    slots.pointee.deallocate()
    slots.deallocate()
  }

  /// Memory for the row of a new object.
  func rowMemory(for runtime: EntityRuntime) -> UnsafeMutableRawPointer {
    supply.next(runtime.shape.pointee.byteCount)
  }

  /// Where rows come from, and what saves go to.
  var store: CheckedStore? { source.store }

  // MARK: Objects

  /// Makes an object one of the graph's, as one that was never saved, with the next key.
  ///
  /// If the store fails to give out keys, that is noted, and the object gets a key that it must not be
  /// saved with: whoever inserts it throws the error, or has asked for a key beforehand.
  func insert(_ object: ManagedObject) {
    if source.lastError == nil || !keys.blocks.isUsedUp {
      do {
        try keys.prepare()
        return insert(object, key: keys.blocks.take())
      } catch {
        source.lastError = error
      }
    }
    insert(object, key: -Int64(slots.pointee.count))
  }

  /// Makes an object one of the graph's, as one that was never saved.
  @inline(__always) func insert(_ object: ManagedObject, key: Int64) {
    let row = object.row
    row.handle = keys.takeSlot(
      SlotTable.Slot(.passRetained(object), key: key), ofEntityAt: object.shape.pointee.index)
    register(object)
  }

  /// Has an object that got its slot count as inserted.
  @inline(__always) private func register(_ object: ManagedObject) {
    let row = object.row
    row.slots = slots
    pass(object, .insertion, from: .detached)
    changes.addInserted(row.handle)
    indexes.listUnwatched(object)
    if journal.recordsUndo { append(.inserted(object.row.handle)) }
    if _slowPath(slots.pointee.noticesChanges) {
      row.state.insert(.watched)
      listeners.noteComing(row.handle)
    }
    if _slowPath(slots.pointee.tracksReads) { object.setTableMask(slots) }
  }

  /// Puts an object into the slot of one that is gone: a deletion is taken back after it was saved.
  func revive(_ object: ManagedObject, _ handle: Handle) {
    let row = object.row
    row.handle = handle
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    if object.shape.pointee.mayLeaveLinks { slots.pointee.danglingCount -= 1 }
    retired[label: handle] = nil
    keys.extents[object.shape.pointee.index].restore(handle)
    // One that came and went before the save is among the inserted ones, which name each object once.
    changes.forgetGone(handle)
    register(object)
    // The end of a step looks at new slots only.
    if slots.pointee.records(row) { row.state.insert(.watched) }
  }

  /// The object with an ID, if it is there; none for an ID that names another entity than the object's.
  func object(for id: ManagedObjectID) -> ManagedObject? {
    guard id.storeID == storeID, let handle = keys.handle(forKey: id.key),
      let object = slots.pointee.anyObject(handle), !object.isTakenOut,
      object.runtime.entity.name == id.entityName
    else { return nil }
    return object
  }

  /// Whether there may be objects that are deleted and could come back.
  var hasDeletedObjects: Bool {
    !changes.deleted.isEmpty || journal.recordsUndo || retired.hasErased
  }

  /// The runtime of an entity.
  func runtime(at position: Int) -> EntityRuntime {
    model.runtime(at: position).takeUnretainedValue()
  }

  /// The handles of the objects of an entity and those that inherit from it, in the order of insertion.
  func handles(of entityName: String) -> ContiguousArray<Handle> {
    keys.handles(ofEntitiesAt: model.tree.branch(of: entityName))
  }

  /// The objects of some handles that are there, made if need be.
  func objects(_ handles: some Sequence<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }
}

extension SlotTable {
  /// The graph of the context; `nil` outside of one, and once the context lets go of its objects.
  @inline(__always) var graph: Unmanaged<ObjectGraph>? {
    // Nothing else sets itself there.
    owner.map(Unmanaged.fromOpaque)
  }
}
