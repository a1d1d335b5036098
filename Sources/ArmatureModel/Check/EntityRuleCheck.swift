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
      case .document(_, let schema, let others):
        _ = AttributeRuleCheck.checkSchema(schema, at: place, &findings)
        checkReads(name, others.map { [$0] } ?? [], of: entity, at: place, in: draft, &findings)
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
    case .predicate(let name, _), .document(let name, _, _), .custom(let name, _): name
    default: nil
    }
  }
}

/// Checks that rules have names and that closures are bound.
enum RuleNameCheck {
  static func check(
    _ rule: ValidationRule, _ name: String, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    if NameCheck.isBlank(name) {
      findings.error(
        .invalidName, at: place,
        " must have rules with names that say what they require, but one has none.")
    }
    if rule.isUnbound {
      findings.warning(
        .unboundRule, at: place,
        " has the rule \(name.quotedForMessage) without its closure, which cannot be encoded. "
          + "Bind it again; otherwise every object fails it.")
    }
  }
}

/// Checks that each name in braces in a rule's message is a property, a path to a property, or a message parameter.
enum MessageCheck {
  static func check(
    _ message: String?, of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    guard let message, draft.lineages[entity].isComplete else { return }
    for name in MessageSegment.names(in: message) where MessageParameter(rawValue: name) == nil {
      let path = name.split(separator: ".").map(String.init)
      if path.count > 1 {
        check(path, of: entity, at: place, in: draft, &findings)
        continue
      }
      if draft.find(name, in: entity) != nil { continue }
      findings.error(
        .unknownPlaceholder, at: place,
        " must have messages with names of properties in braces, but one has"
          + " {\(name)}, which \(place.entity.inMessage) lacks."
          + draft.propertySuggestion(for: name, in: entity))
    }
  }

  private static func check(
    _ path: [String], of entity: Int, at place: DeclarationPlace, in draft: ModelDraft,
    _ findings: inout ModelFindings
  ) {
    var check = PredicateCheck(draft.entities[entity]) { draft.entity(named: $0) }
    let end = check.follow(FetchPath(path))
    var problem = end?.several.map { ", but \($0) leads to several objects." }
    switch check.issues.first?.fact {
    case nil: break
    case .unknownProperty(_, let name, let owner, let nearMiss):
      let suggestion = nearMiss.map { " Did you mean \($0.quotedForMessage)?" } ?? ""
      problem = ", but \(owner) has no \(name.quotedForMessage).\(suggestion)"
    case .some: problem = ", which leads to no value."
    }
    guard let problem else { return }
    findings.error(
      .unknownPlaceholder, at: place,
      " must have messages with paths to a value in braces, or names, and one has"
        + " {\(path.joined(separator: "."))}\(problem)")
  }
}
