import ArmatureModel

/// Choosing the entity that a record is of.
extension RecordReader {
  /// Whether the plan of records of an entity is known before they are looked at.
  func hasOnePlan(_ plan: RecordPlan) -> Bool { !plan.hasChoice && skipped.isEmpty }

  /// The plan of the record at a place; skips it if it is not to be read.
  func recordPlan(
    _ cursor: inout JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if hasOnePlan(plan) { return plan }
    let isSkipped = skipped.contains(LoadPlace(text: text, offset: cursor.offset))
    let chosen = isSkipped ? nil : try chosenPlan(cursor, plan)
    if chosen == nil { try cursor.skipValue() }
    return chosen
  }

  /// The plan of the entity that a record is of; `nil`, with a failure, if there is none.
  private func chosenPlan(
    _ cursor: borrowing JSONCursor, _ plan: RecordPlan
  ) throws(JSONSyntaxError) -> RecordPlan? {
    if !plan.hasChoice { return plan }
    guard plan.isPolymorphic, let mark = try entityMark(of: cursor) else {
      if !plan.runtime.isAbstract { return plan }
      fail(.abstractEntity, entity: plan.name, at: cursor.offset)
      return nil
    }
    guard case .string(let name) = mark.value, let named = plans[name],
      named.runtime.isKind(of: plan.name)
    else {
      fail(mark, plan)
      return nil
    }
    if !named.runtime.isAbstract { return named }
    fail(.abstractEntity, entity: name, at: mark.offset)
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
    var look = look(from: cursor)
    return try look.enter(RecordPlan.entityKey) ? EntityMark(&look) : nil
  }

  /// A cursor to look ahead with, from the place of another.
  func look(from cursor: borrowing JSONCursor) -> JSONCursor {
    var look = JSONCursor(cursor.text, at: cursor.offset, depthLimit: state.options.depthLimit)
    // In a text of lines, a record that is cut off must not go on in the next one.
    look.end = cursor.end
    return look
  }

  /// Reads the `@entity` of a record whose entity is known.
  func readEntityMark(
    _ cursor: inout JSONCursor, _ plan: RecordPlan, _ object: ManagedObject, _ record: Int
  ) throws(JSONSyntaxError) {
    let mark = try EntityMark(&cursor)
    if mark.value != .string(plan.name) { fail(mark, plan, record, object) }
  }

  private func fail(
    _ mark: EntityMark, _ plan: RecordPlan, _ record: Int? = nil, _ object: ManagedObject? = nil
  ) {
    let names = plans.model.concreteEntities(of: plan.name)
    let kind: ValidationFailure.Kind =
      switch mark.value {
      case .string(let name) where plans.model[name] == nil:
        .unknownEntity(name: name.shortenedName, suggestion: suggestion(for: name, in: names))
      case .string: .rule(.membership(names.map(AttributeValue.string)))
      default: .wrongType(expected: .string, found: mark.found)
      }
    fail(
      kind, entity: plan.name, record: record, object: object, keyPath: [RecordPlan.entityKey],
      value: mark.value, at: mark.offset)
  }

  /// A near miss of an entity's name or key; none once there have been very many mistakes.
  func suggestion(for name: String, in names: @autoclosure () -> [String]) -> String? {
    if failures.count >= 1_000 { return nil }
    return nearMiss(name, in: names())
  }
}
