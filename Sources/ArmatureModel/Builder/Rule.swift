/// A rule over several properties, named by what it promises: `Rule("a priced book has pages") { … }`.
///
/// The body is an expression of the same kind as a fetch predicate: data that can be printed, stored
/// and exported. With the label `check:` it is a closure, for what an expression does not reach.
public struct Rule<Subject: RuleSubject>: Sendable {
  package var rule: ValidationRule

  /// Declares a rule as an expression.
  ///
  /// The rule applies when the `condition` holds: always, unless given. The `message` replaces the
  /// built-in one about a failure.
  public init(
    _ name: String, severity: ValidationRule.Severity = .error,
    when condition: ((Subject.Query) -> FetchPredicate)? = nil, message: String? = nil,
    file: String = #fileID, line: Int = #line, _ predicate: (Subject.Query) -> FetchPredicate
  ) {
    let query = Subject.ruleQuery
    rule = ValidationRule(
      .predicate(name: name, predicate(query)), severity: severity, when: condition?(query),
      message: message, site: DeclarationSite(file: file, line: line))
  }

  package init(rule: ValidationRule) { self.rule = rule }
}

/// What a rule speaks of: an untyped object, or a typed view of one.
public protocol RuleSubject {
  /// What stands for the object in an expression.
  associatedtype Query
  /// The object of the rule itself, at the start of every path.
  static var ruleQuery: Query { get }
}
