/// A variable in a predicate, which gets its value when the predicate is used.
///
/// ```swift
/// let request = FetchRequest("Book") { $0.year >= QueryVariable("YEAR") }
/// let books = try context.fetch(request.binding(["YEAR": 1965]))
/// ```
@dynamicMemberLookup public struct QueryVariable: DynamicQueryExpression {
  /// The variable, or a property of its object, as data.
  public let fetchExpression: FetchExpression

  /// Creates a variable. The name does not include the `$` of the printed form.
  public init(_ name: String) { fetchExpression = .variable(name) }

  private init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The object that has the fetched property, in the predicate of that property.
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
