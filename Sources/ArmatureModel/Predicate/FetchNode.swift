/// A predicate or an expression, as a node of one tree. Functions that walk the tree use this type.
package enum FetchNode {
  case predicate(FetchPredicate)
  case expression(FetchExpression)

  /// The direct parts of the node, in reading order.
  package var children: [FetchNode] {
    switch self {
    case .predicate(.constant), .expression(.keyPath), .expression(.constant),
      .expression(.variable):
      []
    case .predicate(.comparison(let left, _, let right, _, _)):
      [.expression(left), .expression(right)]
    case .predicate(.and(let parts)), .predicate(.or(let parts)): parts.map(FetchNode.predicate)
    case .predicate(.not(let part)): [.predicate(part)]
    case .expression(.arithmetic(let left, _, let right)): [.expression(left), .expression(right)]
    case .expression(.list(let parts)), .expression(.function(_, let parts)):
      parts.map(FetchNode.expression)
    case .expression(.properties(_, let base)), .expression(.aggregate(_, let base)):
      [.expression(base)]
    case .expression(.subquery(let collection, let condition)):
      [.expression(collection), .predicate(condition)]
    case .expression(.conditional(let condition, let first, let other)):
      [.predicate(condition), .expression(first), .expression(other)]
    case .expression(.combination(let left, _, let right)): [.expression(left), .expression(right)]
    case .expression(.element(_, let base)): [.expression(base)]
    }
  }

  /// Calls a closure for the node and for all of its parts. Each node comes before its parts.
  ///
  /// - Parameter visit: A closure that receives a node and the number of subqueries around it.
  package func forEach(
    depth: Int = 0, _ visit: (_ node: FetchNode, _ depth: Int) -> Void
  ) {
    visit(self, depth)
    if case .expression(.subquery(let collection, let condition)) = self {
      FetchNode.expression(collection).forEach(depth: depth, visit)
      FetchNode.predicate(condition).forEach(depth: depth + 1, visit)
    } else {
      for child in children { child.forEach(depth: depth, visit) }
    }
  }
}

extension FetchPredicate {
  /// Returns the predicate with transformed expressions.
  ///
  /// - Parameter transform: A closure that receives an expression and the number of subqueries around it. If it returns
  ///   `nil`, the parts of the expression are transformed instead.
  package func map(
    depth: Int = 0, _ transform: (_ expression: FetchExpression, _ depth: Int) -> FetchExpression?
  ) -> FetchPredicate {
    switch self {
    case .constant: self
    case .comparison(let left, let comparison, let right, let options, let quantifier):
      .comparison(
        left.map(depth: depth, transform), comparison,
        comparison == .in || comparison == .between
          ? right.map(depth: depth, transform).spelledOut : right.map(depth: depth, transform),
        options: options, quantifier: quantifier)
    case .and(let parts): .and(parts.map { $0.map(depth: depth, transform) })
    case .or(let parts): .or(parts.map { $0.map(depth: depth, transform) })
    case .not(let part): .not(part.map(depth: depth, transform))
    }
  }

  /// Returns the predicate with transformed paths. The closure receives the number of subqueries around each path.
  func mapPaths(_ transform: (FetchPath, Int) -> FetchPath) -> FetchPredicate {
    map { $0.withPath(transform, $1) }
  }
}

extension FetchExpression {
  /// Returns the transformed expression.
  ///
  /// - Parameter transform: A closure that receives an expression and the number of subqueries around it. If it returns
  ///   `nil`, the parts of the expression are transformed instead.
  package func map(
    depth: Int = 0, _ transform: (_ expression: FetchExpression, _ depth: Int) -> FetchExpression?
  ) -> FetchExpression {
    if let replacement = transform(self, depth) { return replacement }
    return switch self {
    case .keyPath, .constant, .variable: self
    case .list(let parts): .list(parts.map { $0.map(depth: depth, transform) })
    case .properties(let names, let base):
      base.map(depth: depth, transform).appending(names)
    case .arithmetic(let left, let operation, let right):
      .arithmetic(
        left.map(depth: depth, transform), operation, right.map(depth: depth, transform))
    case .function(let function, let arguments):
      .function(function, arguments.map { $0.map(depth: depth, transform) })
    case .aggregate(let aggregate, let values):
      .aggregate(aggregate, of: values.map(depth: depth, transform))
    case .subquery(let collection, let condition):
      .subquery(
        collection.map(depth: depth, transform), where: condition.map(depth: depth + 1, transform))
    case .conditional(let condition, let first, let other):
      .conditional(
        condition.map(depth: depth, transform), first.map(depth: depth, transform),
        otherwise: other.map(depth: depth, transform))
    case .combination(let left, let combination, let right):
      .combination(
        left.map(depth: depth, transform), combination, right.map(depth: depth, transform))
    case .element(let position, let base):
      .element(position, of: base.map(depth: depth, transform))
    }
  }

  /// A constant list as a list of constants. `IN` and `BETWEEN` need this form.
  fileprivate var spelledOut: FetchExpression {
    if case .constant(.list(let values)) = self {
      .list(values.map(FetchExpression.constant))
    } else {
      self
    }
  }

  /// Returns the expression with transformed paths. The closure receives the number of subqueries around each path.
  func mapPaths(_ transform: (FetchPath, Int) -> FetchPath) -> FetchExpression {
    map { $0.withPath(transform, $1) }
  }

  fileprivate func withPath(
    _ transform: (FetchPath, Int) -> FetchPath, _ depth: Int
  ) -> FetchExpression? {
    if case .keyPath(let path) = self { .keyPath(transform(path, depth)) } else { nil }
  }
}

/// A part of a predicate that may itself have parts.
enum NestedPart {
  case node(FetchNode)
  case value(AttributeValue)

  /// The direct parts, without values that have no parts.
  var parts: [NestedPart] {
    switch self {
    case .node(.expression(.constant(let value))): Self.values([value])
    case .node(let node): node.children.map(NestedPart.node)
    case .value(.composite(let elements)): Self.values(elements.values.map(Optional.some))
    case .value(.list(let values)): Self.values(values)
    case .value: []
    }
  }

  /// The values that have parts: composites and lists.
  static func values(_ values: some Sequence<AttributeValue?>) -> [NestedPart] {
    values.compactMap { value in
      switch value {
      case .composite?, .list?: value.map(NestedPart.value)
      default: nil
      }
    }
  }
}

extension FetchPredicate {
  /// Whether the predicate exceeds the nesting limit for recursive functions.
  package var isTooDeep: Bool {
    Nesting.isTooDeep([NestedPart.node(.predicate(self))]) { $0.parts }
  }
}
