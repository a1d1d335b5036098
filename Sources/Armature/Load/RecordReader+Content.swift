import ArmatureModel

/// Choosing the entity of a record by its content.
extension RecordReader {
  /// Returns the plan for a record without a mark; `nil`, with a failure, if the record does not tell its entity.
  func chosenByContent(
    _ plan: RecordPlan, _ cursor: borrowing JSONCursor
  ) throws(JSONSyntaxError) -> RecordPlan? {
    let offset = cursor.offset
    let (chosen, refused) = try fitting(plan, cursor)
    if chosen == nil {
      fail(refused.isEmpty ? .abstractEntity : .noEntity(refused), entity: plan.name, at: offset)
    }
    return chosen
  }

  /// Returns the plan of the entity that the record at a place fits, or the failures of each entity.
  func fitting(
    _ plan: RecordPlan, _ cursor: borrowing JSONCursor
  ) throws(JSONSyntaxError) -> (plan: RecordPlan?, refused: [ValidationFailure.Candidate]) {
    let choice = plans.candidates(of: plan)
    var members: [EntityCandidates.Member] = []
    var look = look(from: cursor)
    var isMore = try look.enterObject()
    while isMore {
      let key = String(decoding: try look.key().bytes, as: UTF8.self)
      let token = try look.peek()
      var value: AttributeValue?
      switch token {
      case .string, .number, .true, .false:
        if choice.hasChoices(key) {
          value = try look.jsonValue { _, _ in }.plainValue
          if let value, let only = choice.only(key, value) { return (only.plan, []) }
        } else {
          try look.skipValue()
        }
      case .object, .array, .null: try look.skipValue()
      }
      members.append(EntityCandidates.Member(key: key, token: token, value: value))
      isMore = try look.nextMember()
    }
    let (ignoresAll, isStrict) = (
      state.options.ignoring.areAllUnknown, state.severityOfUnknown == .error
    )
    let rules = EntityCandidates.Rules(
      needsRequired: !objects.updates, comparesKinds: state.options.mode != .lenient
    ) { key, plan in
      key == RecordPlan.numberKey || plan.kept != nil || plan.ignored.contains(key) || ignoresAll
        || !isStrict
    }
    return choice.fitting(members, rules)
  }
}

extension RecordWriter {
  /// Returns whether the content of an object's record tells its entity, at a place for records of another entity.
  func tellsEntity(_ object: ManagedObject, _ plan: RecordPlan, as entity: Int) -> Bool {
    let place = plans[entity]
    guard place.choosesByContent else { return false }
    let choice = plans.candidates(of: place)
    var members: [EntityCandidates.Member] = []
    for (index, member) in plan.members.enumerated() where member.isReadable && index != plan.kept {
      let value: AttributeValue? =
        member.attribute == nil ? AttributeValue?.none : member.value(of: object)
      if value?.isNull ?? member.ends(of: object).isEmpty { continue }
      if let value, let only = choice.only(member.key, value) { return only.plan === plan }
      members.append(EntityCandidates.Member(key: member.key, token: nil, value: value))
    }
    let known = Set(members.map(\.key))
    for member in keptMembers(of: object, plan) ?? [:] where !known.contains(member.key) {
      members.append(
        EntityCandidates.Member(key: member.key, token: nil, value: member.value.plainValue))
    }
    let rules = EntityCandidates.Rules { key, plan in
      key == RecordPlan.numberKey || plan.kept != nil
    }
    return choice.fitting(members, rules).plan === plan
  }
}
