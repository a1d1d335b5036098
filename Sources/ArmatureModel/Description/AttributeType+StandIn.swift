extension AttributeType {
  /// A harmless value of the type that takes the place of a missing value.
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
  /// The placeholders for a rule or hook that reads a missing value. Placeholders that satisfy the rules come first.
  /// The Swift type may reject any of them.
  package var standIns: [AttributeValue] {
    var values = [accepts?.standIn, type.standIn].compactMap { $0 }
    if case .constant(let value)? = defaultValue { values.append(value) }
    for rule in rules { values += rule.requirement.values.prefix(2) }
    return values.filter(keepsRules) + values
  }

  private func keepsRules(_ value: AttributeValue) -> Bool {
    rules.allSatisfy { $0.check != nil || (try? $0.holds(for: value)) ?? false }
  }

  /// The first substitute value that the Swift type is known to accept.
  var standIn: AttributeValue? { standIns.first { !$0.isNull && admits($0) } }
}
