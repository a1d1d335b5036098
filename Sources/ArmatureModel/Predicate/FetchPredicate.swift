/// A condition on objects, as data that can be evaluated, printed, stored and translated to SQL.
///
/// ```swift
/// let long = try FetchPredicate("pages > 400")
/// let old = try FetchPredicate("year < %d", 1970)
/// print(long && !old)  // pages > 400 AND NOT year < 1970
/// let books = try context.fetch("Book", where: long)
/// ```
/// You can also write a predicate as a closure over members: `{ $0.pages > 100 && $0.author.name == "Frank" }`.
///
/// These rules apply to absent values: `== nil` and `!= nil` test for absence, `!=` with a value holds, and order
/// comparisons and text tests do not hold. Without any objects, `all` and `none` hold and `any` does not.
///
/// Numbers are compared by size across their types, text by its UTF-8 bytes, dates as instants. A Boolean value can be
/// compared with the numbers 0 and 1. Other values of different kinds are unequal and unordered, and NaN equals only
/// itself.
///
/// A model rejects predicates that are nested more than 200 levels deep. `&&` and `||` join a chain into one list,
/// which counts as one level. Limit the nesting of predicates outside a model as well: Swift frees nested values
/// recursively.
public indirect enum FetchPredicate: Hashable, Sendable {
  /// A predicate that always holds, or never.
  case constant(Bool)
  /// A comparison of two expressions.
  ///
  /// If the left side has several values, the quantifier states how many of them must satisfy the comparison.
  case comparison(
    FetchExpression, Comparison, FetchExpression, options: Options = [],
    quantifier: Quantifier = .one)
  /// A predicate that holds if all of its parts hold. An empty list holds.
  case and([FetchPredicate])
  /// A predicate that holds if at least one of its parts holds. An empty list does not hold.
  case or([FetchPredicate])
  /// A predicate that holds if another does not.
  case not(FetchPredicate)

  /// A comparison operator.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    /// Equal, or both absent.
    case equal = "=="
    /// Not equal. An absent value differs from every present value.
    case notEqual = "!="
    /// Less than.
    case less = "<"
    /// Less than or equal.
    case lessOrEqual = "<="
    /// Greater than.
    case greater = ">"
    /// Greater than or equal.
    case greaterOrEqual = ">="
    /// Between the two values of the list on the right, both included.
    case between = "BETWEEN"
    /// Equal to a value on the right, where `nil` equals `nil`.
    ///
    /// If the right side is text, the left side is a part of it.
    case `in` = "IN"
    /// The reverse of `in`: the list or text on the left contains the right side.
    case contains = "CONTAINS"
    /// The text starts with another text.
    case beginsWith = "BEGINSWITH"
    /// The text ends with another text.
    case endsWith = "ENDSWITH"
    /// The whole text matches a pattern: `*` matches any text and `?` any Unicode scalar.
    ///
    /// A `\` makes the next character literal. A model rejects a pattern that has a `%` but no wildcard.
    case like = "LIKE"
    /// The whole text matches a regular expression; see ``TextPattern``.
    case matches = "MATCHES"
  }

  /// Options for comparing text. They do not affect other values.
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.title.hasPrefix("DU", options: .caseInsensitive) }
  /// print(books.count)  // 1
  /// ```
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Creates options from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Compares by Unicode's simple case folding, under which `Σ`, `σ` and `ς` are equal.
    ///
    /// The folding is independent of language and maps each scalar to one scalar: `ß` does not equal `ss`, and `İ`
    /// does not equal `i`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Ignores diacritics: `é` equals `e`. `ø` remains a separate letter.
    ///
    /// This ignores combining diacritical marks, and diacritics that are part of a letter in the Latin, Greek,
    /// Cyrillic and Arabic scripts and in kana.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Compares sequences of digits as numbers: `file2` sorts before `file10`.
    ///
    /// Only ASCII digits count, and leading zeros are ignored. The option applies to the order and equality of whole
    /// texts; tests of a part of a text cannot use it. Its letter in the format language is `v`:
    /// `name <[cv] "file10"`.
    public static let numeric = Options(rawValue: 4)
  }

  /// The number of values on the left of a comparison that must satisfy it.
  public enum Quantifier: String, Hashable, Sendable, Codable, CaseIterable {
    /// The single value; the comparison has no quantifier.
    case one = "ONE"
    /// At least one value.
    case any = "ANY"
    /// Every value; true without values.
    case all = "ALL"
    /// No value; true without values.
    case none = "NONE"
  }
}

extension FetchPredicate.Options {
  /// The letters of the options, as printed in brackets: `cdv`.
  var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.numeric) ? "v" : "")
  }
}
