import ArmatureModel

/// Choosing the entity of a record.
extension RecordReader {
  /// Returns whether the plan for records of an entity is known before they are read.
  func hasOnePlan(_ plan: RecordPlan) -> Bool { !plan.hasChoice && skipped.isEmpty }

  /// Returns the plan for the record at a place; skips the record if it is not to be read.
  func recordPlan(
    _ cursor: inout JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if hasOnePlan(plan) { return plan }
    let isSkipped = skipped.contains(LoadPlace(text: text, offset: cursor.offset))
    var chosen: RecordPlan?
    if !isSkipped {
      let mark = plan.isPolymorphic ? try entityMark(of: cursor, plan) : nil
      if mark == nil, plan.choosesByContent {
        chosen = try chosenByContent(plan, cursor)
      } else {
        chosen = chosenPlan(plan, mark, at: cursor.offset)
      }
    }
    if chosen == nil { try cursor.skipValue() }
    return chosen
  }

  /// Returns the plan for the entity of a record; `nil`, with a failure, for an unknown or abstract entity.
  func chosenPlan(_ plan: RecordPlan, _ mark: EntityMark?, at offset: Int) -> RecordPlan? {
    guard let mark else {
      if plan.hasDiscriminator, plan.isPolymorphic {
        failMissingMark(plan, at: offset)
        return nil
      }
      if !plan.runtime.isAbstract { return plan }
      fail(.abstractEntity, entity: plan.name, at: offset)
      return nil
    }
    guard let named = self.plan(for: mark, plan) else {
      fail(mark, plan)
      return nil
    }
    if !named.runtime.isAbstract { return named }
    fail(.abstractEntity, entity: named.name, at: mark.offset)
    return nil
  }

  /// Returns the plan that a mark names among the entity and its sub-entities.
  func plan(for mark: EntityMark, _ plan: RecordPlan) -> RecordPlan? {
    if plan.hasDiscriminator { return plan.discriminated[mark.value].map { plans[$0] } }
    guard case .string(let name) = mark.value, let named = plans[name],
      named.runtime.isKind(of: plan.name)
    else { return nil }
    return named
  }

  /// The value that tells the entity of a record, and its place.
  struct EntityMark {
    /// The text, number or Boolean; `null` for other values.
    let value: JSONValue
    fileprivate let found: String
    let offset: Int

    /// Creates a mark from the text of a cell.
    init(_ text: String, _ plan: RecordPlan, at offset: Int) {
      let isText = !plan.hasDiscriminator || plan.discriminated[.string(text)] != nil
      value = isText ? .string(text) : (try? JSONValue(parsing: text)) ?? .string(text)
      found = JSONToken.string.name
      self.offset = offset
    }

    fileprivate init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
      let token = try cursor.peek()
      (found, offset) = (token.name, cursor.offset)
      switch token {
      case .object, .array, .null:
        value = .null
        try cursor.skipValue()
      case .string: value = .string(try cursor.stringValue())
      case .number, .true, .false: value = try cursor.jsonValue { _, _ in }
      }
    }
  }

  /// Returns the mark of the record at a place.
  func entityMark(
    of cursor: borrowing JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> EntityMark? {
    var look = look(from: cursor)
    return try look.enter(plan.entityKey) ? EntityMark(&look) : nil
  }

  /// Returns a cursor to look ahead with, from the place of another.
  func look(from cursor: borrowing JSONCursor) -> JSONCursor {
    var look = JSONCursor(cursor.text, at: cursor.offset, depthLimit: state.options.depthLimit)
    // In a text of lines, a record that is cut off must not continue in the next one.
    look.end = cursor.end
    return look
  }

  /// Reads a value that tells the entity of a record.
  func readMark(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> EntityMark {
    try EntityMark(&cursor)
  }

  /// Reads the mark of a record with a known entity.
  func readEntityMark(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int
  ) throws(JSONSyntaxError) {
    check(try readMark(&cursor), plan, object, record)
  }

  /// Checks the mark of a record with a known entity.
  func check(_ mark: EntityMark, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int) {
    if mark.value != plan.entityMark { fail(mark, plan, record, object) }
  }

  private func fail(
    _ mark: EntityMark, _ plan: RecordPlan, _ record: Int? = nil, _ object: ManagedObject? = nil
  ) {
    let names = plans.model.concreteEntities(of: plan.name)
    let kind: ValidationFailure.Kind =
      switch mark.value {
      case let value where plan.hasDiscriminator && value != .null:
        .rule(.membership(names.compactMap { plans[$0]?.entityMark.plainValue }))
      case .string(let name) where plans.model[name] == nil:
        .unknownEntity(name: name.shortenedName, suggestion: suggestion(for: name, in: names))
      case .string: .rule(.membership(names.map(AttributeValue.string)))
      default: .wrongType(expected: .string, found: mark.found)
      }
    fail(
      kind, entity: plan.name, record: record, object: object, keyPath: [plan.entityKey],
      value: plan.hasDiscriminator || mark.value.stringValue != nil ? mark.value.plainValue : .null,
      at: mark.offset)
  }

  /// Reports a record without a discriminator.
  func failMissingMark(
    _ plan: RecordPlan, _ record: Int? = nil, _ object: ManagedObject? = nil, at offset: Int
  ) {
    fail(
      .missingValue(), entity: plan.name, record: record, object: object,
      keyPath: [plan.entityKey], at: offset)
  }

  // MARK: Numbers

  /// Reads the number of a record, which links refer to.
  func readNumber(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int
  ) throws(JSONSyntaxError) {
    let offset = cursor.offset
    let text = try cursor.number()
    guard let number = try? text.int64() else {
      let kind = ValidationFailure.Kind.wrongType(expected: .int64, found: JSONToken.number.name)
      return fail(
        kind, entity: plan.name, record: record, object: object, keyPath: [RecordPlan.numberKey],
        at: offset)
    }
    guard let other = links.number(record, as: .number(number, text: self.text)),
      let first = objects.object(at: other)
    else { return }
    fail(
      .duplicateIdentity(of: first.failureObject), entity: plan.name, record: record,
      object: object, keyPath: [RecordPlan.numberKey], value: .int(number), at: offset)
  }

  /// Returns the most similar name or key of an entity; `nil` after too many failures.
  func suggestion(for name: String, in names: @autoclosure () -> [String]) -> String? {
    if failures.count >= 1_000 { return nil }
    return nearMiss(name, in: names())
  }
}

extension RecordPlan {
  /// The text of the entity's mark in a cell.
  var markText: String {
    if case .string(let text) = entityMark { text } else { "\(entityMark)" }
  }

  /// Whether the content of a record without a mark decides which sub-entity it is of.
  var choosesByContent: Bool { runtime.isAbstract && isPolymorphic && !hasDiscriminator }
}
