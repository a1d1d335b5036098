import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory of one object's values: the only file that knows its bytes.
///
/// Invariants, which every function here keeps and the address sanitizer watches in the tests:
/// - `base` points to `layout.byteCount` bytes, aligned to 16, allocated by this file;
/// - each slot holds an initialized value of the type that its kind stands for, present or not;
/// - a presence bit is set exactly if the property has a value;
/// - references to objects are unowned: a context clears them before it lets go of an object.
struct Row {
  let base: UnsafeMutableRawPointer

  /// Memory of a row, from `malloc` itself: what `allocate` calls for it takes 20 ns more.
  static func allocateMemory(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = malloc(byteCount) else { programmerError("There is no memory left.") }
    return memory
  }

  /// Allocates a row of absent values.
  static func allocate(_ layout: RowLayout) -> Row {
    let base = Self.allocateMemory(layout.byteCount)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: layout.byteCount)
    for slot in layout.managedSlots {
      let place = base + slot.offset
      switch slot.kind {
      case .string: place.initializeMemory(as: String.self, to: "")
      case .data: place.initializeMemory(as: Data.self, to: Data())
      case .objects: place.initializeMemory(as: ObjectList.self, to: ObjectList())
      default: place.initializeMemory(as: AttributeValue.self, to: .null)
      }
    }
    return Row(base: base)
  }

  /// Allocates a copy.
  func copy(_ layout: RowLayout) -> Row {
    let copy = Self.allocateMemory(layout.byteCount)
    copy.copyMemory(from: base, byteCount: layout.byteCount)
    retainCopied(layout.managedSlots, in: copy)
    return Row(base: copy)
  }

  /// Gives values that were copied as bytes references of their own.
  func retainCopied(
    _ slots: [RowLayout.ManagedSlot], in copy: UnsafeMutableRawPointer
  ) {
    for slot in slots {
      let (place, source) = (copy + slot.offset, base + slot.offset)
      switch slot.kind {
      case .string:
        place.initializeMemory(as: String.self, to: source.load(as: String.self))
      case .data: place.initializeMemory(as: Data.self, to: source.load(as: Data.self))
      case .objects:
        place.initializeMemory(as: ObjectList.self, to: source.load(as: ObjectList.self))
      default:
        place.initializeMemory(as: AttributeValue.self, to: source.load(as: AttributeValue.self))
      }
    }
  }

  /// Destroys the values and frees the memory.
  func deallocate(_ layout: RowLayout) {
    layout.managedSlots.withUnsafeBufferPointer { destroyValues($0) }
    free(base)
  }

  /// Destroys the values and frees the memory.
  func deallocate(_ slots: UnsafeMutableBufferPointer<RowLayout.ManagedSlot>) {
    destroyValues(UnsafeBufferPointer(slots))
    free(base)
  }

  /// Replaces the values by those of a copy, which is used up; the header stays.
  func takeValues(of copy: Row, _ layout: RowLayout) {
    layout.managedSlots.withUnsafeBufferPointer { destroyValues($0) }
    let header = RowLayout.headerWords * 8
    (base + header).copyMemory(from: copy.base + header, byteCount: layout.byteCount - header)
    free(copy.base)
  }

  @inline(__always)
  private func destroyValues(_ slots: UnsafeBufferPointer<RowLayout.ManagedSlot>) {
    for slot in slots {
      let place = base + slot.offset
      switch slot.kind {
      case .string: destroyText(place)
      case .data: place.assumingMemoryBound(to: Data.self).deinitialize(count: 1)
      case .objects: place.assumingMemoryBound(to: ObjectList.self).deinitialize(count: 1)
      default: place.assumingMemoryBound(to: AttributeValue.self).deinitialize(count: 1)
      }
    }
  }

  /// Texts that own no memory, the short ones and literals, have the sign bit of their last word set
  /// (on platforms where they do not, the bit is clear): 30 ns less for an object with four of them.
  @inline(__always) private func destroyText(_ place: UnsafeMutableRawPointer) {
    if MemoryLayout<String>.size == 16, place.load(fromByteOffset: 8, as: Int64.self) < 0 { return }
    place.assumingMemoryBound(to: String.self).deinitialize(count: 1)
  }
}

