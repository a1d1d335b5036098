/// An expression that computes one or more values from the properties of an object.
///
/// ```swift
/// let length = FetchExpression.function(.length, [.keyPath(["title"])])
/// let condition = FetchPredicate.comparison(length, .greater, 10)
/// print(condition)  // length:(title) > 10
/// let same = try FetchPredicate("length:(title) > 10")
/// ```
/// Conditions and sort orders compare the values of expressions, and derived attributes store them. You usually write
/// an expression as a closure, such as `{ $0.title.length }`. To parse an expression from a string, use
/// ``init(format:_:)``.
///
/// ## Topics
///
/// ### Properties and Constants
///
/// - ``keyPath(_:)``
/// - ``properties(_:of:)``
/// - ``constant(_:)``
/// - ``list(_:)``
/// - ``variable(_:)``
/// - ``value(_:)``
/// - ``values(_:)``
///
/// ### Computed Values
///
/// - ``arithmetic(_:_:_:)``
/// - ``Arithmetic``
/// - ``function(_:_:)``
/// - ``Function``
/// - ``conditional(_:_:otherwise:)``
///
/// ### Collections
///
/// - ``aggregate(_:of:)``
/// - ``Aggregate``
/// - ``subquery(_:where:)``
/// - ``combination(_:_:_:)``
/// - ``Combination``
/// - ``element(_:of:)``
/// - ``Position``
public indirect enum FetchExpression: Hashable, Sendable {
  /// The property at the end of a path. If the path goes through a to-many relationship, these are the properties of
  /// all objects that it reaches.
  case keyPath(FetchPath)
  /// A constant value.
  case constant(AttributeValue)
  /// A list of values.
  case list([FetchExpression])
  /// A variable such as `FETCH_SOURCE`. It gets its value when the predicate is used.
  case variable(String)
  /// Properties of the objects that another expression produces, such as a variable or a subquery.
  case properties([String], of: FetchExpression)
  /// An operation on two values. It has no result if one of the values is missing.
  case arithmetic(FetchExpression, Arithmetic, FetchExpression)
  /// A function with its arguments. The number of arguments is ``Function/argumentCount``.
  case function(Function, [FetchExpression])
  /// An aggregate over the values of another expression.
  case aggregate(Aggregate, of: FetchExpression)
  /// The objects of another expression that satisfy a condition. Paths in the condition start at each of these objects.
  case subquery(FetchExpression, where: FetchPredicate)
  /// One of two values: the first value if a condition holds, and otherwise the second value.
  case conditional(FetchPredicate, FetchExpression, otherwise: FetchExpression)
  /// The union, intersection or difference of two collections. Each element occurs once in the result.
  case combination(FetchExpression, Combination, FetchExpression)
  /// One object of an ordered relationship, or one value of a list.
  case element(Position, of: FetchExpression)

  /// An operation on two values. Both must be numbers, except for sums and differences.
  ///
  /// The operation has no result if a number overflows or is divided by zero.
  public enum Arithmetic: String, Hashable, Sendable, Codable, CaseIterable {
    /// The sum. Adding a number of seconds to a date gives a date, and adding two texts joins them.
    case add = "+"
    /// The difference. Subtracting a number of seconds from a date gives a date. Subtracting a date from a date gives a
    /// number of seconds.
    case subtract = "-"
    /// The product.
    case multiply = "*"
    /// The quotient. For integers, the fraction is dropped.
    case divide = "/"
    /// The power. The exponent of an integer or a decimal must be a whole number, 0 or greater.
    case power = "**"
    /// The remainder of an integer division. It has the sign of the dividend.
    case modulus = "modulus:by:"
    /// The bits set in both integers.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits set in at least one of two integers.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits set in exactly one of two integers.
    case bitwiseXor = "bitwiseXor:with:"
    /// The integer with its bits shifted left.
    case leftShift = "leftshift:by:"
    /// The integer with its bits shifted right. The sign is preserved.
    case rightShift = "rightshift:by:"
  }

  /// A function of one value.
  ///
  /// A function other than ``now`` has no result if its value is missing or has an unsupported type.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    /// The date of the evaluation, which is the same throughout a predicate. This function has no arguments.
    case now = "now"
    /// The text in lowercase, by Unicode's language-independent rules.
    case lowercase = "lowercase:"
    /// The text in uppercase, by Unicode's language-independent rules.
    case uppercase = "uppercase:"
    /// The text without differences of case and diacritics, as in comparisons that ignore them.
    case canonical = "canonical:"
    /// The number of characters (grapheme clusters) of the text.
    case length = "length:"
    /// The absolute value of the number.
    case abs = "abs:"
    /// The greatest whole number less than or equal to the number.
    case floor = "floor:"
    /// The least whole number greater than or equal to the number.
    case ceiling = "ceiling:"
    /// The number without its fraction.
    case truncate = "trunc:"
    /// The square root, as a floating-point number. A negative number has no result.
    case squareRoot = "sqrt:"
    /// The integer with all bits inverted.
    case onesComplement = "onesComplement:"
    /// The number that a Boolean value, a date or a text with digits represents.
    ///
    /// A date is converted to the number of seconds since the start of 2001.
    case number = "NSNumber"
    /// The date that is a number of seconds after the start of 2001.
    case date = "NSDate"
    /// The text that represents a number, a Boolean value, a UUID or a URL.
    case text = "NSString"
    /// The relevance of the object for the search in the condition. Only the order of a request uses it:
    /// ``FetchOrder/relevance``.
    case relevance = "relevance:"

    /// The number of arguments.
    public var argumentCount: Int { self == .now ? 0 : 1 }

    /// Whether the function prints as `CAST(value, "name")`.
    var isCast: Bool { self == .number || self == .date || self == .text }
  }

  /// An aggregate over several values. Its raw value is its name in key-value coding.
  ///
  /// Missing values are ignored. If a path reaches the same object or value several times, it is counted each time.
  public enum Aggregate: String, Hashable, Sendable, Codable, CaseIterable {
    /// The number of values.
    case count = "@count"
    /// The sum of the values; 0 for an empty collection.
    case sum = "@sum"
    /// The mean of the values. It has no result for an empty collection.
    case average = "@avg"
    /// The least value. It has no result for an empty collection.
    case minimum = "@min"
    /// The greatest value. It has no result for an empty collection.
    case maximum = "@max"
    /// The distinct values, as a collection.
    case distinct = "@distinctUnionOfObjects"
  }

  /// A combination of two collections of objects or values. Missing values are ignored.
  public enum Combination: String, Hashable, Sendable, Codable, CaseIterable {
    /// The elements that are in at least one of the collections.
    case union = "UNION"
    /// The elements that are in both collections.
    case intersection = "INTERSECT"
    /// The elements of the first collection that are not in the second.
    case difference = "MINUS"
  }

  /// A position in an ordered collection. If the collection is too short, the result is a missing value.
  public enum Position: Hashable, Sendable {
    /// The first element.
    case first
    /// The last element.
    case last
    /// The element at an index, counted from 0.
    case index(Int)
  }
}

