public import ArmatureModel

/// Reading by names that are known only at run time, with errors instead of traps.
///
/// Properties are called `value` and `values`, too, and a member of an object hides what is reached
/// by name. Two things keep these methods from that: they are those of a constrained extension,
/// beside which the compiler also looks for a dynamic member, and they are generic, so that none
/// can be what `object.value` means without its arguments. They are disfavoured, or the compiler
/// would try each of them first: `(o.value ?? "") + (o.value ?? "") == "a"` took 2.5 s, and takes
/// 0.1 (Swift 6.3).
extension PropertyContainer where Self: ManagedObject {
  /// The value of a property; `null` where it has none. Objects stand as their IDs.
  ///
  /// - Throws: ``/Armature/ManagedObjectError``, for an unknown key and for an object that cannot be read; what the store
  ///   throws.
  @_disfavoredOverload public func value(forKey key: some StringProtocol) throws -> AttributeValue {
    try tellingReads { try value(ofKey: String(key)) }
  }

  private func value(ofKey key: String) throws -> AttributeValue {
    if entry(named: key) == nil, let fetched = fetchedProperty(named: key) {
      return .objects(try asServed.fetchObjects(of: fetched).map(\.objectID))
    }
    return currentValue(try property(forKey: key))
  }

  /// The value of a property as a type; `nil` where it has none.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity lacks the property or it is of another
  ///   type, or the object cannot be read; what the store throws.
  /// - Complexity: O(1); measured at less than 10 ns for a built-in type.
  @_disfavoredOverload @inlinable public func value<Value: PropertyConvertible>(
    forKey key: String, as type: Value.Type
  ) throws -> Value? {
    if Value.storageKind != .converted, let entry = entry(named: key),
      entry.pointee.place.kindCode == Value.storageKind.rawValue
    {
      if Value.storageKind == .object || Value.storageKind == .objects {
        return try convertedValue(forKey: key, as: type)
      }
      return load(entry)
    }
    return try convertedValue(forKey: key, as: type)
  }
}

/// Key-value coding: what has names that properties do not have.
extension ManagedObject {
  @usableFromInline final func entry(named key: String) -> UnsafeMutablePointer<PropertyEntry>? {
    guard isFilled(),
      let entry = shape.pointee.runtime._withUnsafeGuaranteedRef({ $0.table.find(key) })
    else { return nil }
    willRead(entry.pointee.place)
    return entry
  }

  @usableFromInline final func convertedValue<Value: PropertyConvertible>(
    forKey key: String, as type: Value.Type
  ) throws -> Value? {
    try tellingReads { try toldValue(forKey: key, as: type) }
  }

  private final func toldValue<Value: PropertyConvertible>(
    forKey key: String, as type: Value.Type
  ) throws(ManagedObjectError) -> Value? {
    if entry(named: key) == nil, let fetched = fetchedProperty(named: key) {
      if let value = Value.from(.objects(try ends(of: fetched))) { return value }
      throw .wrongRead(
        entity: runtime.entity.name, property: key, type: "[ManagedObject]", readAs: "\(type)")
    }
    let property = try property(forKey: key)
    guard case .value(let value) = read(property, as: type) else { throw wrongRead(property, type) }
    return value
  }

  /// Sets a property, with its inverse and all that follows; `nil` clears it.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity lacks the property, the value is of another
  ///   type, or a related object is not in the context. Nothing is changed then.
  public final func setValue(
    _ value: (any PropertyConvertible)?, forKey key: String
  ) throws {
    if row.state.contains(.gone) { throw notThere }
    try setProperty(value?.propertyValue, try property(forKey: key))
  }

  /// The stored value of a property, without anything that access may bring with it.
  ///
  /// - Throws: ``ManagedObjectError/unknownKey(entity:key:suggestion:)``.
  public final func primitiveValue(forKey key: String) throws -> AttributeValue {
    try tellingReads { currentValue(try property(forKey: key)) }
  }

  /// Stores an attribute's value without noting a change: for initial values and hooks.
  ///
  /// Attributes only: a relationship has another side, so there is no way to set it without a change.
  ///
  /// The committed value stays what it was. While a context validates what it saves, this is a change
  /// as every other.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity lacks the attribute or it is of another type.
  public final func setPrimitiveValue(
    _ value: (any PropertyConvertible)?, forKey key: String
  ) throws {
    let property = try property(forKey: key)
    // Values that are being validated must be those that are saved.
    if row.state.contains(.validating) || graph?.context?.isValidatingSave == true {
      willWrite(property.place)
    }
    let attribute = try attribute(property)
    let found = value?.propertyValue
    guard let value = found == nil ? .null : AttributeValue.from(found),
      attribute.admits(value.widened(to: attribute.type))
    else { throw wrongKind(property, found) }
    graph?.willStore(self, property.place)
    guard row.setValue(value.widened(to: attribute.type), property.place) else {
      throw wrongKind(property, found)
    }
  }

  /// The description of a property, for what attributes only can do.
  final func attribute(
    _ property: StoredProperty
  ) throws(ManagedObjectError) -> AttributeDescription {
    guard let attribute = property.description.asAttribute else {
      throw .notAttribute(entity: runtime.entity.name, property: property.name)
    }
    return attribute
  }

  /// The property of a key, in an object that still has values.
  final func property(forKey key: String) throws(ManagedObjectError) -> StoredProperty {
    runtime.properties[Int(try place(forKey: key).index)]
  }

  /// The place of a property, without counting a reference.
  final func place(forKey key: String) throws(ManagedObjectError) -> RowPlace {
    guard isFilled() else { throw notThere }
    let entry = shape.pointee.runtime._withUnsafeGuaranteedRef { $0.table.find(key) }
    guard let entry else {
      if fetchedProperty(named: key) != nil {
        throw .fetchedProperty(entity: runtime.entity.name, property: key)
      }
      throw .unknownKey(entity: runtime.entity.name, key: key, suggestion: suggestion(for: key))
    }
    let place = entry.pointee.place
    if place.isLink { try checkContext() }
    return place
  }

  /// Checks that the context is not gone, with which its objects have lost their relationships.
  final func checkContext() throws(ManagedObjectError) {
    if row.state.contains(.contextGone) { throw notThere }
  }
}
