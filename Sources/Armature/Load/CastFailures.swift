import ArmatureModel

/// The failures of a changeset's values.
struct CastFailures {
  private var list: [ValidationFailure] = []
  /// The offsets of failures in the text, by their positions in the list.
  private var offsets: [Int: Int] = [:]
  private let object: ManagedObject
  private let text: JSONText?

  init(_ object: ManagedObject, _ text: JSONText? = nil) {
    self.object = object
    self.text = text
  }

  /// Returns the failures with their positions in the text.
  ///
  /// - Complexity: O(*n*) in the text, regardless of their number.
  func located() -> [ValidationFailure] {
    guard let text, !offsets.isEmpty else { return list }
    let lines = LineIndex(text)
    let paths = JSONPaths(
      text, offsets: offsets.values.sorted(), depthLimit: JSONCursor.defaultDepthLimit)
    var list = list
    for (position, offset) in offsets {
      let place = lines.position(of: offset)
      list[position].source = InputPosition(
        file: text.name, line: place.line, column: place.column, path: paths[offset])
    }
    return list
  }

  /// Returns the property for a key if it may be set; otherwise adds a failure and returns `nil`.
  mutating func property(
    _ key: String, _ keys: CastKeys, offset: Int? = nil
  ) -> PropertyDescription? {
    guard let property = keys.property(key) else {
      add(.unknownKey(suggestion: keys.suggestion(for: key)), [key.shortenedName], offset: offset)
      return nil
    }
    guard keys.isAllowed(property) else {
      let isDerived = property.asAttribute?.derivation != nil
      add(.keyNotAllowed(isDerived ? .derived : .notListed), [property.name], offset: offset)
      return nil
    }
    return property
  }

  /// Returns whether a relationship may lead to the objects of a value; otherwise adds a failure.
  ///
  /// Values of attributes are accepted.
  @discardableResult mutating func validateLinks(
    _ value: AttributeValue, _ property: PropertyDescription, offset: Int?
  ) -> Bool {
    guard let relationship = property.asRelationship, !value.isNull else { return true }
    let name = relationship.destination
    guard object.managedObjectContext != nil else {
      add(.keyNotAllowed(), [property.name], value, offset: offset)
      return false
    }
    switch (value, relationship.isToMany) {
    case (.object(let id), false): return validateLink(id, property, relationship, offset)
    case (.objects(let ids), true):
      return ids.reduce(true) { validateLink($1, property, relationship, offset) && $0 }
    case (.objects, false):
      add(
        .wrongStructure(expected: .reference(entity: name), found: "array"), [property.name], value,
        offset: offset)
    case (_, false):
      add(
        .brokenReference(entity: name, identifier: value), [property.name], value, offset: offset)
    case (_, true):
      add(
        .wrongStructure(expected: .references(entity: name), found: value.swiftTypeName),
        [property.name], value, offset: offset)
    }
    return false
  }

  private mutating func validateLink(
    _ id: ManagedObjectID, _ property: PropertyDescription, _ relationship: RelationshipDescription,
    _ offset: Int?
  ) -> Bool {
    let (name, value) = (relationship.destination, AttributeValue.object(id))
    // If the store fails, the object counts as missing.
    try? object.managedObjectContext?.takeUp(id)
    guard let other = object.managedObjectContext?.registeredObject(for: id), other.isThere,
      other.isFilled()
    else {
      add(.brokenReference(entity: name, identifier: value), [property.name], value, offset: offset)
      return false
    }
    guard other.runtime.isKind(of: name) else {
      add(
        .wrongStructure(expected: .reference(entity: name), found: other.runtime.entity.name),
        [property.name], value, offset: offset)
      return false
    }
    return true
  }

  mutating func add(
    _ kind: ValidationFailure.Kind, _ keyPath: [String] = [], _ value: AttributeValue = .null,
    rule: ValidationRule? = nil, severity: ValidationRule.Severity = .error, offset: Int? = nil
  ) {
    if text != nil { offsets[list.count] = offset }
    list.append(
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.knownID,
        label: object.label, keyPath: keyPath, object.completing(kind, rule, keyPath, value),
        severity: rule?.severity ?? severity,
        value: value, ruleSite: rule?.site, customMessage: rule?.message))
  }

  /// Returns the offset of an element of the composite at an offset, or of the nearest enclosing element.
  func offset(of path: [String], in type: AttributeType, from offset: Int?) -> Int? {
    guard let text, let offset, !path.isEmpty else { return offset }
    return text.place(of: type.keys(of: path), from: offset).offset
  }

  /// Adds failures of the object as a whole.
  mutating func add(_ failures: [ValidationFailure]) { list += failures }
}
