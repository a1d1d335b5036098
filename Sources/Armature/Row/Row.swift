import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The memory of one object's values.
///
/// These invariants hold after each function. Debug builds assert them, and the address sanitizer checks them in tests:
/// - `base` points to `shape.byteCount` bytes that ``RowMemory`` has allocated, aligned to 8.
/// - Each place contains an initialized value of the type of its kind, even if the property has no value.
/// - The presence bit of a property is set if the property has a value.
/// - Links are handles, which own nothing. A slot to which they refer may be empty.
///
/// The memory starts with a header of 32 bytes. It contains the state, the mask of the name table, the committed
/// values, the slots of the context, the handle and the version. After the header, there are two words for every 64
/// properties: one bit of each property shows that it has changed, and the other that it has a value. The values come
/// last.
struct Row {
  let base: UnsafeMutableRawPointer

  /// Allocates a row without values and without a context.
  static func allocate(_ shape: EntityShape) -> Row {
    blank(shape, in: RowMemory.allocate(shape.byteCount))
  }

  /// Initializes memory as a row without values and without a context.
  static func blank(_ shape: EntityShape, in base: UnsafeMutableRawPointer) -> Row {
    if let blank = shape.blank {
      // Missing values are plain bytes: empty texts, data and lists own no memory.
      base.copyMemory(from: blank, byteCount: shape.byteCount)
      return Row(base: base)
    }
    base.initializeMemory(as: UInt8.self, repeating: 0, count: shape.byteCount)
    let row = Row(base: base)
    for place in shape.managed {
      let memory = base + place.offset
      switch place.kind {
      case .string: memory.initializeMemory(as: String.self, to: "")
      case .data: memory.initializeMemory(as: Data.self, to: Data())
      case .objects: LinkList(at: memory).initialize()
      default: memory.initializeMemory(as: AttributeValue.self, to: .null)
      }
    }
    row.slots = .detached
    return row
  }

  func copied(
    _ shape: EntityShape, into copy: UnsafeMutableRawPointer
  ) -> Row {
    copy.copyMemory(from: base, byteCount: shape.byteCount)
    retainCopied(shape.managed, in: copy)
    return Row(base: copy)
  }

  /// Initializes memory as a copy of the values, with empty lists and without a context.
  func copiedValues(
    _ shape: EntityShape, into memory: UnsafeMutableRawPointer
  ) -> Row {
    let copy = copied(shape, into: memory)
    copy.base.initializeMemory(as: UInt8.self, repeating: 0, count: RowPlace.headerBytes)
    copy.slots = .detached
    for index in 0..<shape.maskCount { copy.setChanged(index, 0) }
    return copy
  }

  /// Takes over the values of another row, which is consumed; the header stays.
  func takeValues(of other: Row, _ shape: EntityShape) {
    destroyValues(shape.managed)
    (base + RowPlace.headerBytes).copyMemory(
      from: other.base + RowPlace.headerBytes,
      byteCount: shape.byteCount - RowPlace.headerBytes)
    RowMemory.deallocate(other.base)
  }

  /// Retains references in values that were copied as bytes; lists become empty.
  func retainCopied(
    _ places: UnsafeMutableBufferPointer<RowPlace>, in copy: UnsafeMutableRawPointer
  ) {
    for place in places {
      let (memory, source) = (copy + place.offset, base + place.offset)
      switch place.kind {
      case .string: memory.initializeMemory(as: String.self, to: source.load(as: String.self))
      case .data: memory.initializeMemory(as: Data.self, to: source.load(as: Data.self))
      case .objects: LinkList(at: memory).initialize()
      default:
        memory.initializeMemory(as: AttributeValue.self, to: source.load(as: AttributeValue.self))
      }
    }
  }

  /// Destroys the values and frees the memory.
  func deallocate(_ places: UnsafeMutableBufferPointer<RowPlace>) {
    destroyValues(places)
    RowMemory.deallocate(base)
  }

  @_transparent
  private func destroyValues(_ places: UnsafeMutableBufferPointer<RowPlace>) {
    for place in places {
      let memory = base + place.offset
      switch place.kind {
      case .string: destroyText(memory)
      case .data: memory.assumingMemoryBound(to: Data.self).deinitialize(count: 1)
      case .objects: LinkList(at: memory).deallocate()
      default: memory.assumingMemoryBound(to: AttributeValue.self).deinitialize(count: 1)
      }
    }
  }

  /// Short strings and literals own no memory, and the sign bit of their last word shows this. The check saves 30 ns
  /// for an object with four such strings. On other platforms, the bit is not set.
  @_transparent private func destroyText(_ place: UnsafeMutableRawPointer) {
    if MemoryLayout<String>.size == 16, place.load(fromByteOffset: 8, as: Int64.self) < 0 { return }
    place.assumingMemoryBound(to: String.self).deinitialize(count: 1)
  }
}

// MARK: Header

