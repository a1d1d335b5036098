import ArmatureModel

/// Validates the objects of a load by the rules, without rejected data.
struct RecordValidator {
  private let state: LoadState

  init(_ state: LoadState) { self.state = state }

  /// Reports all failures of the new objects.
  func validate() {
    let gone = goneRecords
    for record in state.objects.indices { validateRules(of: record) }
    // A save reports conflicts with saved objects. But no save follows a failed load, and none may reject the rest of
    // a load that leaves records out.
    if state.failures.hasErrors || state.options.onFailure == .keepValid {
      state.objects.findRivals()
    }
    validateUniqueness()
    // If an object disappears while rules run, this must be reported.
    for record in goneRecords.subtracting(gone).sorted() { failDeleted(record) }
  }

  private func validateRules(of record: Int) {
    let (objects, failures) = (state.objects, state.failures)
    // Most are valid, and need no further check.
    guard objects[record].marks.isDisjoint(with: [.isOvertaken, .isValid]),
      let object = objects.object(at: record)
    else { return }
    if failures.refused.isEmpty && object.keepsRules { return }
    if isIncomplete(record) { return }
    let refused = state.refused(like: record)
    let found = ObjectValidator(object, refused: rejectedProperties).failures(excluding: refused)
    if object.isThere { report(found, on: object, record) }
  }

  /// Reports only unique values shared by new objects.
  func validateUniqueness() {
    let objects = state.objects
    guard objects.hasConflicts else { return }
    var uniqueness = state.uniqueness
    for record in objects.indices where !objects[record].marks.contains(.isOvertaken) {
      guard let object = objects.object(at: record), object.shape.hasUniqueIndexes
      else { continue }
      // Identities were checked with the references.
      let found = uniqueness.failures(of: object).filter { !state.isIdentity($0, object) }
      if found.isEmpty || isIncomplete(record) { continue }
      let refused = state.refused(like: record)
      report(found.filter { refused.isDisjoint(with: $0.properties) }, on: object, record)
    }
  }

  /// Returns whether the unread rest of a broken record of the same object may contain the missing value.
  private func isIncomplete(_ record: Int) -> Bool {
    state.objects.records(like: record).contains {
      state.objects[$0].marks.contains(.isIncomplete)
    }
  }

  private func report(
    _ failures: [ValidationFailure], on object: ManagedObject, _ record: Int
  ) {
    for failure in failures where !mayBeUnread(failure, object) {
      guard let record = state.record(of: failure, like: record) else { continue }
      if failure.severity == .error { rejectAll(like: record, lacking: failure.property) }
      for located in state.located([asMissing(failure, record)], in: record) {
        state.failures.add(namingKeys(located, object))
      }
    }
  }

  /// Names a kept key as the record has it, without the attribute in which it is kept.
  private func namingKeys(_ located: LocatedFailure, _ object: ManagedObject) -> LocatedFailure {
    let plan = state.plans[object]
    guard state.options.onFailure == .keepNothing, let kept = plan.kept,
      located.failure.keyPath.first == plan.members[kept].name, located.failure.keyPath.count > 1
    else { return located }
    var located = located
    located.failure.keyPath.removeFirst()
    return located
  }

  /// The records without an object, which only user code may have deleted.
  private var goneRecords: Set<Int> {
    guard state.objects.context.runtime.runsUserCode else { return [] }
    return Set(state.objects.indices.filter { state.objects.object(at: $0) == nil })
  }

  /// Reports that the closure of a rule has deleted the object of a record.
  private func failDeleted(_ record: Int) {
    guard let object = state.objects.failureObject(at: record) else { return }
    state.failures.add(
      .changedDuringValidation, entity: object.entity, record: record,
      at: state.objects[record].place)
  }

  /// Returns the properties with rejected data, for an object of the load.
  private func rejectedProperties(_ object: ManagedObject) -> Set<String> {
    if state.failures.refused.isEmpty { return [] }
    return state.objects.position(of: object).map(state.refused(like:)) ?? []
  }

  /// Rejects all records of an object if none of them has the failing property; otherwise the next of them would
  /// create the same object again.
  private func rejectAll(like record: Int, lacking name: String?) {
    let records = state.objects.records(like: record)
    guard records.count > 1, let name, state.record(giving: name, like: record) == nil else {
      return
    }
    for record in records { state.objects.mark(record, .isRejected) }
  }

  /// Returns whether the missing objects of a relationship may be in data that could not be read.
  private func mayBeUnread(_ failure: ValidationFailure, _ object: ManagedObject) -> Bool {
    guard state.failures.hasSyntaxError && state.options.onFailure == .keepNothing,
      let property = failure.property,
      state.plans[object].member(named: property)?.relationship != nil
    else { return false }
    switch failure.kind {
    case .rule(.required, _, _, _): return true
    case .rule(.count(let minimum, _), let actual, _, _): return actual ?? 0 < minimum
    default: return false
    }
  }

  /// Turns a broken rule into a missing value, if the record lacks the key of a required property.
  private func asMissing(_ failure: ValidationFailure, _ record: Int) -> ValidationFailure {
    guard case .rule(.required, _, _, _) = failure.kind,
      state.find(failure.keyPath, in: record)?.content == .nothing
    else { return failure }
    let member = failure.property.flatMap { name in
      state.objects.object(at: record).flatMap { state.plans[$0].member(named: name) }
    }
    return failure.asMissing(member)
  }
}

extension ValidationFailure {
  /// Turns a broken rule into a missing value, since the data lack the key of a member or of an element in it.
  func asMissing(_ member: RecordPlan.Member?) -> ValidationFailure {
    var failure = self
    let elements = Array(keyPath.dropFirst())
    failure.kind = .missingValue(
      key: elements.isEmpty
        ? member?.keyToName : member?.attribute?.type.keyToName(of: elements))
    return failure
  }
}
