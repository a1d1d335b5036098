import ArmatureModel

extension ManagedObject {
  /// What the rules say of the object as it would be with other values.
  ///
  /// They judge a copy, the trial, which rules that are closures get to see. It is in no list of the
  /// context, no link leads to it, and a rule cannot make one: a trial is not there for others, and
  /// ignores that its relationships are set. Afterwards it has neither links nor a context, so that a
  /// rule which keeps it keeps values only.
  ///
  /// - Parameter values: Values that the properties can hold; IDs of objects that are there.
  final func judgeTrial(
    with values: [String: AttributeValue], excluding refused: Set<String>
  ) -> [ValidationFailure] {
    let context = owner
    let trial = makeTrial(with: values)
    // The links of the trial are unowned, and a rule could delete or reset what they lead to.
    let ends = runtime.layout.relationshipSlots.flatMap { trial.related($0) + trial.lost($0) }
    var failures = withExtendedLifetime((context, ends)) {
      let failures = ObjectValidator(trial).failures(excluding: refused)
      for slot in runtime.layout.relationshipSlots { trial.row.clear(slot) }
      trial.owner = nil
      return failures
    }
    // A write takes the mark away.
    let isChanged = !trial.row.state.contains(.watched)
    trial.row.state = trial.row.state.contains(.neverSaved) ? [.gone, .neverSaved] : .gone
    trial.row.formerOrigin = objectID.origin
    for index in failures.indices { failures[index].objectID = context == nil ? nil : objectID }
    if isChanged && !failures.contains(where: { $0.kind == .changedDuringValidation }) {
      failures.append(
        ValidationFailure(
          entity: runtime.entity.name, objectID: context == nil ? nil : objectID, label: label,
          .changedDuringValidation))
    }
    return failures
  }

  private func makeTrial(with values: [String: AttributeValue]) -> ManagedObject {
    let copy = row.copy(runtime.layout)
    let isTemporary = !row.state.isDisjoint(with: [.inserted, .neverSaved])
    copy.state = isTemporary ? [.trial, .watched, .neverSaved] : [.trial, .watched]
    // Those of the object itself are not the trial's to free.
    copy.committed = nil
    let trial = runtime.make(ObjectSeed(runtime: runtime, row: copy))
    trial.owner = owner
    trial.number = number
    for (name, value) in values {
      if let slot = runtime.slot(named: name) { trial.setTrialValue(value, slot) }
    }
    return trial
  }

  /// Stores a value in a trial; no other object learns of a link.
  private func setTrialValue(_ value: AttributeValue, _ slot: RowLayout.Slot) {
    switch (slot.kind, value) {
    case (_, .null): row.clear(slot)
    case (.object, .object(let id)): row.setObject(owner?.registeredObject(for: id), slot)
    case (.objects, .objects(let ids)):
      let list = ObjectList(ids.compactMap { owner?.registeredObject(for: $0) })
      row.list(slot).pointee = list
      row.setPresent(slot, !list.isEmpty)
    // What lies there is no value, and none must be stored over it.
    case (.object, _), (.objects, _): break
    default: _ = row.setValue(value, slot)
    }
  }
}