extension FetchExpression {
  /// Returns a constant of any type that a property can have.
  ///
  /// An object is represented by its ID, and several objects by a list of IDs.
  public static func value(_ value: some PropertyConvertible) -> FetchExpression {
    FetchExpression(value.propertyValue.flatMap(AttributeValue.from) ?? .null)
  }

  /// Returns a list of constants of any type that a property can have.
  public static func values(_ values: some Sequence<some PropertyConvertible>) -> FetchExpression {
    .list(values.map { .value($0) })
  }

  init(_ value: AttributeValue) {
    self =
      if case .objects(let ids) = value { .list(ids.map { .constant(.object($0)) }) } else {
        .constant(value)
      }
  }

  /// Returns an expression that reads properties of the values of this one.
  func appending(_ names: [String]) -> FetchExpression {
    if names.isEmpty { return self }
    return switch self {
    case .keyPath(let path): .keyPath(path.appending(names: names))
    case .properties(let first, let base): .properties(first + names, of: base)
    default: .properties(names, of: self)
    }
  }
}

extension FetchExpression: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text constant.
  public init(stringLiteral value: String) { self = .constant(.string(value)) }
  /// Creates an integer constant.
  public init(integerLiteral value: Int64) { self = .constant(.int(value)) }
  /// Creates a floating-point constant.
  public init(floatLiteral value: Double) { self = .constant(.double(value)) }
  /// Creates a Boolean constant.
  public init(booleanLiteral value: Bool) { self = .constant(.bool(value)) }
  /// Creates a list.
  public init(arrayLiteral elements: FetchExpression...) { self = .list(elements) }
}

extension FetchExpression {
  /// The texts on the left side of a search: the parts of a list, or the expression itself.
  package var searchedTexts: [FetchExpression] {
    if case .list(let parts) = self { parts } else { [self] }
  }
}
