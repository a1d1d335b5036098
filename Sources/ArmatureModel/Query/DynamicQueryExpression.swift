/// An expression whose type is known only when it is checked against a model.
public protocol DynamicQueryExpression: OrderedQueryExpression, TextQueryExpression,
  NumericQueryExpression
where
  Comparand == DynamicExpression, ComparisonKind == DynamicExpression,
  Computed == DynamicExpression
{}

extension DynamicQueryExpression {
  /// Returns an expression for the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> DynamicExpression {
    DynamicExpression(expression)
  }
}

// The comment on `TextQueryExpression` explains why the extension is constrained.

extension QueryExpression where Self: DynamicQueryExpression {
  /// Returns the text in lowercase, by Unicode's language-independent rules.
  public func lowercased() -> DynamicExpression { apply(.lowercase) }

  /// Returns the text in uppercase, by Unicode's language-independent rules.
  public func uppercased() -> DynamicExpression { apply(.uppercase) }

  private func apply(_ function: FetchExpression.Function) -> DynamicExpression {
    DynamicExpression(.function(function, [fetchExpression]))
  }

  /// Returns a predicate that holds if the expression equals one of the values.
  ///
  /// As with `==`, a missing value equals only `nil`.
  public func `in`(_ values: some Sequence<some PropertyConvertible>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }

  /// Returns a predicate that holds if the expression equals one of the values of another expression.
  public func `in`(_ values: some DynamicQueryExpression) -> FetchPredicate {
    .comparison(fetchExpression, .in, values.fetchExpression)
  }
}

/// A computed value in an untyped condition, such as a sum, a count or a length.
///
/// ```swift
/// let orders: [FetchOrder] = [.descending(DynamicQuery()["title"].length)]
/// let books = try context.fetch("Book", orderedBy: orders) { $0.pages * 2 - 10 > $0.title.length }
/// ```
public struct DynamicExpression: DynamicQueryExpression {
  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The number of characters (grapheme clusters) of the text.
  public var length: DynamicExpression {
    DynamicExpression(.function(.length, [fetchExpression]))
  }
}

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

/// A placeholder for an unknown name in a condition. It makes the compiler report only the unknown name, and no errors
/// that follow from it.
///
/// No value of this type exists, because each member that returns it is unavailable.
@dynamicMemberLookup public struct NoSuchMember: DynamicQueryExpression {
  private let none: Never

  /// Never called, because no value of this type exists.
  public var fetchExpression: FetchExpression {
    switch none {}
  }

  /// Returns a placeholder for a member of an unknown member.
  public subscript(dynamicMember name: String) -> NoSuchMember { self }
}
