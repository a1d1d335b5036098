/// A condition on objects. It is a value that can be evaluated, printed, stored and translated to SQL.
///
/// ```swift
/// let long = try FetchPredicate("pages > 400")
/// let old = try FetchPredicate("year < %d", 1970)
/// print(long && !old)  // pages > 400 AND NOT year < 1970
/// let books = try context.fetch("Book", where: long)
/// ```
/// You can also write a predicate as a closure over the members of an object:
/// `{ $0.pages > 100 && $0.author.name == "Frank" }`.
///
/// These rules apply to missing values:
/// - `== nil` and `!= nil` test whether a value is missing.
/// - If a value is missing, a comparison of it with a constant by `!=` holds.
/// - If a value is missing, order comparisons such as `<` and tests of text do not hold.
/// - Without any objects, `all` and `none` hold, and `any` does not.
///
/// These rules apply to comparisons:
/// - Numbers are compared by size, even if they are of different types. NaN equals only itself.
/// - Text is compared by its UTF-8 bytes, and dates by time.
/// - A Boolean value can be compared with the numbers 0 and 1.
/// - Other values of different kinds are unequal, and none of them is less than the other.
///
/// A model rejects predicates nested more than 200 levels deep. A chain of `&&` or `||` counts as one level.
/// Limit the nesting of predicates that you use without a model too, because Swift releases nested values recursively.
public indirect enum FetchPredicate: Hashable, Sendable {
  /// A predicate that always holds, or one that never holds.
  case constant(Bool)
  /// A comparison of two expressions.
  ///
  /// The left side may have several values. The quantifier states how many of them must satisfy the comparison.
  case comparison(
    FetchExpression, Comparison, FetchExpression, options: Options = [],
    quantifier: Quantifier = .one)
  /// A predicate that holds if all of its parts hold. It also holds if it has no parts.
  case and([FetchPredicate])
  /// A predicate that holds if at least one of its parts holds. It does not hold if it has no parts.
  case or([FetchPredicate])
  /// A predicate that holds if another predicate does not hold.
  case not(FetchPredicate)

  /// A comparison operator.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    /// The values are equal, or both are missing.
    case equal = "=="
    /// The values are not equal. A missing value differs from every other value.
    case notEqual = "!="
    /// Less than.
    case less = "<"
    /// Less than or equal.
    case lessOrEqual = "<="
    /// Greater than.
    case greater = ">"
    /// Greater than or equal.
    case greaterOrEqual = ">="
    /// The left value is in the range from the first to the second value of the list on the right. Both are included.
    case between = "BETWEEN"
    /// The left value equals one of the values on the right. A missing value equals `nil`.
    ///
    /// If the right side is a text, the left side is a part of it.
    case `in` = "IN"
    /// The reverse of `in`: the list or text on the left contains the value on the right.
    case contains = "CONTAINS"
    /// The text starts with another text.
    case beginsWith = "BEGINSWITH"
    /// The text ends with another text.
    case endsWith = "ENDSWITH"
    /// The whole text matches a pattern. In the pattern, `*` matches any text and `?` matches one Unicode scalar.
    ///
    /// A `\` makes the next character literal. A model rejects a pattern that contains a `%` but no wildcard, because
    /// `%` is a wildcard in SQL only.
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

    /// Compares text by Unicode's simple case folding. For example, `Σ`, `σ` and `ς` are equal.
    ///
    /// The folding does not depend on the language. It maps each scalar to one scalar, so `ß` does not equal `ss`, and
    /// `İ` does not equal `i`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Ignores diacritics. For example, `é` equals `e`. However, `ø` remains a separate letter.
    ///
    /// This option ignores combining diacritical marks. It also ignores diacritics within a letter in the
    /// Latin, Greek, Cyrillic and Arabic scripts and in kana.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Compares sequences of digits as numbers. For example, `file2` comes before `file10`.
    ///
    /// Only ASCII digits are compared as numbers, and leading zeros are ignored. You can use this option to compare or
    /// sort whole texts, but not to test a part of a text. Its letter in the format language is `v`:
    /// `name <[cv] "file10"`.
    public static let numeric = Options(rawValue: 4)
  }

  /// The number of values on the left side that must satisfy a comparison.
  public enum Quantifier: String, Hashable, Sendable, Codable, CaseIterable {
    /// The comparison has no quantifier, because the left side is a single value.
    case one = "ONE"
    /// At least one of the values.
    case any = "ANY"
    /// All of the values. The comparison also holds without any values.
    case all = "ALL"
    /// None of the values. The comparison also holds without any values.
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
