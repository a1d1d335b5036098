import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.compare(conversion.term(of: sequence), conversion.term(of: element)) {
      values, element in
      guard let value = element.expression else {
        return conversion.condition(conversion.reject(.place("a value or an object")))
      }
      switch values {
      case .value(.constant(.list(let parts))):
        return .comparison(value, .in, .list(parts.map(FetchExpression.constant)))
      case .value(let list):
        if case .list = list { return .comparison(value, .in, list) }
        return .comparison(list, .contains, value)
      case .objects(let objects): return .comparison(value, .in, objects.fetchExpression)
      default: return conversion.condition(conversion.reject(.place("several values")))
      }
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.objects(sequence) { objects in
      .condition(objects.any { conversion.condition(of: test, about: variable, $0) })
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.objects(sequence) { objects in
      .condition(objects.all { conversion.condition(of: test, about: variable, $0) })
    }
  }
}

extension PredicateExpressions.Filter: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.objects(sequence) { objects in
      .objects(objects.filter { conversion.condition(of: filter, about: variable, $0) })
    }
  }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.text(base, .beginsWith, prefix, "starts(with:)")
  }
}

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
  func term(_ conversion: PredicateConversion) -> ConvertedTerm {
    conversion.text(base, .contains, other, "contains")
  }
}

extension PredicateConversion {
  /// Converts the objects of a sequence.
  fileprivate func objects(
    _ sequence: some PredicateExpression, _ make: (DynamicQuery) -> ConvertedTerm
  ) -> ConvertedTerm {
    combine([term(of: sequence)]) { terms in
      guard case .objects(let objects) = terms[0] else {
        return reject(.place("the objects of a relationship"))
      }
      return make(objects)
    }
  }

  /// Converts a condition about an object of a sequence.
  fileprivate func condition<Element>(
    of test: some PredicateExpression<Bool>, about variable: PredicateExpressions.Variable<Element>,
    _ object: DynamicQuery
  ) -> FetchPredicate {
    bind(variable, to: .object(object)) { condition(of: test) }
  }

  /// Converts a test of text.
  fileprivate func text<Base: PredicateExpression, Other: PredicateExpression>(
    _ base: Base, _ test: FetchPredicate.Comparison, _ other: Other, _ word: String
  ) -> ConvertedTerm {
    guard Base.Output.self == String.self, Other.Output.self == String.self else {
      return reject(.textOnly(word))
    }
    return compare(term(of: base), term(of: other)) { comparison($0, test, $1) }
  }
}
