import ArmatureModel

/// A rule, as data of a page.
struct PageRule: Encodable {
  /// The requirement, in words.
  let text: String
  /// Whether the rule is a warning.
  let isWarning: Bool?
  /// A custom message.
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
