public import ArmatureModel

extension Rule {
  // `unlabelled` is never given. Without it a trailing closure would match `check`, so that
  // `Rule("…") { ($0.pages ?? 0) > 1 }` would silently be code, which can be neither stored nor
  // exported; and the compiler, trying each expression as code, gave up on sums of eight terms.
  // Nor is `last`: language mode 5 also matches a trailing closure from the end.

  /// Declares a rule as a closure, for what an expression does not reach.
  ///
  /// It runs only on objects whose properties it speaks of are present. Throwing an error breaks the
  /// rule; the text of the error ends up in the message. `properties` are those that the closure
  /// reads: all required ones if not given. The rule applies when the `condition` holds, an
  /// expression: always, unless given.
  ///
  /// The closure stands behind its label: what stands behind the parentheses is an expression.
  @_disfavoredOverload public init(
    _ name: String, on properties: String..., severity: ValidationRule.Severity = .error,
    when condition: ((DynamicQuery) -> FetchPredicate)? = nil, message: String? = nil,
    file: String = #fileID, line: Int = #line,
    _ unlabelled: ((Never) -> Never)? = nil,
    check: (@Sendable (ManagedObject) throws -> Bool)? = nil,
    _ last: ((Never) -> Never)? = nil
  ) {
    self.init(
      rule: ValidationRule(
        name, properties, severity, condition?(DynamicQuery()), message,
        DeclarationSite(file: file, line: line), check))
  }

  /// Warns of a rule that says nothing, which traps when the model is declared.
  @available(*, deprecated, message: "a rule must say what it checks, as in { $0.pages > 0 }")
  public init(
    _ name: String, on properties: String..., severity: ValidationRule.Severity = .error,
    message: String? = nil, file: String = #fileID, line: Int = #line
  ) {
    let site = DeclarationSite(file: file, line: line)
    self.init(rule: ValidationRule(name, properties, severity, nil, message, site, nil))
  }
}

extension TypedRule {
  // What `unlabelled` and `last` are for is said at `Rule`.

  /// Declares a rule as a closure over the typed view, for what an expression does not reach:
  /// `Rule("…", on: \.title, \.pages, check: { … })`.
  ///
  /// It runs only on objects whose properties it speaks of are present. Throwing an error breaks the
  /// rule; the text of the error ends up in the message. `properties` are those that the closure
  /// reads: all required ones if not given. The rule applies when the `condition` holds, an
  /// expression: always, unless given.
  @_disfavoredOverload public init(
    _ name: String, on properties: PartialKeyPath<Subject>...,
    severity: ValidationRule.Severity = .error,
    when condition: ((Query<Subject>) -> FetchPredicate)? = nil, message: String? = nil,
    file: String = #fileID, line: Int = #line,
    _ unlabelled: ((Never) -> Never)? = nil,
    check: (@Sendable (Managed<Subject>) throws -> Bool)? = nil,
    _ last: ((Never) -> Never)? = nil
  ) {
    var untyped: (@Sendable (ManagedObject) throws -> Bool)?
    if let check { untyped = { try check(Managed(unchecked: $0)) } }
    self.init(
      rule: ValidationRule(
        name, properties.map { Subject.propertyName($0) }, severity, condition?(Query<Subject>()),
        message, DeclarationSite(file: file, line: line), untyped))
  }

  /// Warns of a rule that says nothing, which traps when the model is declared.
  @available(*, deprecated, message: "a rule must say what it checks, as in { $0.pages > 0 }")
  public init(
    _ name: String, on properties: PartialKeyPath<Subject>...,
    severity: ValidationRule.Severity = .error, message: String? = nil, file: String = #fileID,
    line: Int = #line
  ) {
    let site = DeclarationSite(file: file, line: line)
    self.init(rule: ValidationRule(name, [], severity, nil, message, site, nil))
  }
}

extension ValidationRule {
  fileprivate init(
    _ name: String, _ properties: [String], _ severity: Severity, _ condition: FetchPredicate?,
    _ message: String?, _ site: DeclarationSite,
    _ check: (@Sendable (ManagedObject) throws -> Bool)?
  ) {
    guard let check else {
      programmerError(
        "Rule(\(name.quotedForMessage)) at \(site) must say what it checks, but does not. Give it an "
          + "expression in braces, or a closure after check:.")
    }
    self.init(
      .custom(name: name, properties: properties), severity: severity, when: condition,
      message: message, site: site)
    self.check = .object { object in
      guard let object = object as? ManagedObject else { return true }
      return try check(object)
    }
  }
}
