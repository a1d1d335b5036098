import ArmatureModel

/// The result of converting a part of a Foundation predicate.
indirect enum ConvertedTerm: Sendable {
  /// A value, which may be missing.
  case value(FetchExpression)
  /// An object, which may be missing.
  case object(DynamicQuery)
  /// The objects of a to-many relationship.
  case objects(DynamicQuery)
  /// A Boolean, which is never missing.
  case condition(FetchPredicate)
  /// A range; a missing bound is `nil`.
  case bounds(lower: ConvertedTerm?, upper: ConvertedTerm?, isClosed: Bool)
  /// A choice between terms, each with its condition. Exactly one of the conditions holds. The terms are never choices
  /// themselves.
  case either([Alternative])
  /// No term; the reason is already recorded.
  case failed

  /// A term and its condition.
  struct Alternative: Sendable {
    let condition: FetchPredicate
    let term: ConvertedTerm
  }

  /// A missing value.
  static let none = ConvertedTerm.value(.constant(.null))

  /// The value or object as data; `nil` for anything else.
  var expression: FetchExpression? {
    switch self {
    case .value(let expression): expression
    case .object(let object): object.fetchExpression
    default: nil
    }
  }

  /// The value, if it is the same for all objects.
  var constant: AttributeValue? {
    if case .value(.constant(let value)) = self { value } else { nil }
  }

  /// Returns whether this term has no value whenever another expression has no value.
  func isAbsent(with other: FetchExpression) -> Bool { expression?.isAbsent(with: other) ?? false }
}

extension FetchExpression {
  fileprivate func isAbsent(with other: FetchExpression) -> Bool {
    if self == other { return true }
    switch self {
    case .keyPath(let path):
      guard case .keyPath(var start) = other, path.names.starts(with: start.names) else {
        return false
      }
      start.names = path.names
      return start == path
    case .properties(_, let base): return base.isAbsent(with: other)
    case .arithmetic(let left, _, let right):
      return left.isAbsent(with: other) || right.isAbsent(with: other)
    case .function(_, let arguments): return arguments.contains { $0.isAbsent(with: other) }
    case .element(_, let base): return base.isAbsent(with: other)
    case .constant, .list, .variable, .aggregate, .subquery, .conditional, .combination:
      return false
    }
  }
}
