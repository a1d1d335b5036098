import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    let operation: FetchExpression.Arithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: .add
      }
    return conversion.arithmetic(lhs, operation, rhs)
  }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.arithmetic(lhs, .modulus, rhs)
  }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.arithmetic(.value(.constant(.int(0))), .subtract, conversion.term(of: wrapped))
  }
}

extension PredicateConversion {
  fileprivate func arithmetic(
    _ left: some PredicateExpression, _ operation: FetchExpression.Arithmetic,
    _ right: some PredicateExpression
  ) -> ConvertedTerm {
    arithmetic(term(of: left), operation, term(of: right))
  }

  fileprivate func arithmetic(
    _ left: ConvertedTerm, _ operation: FetchExpression.Arithmetic, _ right: ConvertedTerm
  ) -> ConvertedTerm {
    combine([left, right]) { terms in
      if let left = terms[0].constant, let right = terms[1].constant {
        return .value(.constant(operation.apply(left, right)))
      }
      guard let left = terms[0].expression, let right = terms[1].expression else {
        return reject(.place("numbers"))
      }
      return .value(.arithmetic(left, operation, right))
    }
  }
}
