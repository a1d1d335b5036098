/// The objects of a context by handle. Each slot contains the key of an object's ID, and the object itself if it is
/// loaded.
///
/// A link is a handle, so following a link takes one load from this table. When an object is evicted, only its slot
/// changes, and the links to it stay the same.
///
/// Slots are assigned in the order of insertion, and are not reused before a reset. After a deletion, a link without an
/// inverse may still contain the handle of the deleted object, and must not lead to another one. For this reason, an
/// object that was inserted and then deleted takes sixteen bytes until the reset.
///
/// A table is a handle: the header of each row contains it, and it never changes. Accesses therefore need no retains and
/// no exclusivity checks. The slots themselves move when the table grows.
@frozen @usableFromInline struct SlotTable: Equatable {
  /// One slot: sixteen bytes.
  @frozen @usableFromInline struct Slot {
    /// The address of the object, with marks in its low bits. Without an object, this is the position of its entity.
    @usableFromInline var word: UInt
    /// The key of the object's ID.
    @usableFromInline var key: Int64

    /// The object will be deleted by the next save.
    @usableFromInline @_transparent static var deleted: UInt { 1 }
    /// The object is a member of the list that is being processed. The mark is set and cleared within one operation.
    @usableFromInline @_transparent static var marked: UInt { 2 }
    /// Without an object, the position of its entity replaces the address.
    @usableFromInline @_transparent static var empty: UInt { 4 }
    /// The object was removed from the context, and must not be made again.
    @usableFromInline @_transparent static var invalidated: UInt { 8 }
    /// The key of a slot after its object has got another key.
    static var noKey: Int64 { 0 }
    /// All marks; objects are aligned to sixteen bytes.
    @usableFromInline @_transparent static var marks: UInt { 15 }

    init(_ object: Unmanaged<ManagedObject>, key: Int64) {
      word = UInt(bitPattern: object.toOpaque())
      assert(word & Self.marks == 0, "Objects must be aligned to 16 bytes.")
      self.key = key
    }

    init(faultOf entity: Int, key: Int64) {
      word = UInt(entity) << 4 | Self.empty
      self.key = key
    }

    /// The object, even if it will be deleted.
    @inline(__always) var object: Unmanaged<ManagedObject>? {
      if word & Self.empty != 0 { return nil }
      return UnsafeRawPointer(bitPattern: word & ~Self.marks).map(Unmanaged.fromOpaque)
    }

    /// Whether the slot has an object that will not be deleted, or for which an object can be created.
    @inline(__always) var isThere: Bool {
      word != 0 && word & (Self.deleted | Self.invalidated) == 0
    }

    /// Whether the object was removed from the context for good.
    var isInvalidated: Bool { word & Self.invalidated != 0 }

    /// The position of the entity in a slot without an object.
    var entity: Int? { word & Self.empty == 0 ? nil : Int(word >> 4) }
  }

  /// The content of the table, at an address that never changes.
  @frozen @usableFromInline struct Storage {
    @usableFromInline var slots: UnsafeMutablePointer<Slot>
    fileprivate var count = 1
    fileprivate var capacity: Int
    fileprivate var danglingCount = 0
    fileprivate var hasMissing = false
    fileprivate var mayHaveFaults = false
    fileprivate var recordedEnd = Handle.none
    fileprivate var recordsFaults = false
    fileprivate var tracksPendingChanges = false
    fileprivate var hasObservers = false
    fileprivate var isObserved = false
    fileprivate var readWitness: UnsafeRawPointer?
    fileprivate var owner: UnsafeRawPointer?

    fileprivate init(capacity: Int) {
      self.capacity = capacity
      slots = .allocate(capacity: capacity)
      slots.initialize(to: Slot(faultOf: 0, key: 0))
      slots[0].word = 0
    }
  }

  @usableFromInline let storage: UnsafeMutablePointer<Storage>

