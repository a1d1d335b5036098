import ArmatureModel

/// Converting values to the types of properties.
extension Changeset {
  /// Converts a typed value.
  mutating func cast(
    _ value: AttributeValue, _ property: PropertyDescription, _ failures: inout CastFailures
  ) {
    if let attribute = property.asAttribute {
      take(attribute.type.naming(value), attribute, readsText: true, offset: nil, &failures)
    } else {
      link(value, property, offset: nil, &failures)
    }
  }

  /// Validates a value by the type and the rules of its attribute.
  private mutating func take(
    _ value: AttributeValue, _ attribute: AttributeDescription, readsText: Bool = false,
    offset: Int?, _ failures: inout CastFailures
  ) {
    let cast = attribute.validate(value, readsText: readsText)
    for finding in cast.findings {
      failures.add(
        finding.kind, finding.path.keyPath(from: attribute.name), finding.value, rule: finding.rule,
        offset: failures.offset(of: finding.path, in: attribute.type, from: offset))
    }
    if cast.findings.allSatisfy({ $0.rule?.severity == .warning }) {
      pending[attribute.name] = cast.value
    }
  }

  /// Converts IDs or an identifying value for a relationship.
  private mutating func link(
    _ value: AttributeValue, _ property: PropertyDescription, offset: Int?,
    _ failures: inout CastFailures
  ) {
    var value = value
    if property.isToOne, !value.isReference, !value.isNull,
      let destination = property.asRelationship?.destination,
      let found = object.managedObjectContext?.object(of: destination, identifiedBy: value)
    {
      identities[property.name] = value
      value = .object(found.objectID)
    }
    if failures.validateLinks(value, property, offset: offset) { pending[property.name] = value }
  }

  /// Reads the members of a JSON object.
  mutating func read(
    _ cursor: inout JSONCursor, _ reader: ValueReader, _ keys: CastKeys,
    _ failures: inout CastFailures
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    guard token == .object else {
      failures.add(.wrongStructure(expected: .object, found: token.name), offset: cursor.offset)
      return try cursor.skipValue()
    }
    var seen: Set<KeyStrategy.Key> = []
    let nearMisses = NearMisses()
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let keyOffset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      _ = try cursor.peek()
      if !seen.insert(KeyStrategy.Key(key)).inserted {
        failures.add(
          .duplicateKey, [keys.property(key)?.name ?? key.shortenedName], offset: keyOffset)
        try cursor.skipValue()
      } else if let property = failures.property(key, keys, offset: keyOffset) {
        try read(&cursor, reader, property, nearMisses, &failures)
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  private mutating func read(
    _ cursor: inout JSONCursor, _ reader: ValueReader, _ property: PropertyDescription,
    _ nearMisses: NearMisses, _ failures: inout CastFailures
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    guard let type = property.asAttribute ?? identity(of: property) else {
      failures.add(.keyNotAllowed(), [property.name], offset: offset)
      return try cursor.skipValue()
    }
    let value: AttributeValue
    if try cursor.peek() == .object, case .composite(let elements) = type.type.storage {
      var errors = ValueReader.ElementErrors()
      value = try reader.composite(
        &cursor, elements, path: [property.name], &errors, nearMisses
      ) {
        failures.add($0.kind, $0.path, $0.value, severity: $0.severity, offset: $0.offset)
      }
      if errors.isAny {
        for element in elements.failures(in: value, besides: Array(errors.paths)) {
          failures.add(
            element.kind, element.path.keyPath(from: property.name), element.value,
            rule: element.rule,
            offset: failures.offset(of: element.path, in: type.type, from: offset))
        }
        return
      }
    } else if try cursor.peek() == .array, case .list(let element) = type.type.storage {
      let list = try reader.list(&cursor, of: element, path: [property.name]) {
        failures.add($0.kind, $0.path, $0.value, severity: $0.severity, offset: $0.offset)
      }
      guard let list else { return }
      value = list
    } else if case .json = type.type.storage {
      let json = try reader.json(&cursor, path: [property.name]) {
        failures.add($0.kind, $0.path, $0.value, severity: $0.severity, offset: $0.offset)
      }
      guard let json else { return }
      value = json
    } else {
      switch try reader.read(&cursor, as: type) {
      case .value(let read): value = read
      case .failure(let kind, let found):
        return failures.add(kind, [property.name], found, offset: offset)
      }
    }
    if let attribute = property.asAttribute {
      take(value, attribute, offset: offset, &failures)
    } else {
      link(value, property, offset: offset, &failures)
    }
  }

  /// Returns the identifying attribute of the objects of a to-one relationship.
  private func identity(of property: PropertyDescription) -> AttributeDescription? {
    guard property.isToOne, let relationship = property.asRelationship,
      let destination = object.managedObjectContext?.model[relationship.destination]
    else { return nil }
    let identifying = destination.identifyingAttributes
    return identifying.count == 1 ? identifying[0] : nil
  }
}

extension AttributeType {
  /// Returns the value with the elements of composites by name, including elements given by key.
  fileprivate func naming(_ value: AttributeValue) -> AttributeValue {
    guard case .composite(let elements) = storage, case .composite(var values) = value else {
      return value
    }
    for element in elements {
      // A name takes precedence over a key. If both occur, the key stays, and is reported as unknown.
      if let key = element.key, values[element.name] == nil,
        !elements.contains(where: { $0.name == key })
      {
        values[element.name] = values.removeValue(forKey: key)
      }
      values[element.name] = values[element.name].map(element.type.naming)
    }
    return .composite(values)
  }
}

extension AttributeValue {
  /// True if the value refers to objects.
  fileprivate var isReference: Bool {
    switch self {
    case .object, .objects: true
    default: false
    }
  }
}

extension PropertyDescription {
  /// True if the property is a to-one relationship.
  fileprivate var isToOne: Bool { asRelationship?.isToMany == false }
}
