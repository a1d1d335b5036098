#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchOrder {
  /// Returns the ascending order of a property or a computed value, such as `.ascending(DynamicQuery().books.count)`.
  public static func ascending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, options: options)
  }

  /// Returns the descending order of a property or a computed value.
  public static func descending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, isAscending: false, options: options)
  }

  /// Returns the ascending order of a text, by a comparator.
  public static func ascending(
    _ value: some QueryExpression, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, comparator: comparator)
  }

  /// Returns the descending order of a text, by a comparator.
  public static func descending(
    _ value: some QueryExpression, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, isAscending: false, comparator: comparator)
  }
}