  /// Creates a table with only the first slot, which belongs to no object.
  init(capacity: Int) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(capacity: capacity))
  }

  /// Frees the table; the objects in its slots were released before.
  func deallocate() {
    slots.deallocate()
    storage.deallocate()
  }

  // MARK: Facts

  @usableFromInline @_transparent var slots: UnsafeMutablePointer<Slot> { storage.pointee.slots }

  /// The number of slots in use. This includes the first slot, which belongs to no object.
  @_transparent var count: Int { storage.pointee.count }

  /// The number of deleted objects that links may still lead to.
  @_transparent var danglingCount: Int {
    get { storage.pointee.danglingCount }
    nonmutating set { storage.pointee.danglingCount = newValue }
  }

  /// Whether lists may contain missing objects even in relationships with an inverse. This happens if a fault had no
  /// row, if a row leads to an object that was deleted here, or if undo has restored a link to an object that was
  /// deleted elsewhere.
  @_transparent var hasMissing: Bool {
    get { storage.pointee.hasMissing }
    nonmutating set { storage.pointee.hasMissing = newValue }
  }

  /// Whether there may be objects with values to be requested from a store.
  @_transparent var mayHaveFaults: Bool {
    get { storage.pointee.mayHaveFaults }
    nonmutating set { storage.pointee.mayHaveFaults = newValue }
  }

  /// The journal records changes of objects with handles below this.
  @_transparent var recordedEnd: Handle {
    get { storage.pointee.recordedEnd }
    nonmutating set { storage.pointee.recordedEnd = newValue }
  }

  /// Whether changes of objects from `recordedEnd` on are also recorded, unless the object is inserted. Undo needs
  /// this, because faults can be created at any time.
  @_transparent var recordsFaults: Bool {
    get { storage.pointee.recordsFaults }
    nonmutating set { storage.pointee.recordsFaults = newValue }
  }

  /// Whether unsaved changes are tracked for listeners.
  var tracksPendingChanges: Bool {
    get { storage.pointee.tracksPendingChanges }
    nonmutating set {
      storage.pointee.tracksPendingChanges = newValue
      storage.pointee.isObserved = newValue || hasObservers
    }
  }

  /// Whether read values are being observed.
  var hasObservers: Bool {
    get { storage.pointee.hasObservers }
    nonmutating set {
      storage.pointee.hasObservers = newValue
      storage.pointee.isObserved = newValue || tracksPendingChanges
    }
  }

  /// Whether every change is noticed, for either of the two.
  @_transparent var isObserved: Bool { storage.pointee.isObserved }

  /// The retained `ReadWitness`, which tells whether an observation is in progress. It is set if the context tracks
  /// reads, and all accesses then take the slow path.
  @_transparent var readWitness: UnsafeRawPointer? {
    get { storage.pointee.readWitness }
    nonmutating set { storage.pointee.readWitness = newValue }
  }

  /// Whether reads are tracked.
  @_transparent var tracksReads: Bool { readWitness != nil }

  /// The untyped address of the owner of the slots. It is `nil` outside of a context, and after the context has
  /// released its objects.
  @_transparent var owner: UnsafeRawPointer? {
    get { storage.pointee.owner }
    nonmutating set { storage.pointee.owner = newValue }
  }

  // MARK: Slots

  /// Returns whether the journal records changes of an object.
  @inline(__always) func records(_ row: Row) -> Bool {
    row.handle < recordedEnd || recordsFaults && !row.state.contains(.inserted)
  }

  /// The handle of the next slot.
  var next: Handle { Handle(rawValue: UInt32(truncatingIfNeeded: count)) }

  /// Adds a slot.
  @inline(__always) func append(_ slot: Slot) -> Handle {
    let count = count
    if _slowPath(count == capacity) { grow() }
    (slots + count).initialize(to: slot)
    storage.pointee.count = count + 1
    return Handle(rawValue: UInt32(truncatingIfNeeded: count))
  }

  /// Reserves memory for more slots, so that the table is not copied several times while it grows.
  func reserve(_ more: Int) {
    if count + more > capacity { grow(to: max(capacity * 2, count + more)) }
  }

  @_transparent private var capacity: Int { storage.pointee.capacity }

  @inline(never) private func grow() { grow(to: capacity * 2) }

  private func grow(to newCapacity: Int) {
    guard count < Int(UInt32.max) else {
      programmerError(
        "A context must hold at most 4,294,967,294 objects between two resets, but is asked for more. "
          + "Reset it, or use several contexts.")
    }
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    larger.moveInitialize(from: slots, count: count)
    slots.deallocate()
    storage.pointee.slots = larger
    storage.pointee.capacity = newCapacity
  }

  /// Removes all slots. No link may refer to them any more.
  func removeAll() { storage.pointee.count = 1 }

  @inline(__always) subscript(handle: Handle) -> Slot {
    get {
      assert(Int(handle.rawValue) < count, "The handle must be that of a slot.")
      return slots[Int(handle.rawValue)]
    }
    nonmutating set { slots[Int(handle.rawValue)] = newValue }
  }

  @inline(__always) func mark(_ handle: Handle, _ mark: UInt) {
    slots[Int(handle.rawValue)].word |= mark
  }

  @inline(__always) func unmark(_ handle: Handle, _ mark: UInt) {
    slots[Int(handle.rawValue)].word &= ~mark
  }

  /// Returns the object in a slot, even if it will be deleted.
  @inline(__always) func anyObject(_ handle: Handle) -> ManagedObject? {
    self[handle].object?.takeUnretainedValue()
  }

  /// Returns the object in a slot, unless it will be deleted.
  @inline(__always) func object(_ handle: Handle) -> ManagedObject? {
    let slot = self[handle]
    guard slot.isThere else { return nil }
    return slot.object?.takeUnretainedValue()
  }
}

extension SlotTable {
  /// The table of objects without a context. It has no slots, and is never changed.
  static var detached: SlotTable { detachedTable.table }
}

/// `@unchecked Sendable`: its memory is never written to.
private struct DetachedTable: @unchecked Sendable {
  let table: SlotTable
}

private let detachedTable = DetachedTable(table: SlotTable(capacity: 1))