extension Row {
  /// The state of an object in its context.
  var state: RowState {
    get { RowState(rawValue: base.load(as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: newValue.rawValue, as: UInt32.self) }
  }

  /// The mask of the entity's name table. It is next to the state, so a read finds both in one cache line. With a mask
  /// of 0, the object is a fault: each name leads to the empty first entry, so each access takes the slow path.
  var tableMask: UInt32 {
    get { base.load(fromByteOffset: 4, as: UInt32.self) }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 4, as: UInt32.self) }
  }

  /// The values as of the last save, if they have changed since.
  var committed: Row? {
    get {
      // A removed object keeps its remaining data here.
      if state.contains(.invalidated) { return nil }
      return base.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self).map(Row.init)
    }
    nonmutating set {
      base.storeBytes(of: newValue?.base, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    }
  }

  /// The reference to the data that a removed object keeps, in place of its committed values.
  var former: UnsafeRawPointer? {
    get {
      state.contains(.invalidated) ? base.load(fromByteOffset: 8, as: UnsafeRawPointer?.self) : nil
    }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 8, as: UnsafeRawPointer?.self) }
  }

  /// Releases the data that a removed object keeps.
  func releaseFormer() { former.map(Unmanaged<AnyObject>.fromOpaque)?.release() }

  /// The table of slots of the context; an empty one outside a context.
  var slots: SlotTable {
    get { base.load(fromByteOffset: 16, as: SlotTable.self) }
    nonmutating set {
      base.storeBytes(of: newValue, toByteOffset: 16, as: SlotTable.self)
    }
  }

  /// The version of the store's row that the values are based on; 0 for an object that was never saved.
  var version: UInt32 {
    get { base.load(fromByteOffset: 28, as: UInt32.self) }
    nonmutating set { base.storeBytes(of: newValue, toByteOffset: 28, as: UInt32.self) }
  }

  /// The slot of the object in the table of slots. Outside of a context, it is `none`.
  var handle: Handle {
    get { Handle(rawValue: base.load(fromByteOffset: 24, as: UInt32.self)) }
    nonmutating set { base.storeBytes(of: newValue.rawValue, toByteOffset: 24, as: UInt32.self) }
  }
}

// MARK: Masks

extension Row {
  func changed(_ mask: Int) -> UInt64 {
    base.load(fromByteOffset: RowPlace.changedOffset(ofMask: mask), as: UInt64.self)
  }
  func setChanged(_ mask: Int, _ bits: UInt64) {
    base.storeBytes(of: bits, toByteOffset: RowPlace.changedOffset(ofMask: mask), as: UInt64.self)
  }
  func present(_ mask: Int) -> UInt64 {
    base.load(fromByteOffset: RowPlace.presentOffset(ofMask: mask), as: UInt64.self)
  }

  @_transparent func isPresent(_ place: RowPlace) -> Bool {
    base.load(fromByteOffset: place.presentByte, as: UInt8.self) & place.bit != 0
  }
  @_transparent func isChanged(_ place: RowPlace) -> Bool {
    base.load(fromByteOffset: place.presentByte - 8, as: UInt8.self) & place.bit != 0
  }
  @_transparent func setPresent(_ place: RowPlace, _ isPresent: Bool) {
    set(place.bit, at: place.presentByte, isPresent)
  }
  @_transparent func setChanged(_ place: RowPlace, _ isChanged: Bool) {
    set(place.bit, at: place.presentByte - 8, isChanged)
  }

  /// Marks every property with a value as changed.
  func markAllChanged(_ shape: EntityShape) {
    for index in 0..<shape.maskCount { setChanged(index, present(index)) }
  }

  @_transparent private func set(_ bit: UInt8, at offset: Int, _ isSet: Bool) {
    let bits = base.load(fromByteOffset: offset, as: UInt8.self)
    base.storeBytes(of: isSet ? bits | bit : bits & ~bit, toByteOffset: offset, as: UInt8.self)
  }
}

// MARK: Values

extension Row {
  /// Returns the memory of a property as the type of its kind.
  @_transparent func memory<Value>(
    _ place: RowPlace, as type: Value.Type
  ) -> UnsafeMutablePointer<Value> {
    (base + place.offset).assumingMemoryBound(to: Value.self)
  }

  /// The value of a property as the type of its kind, in place.
  subscript<Value>(place: RowPlace, as type: Value.Type) -> Value {
    @_transparent _read { yield memory(place, as: type).pointee }
    @_transparent nonmutating _modify { yield &memory(place, as: type).pointee }
  }

  /// Marks a value as stored, in a row without a journal or index.
  @_transparent func markStored(_ place: RowPlace) {
    setPresent(place, true)
    setChanged(place, true)
  }

  /// Returns the value of an attribute; `null` if it is missing.
  func value(_ place: RowPlace) -> AttributeValue {
    guard isPresent(place) else { return .null }
    let memory = base + place.offset
    switch place.kind {
    case .bool: return .bool(memory.load(as: Bool.self))
    case .int16: return .int(Int64(memory.load(as: Int16.self)))
    case .int32: return .int(Int64(memory.load(as: Int32.self)))
    case .int64: return .int(memory.load(as: Int64.self))
    case .float: return .double(Double(memory.load(as: Float.self)))
    case .double: return .double(memory.load(as: Double.self))
    case .decimal: return .decimal(memory.load(as: Decimal.self))
    case .string: return .string(memory.load(as: String.self))
    case .date: return .date(memory.load(as: Date.self))
    case .data: return .data(memory.load(as: Data.self))
    case .uuid: return .uuid(memory.load(as: UUID.self))
    default:
      assert(place.kind == .value, "The property must be an attribute.")
      return memory.load(as: AttributeValue.self)
    }
  }

