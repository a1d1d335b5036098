import ArmatureModel

/// Reading texts down to their records.
extension LoadSession {
  func read(_ source: JSONSource, text index: Int) {
    let text = texts[index].text
    switch source.layout {
    case .document:
      var cursor = JSONCursor(text, depthLimit: options.depthLimit)
      do throws(JSONSyntaxError) {
        try readDocument(&cursor, source.entity, index)
        try cursor.finish()
      } catch {
        hasBrokenDocument = true
        fail(error, text: index)
      }
    case .lines:
      var cursor = JSONCursor(linesOf: text, depthLimit: options.depthLimit)
      while cursor.nextLine() {
        let first = records.count
        do throws(JSONSyntaxError) {
          try readTopLevel(&cursor, source.entity, index)
          try cursor.finish()
        } catch {
          for object in records[first...].compactMap({ object(of: $0) }) {
            unreadable.insert(ObjectIdentifier(object))
          }
          fail(error, text: index)
        }
      }
    }
  }

  private func readDocument(
    _ cursor: inout JSONCursor, _ entity: String?, _ text: Int
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap(plan(named:)), try cursor.peek() == .array {
      try readRecords(&cursor, plan, text)
    } else {
      try readTopLevel(&cursor, entity, text)
    }
  }

  /// One record of a known entity, or an object with records by entity.
  private func readTopLevel(
    _ cursor: inout JSONCursor, _ entity: String?, _ text: Int
  ) throws(JSONSyntaxError) {
    if let plan = entity.flatMap(plan(named:)) {
      _ = try readRecord(&cursor, plan, text)
      return
    }
    let token = try cursor.peek()
    guard token == .object else {
      fail(
        .wrongStructure(expected: .object, found: token.name), entity: "", text: text,
        offset: cursor.offset)
      return try cursor.skipValue()
    }
    var seen: Set<Int> = []
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let offset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      if let plan = entityKeys.value(exactly: key).map({ plan(at: $0) }) {
        if !seen.insert(plan.runtime.index).inserted {
          fail(.duplicateKey, entity: plan.runtime.entity.name, text: text, offset: offset)
        }
        if try cursor.peek() == .object {
          _ = try readRecord(&cursor, plan, text)
        } else {
          try readRecords(&cursor, plan, text)
        }
      } else {
        fail(
          .unknownEntity(
            name: key.shortenedName,
            suggestion: suggestion(for: key, in: entityKeys.keys.sorted())),
          entity: "", severity: severityOfUnknown, text: text, offset: offset)
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  /// What data that the model does not know is.
  var severityOfUnknown: ValidationRule.Severity { reader.isLenient ? .warning : .error }

  /// A near miss of an entity's name or key; none once there have been very many mistakes.
  private func suggestion(
    for name: String, in names: @autoclosure () -> [String]
  ) -> String? {
    if failures.count >= 1_000 { return nil }
    return nearMiss(name, in: names())
  }

  private func readRecords(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    guard token == .array else {
      fail(
        .wrongStructure(expected: .list, found: token.name), entity: plan.runtime.entity.name,
        text: text, offset: cursor.offset)
      return try cursor.skipValue()
    }
    var isMore = try cursor.enterArray()
    while isMore {
      _ = try readRecord(&cursor, plan, text)
      isMore = try cursor.nextElement()
    }
  }

  /// Reads a record into a new object, and returns its place in `records`; `nil` if it is none.
  func readRecord(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> Int? {
    let token = try cursor.peek()
    guard token == .object else {
      fail(
        .wrongStructure(expected: .object, found: token.name), entity: plan.runtime.entity.name,
        text: text, offset: cursor.offset)
      try cursor.skipValue()
      return nil
    }
    if hasOnePlan(plan) { return try readObject(&cursor, plan, text) }
    guard let chosen = try recordPlan(&cursor, plan, text) else { return nil }
    return try readObject(&cursor, chosen, text)
  }

  /// The plan of the record at a place; skips it if it is not to be read.
  func recordPlan(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if hasOnePlan(plan) { return plan }
    let isSkipped = skipped.contains(Place(text: text, offset: cursor.offset))
    let chosen = isSkipped ? nil : try chosenPlan(cursor, plan, text)
    if chosen == nil { try cursor.skipValue() }
    return chosen
  }

  /// Whether the plan of records of an entity is known before they are looked at.
  private func hasOnePlan(_ plan: RecordPlan) -> Bool { !plan.hasChoice && skipped.isEmpty }

  // MARK: Sub-entities

  /// The key under which a record says which sub-entity it is of.
  static let entityKey = "@entity"

  /// The plan of the entity that a record is of; `nil`, with a failure, if there is none.
  private func chosenPlan(
    _ cursor: borrowing JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if !plan.hasChoice { return plan }
    let entity = plan.runtime.entity.name
    guard plan.isPolymorphic, let mark = try entityMark(of: cursor) else {
      if !plan.runtime.entity.isAbstract { return plan }
      fail(.abstractEntity, entity: entity, text: text, offset: cursor.offset)
      return nil
    }
    guard case .string(let name) = mark.value, let named = self.plan(named: name),
      named.runtime.ancestry.contains(entity)
    else {
      fail(mark, plan, text)
      return nil
    }
    if !named.runtime.entity.isAbstract { return named }
    fail(.abstractEntity, entity: name, text: text, offset: mark.offset)
    return nil
  }

  /// What `@entity` says, and where.
  private struct EntityMark {
    let value: AttributeValue
    let found: String
    let offset: Int

    init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
      let token = try cursor.peek()
      (found, offset) = (token.name, cursor.offset)
      if token == .string {
        value = .string(try cursor.stringValue())
      } else {
        value = .null
        try cursor.skipValue()
      }
    }
  }

  /// Finds `@entity` in the record at a place.
  private func entityMark(of cursor: borrowing JSONCursor) throws(JSONSyntaxError) -> EntityMark? {
    var look = JSONCursor(cursor.text, at: cursor.offset, depthLimit: options.depthLimit)
    // In a text of lines, a record that is cut off must not go on in the next one.
    look.end = cursor.end
    var isMore = try look.enterObject()
    while isMore {
      let key = String(decoding: try look.key().bytes, as: UTF8.self)
      if key == Self.entityKey { return try EntityMark(&look) }
      try look.skipValue()
      isMore = try look.nextMember()
    }
    return nil
  }

  /// Reads the `@entity` of a record whose entity is known.
  func readEntityMark(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ text: Int
  ) throws(JSONSyntaxError) {
    let mark = try EntityMark(&cursor)
    if mark.value != .string(plan.runtime.entity.name) { fail(mark, plan, text) }
  }

  private func fail(_ mark: EntityMark, _ plan: RecordPlan, _ text: Int) {
    let entity = plan.runtime.entity.name
    let names = context.model.concreteEntities(of: entity)
    let kind: ValidationFailure.Kind =
      switch mark.value {
      case .string(let name) where context.model[name] == nil:
        .unknownEntity(name: name.shortenedName, suggestion: suggestion(for: name, in: names))
      case .string: .rule(.membership(names.map(AttributeValue.string)))
      default: .wrongType(expected: .string, found: mark.found)
      }
    fail(
      kind, entity: entity, keyPath: [Self.entityKey], value: mark.value, text: text,
      offset: mark.offset)
  }
}

extension JSONToken {
  /// The kind of the value, for messages.
  var name: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "text"
    case .number: "number"
    case .true, .false: "bool"
    case .null: "null"
    }
  }
}

extension JSONCursor {
  /// Stands before a value in the middle of a text that was read before.
  init(_ text: JSONText, at offset: Int, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    next = text.start + (offset - text.origin.offset)
  }
}
