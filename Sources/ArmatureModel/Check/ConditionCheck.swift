/// Checks the paths, comparisons and computations of predicates and expressions.
struct ConditionCheck {
  private let draft: ModelDraft
  /// The start of each message: `Book, rule "a priced book has pages"`.
  private let subject: String
  /// The variables that have a value when the predicate is used.
  private let variables: Set<String>

  init(_ draft: ModelDraft, subject: String, variables: Set<String> = []) {
    self.draft = draft
    self.subject = subject
    self.variables = variables
  }

  func check(
    _ condition: FetchPredicate, about entity: Int, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) {
    let issues = condition.issues(entity: draft.entities[entity], lookup: draft.entity(named:))
    _ = report(issues, variables: condition.variables, at: place, &findings)
  }

  /// - Returns: True if the condition has no issues.
  func check(
    _ expression: FetchExpression, about entity: Int, at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    let issues = expression.issues(entity: draft.entities[entity], lookup: draft.entity(named:))
    return report(issues, variables: expression.variables, at: place, &findings)
  }

  /// Returns the kind of a valid expression's value.
  func kind(of expression: FetchExpression, about entity: Int) -> PredicateKind {
    let draft = draft
    var check = PredicateCheck(draft.entities[entity]) { draft.entity(named: $0) }
    return check.kind(of: expression)
  }

  private func report(
    _ issues: [PredicateIssue], variables names: [String], at place: DeclarationPlace,
    _ findings: inout ModelFindings
  ) -> Bool {
    let issues = issues.filter { !isConsequence($0) }
    for issue in issues {
      findings.error(issue.code, at: place, subject: subject, issue.message.continued)
    }
    var isClean = issues.isEmpty
    var seen = variables
    for name in names where seen.insert(name).inserted {
      isClean = false
      findings.error(
        .unboundVariable, at: place, subject: subject,
        "it must use variables that have a value there, but uses $\(name).")
    }
    return isClean
  }

  /// Returns true if an issue only results from an incomplete hierarchy.
  private func isConsequence(_ issue: PredicateIssue) -> Bool {
    guard case .unknownProperty(_, _, let entity, _) = issue.fact,
      let position = draft.positions[entity]
    else { return false }
    return !draft.lineages[position].isComplete
  }
}

extension PredicateIssue {
  fileprivate var code: ModelIssue.Code {
    switch fact {
    case .unknownProperty, .noProperties, .beyondOutermost: .unknownPath
    case .invalidPattern, .patternNotConstant, .foreignWildcards, .numericPart: .invalidPattern
    case .lossyLiteral: .inexactDecimal
    default: .invalidCondition
    }
  }
}
