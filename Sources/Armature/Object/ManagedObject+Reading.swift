import ArmatureModel

/// Reading a property as a Swift type: what fits, and what to say where nothing does.
extension ManagedObject {
  /// What came of reading a property as a type.
  enum Reading<Value> {
    /// The value; `nil` where there is none.
    case value(Value?)
    /// The property cannot be of the type, or its value is not; with what to do about it.
    case unfit(remedy: String)
  }

  /// Reads a property; a type that it can never have is found out also while it has no value.
  final func read<Value: PropertyConvertible>(
    _ slot: RowLayout.Slot, as type: Value.Type
  ) -> Reading<Value> {
    let value = property(slot)
    if let value, !value.isEmptyList {
      if let converted = Value.from(value) { return .value(converted) }
    } else if runtime.canRead(slot.property, as: Value.propertyForm) {
      return .value(value.flatMap(Value.from))
    }
    if let value, runtime.canRead(slot.property, as: Value.propertyForm) {
      return .unfit(remedy: "Its value is \(value).")
    }
    return .unfit(remedy: remedy(slot, type))
  }

  /// The last value of an attribute of an object that is gone, for accessors that must yield one.
  final func lastValue<Value: PropertyConvertible>(_ name: PropertyName) -> Value? {
    guard hasFaded else { return nil }
    guard let slot = runtime.slot(named: name), slot.property.asAttribute != nil,
      let value = PropertyValue(row.fadedValue(slot)).flatMap(Value.from)
    else { refuseGone() }
    return value
  }

  @inline(never) final func refuseGone() -> Never {
    programmerError("\(ManagedObjectError.gone(entity: runtime.entity.name))")
  }

  final func wrongRead<Value>(_ slot: RowLayout.Slot, _ type: Value.Type) -> ManagedObjectError {
    .wrongRead(
      entity: runtime.entity.name, property: slot.name, type: runtime.swiftName(slot.property),
      readAs: "\(type)")
  }

  private func remedy<Value: PropertyConvertible>(
    _ slot: RowLayout.Slot, _ type: Value.Type
  ) -> String {
    let name = runtime.swiftName(slot.property)
    let declaration = "`let \(slot.name): \(name)? = …`"
    // An integer literal is what makes the compiler think of `Int`.
    guard let attribute = slot.property.asAttribute, attribute.type.isNumeric,
      case .attribute(let form) = Value.propertyForm, form.isInteger
    else { return "Write \(declaration)." }
    let zero = attribute.type.storage == .decimal ? "Decimal(0)" : "0.0"
    return "Write `?? \(zero)`, or \(declaration)."
  }

  static func typeName(_ slot: RowLayout.Slot) -> String {
    switch slot.property {
    case .attribute(let attribute): attribute.type.swiftName
    case .relationship(let relationship):
      relationship.isToMany
        ? "a set of \(relationship.destination) objects" : relationship.destination
    case .fetched(let property): "objects of \(property.destination)"
    }
  }
}

extension EntityRuntime {
  /// Whether a property may have a value of a Swift type.
  func canRead(_ property: PropertyDescription, as form: PropertyForm) -> Bool {
    switch (property, form) {
    case (_, .any): true
    case (.attribute(let attribute), .attribute(let type)): attribute.type.sharesValues(with: type)
    case (.relationship(let relationship), .object(let type)):
      !relationship.isToMany && siblings.mayHave(type, relationship.destination)
    case (.relationship(let relationship), .objects(let type)):
      relationship.isToMany && siblings.mayHave(type, relationship.destination)
    default: false
    }
  }

  /// The Swift type of a property, as a declaration spells it, without its optional.
  func swiftName(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute):
      if case .composite = attribute.type { "AttributeValue" } else { attribute.type.swiftName }
    case .relationship(let relationship):
      switch relationship.arity {
      case .toOne: "\(siblings.objectClass(of: relationship.destination))"
      case .toMany: "Set<\(siblings.objectClass(of: relationship.destination))>"
      case .ordered: "[\(siblings.objectClass(of: relationship.destination))]"
      }
    case .fetched: "[ManagedObject]"
    }
  }
}

extension PropertyValue {
  /// Whether this is what a to-many relationship yields that leads to no object.
  fileprivate var isEmptyList: Bool {
    if case .objects(let objects) = self { objects.isEmpty } else { false }
  }
}