extension Row {
  /// What an object is to its context.
  var state: RowState {
    get { RowState(rawValue: base.load(as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: newValue.rawValue, as: UInt32.self) }
  }

  /// The mask of the entity's name table, beside the state so that a read finds it in one line.
  func setTableMask(_ mask: UInt32) {
    base.storeBytes(of: mask, toByteOffset: 4, as: UInt32.self)
  }

  /// The values as they were last saved, if they have changed since.
  var committed: Row? {
    get {
      if state.contains(.gone) { return nil }
      return base.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self).map(Row.init)
    }
    nonmutating set {
      base.storeBytes(of: newValue?.base, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    }
  }

  /// The origin of the context that the object was in; kept where the committed values were, which
  /// an object that is gone has no more.
  var formerOrigin: UInt64 {
    get { state.contains(.gone) ? base.load(fromByteOffset: 8, as: UInt64.self) : 0 }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 8, as: UInt64.self) }
  }

  func changed(_ index: Int) -> UInt64 {
    base.load(fromByteOffset: 16 + 16 * index, as: UInt64.self)
  }
  func setChanged(_ index: Int, _ mask: UInt64) {
    base.storeBytes(of: mask, toByteOffset: 16 + 16 * index, as: UInt64.self)
  }
  /// Makes the properties of a mask absent and leaves the values where they are.
  ///
  /// Which of them there are is kept where the changed ones were, of which an object that is gone has
  /// none.
  func fadeMask(_ index: Int) {
    setChanged(index, present(index))
    base.storeBytes(of: 0, toByteOffset: 24 + 16 * index, as: UInt64.self)
  }
  func present(_ index: Int) -> UInt64 {
    base.load(fromByteOffset: 24 + 16 * index, as: UInt64.self)
  }

  func isPresent(_ slot: RowLayout.Slot) -> Bool {
    base.load(fromByteOffset: slot.presentOffset, as: UInt64.self) & slot.bit != 0
  }
  func isChanged(_ slot: RowLayout.Slot) -> Bool {
    base.load(fromByteOffset: slot.changedOffset, as: UInt64.self) & slot.bit != 0
  }
  func markChanged(_ slot: RowLayout.Slot) {
    let mask = base.load(fromByteOffset: slot.changedOffset, as: UInt64.self)
    base.storeBytes(of: mask | slot.bit, toByteOffset: slot.changedOffset, as: UInt64.self)
  }
  func unmarkChanged(_ slot: RowLayout.Slot) {
    let mask = base.load(fromByteOffset: slot.changedOffset, as: UInt64.self)
    base.storeBytes(of: mask & ~slot.bit, toByteOffset: slot.changedOffset, as: UInt64.self)
  }
  func setPresent(_ slot: RowLayout.Slot, _ isPresent: Bool) {
    let mask = base.load(fromByteOffset: slot.presentOffset, as: UInt64.self)
    base.storeBytes(
      of: isPresent ? mask | slot.bit : mask & ~slot.bit, toByteOffset: slot.presentOffset,
      as: UInt64.self)
  }
}

extension Row {
  /// The value of an attribute; `null` where it has none.
  func value(_ slot: RowLayout.Slot) -> AttributeValue {
    isPresent(slot) ? content(slot) : .null
  }

  /// The value that an attribute had before it faded; `null` where it had none.
  func fadedValue(_ slot: RowLayout.Slot) -> AttributeValue {
    isChanged(slot) ? content(slot) : .null
  }

  private func content(_ slot: RowLayout.Slot) -> AttributeValue {
    let place = base + slot.offset
    switch slot.kind {
    case .bool: return .bool(place.load(as: Bool.self))
    case .int16: return .int(Int64(place.load(as: Int16.self)))
    case .int32: return .int(Int64(place.load(as: Int32.self)))
    case .int64: return .int(place.load(as: Int64.self))
    case .float: return .double(Double(place.load(as: Float.self)))
    case .double: return .double(place.load(as: Double.self))
    case .decimal: return .decimal(place.load(as: Decimal.self))
    case .string: return .string(place.load(as: String.self))
    case .date: return .date(place.load(as: Date.self))
    case .data: return .data(place.load(as: Data.self))
    case .uuid: return .uuid(place.load(as: UUID.self))
    default: return place.load(as: AttributeValue.self)
    }
  }

