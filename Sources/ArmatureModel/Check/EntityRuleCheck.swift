/// Checks the rules of an entity about several properties.
enum EntityRuleCheck {
  static func check(
    _ entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    let own = draft.declarations[entity].rules
    if own.isEmpty { return }
    let inherited = draft.lineages[entity].parent.map { draft.entities[$0].rules } ?? []
    var names = Set(inherited.compactMap(\.requirement.name))
    for rule in own {
      let place = place.at(rule.site)
      MessageCheck.check(rule.message, of: entity, at: place, in: draft, &findings)
      guard let name = rule.requirement.name else {
        findings.error(
          .misplacedRule, at: place,
          " must have rules over several properties only, but one is about a single value. "
            + "Declare it on the attribute.")
        continue
      }
      RuleNameCheck.check(rule, name, at: place, &findings)
      if !names.insert(name).inserted {
        let other =
          inherited.contains { $0.requirement.name == name } ? "inherits another" : "has two"
        findings.error(
          .duplicateRule, at: place,
          " must have one rule called \(name.quotedForMessage), but \(other). Rename one.")
      }
      let check = ConditionCheck(draft, subject: "\(place), rule \(name.quotedForMessage)")
      if let condition = rule.condition {
        check.check(condition, about: entity, at: place, &findings)
      }
      switch rule.requirement {
      case .predicate(_, let predicate):
        check.check(predicate, about: entity, at: place, &findings)
      case .custom(_, let properties):
        checkReads(name, properties, of: entity, at: place, in: draft, &findings)
      default: break
      }
    }
  }

  private static func checkReads(
    _ name: String, _ properties: [String], of entity: Int, at place: DeclarationPlace,
    in draft: ModelDraft, _ findings: inout ModelFindings
  ) {
    guard draft.lineages[entity].isComplete else { return }
    for property in properties where draft.find(property, in: entity) == nil {
      findings.error(
        .unknownPath, at: place,
        subject: "\(place), rule \(name.quotedForMessage)",
        NamelessMember.reason(property).map { "it refers to something of type \($0)" }
          ?? "it refers to \(property.quotedForMessage), which \(place.entity.inMessage) lacks."
          + draft.propertySuggestion(for: property, in: entity))
    }
  }
}

extension ValidationRule.Requirement {
  /// The name of a rule that has one: a rule of an entity, or a closure.
  fileprivate var name: String? {
    switch self {
    case .predicate(let name, _), .custom(let name, _): name
    default: nil
    }
  }
}
