extension FetchPredicate {
  /// Everything in the predicate that cannot work with a model, in the order of reading.
  ///
  /// - Parameters:
  ///   - entity: The entity of the objects that the predicate is about.
  ///   - lookup: Yields the entities that relationships lead to.
  package func issues(
    entity: EntityDescription, lookup: (String) -> EntityDescription?
  ) -> [PredicateIssue] {
    withoutActuallyEscaping(lookup) { lookup in
      var check = PredicateCheck(lookup: lookup)
      check.scopes = [PredicateCheck.Scope(entity: entity, property: nil)]
      check.check(self)
      return check.issues
    }
  }
}

extension FetchExpression {
  /// Everything in the expression that cannot work with a model, in the order of reading.
  package func issues(
    entity: EntityDescription, lookup: (String) -> EntityDescription?
  ) -> [PredicateIssue] {
    withoutActuallyEscaping(lookup) { lookup in
      var check = PredicateCheck(lookup: lookup)
      check.scopes = [PredicateCheck.Scope(entity: entity, property: nil)]
      _ = check.kind(of: self)
      return check.issues
    }
  }
}

/// Walks a predicate and collects its issues.
struct PredicateCheck {
  let lookup: (String) -> EntityDescription?
  var issues: [PredicateIssue] = []
  /// The objects of the predicate and of the quantifiers around the current part, outermost first.
  var scopes: [Scope] = []

  struct Scope {
    /// The entity; `nil` after an issue with it.
    var entity: EntityDescription?
    /// The property of the outermost object that led here.
    var property: String?
  }

  mutating func report(_ fact: PredicateIssue.Fact, at property: String?) {
    issues.append(PredicateIssue(fact: fact, property: property))
  }

  mutating func check(_ predicate: FetchPredicate) {
    switch predicate {
    case .constant: break
    case .comparison(let left, let comparison, let right):
      checkComparison(predicate, left, comparison, right)
    case .text(let left, let test, let right, let ignoringCase):
      checkText(predicate, left, right)
      if test == .matches { checkPattern(predicate, left, right, ignoringCase) }
    case .membership(let expression, let values):
      checkMembership(predicate, expression, values)
    case .and(let parts), .or(let parts): for part in parts { check(part) }
    case .not(let part): check(part)
    case .quantified(let quantifier, let path, let condition):
      checkQuantified(quantifier, path, condition)
    }
  }

  private mutating func checkComparison(
    _ whole: FetchPredicate, _ left: FetchExpression, _ comparison: FetchPredicate.Comparison,
    _ right: FetchExpression
  ) {
    let property = property(of: [left, right])
    let kinds = (left: kind(of: left), right: kind(of: right))
    let isOrder = comparison != .equal && comparison != .notEqual
    if isOrder {
      if kinds.left.family == .absent || kinds.right.family == .absent {
        return report(.orderWithAbsence(whole: "\(whole)"), at: property)
      }
      for (side, kind) in [(left, kinds.left), (right, kinds.right)] where !kind.isOrdered {
        return report(.unordered(whole: "\(whole)", term(side, kind)), at: property)
      }
    }
    guard areComparable(kinds.left, kinds.right) else {
      return report(
        .incomparable(
          whole: "\(whole)", left: term(left, kinds.left), right: term(right, kinds.right)),
        at: property)
    }
    // An order comparison may use a bound that is no case itself.
    if isOrder { return }
    if case .constant(let value) = right {
      checkCase(whole, kinds.left.type, value, at: property)
    } else if case .constant(let value) = left {
      checkCase(whole, kinds.right.type, value, at: property)
    }
  }

  private mutating func checkMembership(
    _ whole: FetchPredicate, _ expression: FetchExpression, _ values: [AttributeValue]
  ) {
    let property = property(of: [expression])
    let kind = kind(of: expression)
    for value in values {
      let valueKind = PredicateKind(value)
      guard areComparable(kind, valueKind) else {
        return report(
          .incomparable(
            whole: "\(whole)", left: term(expression, kind),
            right: PredicateIssue.Term(value.predicateText, valueKind.phrase)), at: property)
      }
      checkCase(whole, kind.type, value, at: property)
    }
  }

  private mutating func checkCase(
    _ whole: FetchPredicate, _ type: AttributeType?, _ value: AttributeValue, at property: String?
  ) {
    guard case .enumeration(let name, _, let cases?)? = type, !value.isNull,
      !cases.contains(where: { $0.isSame(as: value) })
    else { return }
    var near: String?
    if case .string(let text) = value {
      near = nearMiss(
        text, in: cases.compactMap { if case .string(let text) = $0 { text } else { nil } })
    }
    report(
      .noSuchCase(
        whole: "\(whole)", value: value.predicateText, type: name, nearMiss: near), at: property)
  }

  private mutating func checkText(
    _ whole: FetchPredicate, _ left: FetchExpression, _ right: FetchExpression
  ) {
    let property = property(of: [left, right])
    for side in [left, right] {
      let kind = kind(of: side)
      if !kind.isText { report(.notText(whole: "\(whole)", term(side, kind)), at: property) }
    }
  }

  private mutating func checkPattern(
    _ whole: FetchPredicate, _ text: FetchExpression, _ pattern: FetchExpression,
    _ ignoringCase: Bool
  ) {
    let property = property(of: [text, pattern])
    switch pattern {
    case .constant(.string(let source)):
      do throws(TextPattern.SyntaxError) {
        // First as it is written, so that offsets in the reason count from its start.
        _ = try TextPattern(source)
        if ignoringCase { _ = try TextPattern("(?i)" + source) }
      } catch {
        report(.invalidPattern(whole: "\(whole)", error), at: property)
      }
    case .constant: break
    default: report(.patternNotConstant(whole: "\(whole)"), at: property)
    }
  }

  private mutating func checkQuantified(
    _ quantifier: FetchPredicate.Quantifier, _ path: FetchPath, _ condition: FetchPredicate
  ) {
    let whole = "\(quantifier.rawValue) \(path)"
    let scope: Scope
    if let end = follow(path) {
      scope = Scope(entity: end.entity, property: end.property)
      if !end.crossesToMany {
        report(
          .notToMany(whole: whole, PredicateIssue.Term("\(path)", end.kind.phrase)),
          at: end.property)
      } else if end.isAttribute {
        report(.wrongEnd(whole: whole, needsAttribute: false), at: end.property)
      }
    } else {
      scope = Scope(entity: nil, property: nil)
    }
    scopes.append(scope)
    check(condition)
    scopes.removeLast()
  }

  func term(_ expression: FetchExpression, _ kind: PredicateKind) -> PredicateIssue.Term {
    PredicateIssue.Term("\(expression)", kind.phrase)
  }
}
