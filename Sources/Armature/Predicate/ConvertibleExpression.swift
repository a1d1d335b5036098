#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An expression of Foundation predicates that conditions support.
protocol ConvertibleExpression: PredicateExpression {
  /// Converts the expression.
  func term(_ conversion: PredicateConversion) -> ConvertedTerm
}
