extension ModelComparison {
  /// Compares an attribute, or an element of a composite, whose name contains a dot.
  mutating func compare(
    _ attribute: AttributeDescription, _ old: AttributeDescription, _ entity: String,
    _ name: String
  ) {
    switch (old.isTransient, attribute.isTransient) {
    case (false, false): compareStorage(attribute, old, entity, name)
    case (true, true):
      let start = changes.count
      compareStorage(attribute, old, entity, name)
      let details = changes[start...]
      changes.removeSubrange(start...)
      // The attribute is not stored, so the details do not affect stores.
      if details.contains(where: { $0.compatibility != .none }) {
        note(.transientChanged, entity, name)
      }
      changes += details.filter { $0.compatibility == .none }
    case (false, true): note(.becameTransient, entity, name)
    case (true, false): note(.becameStored(attribute.initialValue), entity, name)
    }
    if attribute.defaultValue != old.defaultValue { note(.defaultChanged, entity, name) }
    compareRules(attribute.rules, old.rules, entity, name)
    if attribute.isIdentifying != old.isIdentifying {
      note(.identificationChanged(isIdentifying: attribute.isIdentifying), entity, name)
    }
    compareNotes(Notes(attribute), Notes(old), entity, name)
  }

  private mutating func compareStorage(
    _ attribute: AttributeDescription, _ old: AttributeDescription, _ entity: String,
    _ name: String
  ) {
    compareTypes(attribute, old, entity, name)
    compareOptionality(attribute, old, entity, name)
    compareDerivations(attribute, old, entity, name)
    if attribute.allowsExternalBinaryDataStorage != old.allowsExternalBinaryDataStorage {
      note(
        attribute.allowsExternalBinaryDataStorage ? .becameExternal : .becameInternal, entity, name)
    }
  }

  private mutating func compareOptionality(
    _ attribute: AttributeDescription, _ old: AttributeDescription, _ entity: String,
    _ name: String
  ) {
    guard attribute.isOptional != old.isOptional else { return }
    note(
      attribute.isOptional
        ? .becameOptional : .becameRequired(hasDefault: attribute.initialValue != .missing),
      entity, name)
  }

  private mutating func compareDerivations(
    _ attribute: AttributeDescription, _ old: AttributeDescription, _ entity: String,
    _ name: String
  ) {
    switch (old.derivation, attribute.derivation) {
    case (nil, nil): break
    case (nil, _): note(.becameDerived, entity, name)
    case (_, nil): note(.becameUnderived, entity, name)
    case (let before, let after): if before != after { note(.derivationChanged, entity, name) }
    }
  }

  private mutating func compareTypes(
    _ attribute: AttributeDescription, _ old: AttributeDescription, _ entity: String,
    _ name: String
  ) {
    let (before, after) = (old.type, attribute.type)
    if case .composite(let elements) = after.storage, case .composite(let others) = before.storage {
      compareElements(elements, others, entity, name)
    } else if before.storage != after.storage {
      return note(.typeChanged(from: before, to: after), entity, name)
    }
    switch (before.cases, after.cases) {
    case (let others?, let cases?):
      if Set(others) == Set(cases) { break }
      note(
        .casesChanged(
          added: cases.filter { !others.contains($0) },
          removed: others.filter { !cases.contains($0) }), entity, name)
    case (nil, .some):
      // Any value of the stored type was valid, but now only the cases are.
      return note(.typeChanged(from: before, to: after), entity, name)
    case (.some, nil) where before.swiftName == after.swiftName:
      note(.casesChanged(added: [], removed: []), entity, name)
    case (_, nil): break
    }
    if before.swiftName != after.swiftName {
      note(.swiftTypeChanged(from: before.swiftName, to: after.swiftName), entity, name)
    }
  }

  private mutating func compareElements(
    _ elements: [AttributeDescription], _ old: [AttributeDescription], _ entity: String,
    _ name: String
  ) {
    let match = RenamingMatch(
      new: elements.map { ($0.name, $0.renamingIdentifier) },
      old: old.map { ($0.name, $0.renamingIdentifier) })
    for (element, position) in zip(elements, match.oldPositions) {
      let elementName = "\(name).\(element.name)"
      guard let position else {
        note(.attributeAdded(element.initialValue), entity, elementName)
        continue
      }
      if old[position].name != element.name {
        note(.propertyRenamed(from: old[position].name), entity, elementName)
      }
      compare(element, old[position], entity, elementName)
    }
    for position in match.removed {
      note(.attributeRemoved, entity, "\(name).\(old[position].name)")
    }
  }
}

extension AttributeDescription {
  /// The value of the attribute in objects that were stored before it existed.
  var initialValue: ModelDifference.InitialValue {
    if isTransient { return .transient }
    if derivation != nil { return .derived }
    switch defaultValue {
    case .constant(.null), nil: return isOptional ? .absent : .missing
    default: return .defaultValue
    }
  }
}

extension ModelComparison {
  /// Compares the rules of an entity or an attribute, ignoring their order.
  mutating func compareRules(
    _ new: [ValidationRule], _ old: [ValidationRule], _ entity: String, _ property: String? = nil
  ) {
    let (kept, known) = (Set(new).intersection(old), Set(old))
    var former = old.filter { !kept.contains($0) }
    for rule in new where !known.contains(rule) {
      if let position = former.firstIndex(where: { $0.slot == rule.slot }) {
        note(.ruleChanged(from: former.remove(at: position), to: rule), entity, property)
      } else {
        note(.ruleAdded(rule), entity, property)
      }
    }
    for rule in former { note(.ruleRemoved(rule), entity, property) }
  }
}

extension ValidationRule {
  /// The identity that the rule has in all versions. It is the name of the rule, or the name of its kind.
  fileprivate var slot: String {
    switch requirement {
    case .unique(let names): "unique \(names)"
    case .predicate(let name, _), .custom(let name, _): "rule \(name)"
    default: requirement.word
    }
  }

  /// The requirement as a phrase for sentences about models: `length 1...200`.
  var words: String {
    var words = requirement.words
    if let condition { words += " when \(condition)" }
    if severity == .warning { words += ", as a warning" }
    if let message { words += ", with the message \(message.quotedForMessage)" }
    return words
  }
}
