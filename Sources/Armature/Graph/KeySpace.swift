/// The slots of a graph, by the keys of their objects and by their entities.
///
/// Most slots are filled in the order of their keys, so the slot of a key can be computed. Only the other slots are in
/// a table.
struct KeySpace {
  /// The keys for new objects.
  var blocks: KeyBlocks
  /// The objects of each entity.
  let extents: UnsafeMutableBufferPointer<Extent>
  private let slots: SlotTable
  /// The handles of objects with keys outside the sequence of handles, by key.
  private var others = HashTable()
  /// The key of the first slot filled after a reset.
  var firstKey: Int64 = 1
  private var lastKey: Int64 = 0
  /// Whether handles increase with keys. If so, the order of insertion is the order of the handles.
  private(set) var isInOrder = true

  init(_ slots: SlotTable, _ store: CheckedStore?, entityCount: Int) {
    self.slots = slots
    blocks = KeyBlocks(store)
    extents = .allocate(capacity: entityCount)
    extents.initialize(repeating: Extent())
  }

  func deallocate() {
    others.deallocate()
    extents.free()
  }

  /// Ensures that a key for the next object is available.
  ///
  /// - Throws: The error of the store that assigns the keys.
  @inline(__always) mutating func prepare() throws {
    if _slowPath(blocks.isUsedUp) { try takeBlock() }
  }

  @inline(never) private mutating func takeBlock() throws {
    let space = self
    try blocks.takeBlock { space.handle(forKey: $0) != nil }
  }

  /// Fills a slot for an object of an entity, and registers the slot by the key and the entity.
  @inline(__always) mutating func takeSlot(_ slot: SlotTable.Slot, ofEntityAt position: Int)
    -> Handle
  {
    if _slowPath(slots.count == 1) {
      (firstKey, isInOrder) = (slot.key, true)
    } else if _slowPath(slot.key < lastKey) {
      isInOrder = false
    }
    lastKey = slot.key
    let handle = slots.append(slot)
    note(slot.key, of: handle)
    extents[position].append(handle)
    return handle
  }

  @inline(__always) private mutating func note(_ key: Int64, of handle: Handle) {
    if _slowPath(key &- firstKey != Int64(handle.rawValue) - 1) {
      others.insert(handle.rawValue, Self.hash(key))
    }
  }

  /// Replaces the keys of all slots, in the order of their handles. None of the new keys may be in use.
  mutating func replaceKeys(by keys: some Collection<Int64>) {
    others.removeAll()
    (firstKey, lastKey, isInOrder) = (keys.first ?? 1, 0, true)
    for (index, key) in keys.enumerated() {
      let handle = Handle(rawValue: UInt32(truncatingIfNeeded: index + 1))
      slots[handle].key = key
      note(key, of: handle)
      if key < lastKey { isInOrder = false }
      lastKey = key
    }
  }

  /// Returns a hash that keeps neighbors together. Keys are mostly consecutive, so their entries are adjacent in the
  /// table, which therefore stays in the caches.
  private static func hash(_ key: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: key ^ (key >> 32))
  }

  /// Returns the slot of a key, if the graph knows it.
  func handle(forKey key: Int64) -> Handle? {
    // The number may have been decoded from arbitrary data.
    let (distance, overflows) = key.subtractingReportingOverflow(firstKey)
    if !overflows, distance >= 0, distance < Int64(slots.count) - 1 {
      let handle = Handle(rawValue: UInt32(truncatingIfNeeded: distance + 1))
      if slots[handle].key == key { return handle }
    }
    return others.find(Self.hash(key)) { slots[Handle(rawValue: $0)].key == key }
      .map { Handle(rawValue: others[$0]) }
  }

  /// Returns the handles of the objects of some entities, in the order of insertion.
  func handles(ofEntitiesAt positions: some Sequence<Int>) -> ContiguousArray<Handle> {
    let parts = positions.filter { !extents[$0].handles.isEmpty }
    if parts.count == 1 { return extents[parts[0]].handles }
    var handles = ContiguousArray<Handle>()
    for position in parts { handles.append(contentsOf: extents[position].handles) }
    handles.sort()
    return handles
  }

  /// The handles of all objects, in the order of insertion.
  var handles: ContiguousArray<Handle> { handles(ofEntitiesAt: extents.indices) }

  /// Returns the handles of an entity's objects in the order of their keys. Most of them already have this order.
  func handlesByKey(ofEntityAt position: Int) -> ContiguousArray<Handle> {
    let handles = extents[position].handles
    func precedes(_ left: Handle, _ right: Handle) -> Bool {
      slots[left].key < slots[right].key
    }
    let isInOrder = zip(handles, handles.dropFirst()).allSatisfy(precedes)
    return isInOrder ? handles : ContiguousArray(handles.sorted(by: precedes))
  }

  /// The keys of all objects, in the order of insertion.
  var all: [Int64] { handles.map { slots[$0].key } }

  /// Removes all objects. The table itself releases their slots.
  mutating func removeAll() {
    others.removeAll()
    // No key matches a slot: objects that a reset reads again get new slots.
    firstKey = .max
    for extent in extents.indices { extents[extent].removeAll() }
  }
}