  /// Stores a value of an attribute; `null` clears it.
  ///
  /// - Returns: Whether the value fits the slot; nothing is stored where it does not.
  func setValue(_ value: AttributeValue, _ slot: RowLayout.Slot) -> Bool {
    let place = base + slot.offset
    switch (slot.kind, value) {
    case (_, .null):
      clear(slot)
      return true
    case (.bool, .bool(let value)): place.storeBytes(of: value, as: Bool.self)
    case (.int16, .int(let value)):
      guard let value = Int16(exactly: value) else { return false }
      place.storeBytes(of: value, as: Int16.self)
    case (.int32, .int(let value)):
      guard let value = Int32(exactly: value) else { return false }
      place.storeBytes(of: value, as: Int32.self)
    case (.int64, .int(let value)): place.storeBytes(of: value, as: Int64.self)
    case (.float, .double(let value)):
      guard let value = Float(attributeValue: .double(value)) else { return false }
      place.storeBytes(of: value, as: Float.self)
    case (.double, .double(let value)): place.storeBytes(of: value, as: Double.self)
    case (.decimal, .decimal(let value)): place.storeBytes(of: value, as: Decimal.self)
    case (.date, .date(let value)): place.storeBytes(of: value, as: Date.self)
    case (.uuid, .uuid(let value)): place.storeBytes(of: value, as: UUID.self)
    case (.string, .string(let value)):
      place.assumingMemoryBound(to: String.self).pointee = value
    case (.data, .data(let value)): place.assumingMemoryBound(to: Data.self).pointee = value
    case (.value, _): place.assumingMemoryBound(to: AttributeValue.self).pointee = value
    default: return false
    }
    setPresent(slot, true)
    return true
  }

  /// Makes a property absent.
  func clear(_ slot: RowLayout.Slot) {
    let place = base + slot.offset
    switch slot.kind {
    case .string: place.assumingMemoryBound(to: String.self).pointee = ""
    case .data: place.assumingMemoryBound(to: Data.self).pointee = Data()
    case .value: place.assumingMemoryBound(to: AttributeValue.self).pointee = .null
    case .objects: place.assumingMemoryBound(to: ObjectList.self).pointee = ObjectList()
    case .object: place.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    default: break
    }
    setPresent(slot, false)
  }

  /// The object at the end of a to-one relationship.
  func object(_ slot: RowLayout.Slot) -> ManagedObject? {
    (base + slot.offset).load(as: Unmanaged<ManagedObject>?.self)?.takeUnretainedValue()
  }

  func setObject(_ object: ManagedObject?, _ slot: RowLayout.Slot) {
    let reference = object.map(Unmanaged.passUnretained)
    (base + slot.offset).storeBytes(of: reference, as: Unmanaged<ManagedObject>?.self)
    setPresent(slot, object != nil)
  }

  /// The list of a to-many relationship, in place.
  func list(_ slot: RowLayout.Slot) -> UnsafeMutablePointer<ObjectList> {
    (base + slot.offset).assumingMemoryBound(to: ObjectList.self)
  }
}

/// What an object is to its context; the low bits that make a write take the slow path come first.
struct RowState: OptionSet {
  let rawValue: UInt32

  /// The next write must keep a copy of the committed values first; with `gone` it is refused.
  static let unchanged = RowState(rawValue: 1 << 0)
  /// The next write must be noticed: a save is calling its hooks.
  static let watched = RowState(rawValue: 1 << 1)
  /// The object was inserted and never saved.
  static let inserted = RowState(rawValue: 1 << 2)
  /// The object has changed since it was last saved.
  static let updated = RowState(rawValue: 1 << 3)
  /// The object will be deleted by the next save.
  static let deleted = RowState(rawValue: 1 << 4)
  /// The object belongs to a context.
  static let registered = RowState(rawValue: 1 << 5)
  /// The context has let go of the object for good.
  static let gone = RowState(rawValue: 1 << 6)
  /// A deletion is looking at the object.
  static let deleting = RowState(rawValue: 1 << 7)
  /// The object is gone and was never saved.
  static let neverSaved = RowState(rawValue: 1 << 8)
  /// The object is a copy to be judged, whose links nothing leads back to.
  static let trial = RowState(rawValue: 1 << 9)

  /// The closure of a rule is judging the object.
  static let judged = RowState(rawValue: 1 << 10)
  /// The closure of a rule has asked about the object that it judges.
  static let judgedAgain = RowState(rawValue: 1 << 11)

  /// The states in which a write is not just a store.
  static let slow: UInt32 = 0b11
}
