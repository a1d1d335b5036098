public import ArmatureModel

extension ManagedObject {
  /// Returns the value of a property for untyped access, or `nil` if the property has no value.
  ///
  /// An unknown name is a programmer error and traps. The message suggests a similar name.
  public final func _property(named name: PropertyName) -> PropertyValue? {
    guard let property = runtime.property(named: name) else {
      guard let value = fetchedValue(name) else { unknownProperty(name.text) }
      return value
    }
    return value(property)
  }

  /// Returns the value of a property as a type, or `nil` if the property has no value.
  ///
  /// A type that the property cannot have is a programmer error and traps.
  public final func _property<Value: PropertyConvertible>(
    named name: PropertyName, as type: Value.Type
  ) -> Value? { convertedValue(name) }

  final func value(_ property: StoredProperty) -> PropertyValue? {
    guard isReadable(property.place) else { return property.kind == .objects ? .objects([]) : nil }
    willRead(property.place)
    return switch property.kind {
    case .object: (end(property.place) ?? absentEnd(property.place)).map { .object($0) }
    case .objects: .objects(members(property.place) { $0 })
    default: PropertyValue(attribute(property.place))
    }
  }

  /// Sets or clears a property for untyped access.
  ///
  /// An unknown name, or a value that the property cannot hold, is a programmer error and traps. Use
  /// ``setValue(_:forKey:)`` if you need an error instead.
  public final func _setProperty(_ value: PropertyValue?, named name: PropertyName) {
    setProperty(value, named: name, file: nil, line: 0)
  }

  /// Sets or clears a property. A programmer error cites a line of the caller, if there is one.
  final func setProperty(
    _ value: PropertyValue?, named name: PropertyName, file: StaticString?, line: UInt
  ) {
    guard let property = runtime.property(named: name) else {
      unknownProperty(name.text, file: file, line: line)
    }
    do {
      try setProperty(value, property)
    } catch {
      reject(error, file: file, line: line)
    }
  }

  /// Sets or clears a property and updates the inverse.
  final func setProperty(_ value: PropertyValue?, _ property: StoredProperty)
    throws(ManagedObjectError)
  {
    defer { endWrite() }
    switch (property.description, value) {
    case (.attribute(let attribute), nil): try setAttribute(.null, attribute, property)
    case (.attribute(let attribute), .attribute(let value)):
      try setAttribute(value, attribute, property)
    case (.relationship, nil): try setObjects([], property.place)
    case (.relationship(let relationship), .object(let object)):
      guard !relationship.isToMany, let object = object as? ManagedObject else {
        throw wrongKind(property, value)
      }
      try setObjects([object], property.place)
    case (.relationship(let relationship), .objects(let objects)):
      let objects = objects.compactMap { $0 as? ManagedObject }
      guard relationship.isToMany else { throw wrongKind(property, value) }
      try setObjects(objects, property.place)
    case (.relationship(let relationship), .attribute(.object(let id)))
    where !relationship.isToMany:
      try setObjects([try resolve(id, property)], property.place)
    case (.relationship(let relationship), .attribute(.objects(let ids)))
    where relationship.isToMany:
      var objects: [ManagedObject] = []
      for id in ids { objects.append(try resolve(id, property)) }
      try setObjects(objects, property.place)
    default: throw wrongKind(property, value)
    }
  }

  private func resolve(
    _ id: ManagedObjectID, _ property: StoredProperty
  ) throws(ManagedObjectError) -> ManagedObject {
    guard let object = graph?.object(for: id) else {
      throw ManagedObjectError.unknownObject(
        entity: runtime.entity.name, property: property.name, id: id)
    }
    return object
  }

  private func setAttribute(
    _ value: AttributeValue, _ attribute: AttributeDescription, _ property: StoredProperty
  ) throws(ManagedObjectError) {
    let value = value.widened(to: attribute.type)
    guard attribute.admits(value) else { throw wrongKind(property, PropertyValue(value)) }
    guard isFilled() else { throw notThere(for: property.name) }
    willWrite(property.place)
    guard row.setValue(value, property.place) else {
      throw wrongKind(property, PropertyValue(value))
    }
  }

  /// Returns the reason why a property cannot hold a value.
  final func wrongKind(_ property: StoredProperty, _ value: PropertyValue?) -> ManagedObjectError {
    let entity = runtime.entity.name
    if let type = property.description.asAttribute?.type, case .attribute(let found)? = value {
      if case .enumeration(_, _, let cases?) = type {
        return .noSuchCase(entity: entity, property: property.name, cases: cases, found: found)
      }
      if type.storage == .decimal, case .double(let number) = found {
        return .inexactDecimal(entity: entity, property: property.name, found: number)
      }
    }
    return .wrongType(
      entity: entity, property: property.name, expected: Self.typeName(property),
      found: value?.phrase ?? "nothing")
  }

  /// Traps because the entity has no property of this name.
  ///
  /// - Parameters:
  ///   - file: The file of the caller; `nil` for a member, which does not know it.
  ///   - line: The line of the caller.
  final func unknownProperty(
    _ name: String, file: StaticString? = nil, line: UInt = 0
  ) -> Never {
    let message =
      name.isEmpty
      ? "\(runtime.entity.name) has no property for this member of its schema, which has no name: a"
        + " schema has the names of its stored properties, once a model is made of it. Declare the"
        + " member with let, and the entity of the model by the type."
      : ManagedObjectError.unknownKey(
        entity: runtime.entity.name, key: name, suggestion: suggestion(for: name)
      ).description
    guard let file else { rejectAccess(message) }
    programmerError(message, file: file, line: line)
  }

  final func suggestion(for name: String) -> String? {
    nearMiss(name, in: runtime.properties.map(\.name))
  }
}

extension PropertyValue {
  /// The value with its kind, for messages: `the text "Dune"`.
  var phrase: String {
    switch self {
    case .attribute(let value): value.phrase
    case .object: "the object \(self)"
    case .objects: "the objects \(self)"
    }
  }
}

extension AttributeValue {
  /// The value with its kind, for messages: `the text "Dune"`.
  var phrase: String { isNull ? "nothing" : "\(typeName) \(self)" }
}
