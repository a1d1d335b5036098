/// A ``Rule`` in a schema type.
///
/// ```swift
/// struct Offer: EntityType {
///   static let schema = Offer()
///   let price = Attribute<Int>()
///   let discount = Attribute<Int>().default(0)
///   static var rules: Rules<Offer> {
///     Rule("a discount is below the price", when: { $0.discount > 0 }) { $0.discount < $0.price }
///   }
/// }
/// ```
public struct TypedRule<Subject: EntityType>: Sendable {
  package var rule: ValidationRule

  /// Declares a rule with an expression.
  ///
  /// If you pass a `condition`, the rule applies only to objects that satisfy it. The `message` replaces the built-in
  /// failure message.
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((Query<Subject>) -> FetchPredicate)? = nil, message: String? = nil,
    file: String = #fileID, line: Int = #line, _ predicate: (Query<Subject>) -> FetchPredicate
  ) {
    rule = ValidationRule(
      .predicate(name: name, predicate(Query<Subject>())), severity: severity,
      when: condition?(Query<Subject>()), message: message,
      site: DeclarationSite(file: file, line: line))
  }

  package init(rule: ValidationRule) { self.rule = rule }
}

extension TypedRule {
  /// Unavailable: compare the property with a value.
  @available(
    *, unavailable,
    message: "a property is not a condition: compare it, as in $0.isPublished == true"
  )
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((Query<Subject>) -> FetchPredicate)? = nil, message: String? = nil,
    _ property: (Query<Subject>) -> QueryValue<Bool>
  ) {
    neverCalled()
  }
}
