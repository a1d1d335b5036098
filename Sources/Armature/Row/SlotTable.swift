/// The objects of a context by handle: for each the object, if there is one, and the key of its ID.
///
/// A link holds a handle, so following one is a load from this table. Letting go of an object empties
/// its slot and touches no other object. Slots are given out in the order of insertion and not given
/// out again before a reset: a link of a relationship without an inverse may still hold the handle of
/// what was deleted, and must not find something else there. An object that came and went so costs
/// sixteen bytes until then.
///
/// The table lies at an address that never changes, which the header of each row has; no access
/// retains anything or checks for exclusivity. The slots themselves move when the table grows.
@frozen @usableFromInline struct SlotTable {
  /// One slot: sixteen bytes.
  @frozen @usableFromInline struct Slot {
    /// The address of the object, with marks in its low bits; or what is known without an object.
    @usableFromInline var word: UInt
    /// The key of the object's ID.
    @usableFromInline var key: Int64

    /// The object will be deleted by the next save.
    @usableFromInline @_transparent static var deleted: UInt { 1 }
    /// The object is a member of the list at hand; set and taken away within one operation.
    @usableFromInline @_transparent static var marked: UInt { 2 }
    /// There is no object; the position of its entity stands in place of the address.
    @usableFromInline @_transparent static var empty: UInt { 4 }
    /// The context has let go of the object, which must not be made again.
    @usableFromInline @_transparent static var gone: UInt { 8 }
    /// The key of a slot whose object has another one by now.
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

    /// The object, whether it is to be deleted or not.
    @inline(__always) var object: Unmanaged<ManagedObject>? {
      if word & Self.empty != 0 { return nil }
      return UnsafeRawPointer(bitPattern: word & ~Self.marks).map(Unmanaged.fromOpaque)
    }

    /// Whether there is an object that is not to be deleted, or could be made.
    @inline(__always) var isThere: Bool { word != 0 && word & (Self.deleted | Self.gone) == 0 }

    /// Whether the context has let go of the object for good.
    var isGone: Bool { word & Self.gone != 0 }

    /// The position of the entity, where there is no object.
    var entity: Int? { word & Self.empty == 0 ? nil : Int(word >> 4) }
  }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  /// The number of slots in use, with the first one, which is no object's.
  private(set) var count: Int
  private var capacity: Int
  /// How many objects are deleted that links may still lead to.
  var danglingCount = 0
  /// Whether lists may name objects that are not there also where links are kept up on both sides: a fault had no
  /// row, a row leads to what is deleted here, or undo has brought back a link to what others have deleted.
  var hasMissing = false
  /// Whether there may be objects whose values a store has to be asked for.
  var mayHaveFaults = false
  /// Changes of objects with handles below this are recorded in the journal.
  var recordedEnd = Handle.none
  /// Whether changes of others are recorded, too, that were not inserted: faults may come at any time.
  var recordsFaults = false
  /// Whether changes are noted for those who want to know of them before they are saved.
  var notesChanges = false {
    didSet { noticesChanges = notesChanges || hasObservers }
  }
  /// Whether somebody observes what has been read.
  var hasObservers = false {
    didSet { noticesChanges = notesChanges || hasObservers }
  }
  /// Whether every change is noticed, for either.
  private(set) var noticesChanges = false
  /// Whoever tells whether somebody observes just now, if reads are tracked for observers, so that all accesses take the
  /// slow path; it is retained, and its type is known where observers are.
  var readWitness: UnsafeRawPointer?
  /// Whether reads are tracked.
  var tracksReads: Bool { readWitness != nil }
  /// The address of whoever has the slots, which alone knows its type; `nil` outside of a context, and once the
  /// context lets go of its objects.
  var owner: UnsafeRawPointer?

  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    slots.initialize(to: Slot(faultOf: 0, key: 0))
    slots.pointee.word = 0
    count = 1
  }

  /// Frees the slots; what they lead to has been released before.
  func deallocate() { slots.deallocate() }

  /// Whether the journal records changes of an object.
  @inline(__always) func records(_ row: Row) -> Bool {
    row.handle < recordedEnd || recordsFaults && !row.state.contains(.inserted)
  }

  /// The handle that the next slot gets.
  var next: Handle { Handle(rawValue: UInt32(truncatingIfNeeded: count)) }

  /// Takes up a slot.
  @inline(__always) mutating func append(_ slot: Slot) -> Handle {
    if _slowPath(count == capacity) { grow() }
    (slots + count).initialize(to: slot)
    count += 1
    return Handle(rawValue: UInt32(truncatingIfNeeded: count - 1))
  }

  /// Makes room for more slots, so that the table is not copied several times while it grows.
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(to: max(capacity * 2, count + more)) }
  }

  @inline(never) private mutating func grow() { grow(to: capacity * 2) }

  private mutating func grow(to newCapacity: Int) {
    guard count < Int(UInt32.max) else {
      programmerError(
        "A context must hold at most 4,294,967,294 objects between two resets, but is asked for more. "
          + "Reset it, or use several contexts.")
    }
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: newCapacity)
    larger.moveInitialize(from: slots, count: count)
    slots.deallocate()
    slots = larger
    capacity = newCapacity
  }

  /// Gives back all slots, which no link may hold any more.
  mutating func removeAll() { count = 1 }

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

  /// The object in a slot, whether it is to be deleted or not.
  @inline(__always) func anyObject(_ handle: Handle) -> ManagedObject? {
    self[handle].object?.takeUnretainedValue()
  }

  /// The object in a slot, unless it is to be deleted.
  @inline(__always) func object(_ handle: Handle) -> ManagedObject? {
    let slot = self[handle]
    guard slot.isThere else { return nil }
    return slot.object?.takeUnretainedValue()
  }
}

extension UnsafeMutablePointer<SlotTable> {
  /// The table of objects that are in no context: it has no slots, and is never written to.
  static var detached: Self { detachedTable.pointer }
}

/// `@unchecked Sendable`: nothing writes to what it points to.
private struct DetachedTable: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SlotTable>
}

private let detachedTable: DetachedTable = {
  let pointer = UnsafeMutablePointer<SlotTable>.allocate(capacity: 1)
  pointer.initialize(to: SlotTable(capacity: 1))
  return DetachedTable(pointer: pointer)
}()
