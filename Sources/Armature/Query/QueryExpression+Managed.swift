public import ArmatureModel

// Typed views in conditions, in place of their objects' IDs.
//
// Disfavoured, because `nil` already means a missing ID.

extension TypedQueryExpression where Constant == ManagedObjectID? {
  /// Returns a condition that the relationship leads to the object of a typed view. With `nil`, the condition is that
  /// the relationship is empty.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left == right?.objectID }

  /// Returns a condition that the relationship does not lead to the object of a typed view. With `nil`, the condition
  /// is that the relationship is not empty.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left != right?.objectID }
}

extension DynamicQueryExpression {
  /// Returns a condition that the relationship leads to the object of a typed view. With `nil`, the condition is that
  /// the relationship is empty.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left == right?.objectID.propertyValue }

  /// Returns a condition that the relationship does not lead to the object of a typed view. With `nil`, the condition
  /// is that the relationship is not empty.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left != right?.objectID.propertyValue }
}

extension QueryExpression
where Self: TypedQueryExpression, Comparand: EntityType, Constant == ManagedObjectID? {
  /// Returns a condition that the relationship leads to the object of one of the typed views.
  public func `in`(_ views: some Sequence<Managed<Comparand>>) -> FetchPredicate {
    self.in(views.map(\.objectID))
  }
}

extension QueryCollection {
  /// Returns a condition that the object of a typed view is a member of the relationship.
  public func contains(_ view: Managed<Entity>) -> FetchPredicate { contains(view.objectID) }
}
