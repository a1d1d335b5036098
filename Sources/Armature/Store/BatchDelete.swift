public import ArmatureModel

/// A request that deletes all matching objects without loading each of them.
///
/// ```swift
/// let result = try context.execute(BatchDelete("Book") { $0.pages > 100 })
/// print(result.count)  // 1
/// ```
/// The result is the same as fetching the objects, deleting them and saving: all delete rules apply, and a failure
/// leaves everything unchanged. See <doc:BatchChanges>. Core Data: `NSBatchDeleteRequest`.
public struct BatchDelete: Hashable, Sendable {
  /// The request that selects the objects, including its order and page. Options about loading are ignored.
  public var request: FetchRequest
  /// A Boolean value that indicates whether the result contains the IDs of the deleted objects.
  public var returnsObjectIDs = false

  /// Creates a batch that deletes the objects that a request finds.
  public init(_ request: FetchRequest) { self.request = request }

  /// Creates a batch that deletes the objects of an entity and its sub-entities that satisfy a condition, by default
  /// all of them.
  public init(
    _ entity: String, where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(entity, where: condition))
  }

  /// Creates a batch that deletes the objects that satisfy a predicate, such as one parsed from text.
  @_disfavoredOverload public init(_ entity: String, where predicate: FetchPredicate) {
    self.init(FetchRequest(entity, where: predicate))
  }

  /// Creates a batch that deletes the objects of a typed entity that satisfy a condition, by default all of them.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(Type.entityName, where: condition(Query<Type>())))
  }
}
