import ArmatureModel

/// The functions that property accesses call if their inlined fast path is not enough.
///
/// They are separate functions, so that the fast paths need no stack frame. They are not methods of the object for the
/// same reason: a method receives `self` in a special register, and each caller would have to save this register first.
@usableFromInline enum SlowPath {
  /// Stores a value and records the change.
  @inlinable @inline(never) static func store<Value>(
    _ value: Value, _ entry: PropertyEntry, _ object: ManagedObject
  ) {
    noteChange(entry, object)
    object.write(value, entry)
  }

  /// Stores a value without references and records the change; the store releases nothing.
  @_effects(releasenone) @inlinable @inline(never) static func storePlain<Value>(
    _ value: Value, _ entry: PropertyEntry, _ object: ManagedObject
  ) {
    noteChange(entry, object)
    object.write(value, entry)
  }

  @inlinable @inline(__always) static func noteChange(
    _ entry: PropertyEntry, _ object: ManagedObject
  ) {
    let place = entry.place
    if object.base.load(as: UInt32.self) & 0b11 != 0 { object.willChange(place) }
    mark(place, object)
  }

  @inlinable @inline(__always) static func mark(_ place: RowPlace, _ object: ManagedObject) {
    let present = object.base + place.presentByte
    present.storeBytes(of: present.load(as: UInt8.self) | place.bit, as: UInt8.self)
    let changed = present - 8
    changed.storeBytes(of: changed.load(as: UInt8.self) | place.bit, as: UInt8.self)
  }

  /// Stores an optional value.
  @inlinable @inline(never) static func store<Value: PropertyConvertible>(
    optional value: Value, _ entry: PropertyEntry, _ object: ManagedObject
  ) {
    let place = entry.place
    if object.base.load(as: UInt32.self) & 0b11 != 0 { object.willChange(place) }
    if value._store(to: object.base + place.offset) {
      mark(place, object)
    } else {
      object.clear(entry)
    }
  }
}
