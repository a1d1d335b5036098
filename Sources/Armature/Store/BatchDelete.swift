public import ArmatureModel

/// The deletion of all objects that satisfy a condition, without a look at each of them.
///
/// ```swift
/// let result = try context.execute(BatchDelete("Book") { $0.pages > 100 })
/// print(result.count)  // 1
/// ```
/// What is done is what fetching the objects, deleting them and saving would do, with all delete rules, all or
/// nothing: <doc:BatchChanges>. Core Data: `NSBatchDeleteRequest`.
public struct BatchDelete: Hashable, Sendable {
  /// Which objects; an order and a page count, too, and what is said of how objects are given means nothing.
  public var request: FetchRequest
  /// Whether the result has the IDs of the objects.
  public var returnsObjectIDs = false

  /// Describes the deletion of what a request finds.
  public init(_ request: FetchRequest) { self.request = request }

  /// Describes the deletion of the objects of an entity and its sub-entities that satisfy a condition, by default all.
  public init(
    _ entity: String, where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(entity, where: condition))
  }

  /// Describes the deletion of the objects that satisfy a condition that is a value, such as a text.
  @_disfavoredOverload public init(_ entity: String, where predicate: FetchPredicate) {
    self.init(FetchRequest(entity, where: predicate))
  }

  /// Describes the deletion of the objects of a typed entity that satisfy a condition, by default all.
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(Type.entityName, where: condition(Query<Type>())))
  }
}
