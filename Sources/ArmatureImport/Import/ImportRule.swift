import ArmatureModel

/// Rules of entities for constraints that an attribute's rules cannot express.
enum ImportRule {
  /// Returns a rule that requires a value to satisfy a condition, if the value is not missing.
  ///
  /// - Parameter sentence: The text that follows the name of the value in the message.
  static func value(
    at path: [String], _ sentence: String, _ condition: FetchPredicate, site: DeclarationSite
  ) -> ValidationRule {
    let missing = FetchPredicate.comparison(.keyPath(FetchPath(path)), .equal, .constant(.null))
    let name = "\(path.joined(separator: ".")) \(sentence)"
    return ValidationRule(.predicate(name: name, .or([missing, condition])), site: site)
  }

  /// Returns a rule that numbers must not be greater than a bound.
  static func value(
    at path: [String], isGreaterThan bound: AttributeValue, site: DeclarationSite
  ) -> ValidationRule {
    value(
      at: path, "is greater than \(bound)",
      .comparison(.keyPath(FetchPath(path)), .greater, .constant(bound)), site: site)
  }
}
