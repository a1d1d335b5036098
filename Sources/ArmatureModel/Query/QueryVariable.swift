/// A value that is given when a predicate is used: `$0.year == QueryVariable.fetchSource.year`.
///
/// ```swift
/// let request = FetchRequest("Book") { $0.year >= QueryVariable("YEAR") }
/// let books = try context.fetch(request.binding(["YEAR": 1965]))
/// ```
@dynamicMemberLookup public struct QueryVariable: DynamicQueryExpression {
  /// The variable, or a property of the object that it stands for, as data.
  public let fetchExpression: FetchExpression

  /// A variable; the name goes without the `$` that it prints with.
  public init(_ name: String) { fetchExpression = .variable(name) }

  private init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The object that has the fetched property, in the condition of that property.
  public static let fetchSource = QueryVariable("FETCH_SOURCE")

  /// A property of the object that the variable is bound to.
  public subscript(dynamicMember property: PropertyName) -> QueryVariable {
    QueryVariable(fetchExpression.appending([property.text]))
  }

  /// A property whose name is known only at run time.
  public subscript(property: String) -> QueryVariable {
    QueryVariable(fetchExpression.appending([property]))
  }
}
