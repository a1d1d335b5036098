import ArmatureModel

/// The accesses of `@Property` members, which the accesses by name do not know.
extension SlowPath {
  /// Reads a property of a custom class that has no value, has a displaced entry, or needs a conversion.
  @inlinable @inline(never) static func value<Value>(
    _ property: Property<Value>, _ object: ManagedObject
  ) -> Value {
    let kind = Value.wrappedKind
    if kind != .converted, let entry = object.displacedEntry(accessor: property.key) {
      object.willRead(entry)
      if kind == .objects { return members(entry, property, object) }
      if kind == .object {
        let end = object.endForReading(entry)
        if end.map(Value._admits) ?? _isOptional(Value.self) {
          return unsafeBitCast(end, to: Value.self)
        }
      } else if object.isPresent(entry.place) {
        return Value._load(object.base + entry.place.offset)
      } else if let none = Value.from(nil) {
        return none
      }
    }
    return object.accessedValue(property)
  }

  /// Reads the members of a to-many relationship of a custom class.
  @inlinable @inline(never) static func members<Value>(
    _ entry: PropertyEntry, _ property: Property<Value>,
    _ object: ManagedObject
  ) -> Value {
    object.collection(entry.place) ?? object.accessedValue(property)
  }

  /// Writes a property of a custom class that is an object or an optional, has a displaced entry, or needs a
  /// conversion.
  @inlinable @inline(never) static func set<Value>(
    _ value: Value, _ property: Property<Value>, _ object: ManagedObject
  ) {
    let kind = Value.wrappedKind
    if kind == .object || kind.isPlain, let entry = object.displacedEntry(accessor: property.key) {
      if kind == .object {
        object.setEnd(unsafeBitCast(value, to: ManagedObject?.self), entry)
      } else {
        store(optional: value, entry, object)
        object.endWrite()
      }
    } else {
      object.setAccessed(value, property)
    }
  }
}
