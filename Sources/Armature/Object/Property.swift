public import ArmatureModel

/// A typed accessor of a custom class: `@Property("title") var title: String`.
///
/// Name, type and optionality are checked against the entity when the model is built. The value
/// lives in the object's row as ever; the wrapper keeps only the name, sixteen bytes.
@propertyWrapper public struct Property<Value: PropertyConvertible>: Sendable {
  /// The name and the kind as a table has them.
  @usableFromInline let key: UInt64
  /// The name, which ends in a zero byte. A literal lives for ever.
  @usableFromInline nonisolated(unsafe) let start: UnsafeRawPointer

  /// Names the property that the accessor stands for.
  @inlinable public init(_ name: PropertyName) {
    key = name.key(Value.wrappedKind)
    start = name.start
  }

  /// Only objects have properties.
  @available(*, unavailable, message: "@Property is for members of a ManagedObject class")
  public var wrappedValue: Value {
    get { programmerError("@Property must be a member of a ManagedObject class.") }
    set {}
  }

  /// The value of the property in the object that the accessor is a member of.
  ///
  /// Reading a required attribute that has no value yet is a programmer error and traps.
  @inlinable
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Property<Value>>
  ) -> Value {
    @inline(__always) get {
      _onFastPath()
      // The name is only loaded where it is needed.
      let key = object[keyPath: storage].key
      if Value.storageKind.isPlain {
        if ManagedObject.isPair(Value.self) {
          let pair = object.fastProperty(key) ?? SlowPath.pair(object[keyPath: storage], object)
          return unsafeBitCast(pair, to: Value.self)
        }
        if let value: Value = object.fastProperty(key) { return value }
      } else if Value.wrappedKind == .object {
        let entry = object.place(of: key)
        if _fastPath(entry.pointee.key == key) {
          let end = object.end(of: entry)
          // One word, like an optional; a decoded model may lack the class.
          if end.map(Value._admits) ?? _isOptional(Value.self) {
            return unsafeBitCast(end, to: Value.self)
          }
        }
      } else if Value.wrappedKind.isPlain {
        let entry = object.place(of: key)
        if _fastPath(entry.pointee.key == key), object.isPresent(entry.pointee.place) {
          return Value._load(object.base + entry.pointee.place.offset)
        }
      }
      return SlowPath.value(object[keyPath: storage], object)
    }
    @inline(__always) set {
      _onFastPath()
      let property = object[keyPath: storage]
      let entry = object.place(of: property.key)
      if !Value.storageKind.isPlain || entry.pointee.key != property.key {
        SlowPath.set(newValue, property, object)
      } else {
        object.store(newValue, entry)
      }
    }
  }

  @usableFromInline var name: PropertyName {
    var count = 0
    while start.load(fromByteOffset: count, as: UInt8.self) != 0 { count += 1 }
    return PropertyName(start: start, count: count)
  }
}

extension ManagedObject {
  /// The value of a property that is kept in place; `nil` for anything else, and for no value.
  @inlinable @inline(__always) final func fastProperty<Value>(_ key: UInt64) -> Value? {
    let entry = place(of: key)
    return _fastPath(entry.pointee.key == key) ? load(entry) : nil
  }

  /// Reads a property for an accessor, in any way there is.
  @inline(never) @usableFromInline
  final func accessedValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value {
    if let converted = Value.from(_property(named: name)) { return converted }
    if let last: Value = lastValue(name) { return last }
    programmerError(
      "\(runtime.entity.name).\(name.text) must have a value of type \(Value.self) before it is "
        + "read, but has \(_property(named: name)?.description ?? "no value"). Set it first.")
  }
}
