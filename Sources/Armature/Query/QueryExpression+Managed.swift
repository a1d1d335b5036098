public import ArmatureModel

// Typed views in conditions, in place of their objects' IDs.
//
// Disfavoured, because `nil` already means a missing ID.

extension TypedQueryExpression where Constant == ManagedObjectID? {
  /// Tests whether a view has the object; with `nil`, whether the object is missing.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left == right?.objectID }

  /// Tests whether a view has another object; with `nil`, whether an object is present.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left != right?.objectID }
}

extension DynamicQueryExpression {
  /// Tests whether a view has the object; with `nil`, whether the object is missing.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left == right?.objectID.propertyValue }

  /// Tests whether a view has another object; with `nil`, whether an object is present.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left != right?.objectID.propertyValue }
}

extension QueryExpression
where Self: TypedQueryExpression, Comparand: EntityType, Constant == ManagedObjectID? {
  /// Tests whether any of some views has the object.
  public func `in`(_ views: some Sequence<Managed<Comparand>>) -> FetchPredicate {
    self.in(views.map(\.objectID))
  }
}

extension QueryCollection {
  /// Tests whether the object of a view is among the members.
  public func contains(_ view: Managed<Entity>) -> FetchPredicate { contains(view.objectID) }
}
