import ArmatureModel

/// How values become those of properties.
extension Changeset {
  /// Takes a value that comes with a type.
  mutating func cast(
    _ value: AttributeValue, _ slot: RowLayout.Slot, _ failures: inout CastFailures
  ) {
    if let attribute = slot.property.asAttribute {
      take(attribute.type.naming(value), attribute, readsText: true, offset: nil, &failures)
    } else {
      link(value, slot, offset: nil, &failures)
    }
  }

  /// Judges a value by the type and the rules of its attribute.
  private mutating func take(
    _ value: AttributeValue, _ attribute: AttributeDescription, readsText: Bool = false,
    offset: Int?, _ failures: inout CastFailures
  ) {
    let judged = attribute.judge(value, readsText: readsText)
    for finding in judged.findings {
      failures.add(
        finding.kind, [attribute.name] + finding.path, finding.value, rule: finding.rule,
        offset: failures.offset(of: finding.path, in: attribute.type, from: offset))
    }
    if judged.findings.allSatisfy({ $0.rule?.severity == .warning }) {
      pending[attribute.name] = judged.value
    }
  }

  /// Takes IDs, or what identifies an object, as the end of a relationship.
  private mutating func link(
    _ value: AttributeValue, _ slot: RowLayout.Slot, offset: Int?, _ failures: inout CastFailures
  ) {
    var value = value
    if slot.kind == .object, !value.isReference, !value.isNull,
      let destination = slot.property.asRelationship?.destination,
      let found = object.context?.object(of: destination, identifiedBy: value)
    {
      value = .object(found.objectID)
    }
    if failures.judgeLinks(value, slot, offset: offset) { pending[slot.name] = value }
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
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let keyOffset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      _ = try cursor.peek()
      if !seen.insert(KeyStrategy.Key(key)).inserted {
        failures.add(.duplicateKey, [keys.slot(key)?.name ?? key.shortenedName], offset: keyOffset)
        try cursor.skipValue()
      } else if let slot = failures.slot(key, keys, offset: keyOffset) {
        try read(&cursor, reader, slot, &failures)
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  private mutating func read(
    _ cursor: inout JSONCursor, _ reader: ValueReader, _ slot: RowLayout.Slot,
    _ failures: inout CastFailures
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    guard let type = slot.property.asAttribute ?? identity(of: slot) else {
      failures.add(.keyNotAllowed, [slot.name], offset: offset)
      return try cursor.skipValue()
    }
    let value: AttributeValue
    if try cursor.peek() == .object, case .composite(let elements) = type.type.storage {
      var faults: [ValueReader.Fault] = []
      value = .composite(try reader.composite(&cursor, elements, path: [], &faults))
      for fault in faults {
        failures.add(
          fault.kind, [slot.name] + fault.path, fault.value, severity: fault.severity,
          offset: fault.offset)
      }
      let errors = faults.filter { $0.severity == .error }
      if !errors.isEmpty {
        for element in elements.failures(in: value, besides: errors.map(\.path)) {
          failures.add(
            element.kind, [slot.name] + element.path, element.value, rule: element.rule,
            offset: failures.offset(of: element.path, in: type.type, from: offset))
        }
        return
      }
    } else {
      switch try reader.read(&cursor, as: type) {
      case .value(let read): value = read
      case .failure(let kind, let found):
        return failures.add(kind, [slot.name], found, offset: offset)
      }
    }
    if let attribute = slot.property.asAttribute {
      take(value, attribute, offset: offset, &failures)
    } else {
      link(value, slot, offset: offset, &failures)
    }
  }

  /// What identifies the objects at the end of a to-one relationship.
  private func identity(of slot: RowLayout.Slot) -> AttributeDescription? {
    guard slot.kind == .object, let relationship = slot.property.asRelationship,
      let destination = object.context?.model[relationship.destination]
    else { return nil }
    let identifying = destination.identifyingAttributes
    return identifying.count == 1 ? identifying[0] : nil
  }
}

extension AttributeType {
  /// A value with its elements under their names, also those that stand under their keys.
  fileprivate func naming(_ value: AttributeValue) -> AttributeValue {
    guard case .composite(let elements) = storage, case .composite(var values) = value else {
      return value
    }
    for element in elements {
      // A name goes before a key; where both are there, the key is one too many, and stays.
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
  /// Whether the value refers to objects.
  fileprivate var isReference: Bool {
    switch self {
    case .object, .objects: true
    default: false
    }
  }
}
