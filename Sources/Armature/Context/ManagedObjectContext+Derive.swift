import ArmatureModel

/// Derived attributes, which a save computes.
extension ManagedObjectContext {
  /// A derived value as it was before it was computed.
  struct FormerValue {
    let object: ManagedObject
    let slot: RowLayout.Slot
    let value: AttributeValue
    let wasChanged: Bool
    /// Whether nothing of the object had changed.
    let wasUnchanged: Bool
  }

  /// Computes derived attributes, also those of unchanged objects that read others which changed.
  ///
  /// What is derived from derived values takes several rounds.
  ///
  /// - Returns: What there was before, in the order in which it was replaced.
  /// - Throws: ``ManagedObjectError`` if the values never come to rest; then there is again what was.
  func derive() throws(ManagedObjectError) -> [FormerValue] {
    var former: [FormerValue] = []
    guard runtime.hasDerivedAttributes else { return former }
    // One date for all rounds, or what is derived from `now()` would never come to rest.
    let date = EvaluationDate(self)
    for _ in 0..<Self.hookRounds {
      let count = former.count
      for object in insertedObjects + updatedObjects { object.deriveValues(date, &former) }
      if runtime.derivesFromOthers {
        for object in registeredObjects where object.runtime.derivesFromOthers {
          object.deriveValues(date, &former)
        }
      }
      if former.count == count { return former }
    }
    takeBack(former)
    guard let last = former.last else { return former }
    throw .unstableDerivation(
      entity: last.object.runtime.entity.name, property: last.slot.name, rounds: Self.hookRounds)
  }

  /// Gives back the values that a save which failed had computed anew.
  func takeBack(_ former: [FormerValue]) {
    for value in former.reversed() where !value.object.row.state.contains(.gone) {
      value.object.takeBack(value)
    }
    changes.updated.removeAll { $0.row.state.contains(.unchanged) }
  }
}

extension ManagedObject {
  /// Computes the derived attributes, and notes what those were that have another value now.
  fileprivate final func deriveValues(
    _ date: EvaluationDate, _ former: inout [ManagedObjectContext.FormerValue]
  ) {
    for slot in runtime.derivedSlots {
      guard let attribute = slot.property.asAttribute, let derivation = attribute.derivation else {
        continue
      }
      let value =
        PredicateEvaluator(object: self, date: date).value(of: derivation)
        .converted(to: attribute.type) ?? .null
      let present = row.value(slot)
      // Only a real change is a change, or willSave and save would never come to rest.
      if present == value { continue }
      former.append(
        ManagedObjectContext.FormerValue(
          object: self, slot: slot, value: present, wasChanged: row.isChanged(slot),
          wasUnchanged: row.state.contains(.unchanged)))
      willWrite(slot)
      _ = row.setValue(value, slot)
    }
  }

  fileprivate final func takeBack(_ former: ManagedObjectContext.FormerValue) {
    if former.wasUnchanged { return restore() }
    _ = row.setValue(former.value, former.slot)
    if !former.wasChanged { row.unmarkChanged(former.slot) }
  }
}
