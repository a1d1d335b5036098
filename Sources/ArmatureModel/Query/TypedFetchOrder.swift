#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sort order for the objects of a typed entity, given by a key path: `.descending(\.released)`.
///
/// ```swift
/// let works = try context.fetch(Work.self, orderedBy: .descending(\.pages), .ascending(\.title))
/// ```
/// The key path starts at an object, like the part after `$0` in a condition. Examples are `\.writer.name` and
/// `\.title.length`.
public struct TypedFetchOrder<Entity: EntityType>: Sendable {
  /// The order as data.
  public let order: FetchOrder

  /// Returns the ascending order by a property.
  public static func ascending(
    _ path: KeyPath<Query<Entity>, some KeyPathExpression>, options: FetchPredicate.Options = []
  ) -> TypedFetchOrder {
    TypedFetchOrder(order: .ascending(Query<Entity>()[keyPath: path], options: options))
  }

  /// Returns the descending order by a property.
  public static func descending(
    _ path: KeyPath<Query<Entity>, some KeyPathExpression>, options: FetchPredicate.Options = []
  ) -> TypedFetchOrder {
    TypedFetchOrder(order: .descending(Query<Entity>()[keyPath: path], options: options))
  }

  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  public static func ascending(
    _ path: KeyPath<Query<Entity>, NoSuchMember>
  ) -> TypedFetchOrder {
    neverCalled()
  }

  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  public static func descending(
    _ path: KeyPath<Query<Entity>, NoSuchMember>
  ) -> TypedFetchOrder {
    neverCalled()
  }
}

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
