#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FetchOrder {
  /// The least values first, of a property or what is computed: `.ascending(DynamicQuery().books.count)`.
  public static func ascending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, options: options)
  }

  /// The greatest values first, of a property or what is computed.
  public static func descending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, isAscending: false, options: options)
  }

  /// A text property or a computed text, in the order of a comparator.
  public static func ascending(
    _ value: some QueryExpression, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, comparator: comparator)
  }

  /// A text property or a computed text, in the opposite order of a comparator.
  public static func descending(
    _ value: some QueryExpression, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, isAscending: false, comparator: comparator)
  }
}
