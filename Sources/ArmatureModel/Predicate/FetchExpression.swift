/// A value, or several, computed from an object: properties along a path, constants, operations.
///
/// ```swift
/// let length = FetchExpression.function(.length, [.keyPath(["title"])])
/// let condition = FetchPredicate.comparison(length, .greater, 10)
/// print(condition)  // length:(title) > 10
/// let same = try FetchPredicate("length:(title) > 10")
/// ```
public indirect enum FetchExpression: Hashable, Sendable {
  /// A property, or the properties of the objects that relationships lead to.
  case keyPath(FetchPath)
  /// A value.
  case constant(AttributeValue)
  /// Several values.
  case list([FetchExpression])
  /// A variable that is bound when the predicate is used, such as `FETCH_SOURCE`.
  case variable(String)
  /// Properties of the objects that another expression yields, such as a variable or a subquery.
  case properties([String], of: FetchExpression)
  /// An operation on two values; it yields no value where one is absent.
  case arithmetic(FetchExpression, Arithmetic, FetchExpression)
  /// A function of so many values as ``Function/argumentCount`` says.
  case function(Function, [FetchExpression])
  /// An aggregate of the values that another expression yields.
  case aggregate(Aggregate, of: FetchExpression)
  /// Those of several objects that satisfy a condition, in which paths start at each of them.
  case subquery(FetchExpression, where: FetchPredicate)
  /// The first value where a condition holds, the other one elsewhere.
  case conditional(FetchPredicate, FetchExpression, otherwise: FetchExpression)
  /// What becomes of two groups of objects, or of values; each of them counts once.
  case combination(FetchExpression, Combination, FetchExpression)
  /// One of the objects of an ordered relationship, or of the values of a list.
  case element(Position, of: FetchExpression)

  /// An operation on two values, numbers but for sums and differences.
  ///
  /// There is no result beyond the range of the numbers, and for a division by zero.
  public enum Arithmetic: String, Hashable, Sendable, Codable, CaseIterable {
    /// The sum; a date plus seconds is a date, two texts become one.
    case add = "+"
    /// The difference; a date minus seconds is a date, a date minus a date is in seconds.
    case subtract = "-"
    /// The product.
    case multiply = "*"
    /// The quotient; that of integers without its fraction.
    case divide = "/"
    /// The power; integers and decimals have only those whose exponent is a whole number from 0.
    case power = "**"
    /// The remainder of the quotient without its fraction; it has the sign of the dividend.
    case modulus = "modulus:by:"
    /// The bits that both integers have.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits that one of two integers has, or both.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits that one of two integers has, but not both.
    case bitwiseXor = "bitwiseXor:with:"
    /// The integer with its bits moved towards the greater ones.
    case leftShift = "leftshift:by:"
    /// The integer with its bits moved towards the smaller ones; the sign stays.
    case rightShift = "rightshift:by:"
  }

  /// A function; but for ``now`` it yields no value for an absent one and one of another type.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    /// The date of the evaluation, the same in all of a condition; it has no arguments.
    case now = "now"
    /// The text in lowercase, by Unicode's rules without those of a language.
    case lowercase = "lowercase:"
    /// The text in uppercase, by Unicode's rules without those of a language.
    case uppercase = "uppercase:"
    /// The text as comparisons without regard to case and diacritics see it.
    case canonical = "canonical:"
    /// The number of characters (grapheme clusters) of the text.
    case length = "length:"
    /// The number without its sign.
    case abs = "abs:"
    /// The greatest whole number that is not greater.
    case floor = "floor:"
    /// The least whole number that is not smaller.
    case ceiling = "ceiling:"
    /// The number without its fraction.
    case truncate = "trunc:"
    /// The square root, a floating-point number; none of a negative number.
    case squareRoot = "sqrt:"
    /// The integer with all of its bits reversed.
    case onesComplement = "onesComplement:"
    /// The number that a truth value, a date or a decimal text stands for.
    ///
    /// A date is seconds since the start of 2001.
    case number = "NSNumber"
    /// The date that a number stands for, in seconds since the start of 2001.
    case date = "NSDate"
    /// The text of a number, a truth value, a UUID or a URL.
    case text = "NSString"

    /// The number of its arguments.
    public var argumentCount: Int { self == .now ? 0 : 1 }

    /// Whether it prints as `CAST(value, "name")`.
    var isCast: Bool { self == .number || self == .date || self == .text }
  }

  /// What becomes of several values; the names are those of key-value coding.
  ///
  /// Absent values do not count. An object or a value that several ways lead to counts for each.
  public enum Aggregate: String, Hashable, Sendable, Codable, CaseIterable {
    /// How many there are.
    case count = "@count"
    /// Their sum; 0 for none.
    case sum = "@sum"
    /// Their mean; no value for none.
    case average = "@avg"
    /// The least; no value for none.
    case minimum = "@min"
    /// The greatest; no value for none.
    case maximum = "@max"
    /// Each of them once: several values again.
    case distinct = "@distinctUnionOfObjects"
  }

  /// What becomes of two groups of objects, or of values; absent values do not count.
  public enum Combination: String, Hashable, Sendable, Codable, CaseIterable {
    /// What is in one of them, or in both.
    case union = "UNION"
    /// What is in both of them.
    case intersection = "INTERSECT"
    /// What is in the first, but not in the second.
    case difference = "MINUS"
  }

  /// A place in an order; nothing is there where the order has fewer elements.
  public enum Position: Hashable, Sendable {
    /// The first element.
    case first
    /// The last element.
    case last
    /// The element with so many in front of it, from 0.
    case index(Int)
  }
}

extension FetchExpression {
  /// A value of any type that a property can have; an object by its ID, objects as a list.
  public static func value(_ value: some PropertyConvertible) -> FetchExpression {
    FetchExpression(value.propertyValue.flatMap(AttributeValue.from) ?? .null)
  }

  /// A list of values of any type that a property can have.
  public static func values(_ values: some Sequence<some PropertyConvertible>) -> FetchExpression {
    .list(values.map { .value($0) })
  }

  init(_ value: AttributeValue) {
    self =
      if case .objects(let ids) = value { .list(ids.map { .constant(.object($0)) }) } else {
        .constant(value)
      }
  }

  /// The properties behind those that the expression leads to.
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
  /// Makes a constant text.
  public init(stringLiteral value: String) { self = .constant(.string(value)) }
  /// Makes a constant integer.
  public init(integerLiteral value: Int64) { self = .constant(.int(value)) }
  /// Makes a constant floating-point number.
  public init(floatLiteral value: Double) { self = .constant(.double(value)) }
  /// Makes a constant truth value.
  public init(booleanLiteral value: Bool) { self = .constant(.bool(value)) }
  /// Makes a list.
  public init(arrayLiteral elements: FetchExpression...) { self = .list(elements) }
}
