/// What stands for an object, several objects, or a property, in an untyped condition.
///
/// ```swift
/// let books = try context.fetch("Book") {
///   $0.pages > 100 && $0.author.name.hasPrefix("Frank") && ($0.year == nil || $0.year < 1970)
/// }
/// print(books.count)  // 1
/// ```
/// Every name is a property; the model checks, when it is built, that it exists and has a fitting
/// type. Where its name is known only at run time, write `$0[name]`. `count` is the number of objects
/// behind a to-many relationship, `length` that of the characters of a text, and either a property
/// behind a single object.
@dynamicMemberLookup
public struct DynamicQuery: DynamicQueryExpression,
  FoundExpression
{
  /// The path, or the objects, as data.
  public let fetchExpression: FetchExpression

  /// The object itself.
  public init() { fetchExpression = .keyPath([]) }

  fileprivate init(_ path: FetchPath) { fetchExpression = .keyPath(path) }

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// A property of the object, or of the one that the property leads to.
  public subscript(dynamicMember name: PropertyName) -> DynamicQuery { self[name.text] }

  /// A property whose name is known only at run time.
  public subscript(name: String) -> DynamicQuery {
    DynamicQuery(fetchExpression.appending([name]))
  }

  /// The number of characters (grapheme clusters) of the text; of an object, its property.
  public var length: DynamicQuery {
    member("length") ?? DynamicQuery(.function(.length, [fetchExpression]))
  }

  /// The number of objects that the relationship leads to; of one object, its property.
  public var count: DynamicQuery {
    member("count") ?? DynamicQuery(.aggregate(.count, of: fetchExpression))
  }

  /// An object has neither a length nor a count, so `$0.count` can only mean a property.
  private func member(_ name: String) -> DynamicQuery? {
    guard case .keyPath(let path) = fetchExpression, path.names.isEmpty else { return nil }
    return DynamicQuery(path.appending(name))
  }
}

// Why the extension is constrained is said at `TextQueryExpression`.

extension DynamicQueryExpression where Self == DynamicQuery {
  /// Those of the objects that satisfy a condition: `$0.books.filter { $0.pages > 100 }.count`.
  public func filter(_ condition: (DynamicQuery) -> FetchPredicate) -> DynamicQuery {
    DynamicQuery(fetchExpression.filtered { condition(DynamicQuery($0)) })
  }

  /// At least one of the objects satisfies a condition.
  public func any(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.any) { condition(DynamicQuery($0)) }
  }

  /// Each of the objects satisfies a condition; true when there are none.
  public func all(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.all) { condition(DynamicQuery($0)) }
  }

  /// None of the objects satisfies a condition; true when there are none.
  public func none(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchExpression.quantified(.none) { condition(DynamicQuery($0)) }
  }

  /// Refuses a word; another one says it.
  @available(*, unavailable, message: "at least one of the objects is any { … }")
  public func contains(where condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    any(condition)
  }

  /// Refuses a word; another one says it.
  @available(*, unavailable, message: "each of the objects is all { … }")
  public func allSatisfy(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    all(condition)
  }

  /// The sum of an attribute over the objects; 0 for none. Dots reach further: `"edition.pages"`.
  public func sum(_ attribute: String) -> DynamicExpression { aggregate(.sum, attribute) }

  /// The mean of an attribute over the objects; no value for none.
  public func average(_ attribute: String) -> DynamicExpression { aggregate(.average, attribute) }

  /// The least value of an attribute over the objects; no value for none.
  public func min(_ attribute: String) -> DynamicExpression { aggregate(.minimum, attribute) }

  /// The greatest value of an attribute over the objects; no value for none.
  public func max(_ attribute: String) -> DynamicExpression { aggregate(.maximum, attribute) }

  private func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ attribute: String
  ) -> DynamicExpression {
    let names = attribute.split(separator: ".", omittingEmptySubsequences: false)
    return DynamicExpression(
      .aggregate(aggregate, of: fetchExpression.appending(names.map(String.init))))
  }
}
