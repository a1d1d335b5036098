import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Equal: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.compare(conversion.term(of: lhs), conversion.term(of: rhs)) {
      conversion.equality($0, $1)
    }
  }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.compare(conversion.term(of: lhs), conversion.term(of: rhs)) { left, right in
      guard left.expression != nil, right.expression != nil else {
        return !conversion.equality(left, right)
      }
      return conversion.comparison(left, .notEqual, right)
    }
  }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    let comparison: FetchPredicate.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: .equal
      }
    return conversion.compare(conversion.term(of: lhs), conversion.term(of: rhs)) {
      conversion.comparison($0, comparison, $1)
    }
  }
}

extension PredicateExpressions.Range: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(
      lower: conversion.term(of: lower), upper: conversion.term(of: upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    .bounds(lower: conversion.term(of: lower), upper: conversion.term(of: upper), isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.combine([conversion.term(of: range)]) { terms in
      guard case .bounds(let lower, let upper, let isClosed) = terms[0] else {
        return conversion.reject(.place("a range"))
      }
      return contains(lower, upper, isClosed, conversion)
    }
  }

  private func contains(
    _ lower: ConvertedTerm?, _ upper: ConvertedTerm?, _ isClosed: Bool,
    _ conversion: PredicateConversion
  ) -> ConvertedTerm {
    let element = conversion.term(of: element)
    func bound(
      _ bound: ConvertedTerm?, _ comparison: FetchPredicate.Comparison
    ) -> FetchPredicate {
      guard let bound else { return .constant(true) }
      return conversion.condition(
        conversion.compare(element, bound) { conversion.comparison($0, comparison, $1) })
    }
    if isClosed, let element = element.expression, let low = lower?.expression,
      let high = upper?.expression
    {
      return .condition(.comparison(element, .between, .list([low, high])))
    }
    return .condition(
      bound(lower, .greaterOrEqual) && bound(upper, isClosed ? .lessOrEqual : .less))
  }
}

extension PredicateConversion {
  /// Compares two terms; two constants are compared immediately.
  func comparison(
    _ left: ConvertedTerm, _ comparison: FetchPredicate.Comparison, _ right: ConvertedTerm
  ) -> FetchPredicate {
    guard let first = left.expression, let second = right.expression else {
      return condition(reject(.place("values that conditions compare")))
    }
    if let left = left.constant, let right = right.constant {
      return .constant(comparison.holds(left, right))
    }
    return .comparison(first, comparison, second)
  }

  /// Tests two terms for equality.
  func equality(_ left: ConvertedTerm, _ right: ConvertedTerm) -> FetchPredicate {
    switch (left, right) {
    case (.condition(let left), .condition(let right)): return left && right || !left && !right
    case (.condition(let condition), .value(let value)),
      (.value(let value), .condition(let condition)):
      switch value {
      case .constant(.bool(true)): return condition
      case .constant(.bool(false)): return !condition
      case .constant: return .constant(false)
      default:
        return condition && .comparison(value, .equal, .constant(.bool(true)))
          || !condition && .comparison(value, .equal, .constant(.bool(false)))
      }
    // A list of objects is never missing; it can only be empty.
    case (.objects, _) where right.constant?.isNull == true,
      (_, .objects) where left.constant?.isNull == true:
      return .constant(false)
    default: return comparison(left, .equal, right)
    }
  }
}
