/// A condition on objects, as data: it can be evaluated, printed, stored, and turned into SQL.
///
/// Write one as a closure over members (`{ $0.pages > 100 && $0.author.name == "Frank" }`). Where a
/// value is absent: `== nil` and `!= nil` test for absence; `!=` with a value holds; an order
/// comparison and a text test do not hold. Over no objects `all` and `none` hold and `any` does not.
/// Numbers compare by size across their types, text by its UTF-8 bytes, dates as instants; values
/// of unlike kinds are different and have no order, and NaN equals only itself.
///
/// A model refuses what is nested more than 200 deep; `&&` and `||` make one list of a chain. Outside
/// of a model do not nest without a bound: Swift frees nested values by recursion.
public indirect enum FetchPredicate: Hashable, Sendable, Codable {
  /// Always, or never.
  case constant(Bool)
  /// Two expressions stand in a relation.
  case comparison(FetchExpression, Comparison, FetchExpression)
  /// A text test between two expressions.
  case text(FetchExpression, TextTest, FetchExpression, ignoringCase: Bool)
  /// An expression equals one of some values.
  case membership(FetchExpression, [AttributeValue])
  /// All of some conditions hold; with none of them, it holds.
  case and([FetchPredicate])
  /// At least one of some conditions holds; with none of them, it does not.
  case or([FetchPredicate])
  /// A condition does not hold.
  case not(FetchPredicate)
  /// So many of the objects along a path satisfy a condition, which speaks of them.
  case quantified(Quantifier, path: FetchPath, FetchPredicate)

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
