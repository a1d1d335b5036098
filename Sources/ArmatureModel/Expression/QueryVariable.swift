/// A value that is given when a predicate is used: `$0.year == QueryVariable.fetchSource.year`.
@dynamicMemberLookup public struct QueryVariable: DynamicQueryExpression {
  private let name: String
  private let names: [String]

  /// A variable; the name goes without the `$` that it prints with.
  public init(_ name: String) { self.init(name, names: []) }

  private init(_ name: String, names: [String]) {
    self.name = name
    self.names = names
  }

  /// The object that has the fetched property, in the condition of that property.
  public static let fetchSource = QueryVariable("FETCH_SOURCE")

  /// A property of the object that the variable is bound to.
  public subscript(dynamicMember property: PropertyName) -> QueryVariable {
    QueryVariable(name, names: names + [property.text])
  }

  /// A property whose name is known only at run time.
  public subscript(property: String) -> QueryVariable {
    QueryVariable(name, names: names + [property])
  }

  /// The variable as data.
  public var fetchExpression: FetchExpression { .variable(name, path: names) }
}
