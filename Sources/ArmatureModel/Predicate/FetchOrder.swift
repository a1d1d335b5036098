#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What objects are sorted by: one value of each, and a direction.
///
/// Absent values come first in ascending order and last in descending order. Numbers sort by size
/// across their types, text by its UTF-8 bytes, `false` before `true`, dates as instants, NaN after
/// all other numbers. Text can be sorted with options, or by a comparator:
///
/// ```swift
/// let numbered = try context.fetch(
///   "Book", orderedBy: [.ascending("title", options: [.caseInsensitive, .numeric])])
/// ```
/// Core Data: `NSSortDescriptor`.
public struct FetchOrder: Sendable {
  /// The value to sort by.
  public var expression: FetchExpression
  /// Whether values rise.
  public var isAscending: Bool
  /// Whether case and diacritics of text count, and whether digits in it are numbers.
  public var options: FetchPredicate.Options
  /// What sorts text in place of its bytes, such as the rules of a language; `nil` for the bytes.
  ///
  /// It sees text as the options make it. Texts that it finds alike are sorted by the next order.
  public var comparator: (any SortComparator<String> & Sendable)?

  /// Sorts by any value that can be computed of an object.
  public init(
    _ expression: FetchExpression, isAscending: Bool = true, options: FetchPredicate.Options = [],
    comparator: (any SortComparator<String> & Sendable)? = nil
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.options = options
    self.comparator = comparator
  }

  /// The least values first, of the property at the end of a key path such as `author.name`.
  public static func ascending(
    _ keyPath: String, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), options: options)
  }

  /// The greatest values first, of the property at the end of a key path such as `author.name`.
  public static func descending(
    _ keyPath: String, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), isAscending: false, options: options)
  }

  /// The text at the end of a key path, in the order of a comparator.
  public static func ascending(
    _ keyPath: String, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), comparator: comparator)
  }

  /// The text at the end of a key path, in the opposite order of a comparator.
  public static func descending(
    _ keyPath: String, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), isAscending: false, comparator: comparator)
  }

  /// Whether text is sorted by its bytes.
  package var isByBytes: Bool { options.isEmpty && comparator == nil }
}

extension FetchOrder: Hashable {
  /// Whether two orders sort by the same value in the same way.
  public static func == (left: FetchOrder, right: FetchOrder) -> Bool {
    left.expression == right.expression && left.isAscending == right.isAscending
      && left.options == right.options && left.anyComparator == right.anyComparator
  }

  /// Feeds the order into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(expression)
    hasher.combine(isAscending)
    hasher.combine(options)
    hasher.combine(anyComparator)
  }

  private var anyComparator: AnyHashable? { comparator.map { AnyHashable($0) } }
}

extension FetchOrder: CustomStringConvertible {
  /// The value, the way of text and the direction: `author.name`, `title[c] descending`.
  public var description: String {
    "\(expression)" + (options.isEmpty ? "" : "[\(options.letters)]")
      + (comparator.map { " by \(type(of: $0))" } ?? "") + (isAscending ? "" : " descending")
  }
}

/// `{"by": {"keyPath": ["title"]}, "descending": true, "options": "c"}`.
extension FetchOrder: Codable {
  private enum Key: String, CodingKey {
    case expression = "by", descending, options
  }

  /// Decodes an order; only the value must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    self.init(
      try members.decode(FetchExpression.self, forKey: .expression),
      isAscending: !(try members.decodeIfPresent(Bool.self, forKey: .descending) ?? false),
      options: try members.decodeIfPresent(FetchPredicate.Options.self, forKey: .options) ?? [])
  }

  /// Encodes the order.
  ///
  /// - Throws: `EncodingError` for an order with a comparator, which is code.
  public func encode(to encoder: any Encoder) throws {
    guard comparator == nil else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "The order by \(self) must have no comparator to be encoded, since that is"
            + " code. Sort with options, or set the comparator where the order is used."))
    }
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(expression, forKey: .expression)
    if !isAscending { try members.encode(true, forKey: .descending) }
    if !options.isEmpty { try members.encode(options, forKey: .options) }
  }
}

extension FetchPath {
  /// The path of names with dots between them.
  package init(dotted text: String) {
    self.init(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }
}
