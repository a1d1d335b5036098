public import Foundation

/// A comparator that sorts text as readers of a language expect it, such as names in a list.
///
/// ```swift
/// let german = Locale(identifier: "de_DE")
/// let books = try context.fetch(
///   "Book", orderedBy: [.ascending("title", comparator: .localized(german))])
/// ```
/// Text is compared by the Unicode rules for the language. For example, `äpfel` is next to `Apfel` in German, but after
/// `zoo` in Swedish. Foundation contains these rules, and they may differ between its versions. If the order must not
/// change with the version, use ``Armature/FetchOrder/options`` instead.
///
/// - Complexity: A few microseconds for each comparison, ten times as long as a comparison of bytes.
public struct LocalizedComparator: SortComparator, Codable, Sendable {
  /// The direction of the sort order.
  public var order: SortOrder
  /// The language and region.
  public var locale: Locale
  private var optionBits: UInt

  /// Creates a comparator for a language.
  ///
  /// - Parameters:
  ///   - locale: The language. The default is the user's language.
  ///   - options: The differences to ignore, and whether digits are compared as numbers. By default, case and the width
  ///     of letters are ignored, and `file2` comes before `file10`.
  public init(
    _ locale: Locale = .current,
    options: String.CompareOptions = [.caseInsensitive, .widthInsensitive, .numeric],
    order: SortOrder = .forward
  ) {
    self.locale = locale
    self.order = order
    optionBits = options.rawValue
  }

  /// The differences to ignore, and whether digits are compared as numbers.
  public var options: String.CompareOptions {
    get { String.CompareOptions(rawValue: optionBits) }
    set { optionBits = newValue.rawValue }
  }

  /// Returns the order of two strings.
  public func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch order {
    case .forward: left.compare(right, options: options, range: nil, locale: locale)
    case .reverse: right.compare(left, options: options, range: nil, locale: locale)
    }
  }
}

extension SortComparator where Self == LocalizedComparator {
  /// A comparator for the user's language. It ignores case and compares digits as numbers.
  public static var localized: LocalizedComparator { LocalizedComparator() }

  /// Returns a comparator for a language. It ignores case and compares digits as numbers.
  public static func localized(_ locale: Locale) -> LocalizedComparator {
    LocalizedComparator(locale)
  }
}
