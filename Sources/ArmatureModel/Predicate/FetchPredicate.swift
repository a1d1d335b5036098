/// A condition on objects, as data: it can be evaluated, printed, stored, and turned into SQL.
///
/// ```swift
/// let long = try FetchPredicate("pages > 400")
/// let old = try FetchPredicate("year < %d", 1970)
/// print(long && !old)  // pages > 400 AND NOT year < 1970
/// let books = try context.fetch("Book", where: long)
/// ```
/// Write one as a closure over members (`{ $0.pages > 100 && $0.author.name == "Frank" }`). Where a
/// value is absent: `== nil` and `!= nil` test for absence; `!=` with a value holds; an order
/// comparison and a text test do not hold. Over no objects `all` and `none` hold and `any` does not.
/// Numbers compare by size across their types, text by its UTF-8 bytes, dates as instants; a truth
/// value compares with the numbers 0 and 1. Other values of unlike kinds are different and have no
/// order, and NaN equals only itself.
///
/// A model refuses what is nested more than 200 deep; `&&` and `||` make one list of a chain. Outside
/// of a model do not nest without a bound: Swift frees nested values by recursion.
public indirect enum FetchPredicate: Hashable, Sendable {
  /// Always, or never.
  case constant(Bool)
  /// Two expressions stand in a relation; a quantifier says how many of the values on the left do.
  case comparison(
    FetchExpression, Comparison, FetchExpression, options: Options = [],
    quantifier: Quantifier = .one)
  /// All of some conditions hold; with none of them, it holds.
  case and([FetchPredicate])
  /// At least one of some conditions holds; with none of them, it does not.
  case or([FetchPredicate])
  /// A condition does not hold.
  case not(FetchPredicate)

  /// A relation between values.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
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
    /// At least the first and at most the second value of the list on the right.
    case between = "BETWEEN"
    /// Equal to one of the values on the right, also both absent; where that is text, a part of it.
    case `in` = "IN"
    /// The other way round: the values on the left include it, or the text on the left does.
    case contains = "CONTAINS"
    /// The text starts with another.
    case beginsWith = "BEGINSWITH"
    /// The text ends with another.
    case endsWith = "ENDSWITH"
    /// The text as a whole is like a pattern in which `*` is any text and `?` any Unicode scalar.
    ///
    /// A `\` takes the sign behind it literally. A model refuses a pattern with `%` and no wildcard.
    case like = "LIKE"
    /// The text as a whole matches a regular expression; see ``TextPattern``.
    case matches = "MATCHES"
  }

  /// How text is compared; anything else than text is compared without regard to it.
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.title.hasPrefix("DU", options: .caseInsensitive) }
  /// print(books.count)  // 1
  /// ```
  public struct Options: OptionSet, Hashable, Sendable {
    /// A bit for each option.
    public let rawValue: UInt8

    /// Makes options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Scalars count as one that Unicode's simple case folding makes one: `Σ`, `σ` and `ς`.
    ///
    /// It depends on no language and puts one scalar for one: `ß` is not `ss`, nor `İ` an `i`.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Letters count without their diacritics: `é` as `e`, and `ø` as itself.
    ///
    /// Combining diacritical marks do not count, nor do those that are part of a letter of the
    /// Latin, Greek, Cyrillic and Arabic scripts and of kana.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Digits in a row count as the number that they write: `file2` comes before `file10`.
    ///
    /// The digits are those of ASCII, and zeros in front do not count. It is for the order of whole
    /// texts and whether they are equal; a test of a part of a text cannot have it. In conditions as
    /// text it is the letter `v`: `name <[cv] "file10"`.
    public static let numeric = Options(rawValue: 4)
  }

  /// How many of the values on the left of a comparison must stand in the relation.
  public enum Quantifier: String, Hashable, Sendable, Codable, CaseIterable {
    /// The one that there is, without a word in front of the comparison.
    case one = "ONE"
    /// At least one.
    case any = "ANY"
    /// Every one; true when there are none.
    case all = "ALL"
    /// Not one; true when there are none.
    case none = "NONE"
  }
}

extension FetchPredicate.Options {
  /// The letters of the options, as conditions print them between brackets: `cdv`.
  var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.numeric) ? "v" : "")
  }
}
