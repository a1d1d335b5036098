import ArmatureModel

/// Collects what is wrong with the values of a changeset.
struct CastFailures {
  private(set) var list: [ValidationFailure] = []
  private let object: ManagedObject
  private let text: JSONText?

  /// - Parameter allowed: The names that may be set; one that the entity lacks traps.
  init(_ object: ManagedObject, _ allowed: [String], _ text: JSONText? = nil) {
    for name in allowed where object.runtime.slot(named: name) == nil {
      object.unknownProperty(name)
    }
    self.object = object
    self.text = text
  }

  /// The slot of a property that may be set; `nil`, with a failure, for any other key.
  mutating func slot(
    _ key: String, _ allowed: [String], offset: Int? = nil
  ) -> RowLayout.Slot? {
    guard let slot = object.runtime.slot(named: key) else {
      add(.unknownKey(suggestion: nearMiss(key, in: allowed)), [key], offset: offset)
      return nil
    }
    guard allowed.contains(key), slot.property.asAttribute?.derivation == nil else {
      add(.keyNotAllowed, [key], offset: offset)
      return nil
    }
    return slot
  }

  /// Whether a relationship may lead where a value says; a failure where it may not.
  ///
  /// What is no relationship has no links and passes.
  @discardableResult mutating func judgeLinks(
    _ value: AttributeValue, _ slot: RowLayout.Slot, offset: Int?
  ) -> Bool {
    guard let relationship = slot.property.asRelationship, !value.isNull else { return true }
    let name = relationship.destination
    guard object.owner != nil else {
      add(.keyNotAllowed, [slot.name], value, offset: offset)
      return false
    }
    switch (value, relationship.isToMany) {
    case (.object(let id), false): return judgeLink(id, slot, relationship, offset)
    case (.objects(let ids), true):
      return ids.reduce(true) { judgeLink($1, slot, relationship, offset) && $0 }
    case (.objects, false):
      add(
        .wrongStructure(expected: .reference(entity: name), found: "array"), [slot.name], value,
        offset: offset)
    case (_, false):
      add(
        .brokenReference(entity: name, identifier: value), [slot.name], value, offset: offset)
    case (_, true):
      add(
        .wrongStructure(expected: .references(entity: name), found: value.swiftTypeName),
        [slot.name], value, offset: offset)
    }
    return false
  }

  private mutating func judgeLink(
    _ id: ManagedObjectID, _ slot: RowLayout.Slot, _ relationship: RelationshipDescription,
    _ offset: Int?
  ) -> Bool {
    let (name, value) = (relationship.destination, AttributeValue.object(id))
    guard let other = object.owner?.registeredObject(for: id), other.isThere else {
      add(.brokenReference(entity: name, identifier: value), [slot.name], value, offset: offset)
      return false
    }
    guard other.runtime.ancestry.contains(name) else {
      add(
        .wrongStructure(expected: .reference(entity: name), found: other.runtime.entity.name),
        [slot.name], value, offset: offset)
      return false
    }
    return true
  }

  mutating func add(
    _ kind: ValidationFailure.Kind, _ keyPath: [String] = [], _ value: AttributeValue = .null,
    rule: ValidationRule? = nil, severity: ValidationRule.Severity = .error, offset: Int? = nil
  ) {
    var failure = ValidationFailure(
      entity: object.runtime.entity.name, objectID: object.owner == nil ? nil : object.objectID,
      label: object.label, keyPath: keyPath, kind, severity: rule?.severity ?? severity,
      value: value, ruleSite: rule?.site, customMessage: rule?.message)
    if let text, let offset {
      let place = text.position(of: offset)
      failure.source = InputPosition(
        file: text.name, line: place.line, column: place.column,
        path: (["$"] + keyPath).joined(separator: "."))
    }
    list.append(failure)
  }
}
