import Armature

/// The number of objects of a relationship, limited by its declaration and by rules that count them.
struct LinkCounts {
  private(set) var least: Int
  private(set) var most: Int
  /// Whether the relationship may be empty despite a minimum.
  private(set) var mayBeNone: Bool

  /// - Parameter rules: The rules of the relationship's entity.
  init(_ relationship: RelationshipDescription, _ rules: [ValidationRule]) {
    mayBeNone = relationship.isOptional
    least = max(relationship.minimumCount, relationship.isOptional ? 0 : 1)
    most = relationship.isToMany ? Int.max : 1
    guard relationship.isToMany else { return }
    if relationship.maximumCount > 0 { most = relationship.maximumCount }
    let (declaredLeast, declaredMost) = (least, most)
    for rule in rules where rule.condition == nil {
      guard case .predicate(_, let predicate) = rule.requirement else { continue }
      narrow(relationship.name, predicate)
    }
    // If no number satisfies all rules, validation reports that.
    if least > most { (least, most) = (declaredLeast, declaredMost) }
  }

  private mutating func narrow(_ name: String, _ predicate: FetchPredicate) {
    switch predicate {
    case .and(let parts):
      for part in parts { narrow(name, part) }
    case .comparison(let left, let comparison, let right, _, .one):
      if let bound = right.integer, left.counts(name) { narrow(comparison, bound) }
      if let bound = left.integer, right.counts(name) { narrow(comparison.mirrored, bound) }
    default: break
    }
  }

  private mutating func narrow(_ comparison: FetchPredicate.Comparison, _ bound: Int) {
    switch comparison {
    case .equal:
      need(bound)
      most = min(most, bound)
    case .less: most = min(most, bound - 1)
    case .lessOrEqual: most = min(most, bound)
    case .greater: need(bound + 1)
    case .greaterOrEqual: need(bound)
    case .notEqual: if bound == 0 { need(1) }
    default: break
    }
  }

  private mutating func need(_ count: Int) {
    if count <= 0 { return }
    least = max(least, count)
    mayBeNone = false
  }
}

extension FetchExpression {
  /// A constant number of objects; `nil` for other expressions, and for numbers too large to generate.
  fileprivate var integer: Int? {
    if case .constant(.int(let value)) = self, (0...1_000_000).contains(value) {
      Int(value)
    } else {
      nil
    }
  }

  fileprivate func counts(_ name: String) -> Bool {
    self == .aggregate(.count, of: .keyPath(FetchPath([name])))
  }
}

extension FetchPredicate.Comparison {
  /// The comparison with its sides exchanged.
  var mirrored: Self {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .in: .contains
    case .contains: .in
    default: self
    }
  }

  /// The negated comparison; `nil` if it does not exist.
  var opposite: Self? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    default: nil
    }
  }
}
