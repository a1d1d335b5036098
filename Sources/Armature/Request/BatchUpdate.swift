public import ArmatureModel

/// A request that sets values of all matching objects without loading them into the context.
///
/// Use a batch to change many objects quickly:
///
/// ```swift
/// let update = BatchUpdate("Book", set: ["editor": "Anna"]) { $0.pages > 100 }
/// let result = try context.execute(update)
/// print(result.count)  // 1
/// ```
/// The effect is the same as if you fetched the objects, set the values and saved the context. If the batch fails, no
/// object is changed. See <doc:BatchChanges>.
///
/// Core Data: `NSBatchUpdateRequest`.
public struct BatchUpdate: Hashable, Sendable {
  /// The request that selects the objects.
  ///
  /// Its order and page apply as well: for example, a limit of 10 selects the first ten objects. The options for
  /// loading, such as ``FetchRequest/prefetching``, have no effect.
  public var request: FetchRequest
  /// The new values, keyed by the name of the attribute or to-one relationship.
  ///
  /// A value can be a constant, such as 1. It can also be an expression, such as `pages + 1`, which is computed for
  /// each object from the object's previous values. If the expression has no result for an object, for example because
  /// it divides by zero, the property of this object becomes empty.
  public var values: [String: FetchExpression]
  /// A Boolean value that indicates whether the result contains the IDs of the changed objects.
  public var returnsObjectIDs = false

  /// Creates a batch that updates the objects that a request finds.
  public init(_ request: FetchRequest, set values: [String: FetchExpression]) {
    (self.request, self.values) = (request, values)
  }

  /// Creates a batch that updates the objects of an entity that satisfy a condition.
  ///
  /// Objects of sub-entities are included. Without a condition, the batch updates all objects.
  public init(
    _ entity: String, set values: [String: FetchExpression],
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(entity, where: condition), set: values)
  }

  /// Creates a batch that updates the objects that satisfy a predicate, such as one parsed from text.
  @_disfavoredOverload public init(
    _ entity: String, set values: [String: FetchExpression], where predicate: FetchPredicate
  ) {
    self.init(FetchRequest(entity, where: predicate), set: values)
  }

  /// Creates a batch that sets constant or computed values.
  ///
  /// The batch updates the objects that satisfy the condition. Without a condition, it updates all objects.
  ///
  /// ```swift
  /// let update = BatchUpdate("Book", set: { [.set($0.pages, to: $0.pages + 1)] }) { $0.year < 1900 }
  /// ```
  public init(
    _ entity: String, set assignments: (DynamicQuery) -> [BatchAssignment],
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(
      FetchRequest(entity, where: condition), set: Self.values(assignments(DynamicQuery())))
  }

  /// Creates a batch that updates the objects of a typed entity. The compiler checks the names and types.
  ///
  /// ```swift
  /// let update = BatchUpdate(Work.self, set: { [.set($0.pages, to: 100)] }) { $0.pages > 100 }
  /// ```
  @_disfavoredOverload public init<Type: EntityType>(
    _ type: Type.Type, set assignments: (Query<Type>) -> [BatchAssignment],
    where condition: (Query<Type>) -> FetchPredicate = { _ in .constant(true) }
  ) {
    let query = Query<Type>()
    self.init(
      FetchRequest(Type.entityName, where: condition(query)), set: Self.values(assignments(query)))
  }

  /// If two assignments set the same property, the later one wins.
  private static func values(_ assignments: [BatchAssignment]) -> [String: FetchExpression] {
    Dictionary(assignments.map { ($0.property, $0.value) }) { $1 }
  }
}
