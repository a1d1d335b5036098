/// A binary operator that joins two values or predicates.
enum PredicateOperator: Hashable {
  case and, or
  case comparison(FetchPredicate.Comparison)
  /// A keyword after a value; otherwise a name.
  case combination(FetchExpression.Combination)
  case arithmetic(FetchExpression.Arithmetic)

  /// The precedence of the operator. ``notPrecedence`` is between logical operators and comparisons.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .comparison: Self.comparisonPrecedence
    case .combination: 5
    case .arithmetic(.bitwiseOr): 6
    case .arithmetic(.bitwiseXor): 7
    case .arithmetic(.bitwiseAnd): 8
    case .arithmetic(.leftShift), .arithmetic(.rightShift): 9
    case .arithmetic(.add), .arithmetic(.subtract): 10
    case .arithmetic(.multiply), .arithmetic(.divide), .arithmetic(.modulus): 11
    case .arithmetic(.power): 12
    }
  }

  static let notPrecedence = 3
  static let comparisonPrecedence = 4
  static let signPrecedence = 13
}
