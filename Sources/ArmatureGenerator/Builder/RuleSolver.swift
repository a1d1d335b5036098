import Armature

/// Solves a condition for one of the values or links that it reads.
///
/// A random solution is chosen, and alternatives are ignored. The search finds out whether other rules agree.
struct RuleSolver {
  let builder: GraphBuilder
  typealias Comparison = FetchPredicate.Comparison

  /// The maximum number of edits in one search step.
  static let mostEdits = 16

  /// Returns edits after which a condition is true or false; empty if no solution is known.
  ///
  /// - Parameter scopes: The object, followed by an object for each enclosing subquery, innermost last.
  func edits(
    _ predicate: FetchPredicate, _ wanted: Bool, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    switch predicate {
    case .constant: return []
    case .not(let part): return try edits(part, !wanted, scopes)
    case .and(let parts), .or(let parts):
      let isAll = if case .and = predicate { wanted } else { !wanted }
      let wrong = parts.filter { $0.holds(in: scopes) != wanted }
      if isAll { return try wrong.flatMap { try edits($0, wanted, scopes) } }
      return try builder.random.element(of: wrong).map { try edits($0, wanted, scopes) } ?? []
    case .comparison(let left, let comparison, let right, _, let quantifier):
      if quantifier != .one {
        return try edits(left, quantifier, comparison, right, wanted, scopes)
      }
      if comparison == .in { return try edits(left, in: right, wanted, scopes) }
      if comparison == .contains, !right.isText {
        return try edits(right, in: left, wanted, scopes)
      }
      guard let comparison = wanted ? comparison : comparison.opposite else { return [] }
      return try edits(left, comparison, right, scopes)
    }
  }

  /// Returns edits after which a comparison holds: one side receives a value that suits the other.
  private func edits(
    _ left: FetchExpression, _ comparison: Comparison, _ right: FetchExpression,
    _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    func forLeft() throws -> [Edit] {
      try bring(left, comparison, right.value(in: scopes), scopes)
    }
    func forRight() throws -> [Edit] {
      try bring(right, comparison.mirrored, left.value(in: scopes), scopes)
    }
    // The object's own values are preferred to values shared with other objects.
    let (isLeftOwn, isRightOwn) = (left.isOwn(scopes), right.isOwn(scopes))
    let isLeftFirst =
      isLeftOwn == isRightOwn || builder.random.oneIn(4) ? builder.random.oneIn(2) : isLeftOwn
    let first = try isLeftFirst ? forLeft() : forRight()
    if !first.isEmpty { return first }
    return try isLeftFirst ? forRight() : forLeft()
  }

  /// Returns edits after which an expression satisfies a comparison with a value.
  func bring(
    _ expression: FetchExpression, _ comparison: Comparison, _ value: AttributeValue,
    _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    switch expression {
    case .keyPath(let path):
      return try bring(start(of: path, scopes), path.names[...], comparison, value)
    case .properties(let names, let base):
      guard let object = builder.random.element(of: members(of: base, scopes)) else { return [] }
      return try bring(object, names[...], comparison, value)
    case .arithmetic(let left, let operation, let right):
      let known = (left: left.value(in: scopes), right: right.value(in: scopes))
      guard let value = comparison.nearest(value),
        let (part, goal) = builder.random.element(
          of: operation.solutions(value, known.left, known.right))
      else { return [] }
      return try bring(part == .left ? left : right, .equal, goal, scopes)
    case .aggregate(.count, let values):
      guard case .int(let count) = expression.value(in: scopes),
        case .int(let goal)? = comparison.nearest(value), goal >= 0
      else { return [] }
      let difference = goal == count ? (count == 0 ? 1 : -1) : goal - count
      return difference < 0
        ? try shrink(values, by: Int(max(difference, -16)).magnitude, scopes)
        : try grow(values, by: Int(min(difference, 16)).magnitude, scopes)
    case .aggregate(.sum, let values):
      return try bring(sum: expression, values, comparison, value, scopes)
    case .aggregate(let aggregate, let values):
      return try bring(aggregate, values, comparison, value, scopes)
    case .constant, .list, .variable, .function, .subquery, .conditional, .combination, .element:
      return []
    }
  }

  // MARK: Members

  /// Returns edits after which enough of an expression's values satisfy a comparison.
  private func edits(
    _ left: FetchExpression, _ quantifier: FetchPredicate.Quantifier, _ comparison: Comparison,
    _ right: FetchExpression, _ wanted: Bool, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    let isMatch = quantifier == .none ? !wanted : wanted
    let isOneEnough = quantifier == .any ? wanted : !wanted && quantifier != .one
    let (holders, name) = holders(of: left, scopes)
    let value = right.value(in: scopes)
    guard let name, let comparison = isMatch ? comparison : comparison.opposite else { return [] }
    if isOneEnough {
      guard let holder = builder.random.element(of: holders) else {
        return try grow(left.way, by: 1, scopes)
      }
      return try bring(holder, [name], comparison, value)
    }
    let expression = FetchExpression.keyPath(FetchPath([name]))
    let wrong = holders.filter { !comparison.holds(expression.value(in: [$0]), value) }
    return try wrong.prefix(Self.mostEdits).flatMap { try bring($0, [name], comparison, value) }
  }

