#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An attribute or a computed value in a typed condition. `Value` is the declared type of the attribute.
///
/// ```swift
/// let works = try context.fetch(Work.self, orderedBy: { [.ascending($0.title.length)] }) {
///   $0.title.lowercased().hasPrefix("middle") && $0.pages.in([904, 905])
/// }
/// print(works.count)  // 1
/// ```
/// These rules apply to comparisons:
/// - Optional and required values can be compared with each other.
/// - Numbers of all types can be compared with each other. Their exact values are compared.
/// - Only an optional value can be compared with `nil`.
/// - A constant must have the type of the attribute.
/// - If you calculate with numbers of two types, you compare the result with constants of the first type.
@dynamicMemberLookup
public struct QueryValue<Value: AttributeConvertible>:
  TypedQueryExpression, KeyPathExpression
{
  /// The type of the value without its optional, because optional and required values can be compared with each other.
  public typealias Comparand = Value.Base
  /// The kind of the value. All numbers are of one kind.
  public typealias ComparisonKind = Value.ComparisonKind
  /// The type of constants in comparisons. It allows `nil` only for an optional attribute.
  public typealias Constant = Value

  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// Returns the value in the form in which attributes store it.
  public static func attributeValue(of constant: Value) -> AttributeValue {
    constant.attributeValue
  }

  /// Unavailable: values have no such property or function in conditions.
  @available(
    *, unavailable, message: "conditions do not support this property or function of a value"
  )
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchMember {
    neverCalled()
  }

  /// Returns a predicate that holds if the value is one of the given values.
  ///
  /// It does not hold for a missing value.
  public func `in`(_ values: some Sequence<Value.Base>) -> FetchPredicate {
    .comparison(fetchExpression, .in, .values(values))
  }
}

extension QueryValue: OrderedQueryExpression where Value.Base: Comparable {}

extension QueryValue: NumericQueryExpression where Value.Base: ArithmeticValue {
  /// Returns an expression of the same type for the result of arithmetic.
  public static func computed(_ expression: FetchExpression) -> QueryValue {
    QueryValue(expression)
  }
}

extension QueryValue: TextQueryExpression where Value.Base == String {
  /// The number of characters (grapheme clusters) of the text.
  public var length: QueryValue<Int> { QueryValue<Int>(.function(.length, [fetchExpression])) }

  /// Unavailable: use `length`.
  @available(*, unavailable, message: "use length for the number of characters")
  public var count: QueryValue<Int> { length }

  /// Returns the text in lowercase, by Unicode's language-independent rules.
  public func lowercased() -> QueryValue {
    QueryValue(.function(.lowercase, [fetchExpression]))
  }

  /// Returns the text in uppercase, by Unicode's language-independent rules.
  public func uppercased() -> QueryValue {
    QueryValue(.function(.uppercase, [fetchExpression]))
  }
}

extension QueryValue where Value.Base: Collection, Value.Base.Element: AttributeConvertible {
  /// Returns a predicate that holds if the list contains a value.
  public func contains(_ value: Value.Base.Element) -> FetchPredicate {
    .comparison(fetchExpression, .contains, .constant(value.attributeValue))
  }

  /// The number of values in the list. It is 0 for a missing list.
  public var count: QueryValue<Int> { QueryValue<Int>(.aggregate(.count, of: fetchExpression)) }

  /// A predicate that holds if the list is empty or missing.
  public var isEmpty: FetchPredicate {
    .comparison(count.fetchExpression, .equal, .constant(.int(0)))
  }
}

extension QueryValue where Value.Base == JSONValue {
  /// Returns a member of a JSON value, as an untyped expression: `$0.extra.price > 3`.
  public subscript(dynamicMember key: String) -> DynamicQuery { self[key] }

  /// Returns a member of a JSON value by its key, as an untyped expression.
  public subscript(key: String) -> DynamicQuery {
    DynamicQuery(fetchExpression.appending([key]))
  }
}

extension QueryValue {
  /// Returns the value of a key of a map: `$0.stock["red"] > 3`. It has no value if the map lacks the key.
  public subscript<Member: JSONConvertible>(key: String) -> QueryValue<Member?>
  where Value.Base == [String: Member] {
    QueryValue<Member?>(fetchExpression.appending([key]))
  }
}

extension QueryValue where Value.Base: CompositeValue {
  /// Returns an element of the composite by name, as an untyped expression.
  public subscript(element: String) -> DynamicQuery {
    DynamicQuery(fetchExpression.appending([element]))
  }
}

// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == String {
  /// Returns the text with a constant text appended. It has no value if the text is missing.
  @_disfavoredOverload public static func + (left: Self, right: String) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.string(right))))
  }

  /// Returns the text with a constant text prepended. It has no value if the text is missing.
  @_disfavoredOverload public static func + (left: String, right: Self) -> QueryValue {
    QueryValue(.arithmetic(.constant(.string(left)), .add, right.fetchExpression))
  }

  /// Returns two texts joined. It has no value if one of them is missing.
  @_disfavoredOverload public static func + <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue where Other.Base == String {
    QueryValue(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
}

// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == Date {
  /// Returns the date that is a number of seconds later.
  @_disfavoredOverload public static func + (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.double(seconds))))
  }

  /// Returns the date that is a number of seconds earlier.
  @_disfavoredOverload public static func - (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, .constant(.double(seconds))))
  }

  /// Returns the date that is a computed number of seconds later.
  @_disfavoredOverload public static func + <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, seconds.fetchExpression))
  }

  /// Returns the date that is a computed number of seconds earlier.
  @_disfavoredOverload public static func - <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, seconds.fetchExpression))
  }

  /// Returns the number of seconds from another date to this date.
  @_disfavoredOverload public static func - <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue<Double?> where Other.Base == Date {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, right.fetchExpression))
  }

  /// Returns the number of seconds from a constant date to this date.
  @_disfavoredOverload public static func - (left: Self, right: Date) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, .constant(.date(right))))
  }

  /// Returns the number of seconds from this date to a constant date.
  @_disfavoredOverload public static func - (left: Date, right: Self) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(.constant(.date(left)), .subtract, right.fetchExpression))
  }
}
