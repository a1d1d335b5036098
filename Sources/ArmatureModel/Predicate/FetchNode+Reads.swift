extension FetchPredicate {
  /// The paths that the predicate reads, each once, in order of appearance. They start at the object of the
  /// predicate.
  ///
  /// A path inside a subquery is prefixed with the path of the subquery.
  package var paths: [[String]] { FetchNode.predicate(self).paths }

  /// The properties of the object that the predicate reads, each once, in order of appearance.
  package var properties: [String] { FetchNode.predicate(self).properties }

  /// The names of the variables without the `$`, each once, in order of appearance.
  ///
  /// - Complexity: O(*n*) in the size of the predicate.
  public var variables: [String] { FetchNode.predicate(self).variables }

  /// Replaces the variables of the predicate with values, and returns the result. A variable without a value is kept.
  ///
  /// ```swift
  /// let template = try FetchPredicate("year >= $YEAR AND author == $AUTHOR")
  /// let condition = template.binding(["YEAR": 1965, "AUTHOR": .value(author)])
  /// let books = try context.fetch("Book", where: condition)
  /// ```
  /// - Parameter values: The values, keyed by the names of the variables without the `$`. If a value contains a path,
  ///   the path starts at the object of the predicate, even if the variable is inside a subquery.
  /// - Complexity: O(*n*) in the size of the predicate.
  public func binding(_ values: [String: FetchExpression]) -> FetchPredicate {
    map { expression, depth in
      guard case .variable(let name) = expression else { return nil }
      return values[name]?.mapPaths { path, inner in
        path.level >= inner ? FetchPath(path.names, level: path.level + depth) : path
      }
    }
  }
}

extension FetchExpression {
  /// The paths that the expression reads, each once, in order of appearance.
  package var paths: [[String]] { FetchNode.expression(self).paths }

  /// The properties of the object that the expression reads, each once, in order of appearance.
  package var properties: [String] { FetchNode.expression(self).properties }

  /// True if the expression reads properties of objects to which no path leads, such as those of a variable.
  package var readsBeyondPaths: Bool { FetchNode.expression(self).readsBeyondPaths }

  /// True if the expression contains the date of the evaluation.
  package var readsClock: Bool {
    var reads = false
    FetchNode.expression(self).forEach { node, _ in
      if case .expression(.function(.now, _)) = node { reads = true }
    }
    return reads
  }

  /// The names of the variables without the `$`, each once, in order of appearance.
  ///
  /// - Complexity: O(*n*) in the size of the expression.
  public var variables: [String] { FetchNode.expression(self).variables }
}

extension FetchNode {
  /// All paths, each once, in order of appearance. They start at the object of the predicate.
  package var paths: [[String]] {
    var collector = PathCollector()
    collector.collect(self, scopes: [[[]]])
    return collector.paths
  }

  /// True if the node reads properties of objects to which no path leads, such as those of a variable.
  package var readsBeyondPaths: Bool {
    var collector = PathCollector()
    collector.collect(self, scopes: [[[]]])
    return collector.readsBeyondPaths
  }

  fileprivate var variables: [String] {
    var names: [String] = []
    forEach { node, _ in
      if case .expression(.variable(let name)) = node, !names.contains(name) { names.append(name) }
    }
    return names
  }

  fileprivate var properties: [String] {
    var seen: Set<String> = []
    return paths.compactMap(\.first).filter { seen.insert($0).inserted }
  }
}

private struct PathCollector {
  var paths: [[String]] = []
  var readsBeyondPaths = false
  private var seen: Set<[String]> = []

  /// Each scope has the paths from the object of the predicate to the objects of a subquery, or `nil` if the subquery
  /// starts at computed values.
  mutating func collect(_ node: FetchNode, scopes: [[[String]]?]) {
    if case .expression(let expression) = node {
      for way in ways(expression, scopes) ?? [] where !way.isEmpty && seen.insert(way).inserted {
        paths.append(way)
      }
    }
    switch node {
    case .expression(.subquery(let collection, let condition)):
      let ways = ways(collection, scopes)
      if ways == nil { readsBeyondPaths = true }
      collect(.expression(collection), scopes: scopes)
      collect(.predicate(condition), scopes: scopes + [ways])
    case .expression(.properties(_, let base)):
      if ways(base, scopes) == nil { readsBeyondPaths = true }
      collect(.expression(base), scopes: scopes)
    default:
      for child in node.children { collect(child, scopes: scopes) }
    }
  }

  /// The paths from the object of the predicate to the values of an expression, or `nil` for computed values.
  private func ways(_ expression: FetchExpression, _ scopes: [[[String]]?]) -> [[String]]? {
    switch expression {
    case .keyPath(let path):
      // A level beyond the outermost object is an issue that is reported elsewhere.
      return scopes[max(0, scopes.count - 1 - path.level)]?.map { $0 + path.names }
    case .properties(let names, let base): return ways(base, scopes)?.map { $0 + names }
    case .subquery(let collection, _), .element(_, let collection): return ways(collection, scopes)
    case .conditional(_, let left, let right), .combination(let left, _, let right):
      guard let left = ways(left, scopes), let right = ways(right, scopes) else { return nil }
      return left + right
    case .constant, .list, .variable, .arithmetic, .function, .aggregate: return nil
    }
  }
}
