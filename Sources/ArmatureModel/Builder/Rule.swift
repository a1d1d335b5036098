/// A rule over several properties, named by what it promises: `Rule("a priced book has pages") { … }`.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Offer") {
///     Attribute("price", Int.self)
///     Attribute("discount", Int.self).default(0)
///     Rule("a discount is below the price", when: { $0.discount > 0 }) { $0.discount < $0.price }
///   }
/// }
/// ```
/// The body is an expression of the same kind as a fetch predicate: data that can be printed, stored
/// and exported. With the label `check:` it is a closure, for what an expression does not reach.
public struct Rule: EntityPart, Sendable {
  package var rule: ValidationRule

  /// Declares a rule as an expression.
  ///
  /// The rule applies when the `condition` holds: always, unless given. The `message` replaces the
  /// built-in one about a failure.
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((DynamicQuery) -> FetchPredicate)? = nil, message: String? = nil,
    file: String = #fileID, line: Int = #line, _ predicate: (DynamicQuery) -> FetchPredicate
  ) {
    rule = ValidationRule(
      .predicate(name: name, predicate(DynamicQuery())), severity: severity,
      when: condition?(DynamicQuery()), message: message,
      site: DeclarationSite(file: file, line: line))
  }

  package init(rule: ValidationRule) { self.rule = rule }

  /// The rule.
  public var entityBody: EntityBody { EntityBody([.rule(rule)]) }
}

extension Rule {
  /// Refuses a property where a condition must stand.
  @available(
    *, unavailable,
    message:
      "a property is no condition: compare it, as in $0.isPublished == true or $0.title != \"\""
  )
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((DynamicQuery) -> FetchPredicate)? = nil, message: String? = nil,
    _ property: (DynamicQuery) -> DynamicQuery
  ) {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}

extension EntityType {
  /// Inside a schema, `Rule` speaks of its own properties: the compiler has nothing to infer, and so
  /// says what is wrong where it is wrong.
  public typealias Rule = TypedRule<Self>
}

extension RuleBuilder {
  /// Takes a rule over several properties.
  public static func buildExpression(_ rule: TypedRule<Owner>) -> Rules<Owner> {
    Rules([.rule(rule.rule)])
  }
}
