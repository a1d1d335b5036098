public import ArmatureModel

/// Access to properties by name.
///
/// The fast path is inlined into the caller and consists of a comparison and a load. It reads an `Int` in 1.2–1.6 ns,
/// compared with 14 ns for a method call and 40 ns for a lookup in a `[String: Any]`. In a debug build, inlining
/// reduces the time from 124 ns to 29 ns.
///
/// The unchecked load is safe for three reasons:
/// - The name was found in the table of the object's own entity.
/// - The table entry guarantees that the place contains a `Value`.
/// - Every place is always initialized (see `Row`).
///
/// If the object is a fault or was removed, no name is found, and the access takes the slow path (see `PropertyTable`).
extension ManagedObject {
  /// Returns the place where the entry of a name usually is. Another name may have taken this place.
  @usableFromInline @_transparent final func place(
    of key: UInt64
  ) -> PropertyEntry {
    let mask = UInt64(base.load(fromByteOffset: 4, as: UInt32.self))
    return PropertyEntry(entries, at: Int(truncatingIfNeeded: key & mask))
  }

  /// The value of a property, or `nil` if the property has no value.
  ///
  /// The value has the type that the surrounding code expects, as in `let title: String? = book.title`. An unknown name
  /// is a programmer error and traps with a message that suggests a similar name. A type that the property cannot have
  /// also traps.
  ///
  /// - Complexity: O(1), or O(*n*) in the number of members of a to-many relationship.
  public final subscript<Value: PropertyConvertible>(
    dynamicMember name: PropertyName
  ) -> Value? {
    @_transparent get {
      if Value.storageKind == .converted { return convertedValue(name) }
      let key = name.key(Value.storageKind)
      let entry = place(of: key)
      if Value.storageKind == .object || Value.storageKind == .objects {
        if _fastPath(entry.key == key), let value: Value = linked(entry) { return value }
        // A wrong type is rejected even while the property has no value.
        return convertedValue(name)
      }
      if Self.isPair(Value.self) {
        let pair = entry.key == key ? load(entry) : otherPair(name, Value.self)
        return pair.map { unsafeBitCast($0, to: Value.self) }
      }
      if _slowPath(entry.key != key) { return otherValue(name) }
      return load(entry)
    }
    @_transparent set {
      let key = name.key(Value.storageKind)
      let entry = place(of: key)
      if Value.storageKind == .object {
        let object = newValue as? ManagedObject
        if _fastPath(entry.key == key) {
          setEnd(object, entry)
        } else {
          setLink(object, name)
        }
      } else if Value.self == [ManagedObject].self {
        setMembers(newValue.map { unsafeBitCast($0, to: [ManagedObject].self) } ?? [], name)
      } else if Value.storageKind == .converted || Value.storageKind == .objects
        || entry.key != key
      {
        setOther(newValue, name)
      } else if let newValue {
        store(newValue, entry)
      } else {
        clear(entry)
      }
    }
  }

  /// The value of a property of any type; `nil` if the property has no value. Use it to pass a value on, or to access a
  /// member of it.
  @_disfavoredOverload @inlinable
  public final subscript(dynamicMember name: PropertyName) -> PropertyValue? {
    @inline(__always) get {
      let key = name.key(.object)
      let entry = place(of: key)
      if entry.key == key, let object = end(of: entry) { return .object(object) }
      return _property(named: name)
    }
    set { _setProperty(newValue, named: name) }
  }

  /// Returns the value at a place that holds a `Value`.
  @usableFromInline @_transparent final func load<Value>(
    _ entry: PropertyEntry
  ) -> Value? {
    let present = base.load(fromByteOffset: entry.place.presentByte, as: UInt8.self)
    if present & entry.place.bit == 0 { return nil }
    return (base + entry.place.offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns whether values are read and written as two words. This is the case for UUIDs, which consist of sixteen
  /// plain bytes.
  ///
  /// Otherwise, the compiler may write the value byte by byte, and the next read of the whole value then waits 8 ns for
  /// these writes.
  @usableFromInline @_transparent static func isPair<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size == 16 && _isPOD(Value.self)
  }

  @inlinable @inline(never) @_effects(releasenone)
  final func otherPair<Value: PropertyConvertible>(
    _ name: PropertyName, _ type: Value.Type
  ) -> (UInt64, UInt64)? {
    let value: Value? = otherValue(name)
    return value.map { unsafeBitCast($0, to: (UInt64, UInt64).self) }
  }

  /// Sets a place that holds a `Value`.
  @usableFromInline @_transparent final func store<Value>(
    _ value: Value, _ entry: PropertyEntry
  ) {
    let present = base + entry.place.presentByte
    let bits = present.load(as: UInt8.self) & present.load(fromByteOffset: -8, as: UInt8.self)
    // Nothing to record: the object takes plain writes, and the property is changed and present.
    if _fastPath(base.load(as: UInt32.self) & 0b11 == 0) {
      if _fastPath(bits & entry.place.bit != 0) {
        write(value, entry)
        return
      }
    }
    if _isPOD(Value.self) {
      SlowPath.storePlain(value, entry, self)
    } else {
      SlowPath.store(value, entry, self)
    }
  }

  @usableFromInline @_transparent final func write<Value>(
    _ value: Value, _ entry: PropertyEntry
  ) {
    let place = base + entry.place.offset
    if Self.isPair(Value.self) {
      place.storeBytes(
        of: unsafeBitCast(value, to: (UInt64, UInt64).self), as: (UInt64, UInt64).self)
    } else {
      place.assumingMemoryBound(to: Value.self).pointee = value
    }
  }

  /// Reads a property if its kind differs from the requested type.
  ///
  /// The attribute `releasenone` promises the compiler that no user code runs. This is true because built-in types
  /// convert their values themselves, and because filling a fault calls no hook. In a loop, the attribute saves one
  /// retain and one release for each object, which take 10 ns.
  @_effects(releasenone) @inlinable @inline(never)
  final func otherValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    let key = name.key(Value.storageKind)
    if let entry = entryToRead(key) { return load(entry) }
    return convertedValue(name)
  }

