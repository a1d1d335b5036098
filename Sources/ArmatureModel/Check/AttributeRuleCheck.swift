/// Checks that the rules of an attribute apply to its type and can be satisfied.
enum AttributeRuleCheck {
  /// - Returns: The valid rules.
  static func check(
    _ attribute: AttributeDescription, of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) -> [ValidationRule] {
    if attribute.rules.isEmpty { return [] }
    var sound: [ValidationRule] = []
    var names: Set<String> = []
    for rule in attribute.rules {
      let place = place.at(rule.site)
      MessageCheck.check(rule.message, of: entity, at: place, in: draft, &findings)
      if let condition = rule.condition {
        ConditionCheck(draft, subject: "\(place), condition of a rule")
          .check(condition, about: entity, at: place, &findings)
      }
      if case .custom(let name, _) = rule.requirement {
        RuleNameCheck.check(rule, name, at: place, &findings)
        if !names.insert(name).inserted {
          findings.error(
            .duplicateRule, at: place,
            " must have one rule called \(name.quotedForMessage), but has two. Rename one.")
        }
      }
      if checkRequirement(of: rule, attribute, at: place, in: draft, &findings) {
        sound.append(rule)
      }
    }
    return sound
  }

  private static func checkRequirement(
    of rule: ValidationRule, _ attribute: AttributeDescription, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) -> Bool {
    let type = attribute.type
    switch rule.requirement {
    case .required: return true
    case .custom(let name, let properties):
      return checkReads(name, properties, attribute, at: place, &findings)
    case .length(let minimum, let maximum):
      guard type.hasLength else {
        return misfit(type, "text, data or a list", "a length rule", at: place, &findings)
      }
      return checkLength(minimum, maximum, at: place, &findings)
    case .range(let minimum, let maximum, let excludesMaximum):
      guard PredicateKind(type).isOrdered else {
        return misfit(type, "something with an order", "a range rule", at: place, &findings)
      }
      return RangeCheck(type, minimum, maximum, excludesMaximum).check(at: place, &findings)
    case .pattern(let source):
      guard type.storage == .string else {
        return misfit(type, "text", "a pattern rule", at: place, &findings)
      }
      guard let error = draft.patterns.error(in: source) else { return true }
      findings.error(
        .invalidPattern, at: place,
        " must have a pattern that can be matched, but \(error.description.continued)")
      return false
    case .format(let format):
      let isURL = type.storage == .url && (format == .uri || format == .uriReference)
      guard type.storage == .string || isURL else {
        return misfit(type, "text", "a format rule", at: place, &findings)
      }
      return true
    case .schema(let value):
      guard type.hasJSONValues else {
        return misfit(
          type, "a JSON value, a number, text, a Boolean value, a URL, a day or a list of these",
          "a schema rule",
          at: place, &findings)
      }
      return checkSchema(value, at: place, &findings)
    case .membership(let values):
      return checkMembership(values, attribute, at: place, &findings)
    case .count: return misfit(type, "a to-many relationship", "a count rule", at: place, &findings)
    case .unique, .predicate, .document:
      findings.error(
        .misplacedRule, at: place,
        " must have rules about its own value only, but one is about objects. Declare it in "
          + "\(place.entity.inMessage) as Unique(…) or Rule(…).")
      return false
    }
  }

  private static func misfit(
    _ type: AttributeType, _ needed: String, _ rule: String, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    findings.error(
      .unsupportedRule, at: place,
      " must be \(needed) to have \(rule), but is \(type.inMessage). Remove the rule.")
    return false
  }

  static func checkSchema(
    _ value: JSONValue, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) -> Bool {
    do throws(JSONSchemaError) {
      _ = try JSONSchema(value)
      return true
    } catch {
      for problem in error.problems {
        let keyword = problem.place.isEmpty ? "the whole" : "\(problem.place)"
        findings.error(
          .invalidSchema, at: place,
          " must have a rule with a valid JSON Schema, but in this one \(keyword) \(problem.reason)"
        )
      }
      return false
    }
  }

  private static func checkLength(
    _ minimum: Int?, _ maximum: Int?, at place: DeclarationPlace, _ findings: inout ModelFindings
  ) -> Bool {
    if let negative = [minimum, maximum].compactMap({ $0 }).first(where: { $0 < 0 }) {
      findings.error(
        .negativeLength, at: place,
        " must have length bounds of 0 or more, but has \(negative).")
      return false
    }
    if let minimum, let maximum, minimum > maximum {
      findings.error(
        .reversedLength, at: place,
        " must have a minimum length up to its maximum of \(maximum), but has \(minimum)."
          + " Swap them.")
      return false
    }
    return true
  }

  private static func checkMembership(
    _ values: [AttributeValue], _ attribute: AttributeDescription, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    if values.isEmpty {
      findings.error(
        .emptyMembership, at: place,
        " must have a rule that allows some value, but its list is empty.")
      return false
    }
    guard let other = values.first(where: { !attribute.admits($0) }) else {
      return values.allSatisfy {
        DefaultCheck.checkExactness(of: $0, "a list of values", at: place, &findings)
      }
    }
    findings.error(
      .membershipType, at: place,
      " must have a rule that lists values of its type, \(attribute.type.inMessage), but it lists"
        + " \(other.inMessage)." + DefaultCheck.caseSuggestion(for: other, of: attribute.type))
    return false
  }

  private static func checkReads(
    _ name: String, _ properties: [String], _ attribute: AttributeDescription,
    at place: DeclarationPlace, _ findings: inout ModelFindings
  ) -> Bool {
    // The name is empty if the label of the attribute was not known yet.
    guard let other = properties.first(where: { $0 != attribute.name && !$0.isEmpty }) else {
      return true
    }
    findings.error(
      .misplacedRule, at: place,
      " must have rules about its own value only, but \(name.quotedForMessage) is about "
        + "\(other.quotedForMessage). Declare it in \(place.entity.inMessage) as Rule(…).")
    return false
  }
}

/// The compiled patterns of a model. Each pattern is compiled once, even if several rules use it.
final class PatternCache {
  private var results: [String: Result<TextPattern, TextPattern.SyntaxError>] = [:]

  /// Returns the error in a pattern, or `nil` for a valid pattern.
  func error(in source: String) -> TextPattern.SyntaxError? {
    if case .failure(let error) = result(of: source) { error } else { nil }
  }

  /// Returns whether a text matches a pattern. Returns `true` if the pattern is invalid.
  func matches(_ text: String, _ source: String) -> Bool {
    if case .success(let pattern) = result(of: source) { pattern.matches(text) } else { true }
  }

  private func result(of source: String) -> Result<TextPattern, TextPattern.SyntaxError> {
    if let result = results[source] { return result }
    let result = Result { () throws(TextPattern.SyntaxError) in try TextPattern(source) }
    results[source] = result
    return result
  }
}
