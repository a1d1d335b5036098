/// Checks that the default of an attribute is a valid value and satisfies its rules.
enum DefaultCheck {
  static func check(
    _ attribute: AttributeDescription, rules: [ValidationRule], at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    if attribute.defaultValue != nil, attribute.isOptional, attribute.type.storage == .json {
      findings.error(
        .optionalJSONDefault, at: place,
        " must not have a default, because null is a JSON value, so data could not say that the"
          + " attribute has none. Make it required, or remove the default.")
    }
    switch attribute.defaultValue {
    case nil: return
    case .now: checkMoment(attribute.type, .date, ".now", at: place, &findings)
    case .uuid: checkMoment(attribute.type, .uuid, ".uuid", at: place, &findings)
    case .uuidv7: checkMoment(attribute.type, .uuid, ".uuidv7", at: place, &findings)
    case .computed(let computed):
      if computed.make == nil {
        findings.warning(
          .unboundDefault, at: place,
          " has a default without its closure, which cannot be encoded: new objects get no value."
            + " Bind it again with bindingDefaults(_:in:).")
      }
    case .constant(let value):
      // Defaults of derived attributes are reported elsewhere.
      guard attribute.derivation == nil, checkType(of: value, attribute, at: place, &findings),
        checkExactness(of: value, "a default", at: place, &findings)
      else { return }
      for rule in rules where rule.condition == nil {
        check(value, rule, at: place, in: draft, &findings)
      }
    }
  }

  /// - Returns: True if a decimal in the declaration has exactly the value that was written in the source.
  static func checkExactness(
    of value: AttributeValue, _ what: String, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    guard let text = value.lossyLiteral else { return true }
    findings.error(
      .inexactDecimal, at: place,
      " must have \(what) that is exact, but has \(value), as Swift reads the literal \(text)."
        + " Write Decimal(string: \(text.quotedForMessage)).")
    return false
  }

  private static func checkMoment(
    _ type: AttributeType, _ needed: AttributeType, _ value: String, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    guard type.storage != needed else { return }
    findings.error(
      .defaultType, at: place,
      " must be \(needed.inMessage) to have the default \(value), but is \(type.inMessage).")
  }

  private static func checkType(
    of value: AttributeValue, _ attribute: AttributeDescription, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    if value.isNull {
      if !attribute.isOptional {
        findings.error(
          .defaultType, at: place,
          " is required and must have a value as its default, but has none. Remove the default.")
      }
      return false
    }
    if attribute.admits(value) { return true }
    let type = attribute.type
    if case .int = value, let bounds = type.integerBounds, type == type.storage {
      findings.error(
        .defaultType, at: place,
        " must have a default from \(bounds.lowerBound) to \(bounds.upperBound), but has \(value)."
          + " Use a wider type.")
    } else {
      findings.error(
        .defaultType, at: place,
        " must have a default of its type, \(type.inMessage), but has \(value.inMessage)."
          + caseSuggestion(for: value, of: type))
    }
    return false
  }

  private static func check(
    _ value: AttributeValue, _ rule: ValidationRule, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard let promise = brokenPromise(of: rule, value, draft) else { return }
    let text = " must have a default that satisfies its own rule, \(promise), but has \(value)."
    switch rule.severity {
    case .error: findings.error(.defaultBreaksRule, at: place, text)
    case .warning: findings.warning(.defaultBreaksRule, at: place, text)
    }
  }

  /// Returns the requirement of a rule in words if a value does not satisfy the rule.
  private static func brokenPromise(
    of rule: ValidationRule, _ value: AttributeValue, _ draft: ModelDraft
  ) -> String? {
    switch rule.requirement {
    case .pattern(let source):
      guard case .string(let text) = value else { return nil }
      return draft.patterns.matches(text, source) ? nil : rule.requirement.promise
    // The closure of a rule is not called.
    case .custom: return nil
    default: return (try? rule.holds(for: value)) == false ? rule.requirement.promise : nil
    }
  }

  /// Returns a suggestion for a text that is not one of the cases of an enumeration.
  static func caseSuggestion(for value: AttributeValue, of type: AttributeType) -> String {
    guard case .string(let text) = value, case .enumeration(_, _, let cases?) = type else {
      return ""
    }
    let names = cases.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return suggestion(for: text, in: names)
  }
}
