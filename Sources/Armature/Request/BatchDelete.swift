public import ArmatureModel

/// A request that deletes all matching objects without loading them into the context.
///
/// Use a batch to delete many objects quickly:
///
/// ```swift
/// let result = try context.execute(BatchDelete("Book") { $0.pages > 100 })
/// print(result.count)  // 1
/// ```
/// The effect is the same as if you fetched the objects, deleted them and saved the context, so all delete rules apply.
/// If the batch fails, no object is deleted. See <doc:BatchChanges>.
///
/// Core Data: `NSBatchDeleteRequest`.
public struct BatchDelete: Hashable, Sendable {
  /// The request that selects the objects.
  ///
  /// Its order and page apply as well: for example, a limit of 10 selects the first ten objects. The options for
  /// loading, such as ``FetchRequest/prefetching``, have no effect.
  public var request: FetchRequest
  /// A Boolean value that indicates whether the result contains the IDs of the deleted objects.
  public var returnsObjectIDs = false

  /// Creates a batch that deletes the objects that a request finds.
  public init(_ request: FetchRequest) { self.request = request }

  /// Creates a batch that deletes the objects of an entity that satisfy a condition.
  ///
  /// Objects of sub-entities are included. Without a condition, the batch deletes all objects.
  public init(
    _ entity: String, where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(entity, where: condition))
  }

  /// Creates a batch that deletes the objects that satisfy a predicate, such as one parsed from text.
  @_disfavoredOverload public init(_ entity: String, where predicate: FetchPredicate) {
    self.init(FetchRequest(entity, where: predicate))
  }

  /// Creates a batch that deletes the objects of a typed entity that satisfy a condition. Without a condition, the
  /// batch deletes all objects.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(Type.entityName, where: condition(Query<Type>())))
  }
}
