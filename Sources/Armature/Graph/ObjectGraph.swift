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
  /// Where the rows of faults come from, and what saves go to.
  let store: CheckedStore?

  // Unchecked: no access to any of these spans a call that could make another. The checks take 5 ns
  // each, and an insertion makes four of them.
  @exclusivity(unchecked) var changes = ChangeSet()
  @exclusivity(unchecked) var journal = ChangeJournal()
  /// What happened since changes were last processed, if anybody wants to know.
  var notes = ChangeNotes()
  /// Who observes properties of objects.
  var observers = GraphObservers()
  /// How many operations are under way of which observers are told as a whole.
  var openOperations = 0
  /// How many resets are under way, one within the other.
  private var openResets = 0
  /// How many reads are under way that have called code of the user, and go on with their handles.
  var openReads = 0
  /// The keys that objects get next; a store gives them out in blocks.
  @exclusivity(unchecked) var nextKey: Int64 = 1
  @exclusivity(unchecked) private var keyEnd: Int64 = .max
  /// The blocks of keys that are used up.
  private var usedKeys: [Range<Int64>] = []
  /// The first key of the block at hand.
  private var blockStart: Int64 = 1
  /// The objects that the indexes may have, and that may have been written to without notice since the
  /// list was last emptied.
  @exclusivity(unchecked) var touched = ContiguousArray<Handle>()
  /// The touched objects whose values a load is reading; the indexes get them when it is done.
  @exclusivity(unchecked) var waiting = ContiguousArray<Handle>()
  /// The objects of other entities that may have been written to without notice since the last mark.
  @exclusivity(unchecked) var unwatched = ContiguousArray<Handle>()
  /// How many of both are gone again, at most.
  @exclusivity(unchecked) var staleCount = 0
  /// Whether an object is gone for good whose saved deletion could have been undone.
  var hasForgottenErased = false
  /// The handles below this were given out when the context was last saved.
  var savedEnd = Handle.none
  /// The objects of each entity.
  let extents: UnsafeMutableBufferPointer<Extent>
  /// The handles of objects whose keys are not in step with their handles, by key.
  var handlesByKey = HashTable()
  var indexes: [UniqueIndex]
  /// The objects in the order of what the model declares indexes over.
  var orderedIndexes: [OrderedIndex]
  /// For each entity that was asked about, the index over the attribute that identifies its objects.
  private var identityIndexes: [Int: Int?] = [:]
  /// What identified objects to a human that are gone, and that links may still lead to.
  var lostLabels: [Handle: String] = [:]
  /// The faults whose rows turned out to be gone, kept until the next save: a read of one must not
  /// free it.
  var vanished: [ManagedObject] = []
  /// The objects that were let go of, kept until whatever has done so is over.
  var leaving: [ManagedObject] = []
  /// What code of the user has read that is absent, while such code runs.
  var absentReads: AbsentReads?
  /// Why the store could not be asked for values last, until somebody has been told.
  var lastStoreError: (any Error)?
  /// The lists that look empty since, because the store could not be asked for them.
  var unreadLists: [(handle: Handle, place: RowPlace)] = []
  /// The objects in place of absent ones that such code has got.
  var standIns: ObjectGraph?
  /// How many rows, or lists of links, are asked for at once.
  var batchSize = ObjectGraph.usualBatchSize
  static let usualBatchSize = 256
  /// How many objects were made of rows since the context last let go of unused ones, and how many may be.
  var (madeCount, forgetLimit) = (0, ObjectGraph.leastForgetLimit)
  static let leastForgetLimit = 4096
  /// Whether handles rise with keys, so that the order of insertion is that of the handles.
  private(set) var isInKeyOrder = true
  private var lastKey: Int64 = 0
  /// The key of the first slot that was filled after a reset.
  var firstKey: Int64 = 1

  /// - Parameter storeID: What tells the keys of this graph from others; those of the store, if any.
  init(
    _ model: ModelRuntime, _ environment: ObjectEnvironment, store: (any PersistentStore)? = nil,
    storeID: UUID? = nil
  ) {
    self.model = model
    self.environment = environment
    self.store = store.map { CheckedStore($0, model) }
    self.storeID = storeID ?? store?.identifier ?? .random()
    if store != nil { (nextKey, keyEnd, blockStart) = (0, 0, 0) }
    slots = .allocate(capacity: 1)
    slots.initialize(to: SlotTable(capacity: 16))
    extents = .allocate(capacity: model.count)
    extents.initialize(repeating: Extent())
    let slots = slots
    indexes = model.constraints.map { UniqueIndex($0, slots) }
    orderedIndexes = model.orderedIndexes(slots)
    slots.pointee.graph = Unmanaged.passUnretained(self)
    slots.pointee.mayHaveFaults = store != nil
  }

  deinit {
    for index in indexes { index.deallocate() }
    handlesByKey.deallocate()
    extents.free()
    slots.pointee.deallocate()
    slots.deallocate()
  }

  // MARK: Objects

  /// The position of the index over the attribute that identifies the objects of an entity.
  func identityIndex(ofEntityAt position: Int) -> Int? {
    if let known = identityIndexes[position] { return known }
    let order = model.tree.order(at: position)
    let name = model.entities[position].identifyingAttributes.first?.name
    let found = model.constraints.firstIndex { constraint in
      constraint.orders.contains(order) && constraint.properties == name.map { [$0] }
    }
    identityIndexes[position] = .some(found)
    return found
  }

  /// Makes sure that there is a key for the next object.
  ///
  /// - Throws: What the store throws that gives out the keys.
  @inline(__always) func prepareKey() throws {
    if _slowPath(nextKey == keyEnd) { try takeKeys() }
  }

  /// Takes the next block of keys from the store: twice as many each time, up to 65,536.
  @inline(never) private func takeKeys() throws {
    guard let store else { return }
    let keys = try store.reserveKeys(min(64 << min(usedKeys.count, 10), 65_536))
    if let known = keys.first(where: { handle(forKey: $0) != nil }) {
      throw PersistentStoreError.wrongAnswer(
        function: "reserveKeys(_:)", must: "give keys that no object has", but: "gives \(known)")
    }
    if blockStart < keyEnd { usedKeys.append(blockStart..<keyEnd) }
    (nextKey, blockStart, keyEnd) = (keys.lowerBound, keys.lowerBound, keys.upperBound)
  }

  /// Sets keys aside for the objects of a child context.
  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    if let store { return try store.reserveKeys(count) }
    defer { nextKey += Int64(count) }
    return nextKey..<nextKey + Int64(count)
  }

  /// A point in the row of keys that are given out.
  struct KeyMark {
    fileprivate let blocks: Int
    fileprivate let next: Int64
  }

  var keyMark: KeyMark { KeyMark(blocks: usedKeys.count, next: nextKey) }

  /// The keys that were given out since a point.
  func keys(since mark: KeyMark) -> [Range<Int64>] {
    guard mark.blocks < usedKeys.count else { return [max(mark.next, blockStart)..<nextKey] }
    var keys = Array(usedKeys[mark.blocks...])
    keys[0] = mark.next..<keys[0].upperBound
    return keys + [blockStart..<nextKey]
  }

  /// Makes an object one of the graph's, as one that was never saved, with the next key.
  ///
  /// If the store fails to give out keys, that is noted, and the object gets a key that it must not be
  /// saved with: whoever inserts it throws the error, or has asked for a key beforehand.
  func insert(_ object: ManagedObject) {
    if lastStoreError == nil || nextKey < keyEnd {
      do {
        try prepareKey()
        let key = nextKey
        nextKey = key + 1
        return insert(object, key: key)
      } catch {
        lastStoreError = error
      }
    }
    insert(object, key: -Int64(slots.pointee.count))
  }

  /// Makes an object one of the graph's, as one that was never saved.
  @inline(__always) func insert(_ object: ManagedObject, key: Int64) {
    let row = object.row
    row.handle = takeSlot(SlotTable.Slot(.passRetained(object), key: key))
    register(object)
    extents[object.shape.pointee.index].append(row.handle)
  }

  /// Has an object that got its slot count as inserted.
  @inline(__always) private func register(_ object: ManagedObject) {
    let row = object.row
    row.slots = slots
    pass(object, .insertion, from: .detached)
    changes.addInserted(row.handle)
    listUnwatched(object)
    if journal.recordsUndo { append(.inserted(object.row.handle)) }
    if _slowPath(slots.pointee.noticesChanges) {
      row.state.insert(.watched)
      noteComing(row.handle)
    }
    if _slowPath(slots.pointee.tracksReads) { setTableMask(object) }
  }

  /// Puts an object into the slot of one that is gone: a deletion is taken back after it was saved.
  func revive(_ object: ManagedObject, _ handle: Handle) {
    let row = object.row
    row.handle = handle
    slots.pointee[handle].word = UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    if object.shape.pointee.mayLeaveLinks { slots.pointee.lostCount -= 1 }
    lostLabels[handle] = nil
    extents[object.shape.pointee.index].restore(handle)
    // One that came and went before the save is among the inserted ones, which name each object once.
    changes.forgetGone(handle)
    register(object)
  }

  /// Takes up a slot, which can then be found by its key.
  @inline(__always) func takeSlot(_ slot: SlotTable.Slot) -> Handle {
    if _slowPath(slots.pointee.count == 1) {
      (firstKey, isInKeyOrder) = (slot.key, true)
    } else if _slowPath(slot.key < lastKey) {
      isInKeyOrder = false
    }
    lastKey = slot.key
    let handle = slots.pointee.append(slot)
    if _slowPath(slot.key &- firstKey != Int64(handle.rawValue) - 1) {
      handlesByKey.insert(handle.rawValue, Self.hash(slot.key))
    }
    return handle
  }

  /// Keys come in rows: neighbours stand side by side in the table, which so stays in the caches.
  static func hash(_ key: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: key ^ (key >> 32))
  }

  /// The runtime of an entity.
  func runtime(at position: Int) -> EntityRuntime {
    model.runtime(at: position).takeUnretainedValue()
  }

  /// The handles of the objects of an entity and those that inherit from it, in the order of insertion.
  func handles(of entityName: String) -> ContiguousArray<Handle> {
    handles(ofEntitiesAt: model.tree.branch(of: entityName))
  }

  /// The handles of all objects, in the order of insertion.
  var handles: ContiguousArray<Handle> { handles(ofEntitiesAt: extents.indices) }

  private func handles(ofEntitiesAt positions: some Sequence<Int>) -> ContiguousArray<Handle> {
    let parts = positions.filter { !extents[$0].handles.isEmpty }
    if parts.count == 1 { return extents[parts[0]].handles }
    var handles = ContiguousArray<Handle>()
    for position in parts { handles.append(contentsOf: extents[position].handles) }
    handles.sort()
    return handles
  }

  /// The objects of some handles, deleted ones as well.
  func allObjects(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { slots.pointee.anyObject($0) }
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

  /// The objects of some handles that have been made and are there.
  func registered(_ handles: ContiguousArray<Handle>) -> [ManagedObject] {
    handles.compactMap { slots.pointee.object($0) }
  }

  /// The objects of some handles that are there, made if need be.
  func objects(_ handles: some Sequence<Handle>) -> [ManagedObject] {
    handles.compactMap { object($0) }
  }

  /// Lets go of all objects; they yield no values any more, unless they keep them.
  ///
  /// Objects that nobody else holds are freed. Their `deinit` may look at others and insert new ones,
  /// which stay.
  func removeAll(keepingValues: Bool = false) {
    let end = slots.pointee.next
    noteReset()
    changes.removeAll()
    journal.removeAll()
    slots.pointee.recordedEnd = journal.recordedEnd
    journal.noticed = []
    touched = []
    waiting = []
    unwatched = []
    staleCount = 0
    handlesByKey.removeAll()
    lostLabels = [:]
    vanished = []
    unreadLists = []
    lastStoreError = nil
    for index in indexes.indices { indexes[index].removeAll() }
    for index in orderedIndexes.indices { orderedIndexes[index].removeAll() }
    for extent in extents.indices { extents[extent].removeAll() }
    openResets += 1
    release(keepingValues: keepingValues)
    openResets -= 1
    slots.pointee.lostCount = 0
    slots.pointee.hasVanished = false
    (hasForgottenErased, savedEnd) = (false, .none)
    releaseLeaving()
    // A `deinit` may have written to objects that were still there.
    changes.removeAll(before: end, slots)
    touched.removeAll { $0 < end }
    // A reset within this one, by a `deinit`, must leave the numbers of slots that this one goes by, and so
    // must this one where a `deinit` has read objects again.
    if openResets == 0, slots.pointee.next == end, extents.allSatisfy(\.handles.isEmpty) {
      slots.pointee.removeAll()
    }
    journal.firstNewOfStep = slots.pointee.next
    slots.pointee.recordedEnd = journal.recordedEnd
  }

  /// Lets go of all objects at the end of the context; those that are kept elsewhere keep values.
  func end() {
    context = nil
    slots.pointee.graph = nil
    release(keepingValues: true)
    standIns?.end()
  }

  /// Releases the objects, and has those leave that somebody else holds.
  func release(keepingValues: Bool) {
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
}
