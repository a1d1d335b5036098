public import ArmatureModel

extension Rule {
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
        name, properties, severity, message, DeclarationSite(file: file, line: line), check))
  }
}

extension TypedRule {
  /// Declares a rule as a closure over the typed view, for what an expression does not reach.
  ///
  /// Disfavoured, so that a trailing closure that can be an expression is one.
  @_disfavoredOverload public init(
    _ name: String, on properties: String..., severity: ValidationRule.Severity = .error,
    message: String? = nil, file: String = #fileID, line: Int = #line,
    check: @escaping @Sendable (Managed<Subject>) throws -> Bool
  ) {
    self.init(
      rule: ValidationRule(
        name, properties, severity, message, DeclarationSite(file: file, line: line)
      ) { try check(Managed(unchecked: $0)) })
  }
}

extension ValidationRule {
  fileprivate init(
    _ name: String, _ properties: [String], _ severity: Severity, _ message: String?,
    _ site: DeclarationSite, _ check: @escaping @Sendable (ManagedObject) throws -> Bool
  ) {
    self.init(
      .custom(name: name, properties: properties), severity: severity, message: message, site: site)
    self.check = .object { object in
      guard let object = object as? ManagedObject else { return true }
      return try check(object)
    }
  }
}