  /// Returns the entry of a key that is not at its usual place. Another name has taken that place, or the object is a
  /// fault.
  @usableFromInline final func displacedEntry(
    _ key: UInt64
  ) -> PropertyEntry? {
    isReadable(knownPlace(key, mask: .max)) ? entry(of: key, mask: .max) : nil
  }

  /// Returns the same entry for a read, which is tracked for observers.
  @usableFromInline final func entryToRead(_ key: UInt64) -> PropertyEntry? {
    guard let entry = displacedEntry(key) else { return nil }
    willRead(entry.place)
    return entry
  }

  /// Returns the entry for the key of an accessor, which is only the lower half of a key.
  @usableFromInline final func displacedEntry(
    accessor key: UInt32
  ) -> PropertyEntry? {
    let (key, mask) = (UInt64(key), UInt64(UInt32.max))
    return isReadable(knownPlace(key, mask: mask)) ? entry(of: key, mask: mask) : nil
  }

  /// Returns the place of a key, even if the object has lost its values. Returns `nil` if the entity has no such key.
  @inline(never) private func knownPlace(_ key: UInt64, mask: UInt64) -> RowPlace? {
    entry(of: key, mask: mask)?.place
  }

  /// Returns the entry of a key, compared only in the bits of a mask. Returns `nil` if the entry is missing.
  @inline(__always) final func entry(of key: UInt64, mask: UInt64) -> PropertyEntry? {
    // Walked by hand, because the runtime's table would cost a reference to the runtime.
    let distances = Int(shape.tableMask)
    var place = Int(truncatingIfNeeded: key) & distances
    while true {
      let entry = PropertyEntry(entries, at: place)
      if entry.isEmpty {
        if place != 0 { return nil }
      } else if (entry.key ^ key) & mask == 0 {
        return entry
      }
      place = (place + MemoryLayout<PropertyEntry.Fields>.stride) & distances
    }
  }

  /// Writes a property if the usual place of its name does not hold a property of the expected built-in type.
  @inlinable @inline(never) final func setOther<Value: PropertyConvertible>(
    _ value: Value?, _ name: PropertyName
  ) {
    if Value.storageKind == .objects {
      setCollection(value, name)
    } else if let value, Value.storageKind != .converted,
      let entry = displacedEntry(name.key(Value.storageKind))
    {
      store(value, entry)
    } else {
      _setProperty(value?.propertyValue, named: name)
    }
    endWrite()
  }

  /// Reads a property as a type that needs a conversion.
  @inline(never) @usableFromInline
  final func convertedValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    guard let property = runtime.property(named: name) else {
      guard let value = fetchedValue(name) else { unknownProperty(name.text) }
      return Value.from(value)
    }
    switch read(property, as: Value.self) {
    case .value(let value): return value
    case .invalid(let remedy):
      rejectAccess("\(wrongRead(property, Value.self)) \(remedy)")
    }
  }

  @inline(never) @usableFromInline
  final func clear(_ entry: PropertyEntry) {
    willWrite(entry.place)
    row.clear(entry.place)
  }

  /// Prepares for a write that needs more than a store: the first write since a save, or a write that must be recorded.
  ///
  /// No user code runs. The function copies the row and registers the change in the graph.
  @_effects(releasenone) @inline(never) @usableFromInline final func willChange(_ place: RowPlace) {
    if row.state.contains(.invalidated) {
      rejectInvalidated(runtime.properties[Int(place.index)].name)
    }
    if row.state.contains(.validating) { row.state.insert(.changedByRule) }
    guard let graph = row.slots.graph else {
      row.state.remove(.unchanged | .watched)
      return
    }
    graph._withUnsafeGuaranteedRef { $0.willChange(self, place) }
  }

  /// Prepares for any write.
  @inline(__always) final func willWrite(_ place: RowPlace) {
    if row.state.rawValue & RowState.slow != 0 { willChange(place) }
    row.setChanged(place, true)
  }
}
