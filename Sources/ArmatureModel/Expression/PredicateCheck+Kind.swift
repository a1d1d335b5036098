extension PredicateCheck {
  /// What an expression yields; reports what is wrong within it.
  mutating func kind(of expression: FetchExpression) -> PredicateKind {
    switch expression {
    case .constant(let value): return PredicateKind(value)
    case .variable: return .unknown
    case .keyPath(let path):
      guard let end = follow(path) else { return .unknown }
      if let several = end.firstToMany {
        report(.severalObjects(path: "\(path)", name: several), at: end.property)
        return .unknown
      }
      return end.kind
    case .arithmetic(let left, _, let right):
      let property = property(of: [expression])
      for operand in [left, right] {
        let kind = kind(of: operand)
        if !kind.isNumber {
          report(.notNumber(whole: "\(expression)", term(operand, kind)), at: property)
        }
      }
      return .number
    case .length(let text):
      let kind = kind(of: text)
      if !kind.isText {
        report(.notText(whole: "\(expression)", term(text, kind)), at: property(of: [text]))
      }
      return PredicateKind(.int64)
    case .aggregate(let aggregate, let path): return kind(of: aggregate, path)
    }
  }

  private mutating func kind(
    of aggregate: FetchExpression.Aggregate, _ path: FetchPath
  ) -> PredicateKind {
    let result: PredicateKind = aggregate == .count ? PredicateKind(.int64) : .number
    guard let end = follow(path) else { return aggregate.isExtreme ? .unknown : result }
    let whole = "\(FetchExpression.aggregate(aggregate, path: path))"
    let term = PredicateIssue.Term("\(path)", end.kind.phrase)
    if !end.crossesToMany {
      // Without a to-many relationship on the way the owner of the attribute is to blame.
      report(.notToMany(whole: whole, end.ownerTerm ?? term), at: end.property)
    } else if aggregate == .count {
      return result
    } else if !end.isAttribute {
      report(.wrongEnd(whole: whole, needsAttribute: true), at: end.property)
    } else if aggregate.isExtreme {
      if end.kind.isOrdered { return end.kind }
      report(.unordered(whole: whole, term), at: end.property)
    } else if !end.kind.isNumber {
      report(.notNumber(whole: whole, term), at: end.property)
    } else {
      return result
    }
    return aggregate.isExtreme ? .unknown : result
  }

  /// The property of the outermost object with which the first path of some expressions starts.
  func property(of expressions: [FetchExpression]) -> String? {
    for expression in expressions {
      var first: String?
      _ = expression.mapPaths { path in
        first = first ?? property(of: path)
        return path
      }
      if first != nil { return first }
    }
    return nil
  }

  private func property(of path: FetchPath) -> String? {
    let index = scopes.count - 1 - path.level
    guard scopes.indices.contains(index) else { return nil }
    return scopes[index].property ?? (index == 0 ? path.names.first : nil)
  }

  /// Whether a comparison of two kinds can have a result.
  func areComparable(_ left: PredicateKind, _ right: PredicateKind) -> Bool {
    if left.isUncertain || right.isUncertain { return true }
    guard case .object(let a?) = left.family, case .object(let b?) = right.family else {
      if case .object = left.family, case .object = right.family { return true }
      return left.family == right.family
    }
    return isKind(a, of: b) || isKind(b, of: a)
  }

  /// Whether an entity is another one or inherits from it; a cycle ends the search.
  private func isKind(_ name: String, of ancestor: String) -> Bool {
    var seen: Set<String> = []
    var current: String? = name
    while let name = current, seen.insert(name).inserted {
      if name == ancestor { return true }
      current = lookup(name)?.parent
    }
    return false
  }
}

extension FetchExpression.Aggregate {
  fileprivate var isExtreme: Bool { self == .minimum || self == .maximum }
}
