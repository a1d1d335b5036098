import ArmatureModel

/// What a part of a predicate of Foundation becomes.
indirect enum ConvertedTerm: Sendable {
  /// A value, which may be absent.
  case value(FetchExpression)
  /// One object, which may be absent.
  case object(DynamicQuery)
  /// The objects of a to-many relationship.
  case objects(DynamicQuery)
  /// A truth value, which is never absent.
  case condition(FetchPredicate)
  /// A range; it has no bound where there is none.
  case bounds(lower: ConvertedTerm?, upper: ConvertedTerm?, isClosed: Bool)
  /// One of several, by conditions of which one holds; never of terms that are alternatives themselves.
  case either([Alternative])
  /// Nothing, and the reason is told.
  case failed

  /// A term, and when it is the one.
  struct Alternative: Sendable {
    let condition: FetchPredicate
    let term: ConvertedTerm
  }

  /// The absence of a value.
  static let none = ConvertedTerm.value(.constant(.null))

  /// The value, or the object, as data; `nil` for anything else.
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

  /// Whether the term has no value, or object, wherever another one has none.
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
