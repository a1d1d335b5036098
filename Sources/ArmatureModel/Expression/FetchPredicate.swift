/// A condition on objects, as data: it can be evaluated, printed, stored, and turned into SQL.
///
/// Write one as a closure over members (`{ $0.pages > 100 && $0.author.name == "Frank" }`). Where a
/// value is absent: `== nil` and `!= nil` test for absence; `!=` with a value holds; an order
/// comparison and a text test do not hold. Over no objects `all` and `none` hold and `any` does not.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
  /// Always, or never.
  case constant(Bool)
  /// Two expressions stand in a relation.
  case comparison(FetchExpression, Comparison, FetchExpression)
  /// A text test between two expressions.
  case text(FetchExpression, TextTest, FetchExpression, ignoringCase: Bool)
  /// An expression is one of some values.
  case membership(FetchExpression, [AttributeValue])
  /// All of some conditions hold.
  case and([FetchPredicate])
  /// At least one of some conditions holds.
  case or([FetchPredicate])
  /// A condition does not hold.
  case not(FetchPredicate)
  /// So many of the objects along a path satisfy a condition, which speaks of them.
  case quantified(Quantifier, path: [String], FetchPredicate)

  /// A relation between values.
  public enum Comparison: String, Hashable, Sendable, Codable {
    /// Equal, or both absent.
    case equal = "=="
    /// Not equal; an absent value differs from every value.
    case notEqual = "!="
    /// Smaller.
    case less = "<"
    /// Smaller or equal.
    case lessOrEqual = "<="
    /// Greater.
    case greater = ">"
    /// Greater or equal.
    case greaterOrEqual = ">="
  }

  /// A test of text.
  public enum TextTest: String, Hashable, Sendable, Codable {
    /// The text starts with another.
    case beginsWith = "BEGINSWITH"
    /// The text ends with another.
    case endsWith = "ENDSWITH"
    /// The text contains another.
    case contains = "CONTAINS"
    /// The text matches a pattern as a whole; see ``TextPattern``.
    case matches = "MATCHES"
  }

  /// How many objects must satisfy a condition.
  public enum Quantifier: String, Hashable, Sendable, Codable {
    /// At least one.
    case any = "ANY"
    /// Every one.
    case all = "ALL"
    /// Not one.
    case none = "NONE"
  }
}

/// A value computed from an object: a property along a path, a constant, or an operation.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
  /// A property, or a property of the objects that relationships lead to.
  case keyPath([String])
  /// A value.
  case constant(AttributeValue)
  /// A variable that is bound when the predicate is used, such as `FETCH_SOURCE`.
  case variable(String)
  /// An operation on two numbers; division by zero yields no value.
  case arithmetic(FetchExpression, Arithmetic, FetchExpression)
  /// A figure over the objects, or their values, along a path.
  case aggregate(Aggregate, path: [String])
  /// The number of characters of a text.
  case length(FetchExpression)

  /// An operation on two numbers.
  public enum Arithmetic: String, Hashable, Sendable, Codable {
    /// The sum.
    case add = "+"
    /// The difference.
    case subtract = "-"
    /// The product.
    case multiply = "*"
    /// The quotient.
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
