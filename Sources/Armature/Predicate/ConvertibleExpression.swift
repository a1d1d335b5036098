#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An expression of Foundation's predicates that conditions have words for.
protocol ConvertibleExpression: PredicateExpression {
  /// What the expression becomes.
  func term(_ conversion: PredicateConversion) -> ConvertedTerm
}
