/// An order of the objects of a typed entity by a key path: `.descending(\.released)`.
///
/// ```swift
/// let works = try context.fetch(Work.self, orderedBy: .descending(\.pages), .ascending(\.title))
/// ```
/// The path is what stands behind `$0` in a condition: also `\.writer.name` and `\.title.length`.
public struct TypedFetchOrder<Entity: EntityType>: Sendable {
  /// The order as data.
  public let order: FetchOrder

  /// The least values first.
  public static func ascending(
    _ path: KeyPath<Query<Entity>, some KeyPathExpression>, options: FetchPredicate.Options = []
  ) -> TypedFetchOrder {
    TypedFetchOrder(order: .ascending(Query<Entity>()[keyPath: path], options: options))
  }

  /// The greatest values first.
  public static func descending(
    _ path: KeyPath<Query<Entity>, some KeyPathExpression>, options: FetchPredicate.Options = []
  ) -> TypedFetchOrder {
    TypedFetchOrder(order: .descending(Query<Entity>()[keyPath: path], options: options))
  }

  /// Refuses a name that the entity does not have.
  @available(*, unavailable, message: "the entity has no property of this name")
  public static func ascending(
    _ path: KeyPath<Query<Entity>, NoSuchMember>
  ) -> TypedFetchOrder {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// Refuses a name that the entity does not have.
  @available(*, unavailable, message: "the entity has no property of this name")
  public static func descending(
    _ path: KeyPath<Query<Entity>, NoSuchMember>
  ) -> TypedFetchOrder {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}
