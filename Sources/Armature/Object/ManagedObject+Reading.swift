import ArmatureModel

/// Reading a property as a Swift type, and the message for a wrong type.
extension ManagedObject {
  /// The result of reading a property as a type.
  enum Reading<Value> {
    /// The value; `nil` if it is missing.
    case value(Value?)
    /// The property or its value cannot have the type; with a remedy.
    case invalid(remedy: String)
  }

  /// Reads a property. A type that the property cannot have is rejected even if the property has no value.
  final func read<Value: PropertyConvertible>(
    _ property: StoredProperty, as type: Value.Type
  ) -> Reading<Value> {
    if property.kind == .objects, let many = type as? any ObjectCollection.Type {
      willRead(property.place)
      let members = members(property.place)
      if let made = many.collecting(members) as? Value, !members.isEmpty { return .value(made) }
    }
    let value = self.value(property)
    if let value, !value.isEmptyList {
      if let converted = Value.from(value) { return .value(converted) }
    } else if runtime.canRead(property.description, as: type) {
      return .value(value.flatMap(Value.from))
    }
    if let value, runtime.canRead(property.description, as: type) {
      return .invalid(remedy: "Its value is \(value).")
    }
    return .invalid(remedy: remedy(property, type))
  }

  /// Returns the last value of an attribute of a removed object, for accessors that must return a value.
  final func lastValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    guard hasDroppedValues else { return nil }
    guard let property = runtime.property(named: name), property.description.asAttribute != nil,
      let value = PropertyValue(row.droppedValue(property.place)).flatMap(Value.from)
    else {
      if row.state.contains(.missing) { return nil }
      rejectInvalidated(name.text)
    }
    return value
  }

  /// Returns the current value of a derived attribute that no save has computed yet. Returns `nil` for any other
  /// attribute.
  final func computedValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    guard isThere, let attribute = runtime.property(named: name)?.description.asAttribute,
      attribute.derivation != nil
    else { return nil }
    return objectServices.derivedValue(of: attribute).flatMap { PropertyValue($0) }.flatMap(
      Value.from)
  }

  /// Traps because an object that was removed is accessed.
  ///
  /// - Parameter property: The name of the accessed property; `nil` if it is unknown.
  @inline(never) final func rejectInvalidated(_ property: String?) -> Never {
    rejectAccess("\(notThere(for: property))")
  }

  final func wrongRead<Value>(_ property: StoredProperty, _ type: Value.Type) -> ManagedObjectError
  {
    .wrongRead(
      entity: runtime.entity.name, property: property.name,
      type: runtime.swiftName(property.description),
      readAs: "\(type)")
  }

  private func remedy<Value: PropertyConvertible>(
    _ property: StoredProperty, _ type: Value.Type
  ) -> String {
    let name = runtime.swiftName(property.description)
    let declaration = "`let \(property.name): \(name)? = …`"
    // An integer literal makes the compiler infer `Int`.
    guard let attribute = property.description.asAttribute, attribute.type.isNumeric,
      (Value.self as? any AttributeConvertible.Type)?.attributeType.storage.isInteger == true
    else { return "Write \(declaration)." }
    let zero = attribute.type.storage == .decimal ? "Decimal(0)" : "0.0"
    return "Write `?? \(zero)`, or \(declaration)."
  }

  static func typeName(_ property: StoredProperty) -> String {
    switch property.description {
    case .attribute(let attribute): attribute.type.swiftName
    case .relationship(let relationship):
      relationship.isToMany
        ? "a set of \(relationship.destination) objects" : relationship.destination
    case .fetched(let property): "objects of \(property.destination)"
    }
  }
}

extension EntityRuntime {
  /// Returns whether a property may have a value of a Swift type.
  func canRead<Value: PropertyConvertible>(
    _ property: PropertyDescription, as type: Value.Type
  ) -> Bool {
    let type = unwrapped(type)
    switch property {
    case .attribute(let attribute):
      if let type = type as? any AttributeConvertible.Type {
        return attribute.type.sharesValues(with: type.attributeType.storage)
      }
      return !(type is ManagedObject.Type) && !(type is any ObjectCollection.Type)
    case .relationship(let relationship):
      if let type = type as? ManagedObject.Type {
        return !relationship.isToMany && tree.mayHave(type, relationship.destination)
      }
      if let type = type as? any ObjectCollection.Type {
        return relationship.isToMany && tree.mayHave(type.elementClass, relationship.destination)
      }
      return !(type is any AttributeConvertible.Type)
    case .fetched: return false
    }
  }

  /// Returns the Swift type of a property as in a declaration, without its optional.
  func swiftName(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      if case .composite = attribute.type { "AttributeValue" } else { attribute.type.swiftName }
    case .relationship(let relationship):
      switch relationship.arity {
      case .toOne: "\(tree.objectClass(of: relationship.destination))"
      case .toMany: "Set<\(tree.objectClass(of: relationship.destination))>"
      case .ordered: "[\(tree.objectClass(of: relationship.destination))]"
      }
    case .fetched: "[ManagedObject]"
    }
  }
}

extension PropertyValue {
  /// True for the value of an empty to-many relationship.
  fileprivate var isEmptyList: Bool {
    if case .objects(let objects) = self { objects.isEmpty } else { false }
  }
}
