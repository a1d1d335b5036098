extension FetchPredicate {
  /// The paths that the predicate reads. Each path appears once, in the order of its first appearance, and starts at
  /// the object of the predicate.
  ///
  /// A path inside a subquery is preceded by the path of the subquery.
  package var paths: [[String]] { FetchNode.predicate(self).paths }

  /// The properties of the object that the predicate reads, each once, in the order of their first appearance.
  package var properties: [String] { FetchNode.predicate(self).properties }

  /// The names of the variables, without the `$`. Each name appears once, in the order of its first appearance.
  ///
  /// - Complexity: O(*n*) in the size of the predicate.
  public var variables: [String] { FetchNode.predicate(self).variables }

  /// Returns the predicate with values in place of its variables. Variables without a value stay in the predicate.
  ///
  /// ```swift
  /// let template = try FetchPredicate("year >= $YEAR AND author == $AUTHOR")
  /// let condition = template.binding(["YEAR": 1965, "AUTHOR": .value(author)])
  /// let books = try context.fetch("Book", where: condition)
  /// ```
  /// - Parameter values: The values by the names of the variables, without the `$`. A value can contain a path. The
  ///   path starts at the object of the predicate, even if the variable is inside a subquery.
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

  /// The properties of the object that the expression reads, each once, in the order of their first appearance.
  package var properties: [String] { FetchNode.expression(self).properties }

  /// The names of the variables, without the `$`. Each name appears once, in the order of its first appearance.
  ///
  /// - Complexity: O(*n*) in the size of the expression.
  public var variables: [String] { FetchNode.expression(self).variables }
}

extension FetchNode {
  /// All paths, each once, in the order of their first appearance. They start at the object of the predicate.
  package var paths: [[String]] {
    var collector = PathCollector()
    collector.collect(self, scopes: [[]])
    return collector.paths
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
  private var seen: Set<[String]> = []

  /// A scope is the path from the object of the predicate to the objects of a subquery. It is `nil` if the subquery
  /// starts at a variable.
  mutating func collect(_ node: FetchNode, scopes: [[String]?]) {
    if case .expression(let expression) = node, let way = way(expression, scopes),
      !way.isEmpty, seen.insert(way).inserted
    {
      paths.append(way)
    }
    switch node {
    case .expression(.subquery(let collection, let condition)):
      collect(.expression(collection), scopes: scopes)
      collect(.predicate(condition), scopes: scopes + [way(collection, scopes)])
    default:
      for child in node.children { collect(child, scopes: scopes) }
    }
  }

  /// The path from the object of the predicate to the values of an expression. It is `nil` for computed values.
  private func way(_ expression: FetchExpression, _ scopes: [[String]?]) -> [String]? {
    switch expression {
    case .keyPath(let path):
      // A level beyond the outermost object is an issue that is reported elsewhere.
      scopes[max(0, scopes.count - 1 - path.level)].map { $0 + path.names }
    case .properties(let names, let base): way(base, scopes).map { $0 + names }
    case .subquery(let collection, _), .element(_, let collection): way(collection, scopes)
    case .constant, .list, .variable, .arithmetic, .function, .aggregate, .conditional,
      .combination:
      nil
    }
  }
}
