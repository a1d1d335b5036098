import ArmatureModel

/// What fast paths call where a compare and a load or a store are not enough.
///
/// Out of line to keep the fast paths free of frames, and no methods of the object for the same
/// reason: `self` has a register of its own that every caller would have to save first.
@usableFromInline enum SlowPath {
  /// Stores where the change must be noted.
  @inlinable @inline(never) static func store<Value>(
    _ value: Value, _ entry: UnsafeMutablePointer<PropertyEntry>, _ object: ManagedObject
  ) {
    noteChange(entry, object)
    object.write(value, entry)
  }

  /// The same for values that hold no references, whose store so releases none.
  @_effects(releasenone) @inlinable @inline(never) static func storePlain<Value>(
    _ value: Value, _ entry: UnsafeMutablePointer<PropertyEntry>, _ object: ManagedObject
  ) {
    noteChange(entry, object)
    object.write(value, entry)
  }

  @inlinable @inline(__always) static func noteChange(
    _ entry: UnsafeMutablePointer<PropertyEntry>, _ object: ManagedObject
  ) {
    let place = entry.pointee.place
    if object.base.load(as: UInt32.self) & 0b11 != 0 { object.willChange(place) }
    let present = object.base + place.presentByte
    present.storeBytes(of: present.load(as: UInt8.self) | place.bit, as: UInt8.self)
    let changed = present - 8
    changed.storeBytes(of: changed.load(as: UInt8.self) | place.bit, as: UInt8.self)
  }

  /// Reads a property of a custom class whose entry is elsewhere, or that needs a conversion.
  @inlinable @inline(never) static func value<Value>(
    _ property: Property<Value>, _ object: ManagedObject
  ) -> Value {
    if Value.storageKind != .converted, let entry = object.displacedEntry(property.key) {
      if Value.storageKind == .object || Value.storageKind == .objects {
        if let value: Value = object.linked(entry) { return value }
      } else if let value: Value = object.load(entry) {
        return value
      }
    }
    return object.accessedValue(property.name)
  }

  @inlinable @inline(never) static func pair<Value>(
    _ property: Property<Value>, _ object: ManagedObject
  ) -> (UInt64, UInt64) {
    unsafeBitCast(value(property, object), to: (UInt64, UInt64).self)
  }

  /// Writes a property of a custom class whose entry is elsewhere, or that needs a conversion.
  @inlinable @inline(never) static func set<Value>(
    _ value: Value, _ property: Property<Value>, _ object: ManagedObject
  ) {
    object.setOther(value, property.name)
  }
}
