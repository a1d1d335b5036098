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
