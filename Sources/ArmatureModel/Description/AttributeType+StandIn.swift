extension AttributeType {
  /// A value that does no harm in place of an absent one.
  fileprivate var standIn: AttributeValue? {
    switch self {
    case .enumeration(_, let raw, let cases): cases?.first ?? raw.standIn
    case .composite(let elements):
      .composite(
        Dictionary(elements.map { ($0.name, $0.standIn ?? .null) }) { first, _ in first })
    default: TypeFacts(self).standIn
    }
  }
}

extension AttributeDescription {
  /// Values in place of an absent one that a rule or hook reads, those first that keep the rules; the Swift
  /// type may refuse each of them.
  package var standIns: [AttributeValue] {
    var values = [accepts?.standIn, type.standIn].compactMap { $0 }
    if case .constant(let value)? = defaultValue { values.append(value) }
    for rule in rules { values += rule.requirement.values.prefix(2) }
    return values.filter(keepsRules) + values
  }

  private func keepsRules(_ value: AttributeValue) -> Bool {
    rules.allSatisfy { $0.check != nil || (try? $0.holds(for: value)) ?? false }
  }

  /// The first of these that the Swift type takes, as far as it is known.
  var standIn: AttributeValue? { standIns.first { !$0.isNull && admits($0) } }
}
