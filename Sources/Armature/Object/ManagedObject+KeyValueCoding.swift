public import ArmatureModel

/// Access to properties by names that are known only at run time. These methods throw errors instead of trapping.
///
/// A model may contain a property called `value` or `values`, which a method of the same name would hide. For this
/// reason, the methods are in a constrained extension, where the compiler also considers dynamic members. They are
/// generic, so that `object.value` without arguments cannot refer to a method.
///
/// The methods are also marked as disfavored, because the compiler would otherwise try them first. The expression
/// `(o.value ?? "") + (o.value ?? "") == "a"` then took 2.5 s to type-check instead of 0.1 s (Swift 6.3).
extension PropertyContainer where Self: ManagedObject {
  /// Returns the value of a property, or `null` if the property has no value. Related objects are returned as their
  /// IDs.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the key is unknown, or the object cannot be read. If the store
  ///   cannot be read, its error is thrown.
  @_disfavoredOverload public func value(forKey key: some StringProtocol) throws -> AttributeValue {
    try tellingReads { try value(ofKey: String(key)) }
  }

  private func value(ofKey key: String) throws -> AttributeValue {
    if entry(named: key) == nil, let fetched = fetchedProperty(named: key) {
      return .objects(try objectServices.fetchObjects(of: fetched).map(\.objectID))
    }
    return currentValue(try property(forKey: key))
  }

  /// Returns the value of a property as a given type, or `nil` if the property has no value.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the entity has no such property, if the property has another type,
  ///   or if the object cannot be read. If the store fails, its error is thrown.
  /// - Complexity: O(1). Reading a built-in type takes less than 10 ns.
  @_disfavoredOverload @inlinable public func value<Value: PropertyConvertible>(
    forKey key: String, as type: Value.Type
  ) throws -> Value? {
    if Value.storageKind != .converted, let entry = entry(named: key),
      entry.place.kindCode == Value.storageKind.rawValue
    {
      if Value.storageKind == .object || Value.storageKind == .objects {
        return try convertedValue(forKey: key, as: type)
      }
      return load(entry)
    }
    return try convertedValue(forKey: key, as: type)
  }
}

/// Key-value coding with names that no property can have.
extension ManagedObject {
  @usableFromInline final func entry(named key: String) -> PropertyEntry? {
    guard isFilled(),
      let entry = shape.runtime._withUnsafeGuaranteedRef({ $0.table.find(key) })
    else { return nil }
    willRead(entry.place)
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

  /// Sets a property. Setting `nil` clears it. For a relationship, this also updates the inverse relationship.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity has no such property, if the value has another type, or if a
  ///   related object is not in the context. If it throws, nothing has changed.
  public final func setValue(
    _ value: (any PropertyConvertible)?, forKey key: String
  ) throws {
    if row.state.contains(.invalidated) { throw notThere(for: key) }
    try setProperty(value?.propertyValue, try property(forKey: key))
  }

  /// Returns the stored value of a property, without the side effects of an ordinary access.
  ///
  /// - Throws: ``ManagedObjectError/unknownKey(entity:key:suggestion:)``.
  public final func primitiveValue(forKey key: String) throws -> AttributeValue {
    try tellingReads { currentValue(try property(forKey: key)) }
  }

  /// Sets the value of an attribute without recording a change.
  ///
  /// Use this method in hooks, and to set initial values. The attribute's committed value stays the same. There is one
  /// exception: while the context validates a save, the call counts as an ordinary change. You cannot set relationships
  /// with this method, because setting a relationship always changes its inverse too.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity has no such attribute, or if the attribute has another type.
  public final func setPrimitiveValue(
    _ value: (any PropertyConvertible)?, forKey key: String
  ) throws {
    let property = try property(forKey: key)
    // Validated values must be the saved ones.
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

  /// Returns the description of a property, for operations on attributes only.
  final func attribute(
    _ property: StoredProperty
  ) throws(ManagedObjectError) -> AttributeDescription {
    guard let attribute = property.description.asAttribute else {
      throw .notAttribute(entity: runtime.entity.name, property: property.name)
    }
    return attribute
  }

  /// Returns the property for a key, if the object still has values.
  final func property(forKey key: String) throws(ManagedObjectError) -> StoredProperty {
    runtime.properties[Int(try place(forKey: key).index)]
  }

  /// Returns the place of a property, without counting a reference.
  final func place(forKey key: String) throws(ManagedObjectError) -> RowPlace {
    guard isFilled() else { throw notThere(for: key) }
    let entry = shape.runtime._withUnsafeGuaranteedRef { $0.table.find(key) }
    guard let entry else {
      if fetchedProperty(named: key) != nil {
        throw .fetchedProperty(entity: runtime.entity.name, property: key)
      }
      throw .unknownKey(entity: runtime.entity.name, key: key, suggestion: suggestion(for: key))
    }
    let place = entry.place
    if place.isLink { try checkContext(for: key) }
    return place
  }

  /// Checks that the context exists, because its objects lose their relationships with it.
  ///
  /// - Parameter property: The name of the accessed property; `nil` for the whole object.
  final func checkContext(for property: String?) throws(ManagedObjectError) {
    if row.state.contains(.contextDeallocated) { throw notThere(for: property) }
  }
}
