public import ArmatureModel

// Typed views in conditions, in place of the identities of their objects.
//
// Disfavoured, since `nil` already stands for the absence of an identity.

extension TypedQueryExpression where Constant == ManagedObjectID? {
  /// The object is that of a view; none if there is no view.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left == right?.objectID }

  /// The object is not that of a view.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate where Comparand == Type { left != right?.objectID }
}

extension DynamicQueryExpression {
  /// The object is that of a view; none if there is no view.
  @_disfavoredOverload public static func == <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left == right?.objectID.propertyValue }

  /// The object is not that of a view.
  @_disfavoredOverload public static func != <Type>(
    left: Self, right: Managed<Type>?
  ) -> FetchPredicate { left != right?.objectID.propertyValue }
}

extension QueryExpression
where Self: TypedQueryExpression, Comparand: EntityType, Constant == ManagedObjectID? {
  /// One of the objects of some views.
  public func `in`(_ views: some Sequence<Managed<Comparand>>) -> FetchPredicate {
    self.in(views.map(\.objectID))
  }
}

extension QueryCollection {
  /// Whether the object of a view is among the members.
  public func contains(_ view: Managed<Entity>) -> FetchPredicate { contains(view.objectID) }
}
