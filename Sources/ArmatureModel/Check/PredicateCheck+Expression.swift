extension PredicateCheck {
  /// Returns the kind of an expression that must have a single value, and reports issues in it.
  mutating func kind(of expression: FetchExpression) -> PredicateKind {
    endOfOne(expression)?.kind ?? .unknown
  }

  /// Returns the end of an expression that must have a single value.
  private mutating func endOfOne(_ expression: FetchExpression) -> PathEnd? {
    let end = end(of: expression)
    guard let end, let several = end.several else { return end }
    if case .keyPath = expression {
      report(.severalObjects(path: "\(expression)", name: several), at: end.property)
    } else {
      report(.severalValues(whole: "\(expression)"), at: end.property)
    }
    return nil
  }

  /// Returns the kind of a single value in a quantified expression, which has several values.
  mutating func elementKind(
    of expression: FetchExpression, in whole: FetchPredicate
  ) -> PredicateKind {
    guard let end = valuesEnd(of: expression) else { return .unknown }
    if end.several == nil, end.kind.family != .unknown {
      reportNotToMany("\(whole)", expression, end)
      return .unknown
    }
    return end.kind
  }

  /// Returns the end of an expression, where each value of a list counts as a value.
  mutating func valuesEnd(of expression: FetchExpression) -> PathEnd? {
    var end = end(of: expression)
    if end?.several == nil, case .list(let element)? = end?.kind.type?.storage {
      end?.kind = PredicateKind(element)
      end?.several = "\(expression)"
    }
    return end
  }

  /// Returns the end of an expression, or `nil` after an issue.
  mutating func end(of expression: FetchExpression) -> PathEnd? {
    switch expression {
    case .constant(let value):
      if let text = value.lossyLiteral {
        report(.lossyLiteral(value: "\(value)", text: text), at: nil)
      }
      return PathEnd(PredicateKind(value), isAttribute: true)
    case .variable: return PathEnd(.unknown)
    case .keyPath(let path): return follow(path)
    case .properties(let names, let base):
      guard let start = end(of: base) else { return nil }
      // The value of a variable is not known here.
      return start.entity == nil ? PathEnd(.unknown) : follow(names, from: start, "\(base)")
    case .list(let parts):
      let kinds = parts.map { kind(of: $0) }
      var end = PathEnd(kinds.first ?? .unknown, several: "\(expression)", isAttribute: true)
      end.isOrdered = true
      return end
    case .arithmetic(let left, let operation, let right):
      return PathEnd(kind(of: expression, left, operation, right), isAttribute: true)
    case .function(let function, let arguments):
      return PathEnd(kind(of: expression, function, arguments), isAttribute: true)
    case .aggregate(let aggregate, let values):
      return self.end(of: aggregate, values, in: expression)
    case .subquery(let collection, let condition):
      let end = end(of: collection)
      let count = issues.count
      if let end, end.kind.family != .unknown {
        if end.several == nil {
          reportNotToMany("\(expression)", collection, end)
        } else if end.isAttribute {
          report(.wrongEnd(whole: "\(expression)", needsAttribute: false), at: end.property)
        }
      }
      let isSound = issues.count == count
      scopes.append(Scope(entity: end?.entity, property: end?.property))
      check(condition)
      scopes.removeLast()
      return isSound ? end : nil
    case .conditional(let condition, let first, let other):
      check(condition)
      let ends = (first: endOfOne(first), other: endOfOne(other))
      return join(ends.first, first, ends.other, other, in: expression)
    case .combination(let left, _, let right):
      let ends = (left: endOfGroup(left, in: expression), right: endOfGroup(right, in: expression))
      var end = join(ends.left, left, ends.right, right, in: expression)
      end?.several = "\(expression)"
      return end
    case .element(_, let values): return element(of: values, in: expression)
    }
  }

  /// Returns the end of an operand of a combination, which must have several objects or values.
  private mutating func endOfGroup(
    _ expression: FetchExpression, in whole: FetchExpression
  ) -> PathEnd? {
    guard let end = valuesEnd(of: expression) else { return nil }
    if end.several != nil || end.kind.family == .unknown { return end }
    reportNotToMany("\(whole)", expression, end)
    return nil
  }

  /// Returns the common end of two alternatives. The alternatives must be of the same kind.
  private mutating func join(
    _ left: PathEnd?, _ leftExpression: FetchExpression, _ right: PathEnd?,
    _ rightExpression: FetchExpression, in whole: FetchExpression
  ) -> PathEnd? {
    guard let left, let right else { return nil }
    var end = left.kind.isUncertain ? right : left
    end.isOrdered = false
    if let a = left.entity, let b = right.entity, !left.isAttribute, !right.isAttribute,
      let common = lineage(of: a.name).first(where: { isKind(b.name, of: $0) })
    {
      end.entity = lookup(common)
      end.kind = .object(common)
    } else if !areComparable(left.kind, right.kind) {
      report(
        .differentKinds(
          whole: "\(whole)", left: term(leftExpression, left.kind),
          right: term(rightExpression, right.kind)), at: property(of: [whole]))
      return nil
    }
    return end
  }

  private mutating func element(
    of values: FetchExpression, in whole: FetchExpression
  ) -> PathEnd? {
    guard var end = end(of: values) else { return nil }
    if end.several == nil, case .list(let element)? = end.kind.type?.storage {
      end.kind = PredicateKind(element)
    } else if end.several == nil || !end.isOrdered, end.kind.family != .unknown {
      report(.noPositions(whole: "\(whole)", term(values, end.kind)), at: end.property)
      return nil
    }
    end.several = nil
    return end
  }

  private mutating func kind(
    of whole: FetchExpression, _ left: FetchExpression, _ operation: FetchExpression.Arithmetic,
    _ right: FetchExpression
  ) -> PredicateKind {
    let property = property(of: [whole])
    let kinds = (left: kind(of: left), position: issues.count, right: kind(of: right))
    switch (operation, kinds.left.family, kinds.right.family) {
    case (.add, .text, .text), (.add, .text, .unknown), (.add, .unknown, .text):
      return PredicateKind(.string)
    case (.subtract, .date, .date): return .number
    case (.add, .date, .number), (.add, .number, .date), (.subtract, .date, .number):
      return PredicateKind(.date)
    case (.add, .date, .unknown), (.add, .unknown, .date), (.subtract, .date, .unknown),
      (.subtract, .unknown, .date):
      return .unknown
    default: break
    }
    if !kinds.right.isNumber {
      report(.notNumber(whole: "\(whole)", term(right, kinds.right)), at: property)
    }
    if !kinds.left.isNumber {
      report(
        .notNumber(whole: "\(whole)", term(left, kinds.left)), at: property,
        position: kinds.position)
    }
    return .number
  }

  private mutating func kind(
    of whole: FetchExpression, _ function: FetchExpression.Function, _ arguments: [FetchExpression]
  ) -> PredicateKind {
    let property = property(of: [whole])
    if function == .relevance {
      report(.relevanceAsValue(whole: "\(whole)"), at: property)
      return .unknown
    }
    guard arguments.count == function.argumentCount else {
      report(.wrongCount(whole: "\(whole)", expected: function.argumentCount), at: property)
      return .unknown
    }
    var operand: PredicateIssue.Term?
    var argument = PredicateKind.unknown
    if let first = arguments.first {
      argument = kind(of: first)
      operand = term(first, argument)
    }
    switch function {
    case .now, .date: return PredicateKind(.date)
    case .number: return .number
    case .text: return PredicateKind(.string)
    case .lowercase, .uppercase, .canonical, .length:
      if let operand, !argument.isText {
        report(.notText(whole: "\(whole)", operand), at: property)
      }
      return function == .length ? PredicateKind(.int64) : PredicateKind(.string)
    case .abs, .floor, .ceiling, .truncate, .squareRoot, .onesComplement:
      if let operand, !argument.isNumber {
        report(.notNumber(whole: "\(whole)", operand), at: property)
      }
      return .number
    case .relevance: return .number
    }
  }

  private mutating func end(
    of aggregate: FetchExpression.Aggregate, _ values: FetchExpression, in whole: FetchExpression
  ) -> PathEnd? {
    let result: PredicateKind = aggregate == .count ? PredicateKind(.int64) : .number
    let isExtreme = aggregate == .minimum || aggregate == .maximum
    guard var end = valuesEnd(of: values) else {
      return isExtreme || aggregate == .distinct ? nil : PathEnd(result, isAttribute: true)
    }
    let term = term(values, end.kind)
    if end.kind.family == .unknown {
      return isExtreme || aggregate == .distinct ? end : PathEnd(result, isAttribute: true)
    }
    if end.several == nil {
      reportNotToMany("\(whole)", values, end)
    } else if aggregate == .distinct {
      return end
    } else if aggregate == .count {
      return PathEnd(result, isAttribute: true)
    } else if !end.isAttribute {
      report(.wrongEnd(whole: "\(whole)", needsAttribute: true), at: end.property)
    } else if isExtreme {
      if end.kind.isOrdered {
        end.several = nil
        return end
      }
      report(.unordered(whole: "\(whole)", term), at: end.property)
    } else if !end.kind.isNumber {
      report(.notNumber(whole: "\(whole)", term), at: end.property)
    } else {
      return PathEnd(result, isAttribute: true)
    }
    return isExtreme ? nil : PathEnd(result, isAttribute: true)
  }

  private mutating func reportNotToMany(
    _ whole: String, _ expression: FetchExpression, _ end: PathEnd
  ) {
    // If the path has no to-many relationship, the issue is the object that has the attribute.
    report(
      .notToMany(whole: whole, end.owner ?? term(expression, end.kind)), at: end.property)
  }

  private func term(_ expression: FetchExpression, _ kind: PredicateKind) -> PredicateIssue.Term {
    PredicateIssue.Term("\(expression)", kind.phrase)
  }

  /// Returns the first property of the first path in some expressions. The property belongs to the outermost object.
  func property(of expressions: [FetchExpression]) -> String? {
    for expression in expressions {
      var first: String?
      FetchNode.expression(expression).forEach { node, depth in
        guard first == nil, case .expression(.keyPath(let path)) = node, path.level >= depth else {
          return
        }
        first = property(of: FetchPath(path.names, level: path.level - depth))
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

  /// Returns true if a comparison of two kinds can have a result.
  func areComparable(_ left: PredicateKind, _ right: PredicateKind) -> Bool {
    if left.isUncertain || right.isUncertain { return true }
    guard case .object(let a?) = left.family, case .object(let b?) = right.family else {
      if case .object = left.family, case .object = right.family { return true }
      return left.family == right.family
    }
    return isKind(a, of: b) || isKind(b, of: a)
  }

  /// Returns whether an entity is the same as another entity, or inherits from it.
  private func isKind(_ name: String, of ancestor: String) -> Bool {
    lineage(of: name).contains(ancestor)
  }

  /// Returns an entity and its ancestors, nearest first. A cycle ends the search.
  func lineage(of entity: String) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var current: String? = entity
    while let name = current, seen.insert(name).inserted {
      names.append(name)
      current = lookup(name)?.parent
    }
    return names
  }
}
