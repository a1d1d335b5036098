public import ArmatureModel

/// New values for all objects that satisfy a condition, without a look at each of them.
///
/// ```swift
/// let update = BatchUpdate("Book", set: ["editor": "Anna"]) { $0.pages > 100 }
/// let result = try context.execute(update)
/// print(result.count)  // 1
/// ```
/// What is done is what fetching the objects, setting the values and saving would do, all or nothing:
/// <doc:BatchChanges>. Core Data: `NSBatchUpdateRequest`.
public struct BatchUpdate: Hashable, Sendable {
  /// Which objects; an order and a page count, too, and what is said of how objects are given means nothing.
  public var request: FetchRequest
  /// What attributes and to-one relationships get, by their names: constants, or what is computed of the values
  /// that each object had before. What cannot be computed, as a division by zero, is no value.
  public var values: [String: FetchExpression]
  /// Whether the result has the IDs of the objects.
  public var returnsObjectIDs = false

  /// Describes new values for what a request finds.
  public init(_ request: FetchRequest, set values: [String: FetchExpression]) {
    (self.request, self.values) = (request, values)
  }

  /// Describes new values for the objects of an entity and its sub-entities that satisfy a condition, by default all.
  public init(
    _ entity: String, set values: [String: FetchExpression],
    where condition: (DynamicQuery) -> FetchPredicate = { _ in .constant(true) }
  ) {
    self.init(FetchRequest(entity, where: condition), set: values)
  }

  /// Describes new values for the objects that satisfy a condition that is a value, such as a text.
  @_disfavoredOverload public init(
    _ entity: String, set values: [String: FetchExpression], where predicate: FetchPredicate
  ) {
    self.init(FetchRequest(entity, where: predicate), set: values)
  }

  /// Describes new values, which may be computed, for the objects that satisfy a condition, by default all.
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

  /// Describes new values for the objects of a typed entity; the compiler checks names and types.
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

  /// Of two that set the same property the later one counts.
  private static func values(_ assignments: [BatchAssignment]) -> [String: FetchExpression] {
    Dictionary(assignments.map { ($0.property, $0.value) }) { $1 }
  }
}
