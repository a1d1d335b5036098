import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Conjunction: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    .condition(conversion.condition(of: lhs) && conversion.condition(of: rhs))
  }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    .condition(conversion.condition(of: lhs) || conversion.condition(of: rhs))
  }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    .condition(!conversion.condition(of: wrapped))
  }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    let test = conversion.condition(of: test)
    return conversion.either([
      .init(condition: test, term: conversion.term(of: trueBranch)),
      .init(condition: !test, term: conversion.term(of: falseBranch)),
    ])
  }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    let other = conversion.term(of: rhs)
    return conversion.combine([conversion.term(of: lhs)]) { terms in
      if let constant = terms[0].constant { return constant.isNull ? other : terms[0] }
      guard let value = terms[0].expression else { return terms[0] }
      return conversion.either([
        .init(condition: value.isPresent, term: terms[0]),
        .init(condition: value.isAbsent, term: other),
      ])
    }
  }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.combine([conversion.term(of: wrapped)]) { terms in
      if terms[0].constant?.isNull == true { return .none }
      let result = conversion.bind(variable, to: terms[0]) { conversion.term(of: transform) }
      guard terms[0].constant == nil, let value = terms[0].expression,
        !result.isAbsent(with: value)
      else { return result }
      return conversion.either([
        .init(condition: value.isPresent, term: result),
        .init(condition: value.isAbsent, term: .none),
      ])
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm { conversion.term(of: inner) }
}

extension FetchExpression {
  /// Tests whether the value is present.
  fileprivate var isPresent: FetchPredicate { .comparison(self, .notEqual, .constant(.null)) }

  /// Tests whether the value is missing.
  fileprivate var isAbsent: FetchPredicate { .comparison(self, .equal, .constant(.null)) }
}