  /// Returns edits after which a value is or is not among others.
  private func edits(
    _ element: FetchExpression, in collection: FetchExpression, _ wanted: Bool,
    _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    let values = collection.values(in: scopes)
    let value = element.value(in: scopes)
    let object = value.object(builder)
    if wanted {
      if let object, values.isEmpty || builder.random.oneIn(2) {
        let found = try add(object, to: collection, scopes)
        if !found.isEmpty { return found }
      }
      guard let goal = builder.random.element(of: values) else { return [] }
      return try bring(element, .equal, goal, scopes)
    }
    if let object, builder.random.oneIn(2) {
      let found = try remove(object, from: collection, scopes)
      if !found.isEmpty { return found }
    }
    return try bring(element, .notEqual, value, scopes)
  }

  /// Returns edits after which the minimum, maximum or average of some values satisfies a comparison.
  private func bring(
    _ aggregate: FetchExpression.Aggregate, _ values: FetchExpression, _ comparison: Comparison,
    _ value: AttributeValue, _ scopes: [ManagedObject]
  ) throws -> [Edit] {
    let (holders, name) = holders(of: values, scopes)
    guard let name else { return [] }
    if holders.isEmpty { return try grow(values.way, by: 1, scopes) }
    let isOne =
      switch (aggregate, comparison) {
      case (.minimum, .less), (.minimum, .lessOrEqual), (.maximum, .greater),
        (.maximum, .greaterOrEqual):
        true
      default: false
      }
    if isOne, let holder = builder.random.element(of: holders) {
      return try bring(holder, [name], comparison, value)
    }
    let expression = FetchExpression.keyPath(FetchPath([name]))
    let wrong = holders.filter { !comparison.holds(expression.value(in: [$0]), value) }
    return try wrong.prefix(Self.mostEdits).flatMap { try bring($0, [name], comparison, value) }
  }

  // MARK: Walking

  func start(of path: FetchPath, _ scopes: [ManagedObject]) -> ManagedObject {
    scopes[max(0, scopes.count - 1 - path.level)]
  }

  /// Returns the objects at the end of a path of relationships.
  func walk(_ object: ManagedObject, _ names: ArraySlice<String>) -> [ManagedObject] {
    var objects = [object]
    for name in names {
      objects = objects.flatMap { object -> [ManagedObject] in
        guard let relationship = builder.plan(of: object).relationship(named: name) else {
          return []
        }
        return builder.related(object, relationship.description)
      }
    }
    return objects
  }

  /// Returns the objects of an expression.
  func members(of expression: FetchExpression, _ scopes: [ManagedObject]) -> [ManagedObject] {
    switch expression {
    case .keyPath(let path): walk(start(of: path, scopes), path.names[...])
    case .properties(let names, let base):
      members(of: base, scopes).flatMap { walk($0, names[...]) }
    case .subquery(let base, let condition):
      members(of: base, scopes).filter { condition.holds(in: scopes + [$0]) }
    case .aggregate(.distinct, let values): members(of: values, scopes)
    case .constant, .list, .variable, .arithmetic, .function, .aggregate, .conditional,
      .combination, .element:
      []
    }
  }

  /// Returns the owners of an expression's values, and the name of the property.
  func holders(
    of expression: FetchExpression, _ scopes: [ManagedObject]
  ) -> (objects: [ManagedObject], name: String?) {
    switch expression {
    case .keyPath(let path):
      (walk(start(of: path, scopes), path.names.dropLast()), path.names.last)
    case .properties(let names, let base):
      (members(of: base, scopes).flatMap { walk($0, names.dropLast()) }, names.last)
    default: ([], nil)
    }
  }
}

extension FetchExpression {
  /// Returns whether the expression reads a property of the rule's own object, directly or in a computation.
  fileprivate func isOwn(_ scopes: [ManagedObject]) -> Bool {
    switch self {
    case .keyPath(let path): path.names.count == 1 && path.level == scopes.count - 1
    case .arithmetic(let left, _, let right): left.isOwn(scopes) || right.isOwn(scopes)
    default: false
    }
  }

  fileprivate var isText: Bool {
    if case .constant(.string) = self { true } else { false }
  }
}

extension AttributeValue {
  /// Returns the object that a value refers to.
  func object(_ builder: GraphBuilder) -> ManagedObject? {
    if case .object(let id) = self { builder.context.registeredObject(for: id) } else { nil }
  }
}

extension FetchPredicate.Comparison {
  /// Returns the nearest value that satisfies the comparison with a value; `nil` if the comparison excludes that value
  /// and it is not a number.
  func nearest(_ value: AttributeValue) -> AttributeValue? {
    switch self {
    case .less: FetchExpression.Arithmetic.subtract.apply(value, .int(1)).present
    case .greater, .notEqual: FetchExpression.Arithmetic.add.apply(value, .int(1)).present
    default: value.present
    }
  }
}

extension AttributeValue {
  fileprivate var present: AttributeValue? { isNull ? Optional.none : self }
}

extension FetchExpression.Arithmetic {
  /// An operand of an operation.
  enum Side {
    case left
    case right
  }

  /// Returns the values of each operand that produce a result while the other operand stays.
  func solutions(
    _ value: AttributeValue, _ left: AttributeValue, _ right: AttributeValue
  ) -> [(Side, AttributeValue)] {
    let solutions: [(Side, AttributeValue)] =
      switch self {
      case .add:
        [(.left, Self.subtract.apply(value, right)), (.right, Self.subtract.apply(value, left))]
      case .subtract:
        [(.left, Self.add.apply(value, right)), (.right, Self.subtract.apply(left, value))]
      case .multiply:
        [(.left, Self.divide.apply(value, right)), (.right, Self.divide.apply(value, left))]
      case .divide: [(.left, Self.multiply.apply(value, right))]
      default: []
      }
    return solutions.filter { !$0.1.isNull }
  }
}
