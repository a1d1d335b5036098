import ArmatureModel

/// Rules of entities that say what those of an attribute cannot.
enum ImportRule {
  /// A rule that a value breaks which is there and for which a condition does not hold.
  ///
  /// - Parameter sentence: What follows the name of the value in that of the rule.
  static func value(
    at path: [String], _ sentence: String, _ condition: FetchPredicate, site: DeclarationSite
  ) -> ValidationRule {
    let missing = FetchPredicate.comparison(.keyPath(FetchPath(path)), .equal, .constant(.null))
    let name = "\(path.joined(separator: ".")) \(sentence)"
    return ValidationRule(.predicate(name: name, .or([missing, condition])), site: site)
  }

  /// A rule that numbers are greater than one that they must not be.
  static func value(
    at path: [String], isGreaterThan bound: AttributeValue, site: DeclarationSite
  ) -> ValidationRule {
    value(
      at: path, "is greater than \(bound)",
      .comparison(.keyPath(FetchPath(path)), .greater, .constant(bound)), site: site)
  }
}
