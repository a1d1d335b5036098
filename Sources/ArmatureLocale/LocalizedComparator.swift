public import Foundation

/// The order of texts that people who read a language expect, as lists in their programs have it.
///
/// ```swift
/// let german = Locale(identifier: "de_DE")
/// let books = try context.fetch(
///   "Book", orderedBy: [.ascending("title", comparator: .localized(german))])
/// ```
/// Text is compared by the rules of Unicode for the language: `äpfel` beside `Apfel` in German, and behind
/// `zoo` in Swedish. The rules come with Foundation, and so may differ between its versions: what must
/// not depend on them is sorted by ``Armature/FetchOrder/options``.
///
/// - Complexity: Some microseconds for each comparison, ten times what the bytes take.
public struct LocalizedComparator: SortComparator, Codable, Sendable {
  /// Whether texts rise or fall.
  public var order: SortOrder
  /// The language, and what is particular to a region.
  public var locale: Locale
  private var optionBits: UInt

  /// Compares by the rules of a language.
  ///
  /// - Parameters:
  ///   - locale: The language; that of the user by default.
  ///   - options: What does not count, and whether digits are numbers. By default case does not, nor
  ///     does the width of letters, and `file2` comes before `file10`.
  public init(
    _ locale: Locale = .current,
    options: String.CompareOptions = [.caseInsensitive, .widthInsensitive, .numeric],
    order: SortOrder = .forward
  ) {
    self.locale = locale
    self.order = order
    optionBits = options.rawValue
  }

  /// What does not count, and whether digits are numbers.
  public var options: String.CompareOptions {
    get { String.CompareOptions(rawValue: optionBits) }
    set { optionBits = newValue.rawValue }
  }

  /// How two texts stand to each other.
  public func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch order {
    case .forward: left.compare(right, options: options, range: nil, locale: locale)
    case .reverse: right.compare(left, options: options, range: nil, locale: locale)
    }
  }
}

extension SortComparator where Self == LocalizedComparator {
  /// The order that the user's language has, without regard to case, with numbers by their size.
  public static var localized: LocalizedComparator { LocalizedComparator() }

  /// The order that a language has, without regard to case, with numbers by their size.
  public static func localized(_ locale: Locale) -> LocalizedComparator {
    LocalizedComparator(locale)
  }
}
