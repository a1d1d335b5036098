public import ArmatureModel

extension Rule {
  // `unlabelled` is never passed. Without it a trailing closure would match `check`, so that
  // `Rule("…") { ($0.pages ?? 0) > 1 }` would silently be code, which cannot be stored or exported. The compiler would
  // also try each expression as code, and gave up on sums of eight terms. `last` is never passed either: language mode
  // 5 also matches a trailing closure from the end.

  /// Declares a rule as a closure. Use it for conditions that you cannot write as an expression.
  ///
  /// The closure runs for an object only if all properties that you name have values. If you name none, all required
  /// properties must have values. If the closure returns `false`, the object breaks the rule. If it throws an error,
  /// the object breaks the rule as well, and the error's description becomes part of the message. To apply the rule
  /// only to some objects, pass a condition for `when`.
  ///
  /// Always write the label `check:`. Without the label, a trailing closure is read as an expression.
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

  /// Deprecated: pass a closure or an expression. A rule without one traps when the model is declared.
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
  // `Rule` explains `unlabelled` and `last`.

  /// Declares a rule as a closure over the typed view: `Rule("…", on: \.title, \.pages, check: { … })`. Use it for
  /// conditions that you cannot write as an expression.
  ///
  /// The closure runs for an object only if all properties that you name have values. If you name none, all required
  /// properties must have values. If the closure returns `false`, the object breaks the rule. If it throws an error,
  /// the object breaks the rule as well, and the error's description becomes part of the message. To apply the rule
  /// only to some objects, pass a condition for `when`.
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

  /// Deprecated: pass a closure or an expression. A rule without one traps when the model is declared.
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