  /// Returns whether an attribute has the same bits as in another row of the entity, or no value in both rows.
  func hasSameBytes(as other: Row, _ place: RowPlace) -> Bool {
    guard isPresent(place), other.isPresent(place) else {
      return isPresent(place) == other.isPresent(place)
    }
    func isSame<Word: Equatable>(_ type: Word.Type) -> Bool {
      self[place, as: type] == other[place, as: type]
    }
    switch place.kind {
    case .bool: return isSame(UInt8.self)
    case .int16: return isSame(Int16.self)
    case .int32, .float: return isSame(Int32.self)
    case .int64, .double, .date: return isSame(Int64.self)
    case .uuid: return isSame(UUID.self)
    case .string:
      return self[place, as: String.self]
        .isSame(as: &other[place, as: String.self])
    default: return value(place).isKeptLike(other.value(place))
    }
  }

  /// Stores the value of an attribute. The value `null` clears it.
  ///
  /// - Returns: Whether the value suits the place. If not, nothing is stored.
  func setValue(_ value: AttributeValue, _ place: RowPlace) -> Bool {
    let memory = base + place.offset
    switch (place.kind, value) {
    case (_, .null):
      clear(place)
      return true
    case (.bool, .bool(let value)): memory.storeBytes(of: value, as: Bool.self)
    case (.int16, .int(let value)):
      guard let value = Int16(exactly: value) else { return false }
      memory.storeBytes(of: value, as: Int16.self)
    case (.int32, .int(let value)):
      guard let value = Int32(exactly: value) else { return false }
      memory.storeBytes(of: value, as: Int32.self)
    case (.int64, .int(let value)): memory.storeBytes(of: value, as: Int64.self)
    case (.float, .double(let value)):
      guard let value = Float(attributeValue: .double(value)) else { return false }
      memory.storeBytes(of: value, as: Float.self)
    case (.double, .double(let value)): memory.storeBytes(of: value, as: Double.self)
    case (.decimal, .decimal(let value)): memory.storeBytes(of: value, as: Decimal.self)
    case (.date, .date(let value)): memory.storeBytes(of: value, as: Date.self)
    case (.uuid, .uuid(let value)): memory.storeBytes(of: value, as: UUID.self)
    case (.string, .string(let value)):
      memory.assumingMemoryBound(to: String.self).pointee = value
    case (.data, .data(let value)): memory.assumingMemoryBound(to: Data.self).pointee = value
    case (.value, _):
      memory.assumingMemoryBound(to: AttributeValue.self).pointee = value.withoutNullElements
    default: return false
    }
    setPresent(place, true)
    return true
  }

  /// Clears an attribute.
  func clear(_ place: RowPlace) {
    let memory = base + place.offset
    switch place.kind {
    case .string: memory.assumingMemoryBound(to: String.self).pointee = ""
    case .data: memory.assumingMemoryBound(to: Data.self).pointee = Data()
    case .value: memory.assumingMemoryBound(to: AttributeValue.self).pointee = .null
    default: assert(place.kind != .object && place.kind != .objects, "It must be an attribute.")
    }
    setPresent(place, false)
  }

  /// Returns the link of a to-one relationship.
  @_transparent func link(_ place: RowPlace) -> Link {
    assert(place.kind == .object, "The property must be a to-one relationship.")
    return (base + place.offset).load(as: Link.self)
  }

  @_transparent func setLink(_ link: Link, _ place: RowPlace) {
    assert(place.kind == .object, "The property must be a to-one relationship.")
    (base + place.offset).storeBytes(of: link, as: Link.self)
    setPresent(place, !link.handle.isNone)
  }

  /// Returns the list of a to-many relationship, in place.
  @_transparent func list(_ place: RowPlace) -> LinkList {
    assert(place.kind == .objects, "The property must be a to-many relationship.")
    return LinkList(at: base + place.offset)
  }

  /// Empties all links without updating the objects to which they lead.
  ///
  /// - Parameter isKnown: Whether it is known that the links now lead nowhere.
  func dropLinks(_ shape: EntityShape, isKnown: Bool) {
    for link in shape.links {
      if link.isToMany {
        list(link.place).deallocate()
        list(link.place).initialize(isLoaded: isKnown)
        setPresent(link.place, false)
      } else {
        setLink(.none, link.place)
      }
    }
  }
}

extension AttributeValue {
  /// A composite value without null elements, which mean the same as missing ones.
  fileprivate var withoutNullElements: AttributeValue {
    guard case .composite(let elements) = self, elements.contains(where: { $1.isNull }) else {
      return self
    }
    return .composite(elements.filter { !$1.isNull })
  }
}
