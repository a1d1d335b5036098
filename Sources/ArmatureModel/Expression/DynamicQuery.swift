/// What stands for an object, or one of its properties, in an untyped condition.
///
/// ```swift
/// Rule("a priced book has pages") { $0.price == nil || $0.pages > 0 }
/// ```
/// Every name is a property; the model checks, when it is built, that it exists and has a fitting
/// type. Where a property is called like one of the members here, and where a name is known only at
/// run time, write `$0["count"]`.
@dynamicMemberLookup public struct DynamicQuery: DynamicQueryExpression {
  /// The way to the property.
  package let fetchPath: FetchPath

  /// The object itself.
  public init() { fetchPath = [] }

  init(_ path: FetchPath) { fetchPath = path }

  /// A property of the object, or of the one that the property leads to.
  public subscript(dynamicMember name: PropertyName) -> DynamicQuery {
    DynamicQuery(fetchPath.appending(name.text))
  }

  /// A property whose name is known only at run time.
  public subscript(name: String) -> DynamicQuery { DynamicQuery(fetchPath.appending(name)) }

  /// The path as data.
  public var fetchExpression: FetchExpression { .keyPath(fetchPath) }

  /// One of some values; an absent value is none of them.
  public func `in`(_ values: some Sequence<some PropertyConvertible>) -> FetchPredicate {
    .membership(fetchExpression, values.map(\.predicateValue))
  }

  /// The number of characters (grapheme clusters) of the text; `$0.length` is a property.
  public var length: DynamicExpression {
    member("length") ?? DynamicExpression(.length(fetchExpression))
  }

  /// An object has neither a length nor a count, so `$0.count` can only mean a property.
  private func member(_ name: String) -> DynamicExpression? {
    fetchPath.names.isEmpty ? DynamicExpression(.keyPath(fetchPath.appending(name))) : nil
  }
}

/// What stands for a computed value in an untyped condition: a sum, a count, a length.
public struct DynamicExpression: DynamicQueryExpression {
  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }
}

extension DynamicQuery {
  /// The number of objects that the relationship leads to; `$0.count` is a property.
  public var count: DynamicExpression { member("count") ?? aggregate(.count, []) }

  /// At least one of the objects satisfies a condition.
  public func any(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchPath.quantified(.any) { condition(DynamicQuery($0)) }
  }

  /// Each of the objects satisfies a condition; so it is where there are none.
  public func all(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchPath.quantified(.all) { condition(DynamicQuery($0)) }
  }

  /// None of the objects satisfies a condition; so it is where there are none.
  public func none(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    fetchPath.quantified(.none) { condition(DynamicQuery($0)) }
  }

  /// The sum of an attribute over the objects; 0 for none. Dots reach further: `"edition.pages"`.
  public func sum(_ attribute: String) -> DynamicExpression { aggregate(.sum, [attribute]) }

  /// The mean of an attribute over the objects; no value for none.
  public func average(_ attribute: String) -> DynamicExpression { aggregate(.average, [attribute]) }

  /// The least value of an attribute over the objects; no value for none.
  public func min(_ attribute: String) -> DynamicExpression { aggregate(.minimum, [attribute]) }

  /// The greatest value of an attribute over the objects; no value for none.
  public func max(_ attribute: String) -> DynamicExpression { aggregate(.maximum, [attribute]) }

  private func aggregate(
    _ aggregate: FetchExpression.Aggregate, _ attribute: [String]
  ) -> DynamicExpression {
    let names = attribute.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
    return DynamicExpression(
      .aggregate(aggregate, path: fetchPath.appending(names: names.map(String.init))))
  }
}
