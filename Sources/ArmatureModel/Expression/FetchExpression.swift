/// A value computed from an object: a property along a path, a constant, or an operation.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
  /// A property, or a property of the objects that relationships lead to.
  case keyPath(FetchPath)
  /// A value.
  case constant(AttributeValue)
  /// A variable that is bound when the predicate is used, such as `FETCH_SOURCE`; with a path, a
  /// property of the object that it is bound to.
  case variable(String, path: [String] = [])
  /// An operation on two numbers; it yields no value where one has none, beyond the range of the
  /// numbers, and for a division by zero. The quotient of integers is cut to an integer.
  case arithmetic(FetchExpression, Arithmetic, FetchExpression)
  /// A figure over the objects, or their values, along a path.
  case aggregate(Aggregate, path: FetchPath)
  /// The number of characters (grapheme clusters) of a text; no value where there is no text.
  case length(FetchExpression)

  /// An operation on two numbers.
  public enum Arithmetic: String, Hashable, Sendable, Codable {
    /// The sum.
    case add = "+"
    /// The difference.
    case subtract = "-"
    /// The product.
    case multiply = "*"
    /// The quotient; that of integers without its fraction.
    case divide = "/"
  }

  /// A figure over several objects or values; the names are those of key-value coding.
  public enum Aggregate: String, Hashable, Sendable, Codable {
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
  }
}
