/// What stands for an attribute, or a computed value, in a typed condition.
///
/// ```swift
/// let works = try context.fetch(Work.self, orderedBy: { [.ascending($0.title.length)] }) {
///   $0.title.lowercased().hasPrefix("middle") && $0.pages.in([904, 905])
/// }
/// print(works.count)  // 1
/// ```
/// `Value` is the type that the attribute was declared with. Optional and required values are
/// compared with each other freely, and so are numbers of all types, by their exact values; only an
/// optional one can be compared with `nil`. A constant has the type of the attribute. What is computed
/// of numbers of two types is compared with constants of the first.
@dynamicMemberLookup
public struct QueryValue<Value: AttributeConvertible>:
  TypedQueryExpression, FoundExpression
{
  /// Values are compared without regard to their being optional.
  public typealias Comparand = Value.Base
  /// All numbers are of one kind.
  public typealias ComparisonKind = Value.ComparisonKind
  /// A value; `nil` only where the attribute is optional.
  public typealias Constant = Value

  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The value as the attribute keeps it.
  public static func attributeValue(of constant: Value) -> AttributeValue {
    constant.attributeValue
  }

  /// Refuses a name that is not known.
  @available(*, unavailable, message: "conditions have no such property or function of a value")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  /// One of some values; an absent value is none of them.
  public func `in`(_ values: some Sequence<Value.Base>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }
}

extension QueryValue: OrderedQueryExpression where Value.Base: Comparable {}

extension QueryValue: NumericQueryExpression where Value.Base: ArithmeticValue {
  /// Arithmetic stays within the type.
  public static func computed(_ expression: FetchExpression) -> QueryValue {
    QueryValue(expression)
  }
}

extension QueryValue: TextQueryExpression where Value.Base == String {
  /// The number of characters (grapheme clusters) of the text.
  public var length: QueryValue<Int> { QueryValue<Int>(.function(.length, [fetchExpression])) }

  /// Refuses a word; another one says it.
  @available(*, unavailable, message: "the number of characters is length")
  public var count: QueryValue<Int> { length }

  /// The text in lowercase, by Unicode's rules without those of a language.
  public func lowercased() -> QueryValue {
    QueryValue(.function(.lowercase, [fetchExpression]))
  }

  /// The text in uppercase, by Unicode's rules without those of a language.
  public func uppercased() -> QueryValue {
    QueryValue(.function(.uppercase, [fetchExpression]))
  }
}

extension QueryValue where Value.Base: Collection, Value.Base.Element: AttributeConvertible {
  /// Whether the list has a value.
  public func contains(_ value: Value.Base.Element) -> FetchPredicate {
    .comparison(fetchExpression, .contains, .constant(value.attributeValue))
  }

  /// How many values the list has; 0 where it is absent.
  public var count: QueryValue<Int> { QueryValue<Int>(.aggregate(.count, of: fetchExpression)) }

  /// Whether the list has no values; true where it is absent.
  public var isEmpty: FetchPredicate {
    .comparison(count.fetchExpression, .equal, .constant(.int(0)))
  }
}

extension QueryValue where Value.Base: CompositeValue {
  /// An element of the composite, by name, as an untyped expression.
  public subscript(element: String) -> DynamicQuery {
    DynamicQuery(fetchExpression.appending([element]))
  }
}
