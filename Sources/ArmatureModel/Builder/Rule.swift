/// A rule about several properties of an object.
///
/// The name of a rule is a statement that says what must be true. For example, the following rule is called "a discount
/// is below the price":
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
///
/// The body of a rule is an expression, as in the predicate of a fetch, so a model can be printed, stored and exported
/// with its rules. If you cannot write a condition as an expression, pass a closure with the label `check:` instead.
public struct Rule: EntityPart, Sendable {
  package var rule: ValidationRule

  /// Declares a rule with an expression.
  ///
  /// If you pass a `condition`, the rule applies only to objects that satisfy it. The `message` replaces the built-in
  /// failure message.
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

  /// Declares a rule with a JSON Schema for the object as a JSON document, with all objects to which it leads.
  ///
  /// ```swift
  /// let rule = Rule("has a name or a title", schema: ["anyOf": [["required": ["name"]], ["required": ["title"]]]])
  /// ```
  /// The document has the keys of the data. Each part that the schema rejects is a failure of its own.
  ///
  /// `others` is the attribute with the keys of the document that belong to no property.
  public init(
    _ name: String, schema: JSONValue, others: String? = nil,
    severity: ValidationRule.Severity = .error, message: String? = nil, file: String = #fileID,
    line: Int = #line
  ) {
    rule = ValidationRule(
      .document(name: name, schema: schema, others: others), severity: severity, message: message,
      site: DeclarationSite(file: file, line: line))
  }

  package init(rule: ValidationRule) { self.rule = rule }

  /// The rule as the body of an entity.
  public var entityBody: EntityBody { EntityBody([.rule(rule)]) }
}

extension Rule {
  /// Unavailable: compare the property with a value.
  @available(
    *, unavailable,
    message:
      "a property is not a condition: compare it, as in $0.isPublished == true or $0.title != \"\""
  )
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((DynamicQuery) -> FetchPredicate)? = nil, message: String? = nil,
    _ property: (DynamicQuery) -> DynamicQuery
  ) {
    neverCalled()
  }
}

extension EntityType {
  /// The rule type of this schema. Its property types are known, so the compiler can report an issue where it occurs.
  public typealias Rule = TypedRule<Self>
}

extension RuleBuilder {
  /// Adds a rule about several properties.
  public static func buildExpression(_ rule: TypedRule<Owner>) -> Rules<Owner> {
    Rules([.rule(rule.rule)])
  }
}

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

  /// Declares a rule with a JSON Schema for the object as a JSON document, with all objects to which it leads.
  ///
  /// `others` is the attribute with the keys of the document that belong to no property.
  public init(
    _ name: String, schema: JSONValue, others: String? = nil,
    severity: ValidationRule.Severity = .error, message: String? = nil, file: String = #fileID,
    line: Int = #line
  ) {
    rule =
      ArmatureModel.Rule(
        name, schema: schema, others: others, severity: severity, message: message, file: file,
        line: line
      ).rule
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
