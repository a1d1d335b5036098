public import ArmatureModel

extension ManagedObject {
  /// The value of a property for untyped access; `nil` where it has none.
  ///
  /// A name that the entity lacks is a programmer error and traps with the near miss.
  public final func property(named name: PropertyName) -> PropertyValue? {
    guard let slot = runtime.slot(named: name) else { unknownProperty(name.text) }
    return property(slot)
  }

  /// The value of a property as a type; `nil` where it has none.
  ///
  /// A type that the property cannot have is a programmer error and traps.
  public final func property<Value: PropertyConvertible>(
    named name: PropertyName, as type: Value.Type
  ) -> Value? { convertedValue(name) }

  final func property(_ slot: RowLayout.Slot) -> PropertyValue? {
    switch slot.kind {
    case .object: related(slot).first.map { .object($0) }
    case .objects: .objects(related(slot))
    default: PropertyValue(row.value(slot))
    }
  }

  /// Sets or clears a property for untyped access.
  ///
  /// An unknown name, or a value that the property cannot hold, is a programmer error and traps;
  /// ``setValue(_:forKey:)`` throws instead.
  public final func setProperty(_ value: PropertyValue?, named name: PropertyName) {
    guard let slot = runtime.slot(named: name) else { unknownProperty(name.text) }
    do {
      try setProperty(value, slot)
    } catch {
      programmerError("\(error)")
    }
  }

  /// Sets or clears a property, with its inverse and all that follows.
  final func setProperty(_ value: PropertyValue?, _ slot: RowLayout.Slot) throws(ManagedObjectError)
  {
    switch (slot.property, value) {
    case (.attribute(let attribute), nil): try setAttribute(.null, attribute, slot)
    case (.attribute(let attribute), .attribute(let value)):
      try setAttribute(value, attribute, slot)
    case (.relationship, nil): try setObjects([], slot)
    case (.relationship(let relationship), .object(let object)):
      guard !relationship.isToMany, let object = object as? ManagedObject else {
        throw wrongKind(slot, value)
      }
      try setObjects([object], slot)
    case (.relationship(let relationship), .objects(let objects)):
      let objects = objects.compactMap { $0 as? ManagedObject }
      guard relationship.isToMany else { throw wrongKind(slot, value) }
      try setObjects(objects, slot)
    case (.relationship(let relationship), .attribute(.object(let id)))
    where !relationship.isToMany:
      try setObjects([try resolve(id, slot)], slot)
    case (.relationship(let relationship), .attribute(.objects(let ids)))
    where relationship.isToMany:
      var objects: [ManagedObject] = []
      for id in ids { objects.append(try resolve(id, slot)) }
      try setObjects(objects, slot)
    default: throw wrongKind(slot, value)
    }
  }

  private func resolve(
    _ id: ManagedObjectID, _ slot: RowLayout.Slot
  ) throws(ManagedObjectError) -> ManagedObject {
    guard let object = owner?.registeredObject(for: id) else {
      throw ManagedObjectError.unknownObject(
        entity: runtime.entity.name, property: slot.name, id: id)
    }
    return object
  }

  private func setAttribute(
    _ value: AttributeValue, _ attribute: AttributeDescription, _ slot: RowLayout.Slot
  ) throws(ManagedObjectError) {
    let value = value.widened(to: attribute.type)
    guard attribute.admits(value) else { throw wrongKind(slot, PropertyValue(value)) }
    willWrite(slot)
    guard row.setValue(value, slot) else { throw wrongKind(slot, PropertyValue(value)) }
  }

  /// Why a property cannot hold a value.
  final func wrongKind(_ slot: RowLayout.Slot, _ value: PropertyValue?) -> ManagedObjectError {
    let entity = runtime.entity.name
    switch (slot.property.asAttribute?.type, value) {
    case (.enumeration(_, _, let cases?), .attribute(let value)):
      return .noSuchCase(entity: entity, property: slot.name, cases: cases, found: value)
    case (let type?, .attribute(.double(let number))) where type.storage == .decimal:
      return .inexactDecimal(entity: entity, property: slot.name, found: number)
    default:
      return .wrongType(
        entity: entity, property: slot.name, expected: Self.typeName(slot),
        found: value?.phrase ?? "nothing")
    }
  }

  final func unknownProperty(_ name: String) -> Never {
    programmerError(
      "\(ManagedObjectError.unknownKey(entity: runtime.entity.name, key: name, suggestion: suggestion(for: name)))"
    )
  }

  final func suggestion(for name: String) -> String? {
    nearMiss(name, in: runtime.layout.slots.map(\.name))
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
