import ArmatureModel

extension PredicateEvaluator {
  /// The result of an expression.
  enum Result {
    case one(AttributeValue)
    /// One value for each way, null if a way ends early; objects appear as their IDs.
    case several([Weighted<AttributeValue>])

    /// The value, or the first of several that is not null.
    var first: AttributeValue { present.first?.element ?? .null }

    /// The values, except for nulls.
    var present: [Weighted<AttributeValue>] {
      switch self {
      case .one(let value): value.isNull ? [] : [Weighted(element: value, ways: 1)]
      case .several(let values): values.filter { !$0.element.isNull }
      }
    }
  }

  func result(of expression: FetchExpression) -> Result {
    switch expression {
    case .keyPath(let path):
      return path.names.count == 1
        ? start(of: path).result(of: path.names[0], isSaved: isSaved) : walk(expression).result
    case .properties, .subquery, .aggregate(.distinct, _): return walk(expression).result
    case .constant(.objects(let ids)):
      return .several(ids.map { Weighted(element: .object($0), ways: 1) })
    case .list(let parts):
      return .several(parts.map { Weighted(element: value(of: $0), ways: 1) })
    case .conditional(let condition, let first, let other):
      return result(of: holds(condition) ? first : other)
    case .combination(let left, let combination, let right):
      return .several(
        combination.apply(values(of: left), values(of: right), by: \.comparisonKey))
    case .element(let position, let values):
      return .one(position.element(of: self.values(of: values))?.element ?? .null)
    case .variable: return .one(.null)
    case .constant, .arithmetic, .function, .aggregate: return .one(value(of: expression))
    }
  }

  /// Returns the values that an aggregate combines, without nulls.
  func values(of expression: FetchExpression) -> [Weighted<AttributeValue>] {
    let result = result(of: expression)
    guard case .one(.list(let values)) = result else { return result.present }
    return values.map { Weighted(element: $0, ways: 1) }
  }

  /// Returns the values for a quantifier: one for each way, null if a way ends early.
  func elements(of expression: FetchExpression) -> [AttributeValue] {
    switch result(of: expression) {
    case .one(.list(let values)): values
    case .one(let value): [value]
    case .several(let values): values.map(\.element)
    }
  }

  /// Returns whether an expression yields any object, or any value except null.
  func contains(_ expression: FetchExpression) -> Bool {
    guard case .subquery(let collection, let condition) = expression else {
      return !values(of: expression).isEmpty
    }
    return walk(collection).objects.contains { inside($0.element).holds(condition) }
  }

  private func start(of path: FetchPath) -> ManagedObject {
    scopes[max(0, scopes.count - 1 - path.level)]
  }

  /// Follows an expression to its objects or values.
  private func walk(_ expression: FetchExpression) -> PathWalk {
    switch expression {
    case .keyPath(let path):
      var walk = PathWalk([Weighted(element: start(of: path), ways: 1)], isSaved: isSaved)
      walk.follow(path.names)
      return walk
    case .properties(let names, let base):
      var walk = walk(base)
      walk.follow(names)
      return walk
    case .subquery(let collection, let condition):
      var walk = walk(collection)
      walk.filter { inside($0).holds(condition) }
      return walk
    case .aggregate(.distinct, let values):
      var walk = walk(values)
      walk.removeDuplicates()
      return walk
    case .constant(.object(let id)): return PathWalk(objects([id]), isSaved: isSaved)
    case .constant(.objects(let ids)):
      return PathWalk(objects(ids), isToMany: true, isSaved: isSaved)
    case .list(let parts):
      return PathWalk(
        parts.flatMap { walk($0).objects }, isToMany: true, isSaved: isSaved)
    case .conditional(let condition, let first, let other):
      return walk(holds(condition) ? first : other)
    case .combination(let left, let combination, let right):
      let objects = combination.apply(walk(left).objects, walk(right).objects) {
        ObjectIdentifier($0)
      }
      return PathWalk(objects, isToMany: true, isSaved: isSaved)
    case .element(let position, let values):
      let object = position.element(of: walk(values).objects)
      return PathWalk(object.map { [$0] } ?? [], isSaved: isSaved)
    case .constant, .variable, .arithmetic, .function, .aggregate:
      return PathWalk([], isSaved: isSaved)
    }
  }

  private func objects(_ ids: [ManagedObjectID]) -> [Weighted<ManagedObject>] {
    let graph = scopes[0].graph
    return ids.compactMap { id in
      scopes.first { $0.objectID == id } ?? graph?.object(for: id)
    }.map { Weighted(element: $0, ways: 1) }
  }
}

extension FetchExpression.Combination {
  /// Returns the combination of two groups; elements with the same key are equal.
  fileprivate func apply<Element, Key: Hashable>(
    _ left: [Weighted<Element>], _ right: [Weighted<Element>], by key: (Element) -> Key
  ) -> [Weighted<Element>] {
    let other = Set(right.map { key($0.element) })
    let elements =
      switch self {
      case .union: left + right
      case .intersection: left.filter { other.contains(key($0.element)) }
      case .difference: left.filter { !other.contains(key($0.element)) }
      }
    var seen: Set<Key> = []
    return elements.compactMap {
      seen.insert(key($0.element)).inserted ? Weighted(element: $0.element, ways: 1) : nil
    }
  }
}

extension FetchExpression.Position {
  /// Returns the element at the position; `nil` if there are fewer.
  fileprivate func element<Element>(of elements: [Element]) -> Element? {
    switch self {
    case .first: elements.first
    case .last: elements.last
    case .index(let index): elements.indices.contains(index) ? elements[index] : nil
    }
  }
}
