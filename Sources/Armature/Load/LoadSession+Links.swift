import ArmatureModel

/// Values that are no plain attributes, and the links between records.
extension LoadSession {
  /// Reads a value that the fast path does not: another type, `null`, a relationship.
  func readOther(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ plan: RecordPlan,
    _ member: RecordPlan.Member, _ object: ManagedObject, _ text: Int
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    let entity = plan.runtime.entity.name
    guard member.isReadable else {
      fail(
        .keyNotAllowed, entity: entity, object: object, keyPath: [member.slot.name],
        severity: options.mode == .lenient ? .warning : .error, text: text, offset: offset)
      return try cursor.skipValue()
    }
    if let attribute = member.attribute {
      switch try reader.read(&cursor, as: attribute) {
      case .value(let value):
        // A null takes a default away; that it is required is for the rules to say.
        object.row.markChanged(member.slot)
        if !object.row.setValue(value, member.slot) {
          fail(
            .outOfRange(attribute.type), entity: entity, object: object,
            keyPath: [member.slot.name], value: value, text: text, offset: offset)
        }
      case .failure(let kind, let value):
        fail(
          kind, entity: entity, object: object, keyPath: [member.slot.name], value: value,
          text: text, offset: offset)
      }
      return
    }
    try readRelationship(&cursor, token, plan, member, object, text)
  }

  private func readRelationship(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ plan: RecordPlan,
    _ member: RecordPlan.Member, _ object: ManagedObject, _ text: Int
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    guard let destination = member.destination.flatMap({ self.plan(named: $0) }) else { return }
    if token == .null { return try cursor.null() }
    var ends: [PendingLink.End] = []
    if member.slot.kind == .object {
      if let end = try readEnd(&cursor, destination, plan, member, object, text) {
        ends.append(end)
      }
    } else if token == .array {
      var isMore = try cursor.enterArray()
      while isMore {
        if let end = try readEnd(&cursor, destination, plan, member, object, text) {
          ends.append(end)
        }
        isMore = try cursor.nextElement()
      }
    } else {
      fail(
        .wrongStructure(
          expected: .references(entity: destination.runtime.entity.name), found: token.name),
        entity: plan.runtime.entity.name, object: object, keyPath: [member.slot.name], text: text,
        offset: offset)
      try cursor.skipValue()
    }
    if !ends.isEmpty {
      links.append(
        PendingLink(owner: object, slot: member.slot, text: text, offset: offset, ends: ends))
    }
  }

  /// Reads a nested record, or the value that identifies an object.
  private func readEnd(
    _ cursor: inout JSONCursor, _ destination: RecordPlan, _ plan: RecordPlan,
    _ member: RecordPlan.Member, _ object: ManagedObject, _ text: Int
  ) throws(JSONSyntaxError) -> PendingLink.End? {
    let token = try cursor.peek()
    let offset = cursor.offset
    let (entity, name) = (plan.runtime.entity.name, destination.runtime.entity.name)
    if token == .object {
      if let position = try readRecord(&cursor, destination, text),
        let nested = self.object(of: records[position])
      {
        return .object(nested)
      }
      refused[ObjectIdentifier(object), default: []].insert(member.slot.name)
      return nil
    }
    guard let identity = destination.identity?.property.asAttribute, token != .array, token != .null
    else {
      let expected: ValidationFailure.Structure =
        destination.identity == nil ? .object : .reference(entity: name)
      fail(
        .wrongStructure(expected: expected, found: token.name), entity: entity, object: object,
        keyPath: [member.slot.name], text: text, offset: offset)
      try cursor.skipValue()
      return nil
    }
    switch try reader.read(&cursor, as: identity) {
    case .value(let value): return .identifier(value, offset: offset)
    case .failure(let kind, let value):
      fail(
        kind, entity: entity, object: object, keyPath: [member.slot.name], value: value, text: text,
        offset: offset)
      return nil
    }
  }

  /// Sets all relationships, now that every object is known.
  func link() {
    // Without references and identities there is nothing to find, and nothing to keep apart.
    if links.isEmpty && !hasIdentities { return }
    var index = IdentityIndex(self)
    index.addRecords()
    for link in links {
      for end in link.ends {
        switch end {
        case .object(let object): connect(link, to: object)
        case .identifier(let value, let offset):
          if let object = index.object(value, of: link.destination) {
            connect(link, to: object)
          } else {
            failBroken(link, value, offset, &index)
          }
        }
      }
    }
  }

  private func connect(_ link: PendingLink, to object: ManagedObject) {
    journal.willLink(link.owner, link.slot, to: object)
    do {
      if link.slot.kind == .object {
        try link.owner.setObjects([object], link.slot)
      } else {
        try link.owner.add(object, link.slot)
      }
    } catch {
      fail(
        .threw(name: link.slot.name, error: "\(error)"), entity: link.owner.runtime.entity.name,
        object: link.owner, keyPath: [link.slot.name], text: link.text, offset: link.offset)
    }
  }

  private func failBroken(
    _ link: PendingLink, _ value: AttributeValue, _ offset: Int, _ index: inout IdentityIndex
  ) {
    // What could not be read may well have been what this refers to.
    if hasSyntaxError && options.onFailure == .keepNothing { return }
    fail(
      .brokenReference(
        entity: link.destination, identifier: value,
        suggestion: index.suggestion(for: value, of: link.destination)),
      entity: link.owner.runtime.entity.name, object: link.owner, keyPath: [link.slot.name],
      value: value, text: link.text, offset: offset)
  }
}

extension LoadSession.PendingLink {
  /// The name of the entity at the other end.
  var destination: String { slot.property.asRelationship?.destination ?? "" }
}
