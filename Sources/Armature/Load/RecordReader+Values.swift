import ArmatureModel

/// Reading other values: further types, `null`, composites, and the ends of relationships.
extension RecordReader {
  /// Reads a value without a fast path; returns the plan of a nested record that follows.
  func readOther(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ index: Int, _ plan: RecordPlan,
    _ object: ManagedObject, _ progress: inout Progress
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let member = plan.members[index]
    // Created only if needed: it counts three references.
    func site() -> Site {
      Site(plan: plan, member: member, object: object, record: progress.record)
    }
    if !member.isReadable {
      if !plan.ignored.contains(member.key) {
        fail(
          .keyNotAllowed(member.attribute?.derivation == nil ? .transient : .derived), site(),
          severity: state.severityOfUnknown, at: cursor.offset)
      }
      try cursor.skipValue()
      return nil
    }
    if plan.kept == index {
      try keep(member.key, &cursor, plan, object, progress.record, at: cursor.offset)
      return nil
    }
    if plan.kept != nil { keepAbsence(of: member, token, &cursor, progress.record) }
    if let attribute = member.attribute {
      let notation = plan.kept == nil ? nil : notation(of: attribute.type, at: cursor)
      try readAttribute(&cursor, token, attribute, site())
      if let notation { keep(notation: notation, of: member, object, progress.record) }
      return nil
    }
    let offset = cursor.offset
    func endEmpty() {
      // In an update, a relationship without ends loses its objects.
      guard objects.updates, isUpdate(progress) else { return }
      links.close(
        owner: progress.record, member: member, offset: offset, from: links.openCount,
        keepsEmpty: true)
    }
    guard token != .null, let destination = member.destination else {
      endEmpty()
      try cursor.skipValue()
      return nil
    }
    if member.isToMany {
      let isKeyed = member.mapKey != nil
      guard token == (isKeyed ? .object : .array) else {
        let name = plans[destination].name
        fail(
          .wrongStructure(
            expected: isKeyed ? .keyedRecords(entity: name) : .references(entity: name),
            found: token.name),
          site(), at: offset)
        try cursor.skipValue()
        return nil
      }
      if try !(isKeyed ? cursor.enterObject() : cursor.enterArray()) {
        endEmpty()
        return nil
      }
    }
    progress.link = OpenLink(
      member: index, destination: destination, isArray: member.isToMany, offset: offset,
      firstEnd: links.openCount)
    return try readEnds(&cursor, plan, object, &progress, isResuming: false)
  }

  /// The member of a record that is being read.
  struct Site {
    let plan: RecordPlan
    let member: RecordPlan.Member
    let object: ManagedObject
    let record: Int
  }

  func fail(
    _ kind: ValidationFailure.Kind, _ site: Site,
    severity: ValidationRule.Severity = .error, value: AttributeValue = .null, at offset: Int
  ) {
    fail(
      kind, entity: site.plan.name, record: site.record, object: site.object,
      keyPath: [site.member.name], severity: severity, value: value, at: offset)
  }

  /// Adds the failure of a part of a value.
  func fail(_ fault: ValueReader.Fault, _ site: Site) {
    fail(
      fault.kind, entity: site.plan.name, record: site.record, object: site.object,
      keyPath: fault.path, severity: fault.severity, value: fault.value, at: fault.offset)
  }

  // MARK: Attributes

  func reader(for member: RecordPlan.Member) -> ValueReader {
    member.isLenient ? lenientValues : values
  }

  private func readAttribute(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ attribute: AttributeDescription,
    _ site: Site
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    let value: AttributeValue
    if token == .object, case .composite(let elements) = attribute.type.storage {
      var errors = ValueReader.ElementErrors()
      value = try reader(for: site.member).composite(
        &cursor, elements, path: [attribute.name], &errors,
        failures.isFull ? nil : site.plan.nearMisses
      ) { fail($0, site) }
      if errors.isAny || !attribute.admits(value) {
        return validateElements(of: value, attribute, elements, besides: errors, site, at: offset)
      }
    } else if token == .array, case .list(let element) = attribute.type.storage {
      let list = try reader(for: site.member).list(
        &cursor, of: element, path: [attribute.name]
      ) { fail($0, site) }
      guard let list else { return failures.reject(site.member.name, of: site.record) }
      if !attribute.admits(list) {
        return fail(.notRepresentable(attribute.type), site, value: list, at: offset)
      }
      value = list
    } else if case .json = attribute.type.storage {
      let json = try reader(for: site.member).json(&cursor, path: [attribute.name]) {
        fail($0, site)
      }
      guard let json else { return failures.reject(site.member.name, of: site.record) }
      if !attribute.admits(json) {
        return fail(.notRepresentable(attribute.type), site, value: json, at: offset)
      }
      value = json
    } else {
      switch try reader(for: site.member).read(&cursor, as: attribute) {
      case .value(let read): value = read
      case .failure(let kind, let found): return fail(kind, site, value: found, at: offset)
      }
    }
    store(value, attribute, site, at: offset)
  }

  func store(
    _ value: AttributeValue, _ attribute: AttributeDescription, _ site: Site, at offset: Int
  ) {
    // A null removes a default; rules report a missing required value.
    if !site.member.set(value, in: site.object) {
      fail(.outOfRange(attribute.type), site, value: value, at: offset)
    }
  }

