import ArmatureModel

/// Values that are no plain attributes: other types, `null`, composites, the ends of relationships.
extension LoadSession {
  /// A relationship of which some ends have been read.
  struct OpenLink {
    let member: RecordPlan.Member
    let destination: RecordPlan
    let isArray: Bool
    let offset: Int
    var ends: [PendingLink.End] = []
  }

  /// Reads a value that the fast path does not; returns the plan of a nested record that follows.
  func readOther(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ index: Int, _ record: inout OpenRecord,
    _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let member = record.plan.members[index]
    if !member.isReadable {
      fail(
        .keyNotAllowed, record, member, severity: severityOfUnknown, text: text,
        offset: cursor.offset)
      try cursor.skipValue()
    } else if let attribute = member.attribute {
      try readAttribute(&cursor, token, attribute, member, record, text)
    } else {
      return try readRelationship(&cursor, token, member, &record, text)
    }
    return nil
  }

  private func fail(
    _ kind: ValidationFailure.Kind, _ record: OpenRecord, _ member: RecordPlan.Member,
    path: [String] = [], severity: ValidationRule.Severity = .error,
    value: AttributeValue = .null, text: Int, offset: Int
  ) {
    fail(
      kind, entity: record.plan.runtime.entity.name, object: record.object,
      keyPath: [member.name] + path, severity: severity, value: value, text: text, offset: offset)
  }

  // MARK: Attributes

  private func readAttribute(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ attribute: AttributeDescription,
    _ member: RecordPlan.Member, _ record: OpenRecord, _ text: Int
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    let value: AttributeValue
    if token == .object, case .composite(let elements) = attribute.type.storage {
      var faults: [ValueReader.Fault] = []
      value = .composite(try reader.composite(&cursor, elements, path: [], &faults))
      for fault in faults {
        fail(
          fault.kind, record, member, path: fault.path, severity: fault.severity,
          value: fault.value, text: text, offset: fault.offset)
      }
      let errors = faults.filter { $0.severity == .error }
      if !errors.isEmpty || !attribute.admits(value) {
        return judgeElements(of: value, elements, besides: errors, member, record, text, offset)
      }
    } else {
      switch try reader.read(&cursor, as: attribute) {
      case .value(let read): value = read
      case .failure(let kind, let found):
        return fail(kind, record, member, value: found, text: text, offset: offset)
      }
    }
    // A null takes a default away; that it is required is for the rules to say.
    record.object.row.markChanged(member.slot)
    if !record.object.row.setValue(value, member.slot) {
      fail(
        .outOfRange(attribute.type), record, member, value: value, text: text, offset: offset)
    }
  }

  /// Tells what else is wrong with a composite that is refused, for faults or by its type.
  private func judgeElements(
    of value: AttributeValue, _ elements: [AttributeDescription],
    besides faults: [ValueReader.Fault], _ member: RecordPlan.Member, _ record: OpenRecord,
    _ text: Int, _ offset: Int
  ) {
    guard let attribute = member.attribute else { return }
    let failures = elements.failures(in: value, besides: faults.map(\.path))
    let isMissing = failures.contains { $0.kind == .rule(.required) }
    if faults.isEmpty && !isMissing {
      fail(
        .notRepresentable(attribute.type), record, member, value: value, text: text, offset: offset)
    }
    refused[ObjectIdentifier(record.object), default: []].insert(member.name)
    for element in failures {
      let isCause = faults.isEmpty && element.kind == .rule(.required)
      guard isCause || options.validates else { continue }
      let place = texts[text].text.place(
        of: attribute.type.keys(of: element.path), from: offset, depthLimit: options.depthLimit)
      let isAbsent = element.kind == .rule(.required) && !place.isExact
      let failure = ValidationFailure(
        entity: record.plan.runtime.entity.name, objectID: record.object.objectID,
        keyPath: [member.name] + element.path, isAbsent ? .missingValue : element.kind,
        severity: element.rule.severity, value: element.value, ruleSite: element.rule.site,
        customMessage: element.rule.message)
      // The value is absent now, and so is what is wrong with it.
      add(
        LocatedFailure(
          failure: failure, object: record.object, text: text, offset: place.offset,
          mayBeVerdict: isCause))
    }
  }

  // MARK: Relationships

  private func readRelationship(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ member: RecordPlan.Member,
    _ record: inout OpenRecord, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    guard token != .null, let destination = member.destination.flatMap({ plan(named: $0) }) else {
      try cursor.skipValue()
      return nil
    }
    let offset = cursor.offset
    let isArray = member.slot.kind == .objects
    if isArray {
      guard token == .array else {
        fail(
          .wrongStructure(
            expected: .references(entity: destination.runtime.entity.name), found: token.name),
          record, member, text: text, offset: offset)
        try cursor.skipValue()
        return nil
      }
      if try !cursor.enterArray() { return nil }
    }
    record.state.link = OpenLink(
      member: member, destination: destination, isArray: isArray, offset: offset)
    return try readEnds(&cursor, &record, text, isResuming: false)
  }

  /// Reads the ends of the open relationship; returns the plan of a nested record that follows.
  ///
  /// - Parameter isResuming: Whether a nested record was read, and what comes is behind it.
  func readEnds(
    _ cursor: inout JSONCursor, _ record: inout OpenRecord, _ text: Int, isResuming: Bool
  ) throws(JSONSyntaxError) -> RecordPlan? {
    // Taken out, so that the array of ends has one owner and grows in place.
    guard var link = record.state.takeLink() else { return nil }
    var isMore = !isResuming
    if isResuming && link.isArray { isMore = try cursor.nextElement() }
    while isMore {
      if try cursor.peek() == .object {
        if let nested = try recordPlan(&cursor, link.destination, text) {
          record.state.link = link
          return nested
        }
        refused[ObjectIdentifier(record.object), default: []].insert(link.member.name)
      } else if let end = try readReference(&cursor, link, record, text) {
        link.ends.append(end)
      }
      isMore = link.isArray ? try cursor.nextElement() : false
    }
    if !link.ends.isEmpty {
      links.append(
        PendingLink(
          owner: record.object, member: link.member, text: text, offset: link.offset,
          ends: link.ends))
    }
    return nil
  }

  /// Reads the value that identifies an object.
  private func readReference(
    _ cursor: inout JSONCursor, _ link: OpenLink, _ record: OpenRecord, _ text: Int
  ) throws(JSONSyntaxError) -> PendingLink.End? {
    let token = try cursor.peek()
    let offset = cursor.offset
    let destination = link.destination
    guard let identity = destination.identity?.property.asAttribute, token != .array, token != .null
    else {
      let expected: ValidationFailure.Structure =
        destination.identity == nil
        ? .object : .reference(entity: destination.runtime.entity.name)
      fail(
        .wrongStructure(expected: expected, found: token.name), record, link.member, text: text,
        offset: offset)
      try cursor.skipValue()
      return nil
    }
    switch try reader.read(&cursor, as: identity) {
    case .value(let value): return .identifier(value, offset: offset)
    case .failure(let kind, let value):
      fail(kind, record, link.member, value: value, text: text, offset: offset)
      return nil
    }
  }
}
