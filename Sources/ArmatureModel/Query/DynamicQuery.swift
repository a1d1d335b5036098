/// An object, several objects or a property in an untyped condition. In the following closure, `$0` is such an object:
///
/// ```swift
/// let books = try context.fetch("Book") {
///   $0.pages > 100 && $0.author.name.hasPrefix("Frank") && ($0.year == nil || $0.year < 1970)
/// }
/// print(books.count)  // 1
/// ```
/// Each member stands for a property. When you use the condition with a model, the model checks that the property
/// exists and has a suitable type. If you know the name of a property only at run time, write `$0[name]`.
///
/// Two members can have a special meaning. After a to-many relationship, `count` is the number of its objects. After a
/// string, `length` is the number of its characters. After a single object, both names stand for properties of the
/// object.
@dynamicMemberLookup
public struct DynamicQuery: DynamicQueryExpression,
  KeyPathExpression
{
  /// The path or the objects of the query as data.
  public let fetchExpression: FetchExpression

  /// Creates a query for the object itself.
  public init() { fetchExpression = .keyPath([]) }

  fileprivate init(_ path: FetchPath) { fetchExpression = .keyPath(path) }

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// Returns a property of the object.
  public subscript(dynamicMember name: PropertyName) -> DynamicQuery { self[name.text] }

  /// Returns a property whose name is known only at run time.
  public subscript(name: String) -> DynamicQuery {
    DynamicQuery(fetchExpression.appending([name]))
  }

  /// The number of characters (grapheme clusters) of a text. For an object, this is its property `length`.
  public var length: DynamicQuery {
    member("length") ?? DynamicQuery(.function(.length, [fetchExpression]))
  }

  /// The number of objects of a to-many relationship. For an object, this is its property `count`.
  public var count: DynamicQuery {
    member("count") ?? DynamicQuery(.aggregate(.count, of: fetchExpression))
  }

  /// Returns a property of an object. An object itself has no length and no count.
  private func member(_ name: String) -> DynamicQuery? {
    guard case .keyPath(let path) = fetchExpression, path.names.isEmpty else { return nil }
    return DynamicQuery(path.appending(name))
  }
}

// The comment on `TextQueryExpression` explains why the extension is constrained.

extension DynamicQueryExpression where Self == DynamicQuery {
  /// Returns the objects that satisfy a condition: `$0.books.filter { $0.pages > 100 }.count`.
  public func filter(_ condition: (DynamicQuery) -> FetchPredicate) -> DynamicQuery {
    DynamicQuery(fetchExpression.filtered { condition(DynamicQuery($0)) })
  }

  /// Returns a predicate that holds if at least one of the objects satisfies a condition.
  public func any(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.any) { condition(DynamicQuery($0)) }
  }

  /// Returns a predicate that holds if all of the objects satisfy a condition.
  ///
  /// It also holds if the collection is empty.
  public func all(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.all) { condition(DynamicQuery($0)) }
  }

  /// Returns a predicate that holds if none of the objects satisfies a condition.
  ///
  /// It also holds if the collection is empty.
  public func none(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.none) { condition(DynamicQuery($0)) }
  }

  /// Unavailable: use `any`.
  @available(*, unavailable, message: "use any { … } for at least one of the objects")
  public func contains(where condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    any(condition)
  }

  /// Unavailable: use `all`.
  @available(*, unavailable, message: "use all { … } for each of the objects")
  public func allSatisfy(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    all(condition)
  }

  /// Returns the sum of an attribute over the objects. It is 0 if the collection is empty.
  ///
  /// The attribute can be a path: `"edition.pages"`.
  public func sum(_ attribute: String) -> DynamicExpression { aggregate(.sum, attribute) }

  /// Returns the mean of an attribute over the objects. It has no value if the collection is empty.
  public func average(_ attribute: String) -> DynamicExpression { aggregate(.average, attribute) }

  /// Returns the least value of an attribute over the objects. It has no value if the collection is empty.
  public func min(_ attribute: String) -> DynamicExpression { aggregate(.minimum, attribute) }

  /// Returns the greatest value of an attribute over the objects. It has no value if the collection is empty.
  public func max(_ attribute: String) -> DynamicExpression { aggregate(.maximum, attribute) }

  private func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ attribute: String
  ) -> DynamicExpression {
    let names = attribute.split(separator: ".", omittingEmptySubsequences: false)
    return DynamicExpression(
      .aggregate(aggregate, of: fetchExpression.appending(names.map(String.init))))
  }
}
