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
      let kind = Value.wrappedKind
      let entry = object.place(of: key)
      if kind == .converted || _slowPath(entry.pointee.key != key) {
        return SlowPath.value(object[keyPath: storage], object)
      }
      if kind == .object {
        let end = object.end(of: entry)
        // The class was checked when the model was built, and an optional is one word, too.
        if end != nil || _isOptional(Value.self) { return unsafeBitCast(end, to: Value.self) }
        return SlowPath.value(object[keyPath: storage], object)
      }
      if kind == .objects { return SlowPath.members(entry, object[keyPath: storage], object) }
      let present = object.base.load(
        fromByteOffset: entry.pointee.place.presentByte, as: UInt8.self)
      if _slowPath(present & entry.pointee.place.bit == 0) {
        return SlowPath.value(object[keyPath: storage], object)
      }
      let memory = UnsafeRawPointer(object.base + entry.pointee.place.offset)
      if ManagedObject.isPair(Value.self) {
        return unsafeBitCast(
          memory.load(as: (UInt64, UInt64).self), to: Value.self)
      }
      return Value._load(memory)
    }
    @inline(__always) set {
      _onFastPath()
      let property = object[keyPath: storage]
      let kind = Value.wrappedKind
      let entry = object.place(of: property.key)
      if kind == .object, entry.pointee.key == property.key {
        object.setEnd(unsafeBitCast(newValue, to: ManagedObject?.self), entry)
      } else if kind == .converted || kind == .objects || entry.pointee.key != property.key {
        SlowPath.set(newValue, property, object)
      } else if _isOptional(Value.self) {
        SlowPath.store(optional: newValue, entry, object)
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
    if let converted = Value.from(property(named: name)) { return converted }
    if let last: Value = lastValue(name) { return last }
    programmerError(
      "\(runtime.entity.name).\(name.text) must have a value of type \(Value.self) before it is "
        + "read, but has \(property(named: name)?.description ?? "no value"). Set it first.")
  }
}
