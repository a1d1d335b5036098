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
