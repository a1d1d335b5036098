/// A variable in a predicate. It gets its value when the predicate is used.
///
/// ```swift
/// let request = FetchRequest("Book") { $0.year >= QueryVariable("YEAR") }
/// let books = try context.fetch(request.binding(["YEAR": 1965]))
/// ```
@dynamicMemberLookup public struct QueryVariable: DynamicQueryExpression {
  /// The variable, or a property of its object, as data.
  public let fetchExpression: FetchExpression

  /// Creates a variable from its name, without the `$` that the printed form has.
  public init(_ name: String) { fetchExpression = .variable(name) }

  private init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The object whose fetched property is read. Use it in the predicate of a fetched property.
  public static let fetchSource = QueryVariable("FETCH_SOURCE")

  /// Returns a property of the variable's object.
  public subscript(dynamicMember property: PropertyName) -> QueryVariable {
    QueryVariable(fetchExpression.appending([property.text]))
  }

  /// Returns a property whose name is known only at run time.
  public subscript(property: String) -> QueryVariable {
    QueryVariable(fetchExpression.appending([property]))
  }
}
