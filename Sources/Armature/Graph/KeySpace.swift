/// The slots of a graph by the keys of their objects, and by their entities.
///
/// Slots are mostly taken up in the order of their keys, so that a key leads to its slot by counting; only
/// the others are in a table.
struct KeySpace {
  /// The keys of new objects.
  var blocks: KeyBlocks
  /// The objects of each entity.
  let extents: UnsafeMutableBufferPointer<Extent>
  private let slots: UnsafeMutablePointer<SlotTable>
  /// The handles of objects whose keys are not in step with their handles, by key.
  private var others = HashTable()
  /// The key of the first slot that was filled after a reset.
  var firstKey: Int64 = 1
  private var lastKey: Int64 = 0
  /// Whether handles rise with keys, so that the order of insertion is that of the handles.
  private(set) var isInOrder = true

  init(_ slots: UnsafeMutablePointer<SlotTable>, _ store: CheckedStore?, entityCount: Int) {
    self.slots = slots
    blocks = KeyBlocks(store)
    extents = .allocate(capacity: entityCount)
    extents.initialize(repeating: Extent())
  }

  func deallocate() {
    others.deallocate()
    extents.free()
  }

  /// Makes sure that there is a key for the next object.
  ///
  /// - Throws: What the store throws that gives out the keys.
  @inline(__always) mutating func prepare() throws {
    if _slowPath(blocks.isUsedUp) { try takeBlock() }
  }

  @inline(never) private mutating func takeBlock() throws {
    let space = self
    try blocks.takeBlock { space.handle(forKey: $0) != nil }
  }

  /// Takes up a slot for an object of an entity, which can then be found by its key and among those of the
  /// entity.
  @inline(__always) mutating func takeSlot(_ slot: SlotTable.Slot, ofEntityAt position: Int)
    -> Handle
  {
    if _slowPath(slots.pointee.count == 1) {
      (firstKey, isInOrder) = (slot.key, true)
    } else if _slowPath(slot.key < lastKey) {
      isInOrder = false
    }
    lastKey = slot.key
    let handle = slots.pointee.append(slot)
    note(slot.key, of: handle)
    extents[position].append(handle)
    return handle
  }

  @inline(__always) private mutating func note(_ key: Int64, of handle: Handle) {
    if _slowPath(key &- firstKey != Int64(handle.rawValue) - 1) {
      others.insert(handle.rawValue, Self.hash(key))
    }
  }

  /// Gives all slots other keys, in the order of their handles; each is another one.
  mutating func replaceKeys(by keys: some Collection<Int64>) {
    others.removeAll()
    (firstKey, lastKey, isInOrder) = (keys.first ?? 1, 0, true)
    for (index, key) in keys.enumerated() {
      let handle = Handle(rawValue: UInt32(truncatingIfNeeded: index + 1))
      slots.pointee[handle].key = key
      note(key, of: handle)
      if key < lastKey { isInOrder = false }
      lastKey = key
    }
  }

  /// Keys come in rows: neighbours stand side by side in the table, which so stays in the caches.
  private static func hash(_ key: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: key ^ (key >> 32))
  }

  /// The slot of a key, if the graph has heard of it.
  func handle(forKey key: Int64) -> Handle? {
    // Any number may have been decoded from data.
    let (distance, overflows) = key.subtractingReportingOverflow(firstKey)
    if !overflows, distance >= 0, distance < Int64(slots.pointee.count) - 1 {
      let handle = Handle(rawValue: UInt32(truncatingIfNeeded: distance + 1))
      if slots.pointee[handle].key == key { return handle }
    }
    return others.find(Self.hash(key)) { slots.pointee[Handle(rawValue: $0)].key == key }
      .map { Handle(rawValue: others[$0]) }
  }

  /// The handles of the objects of some entities, in the order of insertion.
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

  /// The handles of the objects of an entity in the order of their keys, in which most are.
  func handlesByKey(ofEntityAt position: Int) -> ContiguousArray<Handle> {
    let handles = extents[position].handles
    func precedes(_ left: Handle, _ right: Handle) -> Bool {
      slots.pointee[left].key < slots.pointee[right].key
    }
    let isInOrder = zip(handles, handles.dropFirst()).allSatisfy(precedes)
    return isInOrder ? handles : ContiguousArray(handles.sorted(by: precedes))
  }

  /// The keys of all objects, in the order of insertion.
  var all: [Int64] { handles.map { slots.pointee[$0].key } }

  /// Forgets all objects; their slots are given back by the table itself.
  mutating func removeAll() {
    others.removeAll()
    // No key is in step with a slot: what a reset reads again gets a slot of its own.
    firstKey = .max
    for extent in extents.indices { extents[extent].removeAll() }
  }
}
