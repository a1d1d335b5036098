import ArmatureModel

/// Compiles conditions into terms and loops, if they are more than one comparison in a row but need no walk of the
/// tree.
struct TermCompiler {
  private let properties: [StoredProperty]
  private let entity: String
  private let tree: EntityTree
  private(set) var terms: [CompiledTerm] = []
  private(set) var ways: [RowPath] = []
  private(set) var loops: [MemberLoop] = []

  init(_ properties: [StoredProperty], of entity: String, _ tree: EntityTree) {
    (self.properties, self.entity, self.tree) = (properties, entity, tree)
  }

  // MARK: Terms

  /// Returns the position of an expression's term; `nil` if it may yield values of other kinds, or several values.
  mutating func add(_ expression: FetchExpression) -> Int? {
    switch expression {
    case .constant(let value):
      guard let value = ScalarValue(value) else { return nil }
      var term = CompiledTerm(.constant, value.kind)
      term.constant = value
      return append(term)
    case .keyPath(let path): return add(path)
    case .arithmetic(let left, let operation, let right):
      guard let left = add(left), let right = add(right), terms[left].kind.isNumber,
        terms[right].kind.isNumber
      else { return nil }
      // The kind only distinguishes numbers from others; each value has its own kind of number.
      var term = CompiledTerm(.arithmetic, .number)
      (term.arithmetic, term.left, term.right) = (operation, left, right)
      return append(term)
    case .aggregate(let aggregate, let values): return add(aggregate, of: values)
    case .list, .variable, .properties, .function, .subquery, .conditional, .combination, .element:
      return nil
    }
  }

  private mutating func append(_ term: CompiledTerm) -> Int {
    terms.append(term)
    return terms.count - 1
  }

  private mutating func add(_ path: FetchPath) -> Int? {
    if path.level == 0, path.names.count == 1,
      let property = properties.first(where: { $0.name == path.names[0] })
    {
      guard let kind = ScalarValue.Kind(property.kind) else { return nil }
      var term = CompiledTerm(.place, kind)
      term.place = property.place
      return append(term)
    }
    guard let way = RowPath(path, of: entity, tree), let kind = ScalarValue.Kind(way.kind) else {
      return nil
    }
    var term = CompiledTerm(.way, kind)
    term.reference = ways.count
    ways.append(way)
    return append(term)
  }

  // MARK: Loops

  private mutating func add(
    _ aggregate: FetchExpression.Aggregate, of values: FetchExpression
  ) -> Int? {
    guard aggregate != .distinct, let members = members(of: values) else { return nil }
    var value: RowPath?
    var kind = ScalarValue.Kind.integer
    if !members.rest.isEmpty {
      value = RowPath(FetchPath(members.rest), of: members.entity, tree)
      guard let value, value.kind != .objects, value.kind != .object else { return nil }
      if aggregate != .count {
        guard let own = ScalarValue.Kind(value.kind) else { return nil }
        kind = own
        if aggregate == .sum || aggregate == .average {
          guard own.isNumber else { return nil }
          kind = .number
        }
      }
    } else if aggregate != .count {
      return nil
    }
    var term = CompiledTerm(.aggregate, kind)
    term.reference = append(
      MemberLoop(members.list, .aggregate(aggregate), where: members.condition, of: value))
    return append(term)
  }

  /// Returns the loop that decides a condition about several values; `nil` if the condition needs a walk of the tree.
  /// The condition holds if the answer of the loop equals `isWanted`.
  mutating func add(_ predicate: FetchPredicate) -> (loop: Int, isWanted: Bool)? {
    if let existence = predicate.existence {
      guard let members = members(of: existence.of), members.rest.isEmpty else { return nil }
      return (
        append(MemberLoop(members.list, .any, where: members.condition)), existence.isWanted
      )
    }
    guard
      case .comparison(let left, let comparison, let right, let options, let quantifier) = predicate,
      quantifier != .one, right.isConstant, case .keyPath = left, let members = members(of: left)
    else { return nil }
    let condition = CompiledPredicate(
      .comparison(.keyPath(FetchPath(members.rest)), comparison, right, options: options), [],
      over: (members.entity, tree))
    guard condition.isDecidedOnRows else { return nil }
    let loop = MemberLoop(members.list, quantifier == .all ? .all : .any, where: condition)
    return (append(loop), quantifier != .none)
  }

  private mutating func append(_ loop: MemberLoop) -> Int {
    loops.append(loop)
    return loops.count - 1
  }

  /// The members that an expression leads to.
  private struct Members {
    let list: RowPath
    /// The entity of the members.
    let entity: String
    let condition: CompiledPredicate?
    /// The path from each member to its value; empty for the member itself.
    var rest: [String]
  }

  /// Returns the members at the end of a path over one to-many relationship, or those of a subquery that reads only
  /// them.
  ///
  /// Over one such relationship, no object is reached in two ways.
  private func members(of expression: FetchExpression) -> Members? {
    switch expression {
    case .keyPath(let path) where path.level == 0:
      guard let position = tree.positionOfToMany(in: path.names, from: entity),
        let list = RowPath(FetchPath(Array(path.names[...position.index])), of: entity, tree)
      else { return nil }
      let rest = Array(path.names[(position.index + 1)...])
      guard tree.positionOfToMany(in: rest, from: position.destination) == nil else { return nil }
      return Members(list: list, entity: position.destination, condition: nil, rest: rest)
    case .properties(let names, let base):
      guard var members = members(of: base), members.rest.isEmpty,
        tree.positionOfToMany(in: names, from: members.entity) == nil
      else { return nil }
      members.rest = names
      return members
    case .subquery(let collection, let condition):
      guard let members = members(of: collection), members.rest.isEmpty, members.condition == nil,
        !condition.readsOutside
      else { return nil }
      return Members(
        list: members.list, entity: members.entity,
        condition: CompiledPredicate(condition, [], over: (members.entity, tree)), rest: [])
    default: return nil
    }
  }
}

extension FetchPredicate {
  /// True if the condition of a subquery reads values outside the subquery.
  fileprivate var readsOutside: Bool {
    var readsOutside = false
    FetchNode.predicate(self).forEach { node, depth in
      switch node {
      case .expression(.keyPath(let path)): if path.level > depth { readsOutside = true }
      case .expression(.variable): readsOutside = true
      // Objects of a condition may be those around the subquery, which need not be in a context.
      case .expression(.properties(_, of: .constant)): readsOutside = true
      default: break
      }
    }
    return readsOutside
  }
}

extension FetchExpression {
  /// True if the expression is the same for all objects and consists of values only.
  fileprivate var isConstant: Bool {
    switch self {
    case .constant: true
    case .list(let parts): parts.allSatisfy(\.isConstant)
    default: false
    }
  }
}

extension EntityTree {
  /// Returns the position of the first to-many relationship in a path, and its destination.
  fileprivate func positionOfToMany(
    in names: [String], from entity: String
  ) -> (index: Int, destination: String)? {
    var entity = entity
    for (index, name) in names.enumerated() {
      guard let relationship = property(named: name, of: entity)?.asRelationship else { return nil }
      if relationship.isToMany { return (index, relationship.destination) }
      entity = relationship.destination
    }
    return nil
  }
}
