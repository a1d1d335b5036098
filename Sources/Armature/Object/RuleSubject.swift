public import ArmatureModel

extension ManagedObject: RuleSubject {
  /// The object of the rule, untyped.
  public static var ruleQuery: DynamicQuery { DynamicQuery() }
}

extension Managed: RuleSubject {
  /// The object of the rule, typed by its schema.
  public static var ruleQuery: ArmatureModel.Query<Type> { ArmatureModel.Query<Type>() }
}

extension Rule where Subject == ManagedObject {
  /// Declares a rule as a closure, for what an expression does not reach.
  ///
  /// It runs only on objects whose properties it speaks of are present. Throwing an error breaks the
  /// rule; the text of the error ends up in the message. `properties` are those that the closure
  /// reads: all required ones if not given.
  ///
  /// Disfavoured, since a trailing closure has no label: without it, `{ $0.title != nil }` would be
  /// taken for code, and not for an expression.
  @_disfavoredOverload public init(
    _ name: String, on properties: String..., severity: ValidationRule.Severity = .error,
    message: String? = nil, file: String = #fileID, line: Int = #line,
    check: @escaping @Sendable (ManagedObject) throws -> Bool
  ) {
    self.init(
      rule: ValidationRule(
        .custom(name: name, properties: properties), severity: severity, message: message,
        site: DeclarationSite(file: file, line: line)))
    rule.check = .object { object in
      guard let object = object as? ManagedObject else { return true }
      return try check(object)
    }
  }
}

extension Rule {
  /// Declares a rule as a closure over the typed view, for what an expression does not reach.
  ///
  /// Disfavoured, so that a trailing closure that can be an expression is one.
  @_disfavoredOverload public init<Type: EntityType>(
    _ name: String, on properties: String..., severity: ValidationRule.Severity = .error,
    message: String? = nil, file: String = #fileID, line: Int = #line,
    check: @escaping @Sendable (Managed<Type>) throws -> Bool
  ) where Subject == Managed<Type> {
    self.init(
      rule: ValidationRule(
        .custom(name: name, properties: properties), severity: severity, message: message,
        site: DeclarationSite(file: file, line: line)))
    rule.check = .object { object in
      guard let object = object as? ManagedObject else { return true }
      return try check(Managed(unchecked: object))
    }
  }
}

extension PropertyBuilder {
  /// Takes a rule over several properties.
  public static func buildExpression(_ rule: Rule<ManagedObject>) -> EntityBody {
    make(.rule(rule.rule))
  }
}

extension RuleBuilder {
  /// Takes a rule over several properties.
  public static func buildExpression(_ rule: Rule<Managed<Owner>>) -> Rules<Owner> {
    make(.rule(rule.rule))
  }
}
