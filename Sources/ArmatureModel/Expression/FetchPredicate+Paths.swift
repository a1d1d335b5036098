extension FetchPredicate {
  /// Replaces each path; the transform also gets the number of quantifiers around it.
  func mapPaths(_ transform: (FetchPath, Int) -> FetchPath) -> FetchPredicate {
    mapExpressions(path: transform) { expression, depth in
      expression.mapPaths { transform($0, depth) }
    }
  }

  /// Replaces each expression, and the paths of quantifiers; the transforms also get the number of
  /// quantifiers around.
  func mapExpressions(
    depth: Int = 0, path mapPath: (FetchPath, Int) -> FetchPath = { path, _ in path },
    _ transform: (FetchExpression, Int) -> FetchExpression
  ) -> FetchPredicate {
    func map(_ part: FetchPredicate, depth: Int) -> FetchPredicate {
      part.mapExpressions(depth: depth, path: mapPath, transform)
    }
    switch self {
    case .constant: return self
    case .comparison(let left, let comparison, let right):
      return .comparison(transform(left, depth), comparison, transform(right, depth))
    case .text(let left, let test, let right, let ignoringCase):
      return .text(
        transform(left, depth), test, transform(right, depth), ignoringCase: ignoringCase)
    case .membership(let expression, let values):
      return .membership(transform(expression, depth), values)
    case .and(let parts): return .and(parts.map { map($0, depth: depth) })
    case .or(let parts): return .or(parts.map { map($0, depth: depth) })
    case .not(let part): return .not(map(part, depth: depth))
    case .quantified(let quantifier, let path, let condition):
      return .quantified(quantifier, path: mapPath(path, depth), map(condition, depth: depth + 1))
    }
  }

  /// The expressions that the predicate itself compares or tests; not those of its parts.
  var expressions: [FetchExpression] {
    switch self {
    case .comparison(let left, _, let right), .text(let left, _, let right, _): [left, right]
    case .membership(let expression, _): [expression]
    case .constant, .and, .or, .not, .quantified: []
    }
  }

  /// Every path that the predicate reads, from its object, each once, in order of appearance.
  ///
  /// A path inside a quantifier starts with that of the quantifier.
  package var paths: [[String]] {
    var collector = PathCollector()
    collector.collect(self, scopes: [[]])
    return collector.paths
  }

  /// The properties of the object that the predicate reads, each once, in order of appearance.
  package var properties: [String] { paths.firstNames }
}

extension FetchExpression {
  func mapPaths(_ transform: (FetchPath) -> FetchPath) -> FetchExpression {
    switch self {
    case .constant, .variable: self
    case .keyPath(let path): .keyPath(transform(path))
    case .aggregate(let aggregate, let path): .aggregate(aggregate, path: transform(path))
    case .arithmetic(let left, let operation, let right):
      .arithmetic(left.mapPaths(transform), operation, right.mapPaths(transform))
    case .length(let text): .length(text.mapPaths(transform))
    }
  }

  /// Every path that the expression reads, each once, in order of appearance.
  package var paths: [[String]] {
    var collector = PathCollector()
    collector.collect(self, scopes: [[]])
    return collector.paths
  }

  /// The properties of the object that the expression reads, each once, in order of appearance.
  package var properties: [String] { paths.firstNames }
}

private struct PathCollector {
  var paths: [[String]] = []
  private var seen: Set<[String]> = []

  /// The scopes are the ways to the object of the rule and to the objects of each quantifier.
  mutating func collect(_ predicate: FetchPredicate, scopes: [[String]]) {
    for expression in predicate.expressions { collect(expression, scopes: scopes) }
    switch predicate {
    case .and(let parts), .or(let parts):
      for part in parts { collect(part, scopes: scopes) }
    case .not(let part): collect(part, scopes: scopes)
    case .quantified(_, let path, let condition):
      let names = add(path, scopes: scopes)
      collect(condition, scopes: scopes + [names])
    case .constant, .comparison, .text, .membership: break
    }
  }

  mutating func collect(_ expression: FetchExpression, scopes: [[String]]) {
    switch expression {
    case .constant, .variable: break
    case .keyPath(let path), .aggregate(_, let path): _ = add(path, scopes: scopes)
    case .arithmetic(let left, _, let right):
      collect(left, scopes: scopes)
      collect(right, scopes: scopes)
    case .length(let text): collect(text, scopes: scopes)
    }
  }

  private mutating func add(_ path: FetchPath, scopes: [[String]]) -> [String] {
    // A level beyond the outermost object is an issue of its own, reported elsewhere.
    let names = scopes[max(0, scopes.count - 1 - path.level)] + path.names
    if !names.isEmpty, seen.insert(names).inserted { paths.append(names) }
    return names
  }
}

extension [[String]] {
  fileprivate var firstNames: [String] {
    var seen: Set<String> = []
    return compactMap(\.first).filter { seen.insert($0).inserted }
  }
}