  /// Reports the other failures of a composite that is rejected because of its elements or its type.
  func validateElements(
    of value: AttributeValue, _ attribute: AttributeDescription,
    _ elements: [AttributeDescription], besides errors: ValueReader.ElementErrors, _ site: Site,
    at offset: Int
  ) {
    let found = elements.failures(in: value, besides: Array(errors.paths))
    let isMissing = found.contains { $0.kind == .rule(.required) }
    if !errors.isAny && !isMissing {
      fail(.notRepresentable(attribute.type), site, value: value, at: offset)
    }
    failures.reject(site.member.name, of: site.record)
    for element in found {
      let isCause = !errors.isAny && element.kind == .rule(.required)
      guard isCause || state.options.validates else { continue }
      let keyPath = [attribute.name] + element.path
      let place = state.find(keyPath, in: site.record)
      let isAbsent = element.kind == .rule(.required) && place?.content == .nothing
      let kind =
        isAbsent
        ? .missingValue(key: attribute.type.keyToName(of: element.path))
        : site.object.completing(element.kind, element.rule, keyPath, element.value)
      let failure = ValidationFailure(
        entity: site.plan.name, objectID: site.object.objectID, keyPath: keyPath, kind,
        severity: element.rule.severity, value: element.value, ruleSite: element.rule.site,
        customMessage: element.rule.message)
      // The value is missing now, together with its failures.
      failures.add(
        LocatedFailure(
          failure: failure, record: site.record,
          place: LoadPlace(text: text, offset: place?.offset ?? offset), isAboutObject: isCause))
    }
  }

  // MARK: Relationships

  /// Reads the ends of the open relationship; returns the plan of a nested record that follows.
  ///
  /// - Parameter isResuming: True if a nested record was just read, and the rest follows.
  func readEnds(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject,
    _ progress: inout Progress, isResuming: Bool
  ) throws(JSONSyntaxError) -> RecordPlan? {
    guard let link = progress.link else { return nil }
    let member = plan.members[link.member]
    let destination = plans[link.destination]
    var isMore = !isResuming
    if isResuming && link.isArray { isMore = try next(&cursor, member) }
    while isMore {
      if let attribute = member.mapKey {
        progress.link?.key = try readMapKey(&cursor, attribute)
      }
      let token = try cursor.peek()
      if token == .object {
        if let nested = try recordPlan(&cursor, destination) { return nested }
        failures.reject(member.name, of: progress.record)
      } else if member.mapKey != nil {
        fail(
          .wrongStructure(expected: .object, found: token.name),
          Site(plan: plan, member: member, object: object, record: progress.record),
          at: cursor.offset)
        try cursor.skipValue()
      } else {
        let offset = cursor.offset
        if let reference = try readReference(
          &cursor, token, destination, link.destination,
          { Site(plan: plan, member: member, object: object, record: progress.record) })
        {
          links.append(PendingLinks.End(target: .reference(reference), offset: offset))
        }
      }
      isMore = link.isArray ? try next(&cursor, member) : false
    }
    links.close(
      owner: progress.record, member: member, offset: link.offset, from: link.firstEnd)
    progress.link = nil
    return nil
  }

  /// Moves to the next end of a to-many relationship; returns false after the last one.
  private func next(
    _ cursor: inout JSONCursor, _ member: RecordPlan.Member
  ) throws(JSONSyntaxError) -> Bool {
    member.mapKey == nil ? try cursor.nextElement() : try cursor.nextMember()
  }

  /// Returns the expected form of an end. A part is always an object.
  private func structure(_ site: Site) -> ValidationFailure.Structure {
    guard let relationship = site.member.relationship, !relationship.isOwned,
      let destination = site.member.destination
    else { return .object }
    let plan = plans[destination]
    return plan.identity == nil ? .record(entity: plan.name) : .reference(entity: plan.name)
  }

  /// Reads the identifying value of an object and returns the position of the reference.
  private func readReference(
    _ cursor: inout JSONCursor, _ token: JSONToken, _ destination: RecordPlan, _ entity: Int,
    _ site: () -> Site
  ) throws(JSONSyntaxError) -> Int? {
    let offset = cursor.offset
    switch (destination.identity?.kind, token) {
    // Any string, and any integer, is a value of these kinds.
    case (.string, .string):
      return links.references.position(of: try cursor.string().bytes, entity)
    case (.int64, .number):
      let number = try cursor.number()
      if let value = try? number.int64() {
        return links.references.position(of: .int(value), entity)
      }
      if let attribute = destination.identity?.attribute,
        case .failure(let kind, let value) = values.text.value(of: number, as: attribute.type)
      {
        fail(kind, site(), value: value, at: offset)
      }
      return nil
    // The objects have no identity: links lead to the numbers of records.
    case (nil, .number):
      let text = try cursor.number()
      guard let number = try? text.int64() else {
        fail(.wrongStructure(expected: structure(site()), found: token.name), site(), at: offset)
        return nil
      }
      return links.references.position(of: .number(number, text: self.text), entity)
    default: break
    }
    guard let member = destination.identity, let identity = member.attribute, token != .array,
      token != .null
    else {
      fail(.wrongStructure(expected: structure(site()), found: token.name), site(), at: offset)
      try cursor.skipValue()
      return nil
    }
    switch try reader(for: member).read(&cursor, as: identity) {
    case .value(let value): return links.references.position(of: IdentityKey(value), entity)
    case .failure(let kind, let value):
      fail(kind, site(), value: value, at: offset)
      return nil
    }
  }
}
