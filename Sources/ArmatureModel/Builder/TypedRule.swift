/// A ``Rule`` of the typed tier, over the properties of a schema.
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

  /// Declares a rule as an expression.
  ///
  /// The rule applies when the `condition` holds: always, unless given. The `message` replaces the
  /// built-in one about a failure.
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
  /// Refuses a property where a condition must stand.
  @available(
    *, unavailable,
    message: "a property is no condition: compare it, as in $0.isPublished == true"
  )
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((Query<Subject>) -> FetchPredicate)? = nil, message: String? = nil,
    _ property: (Query<Subject>) -> QueryValue<Bool>
  ) {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}
