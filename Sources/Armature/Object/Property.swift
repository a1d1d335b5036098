public import ArmatureModel

/// A typed accessor of a custom class: `@Property("title") var title: String`.
///
/// Name, type and optionality are checked against the entity when the model is built. The value
/// lives in the object's row as ever; the wrapper keeps only the name, sixteen bytes.
@propertyWrapper public struct Property<Value: PropertyConvertible>: Sendable {
  @usableFromInline let hash: UInt64
  /// The name, which ends in a zero byte. A literal lives for ever.
  @usableFromInline nonisolated(unsafe) let start: UnsafeRawPointer

  /// Names the property that the accessor stands for.
  @inlinable public init(_ name: PropertyName) {
    hash = name.hash
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
      let property = object[keyPath: storage]
      if let value: Value = object.fastProperty(property.hash) { return value }
      return object.accessedValue(property.name)
    }
    @inline(__always) set {
      let property = object[keyPath: storage]
      let entry = object.entry(at: property.hash)
      if Value.storageKind == .converted || entry.pointee.hash != property.hash
        || entry.pointee.kind != Value.storageKind.rawValue
      {
        object.setProperty(newValue.propertyValue, named: property.name)
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
  @inlinable @inline(__always) final func fastProperty<Value: PropertyConvertible>(
    _ hash: UInt64
  ) -> Value? {
    let entry = entry(at: hash)
    guard Value.storageKind != .converted, entry.pointee.hash == hash,
      entry.pointee.kind == Value.storageKind.rawValue
    else { return nil }
    let present = base.load(
      fromByteOffset: Int(entry.pointee.maskWord) &<< 3 &+ 8, as: UInt64.self)
    if present & entry.pointee.bit == 0 { return nil }
    return (base + Int(entry.pointee.word) &<< 3).assumingMemoryBound(to: Value.self).pointee
  }

  /// Reads a property for an accessor, in any way there is.
  @inline(never) @usableFromInline
  final func accessedValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value {
    if let value = property(named: name) {
      if let converted = Value.from(value) { return converted }
    } else if let absent = Value.absent {
      return absent
    }
    programmerError(
      "\(runtime.entity.name).\(name.text) must have a value of type \(Value.self) before it is "
        + "read, but has \(property(named: name)?.description ?? "no value"). Set it first.")
  }
}
