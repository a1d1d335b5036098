/// A condition that objects can satisfy. A predicate is a value, which can be evaluated, printed, stored and translated
/// to SQL.
///
/// ```swift
/// let long = try FetchPredicate("pages > 400")
/// let old = try FetchPredicate("year < %d", 1970)
/// print(long && !old)  // pages > 400 AND NOT year < 1970
/// let books = try context.fetch("Book", where: long)
/// ```
/// You can also write a predicate as a closure: `{ $0.pages > 100 && $0.author.name == "Frank" }`.
///
/// These rules apply to missing values:
/// - `== nil` and `!= nil` test whether a value is missing.
/// - If a value is missing, it is not equal to any constant, so `!=` is true.
/// - If a value is missing, comparisons such as `<` and tests of strings are false.
/// - If a relationship has no members, `all` and `none` are true, and `any` is false.
///
/// These rules apply to comparisons:
/// - Numbers are compared by size, even if they have different types. NaN equals only itself.
/// - Strings are compared by their UTF-8 bytes, and dates by time.
/// - A Boolean value can be compared with the numbers 0 and 1.
/// - All other values of different types are unequal, and neither is less than the other.
///
/// A model rejects predicates that are nested more than 200 levels deep. A chain of `&&` or `||` counts as one level.
/// If you build a predicate without a model, limit its depth yourself, because Swift releases nested values
/// recursively.
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
    /// The texts on the left satisfy the query on the right, as in a search engine: `dune OR "frank herb*"`.
    ///
    /// The left side is a text, a list of texts, or the object itself. The object stands for the properties of its
    /// ``FullText`` index.
    case search = "SEARCH"
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
    /// Use this option to compare or sort whole strings. You cannot use it to test a part of a string. In the format
    /// language, its letter is `v`: `name <[cv] "file10"`. Only ASCII digits are compared as numbers, and leading zeros
    /// are ignored.
    public static let numeric = Options(rawValue: 4)
    /// Searches for parts of words, as ``FullTextTokenizer/trigrams`` describes. Only searches have this option.
    public static let partsOfWords = Options(rawValue: 8)
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
  /// The letters of the options, as printed in brackets: `cdvp`.
  var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.numeric) ? "v" : "") + (contains(.partsOfWords) ? "p" : "")
  }
}

extension FetchPredicate {
  /// Returns a predicate that holds if both predicates hold.
  ///
  /// A chain such as `a && b && c` becomes one list of three predicates. A predicate `.constant(true)` is dropped.
  ///
  /// - Complexity: O(*n*) in the length of both lists. To join thousands of predicates, use
  ///   `FetchPredicate.and(conditions)`.
  public static func && (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(true), let other), (let other, .constant(true)): other
    case (.and(let a), .and(let b)): .and(a + b)
    case (.and(let a), _): .and(a + [right])
    case (_, .and(let b)): .and([left] + b)
    default: .and([left, right])
    }
  }

  /// Returns the predicate that holds if all conditions hold. It is as simple as possible.
  package static func all(_ conditions: [FetchPredicate]) -> FetchPredicate {
    switch conditions.count {
    case 0: .constant(true)
    case 1: conditions[0]
    default: .and(conditions)
    }
  }

  /// Returns a predicate that holds if at least one of the predicates holds.
  ///
  /// A chain such as `a || b || c` becomes one list of three predicates. A predicate `.constant(false)` is dropped.
  ///
  /// - Complexity: O(*n*) in the length of both lists. To join thousands of predicates, use
  ///   `FetchPredicate.or(conditions)`.
  public static func || (left: FetchPredicate, right: FetchPredicate) -> FetchPredicate {
    switch (left, right) {
    case (.constant(false), let other), (let other, .constant(false)): other
    case (.or(let a), .or(let b)): .or(a + b)
    case (.or(let a), _): .or(a + [right])
    case (_, .or(let b)): .or([left] + b)
    default: .or([left, right])
    }
  }

  /// Returns the negation of a predicate. A double negation is removed.
  public static prefix func ! (predicate: FetchPredicate) -> FetchPredicate {
    switch predicate {
    case .not(let inner): inner
    case .constant(let holds): .constant(!holds)
    default: .not(predicate)
    }
  }

  /// The counted expression and the expected result, if the predicate only tests whether a count is 0.
  ///
  /// For example, `SUBQUERY(books, $b, $b.pages > 100).@count > 0` can stop at the first matching book.
  package var existence: (of: FetchExpression, isWanted: Bool)? {
    guard
      case .comparison(
        .aggregate(.count, let values), let comparison, .constant(let bound), _, .one) =
        self
    else { return nil }
    switch (comparison, bound) {
    case (.greater, .int(0)), (.notEqual, .int(0)), (.greaterOrEqual, .int(1)):
      return (values, true)
    case (.equal, .int(0)), (.lessOrEqual, .int(0)), (.less, .int(1)): return (values, false)
    default: return nil
    }
  }
}
