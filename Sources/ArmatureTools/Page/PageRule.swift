import ArmatureModel

/// What a page shows of a rule.
struct PageRule: Encodable {
  /// What is required, in words.
  let text: String
  /// Whether breaking it is a warning.
  let isWarning: Bool?
  /// The message in place of the usual one.
  let message: String?
  let site: String?

  init(_ rule: ValidationRule, _ places: PagePlaces) {
    text = rule.description
    isWarning = rule.severity == .warning ? true : nil
    message = rule.message
    site = places.text(rule.site)
  }

  init(_ constraint: UniquenessConstraint, _ places: PagePlaces) {
    text = constraint.description
    isWarning = constraint.severity == .warning ? true : nil
    message = nil
    site = places.text(constraint.site)
  }
}
