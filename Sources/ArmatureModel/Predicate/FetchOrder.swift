#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A sort order for objects, which consists of an expression to sort by and a direction.
///
/// ```swift
/// let numbered = try context.fetch(
///   "Book", orderedBy: [.ascending("title", options: [.caseInsensitive, .numeric])])
/// ```
/// In ascending order, values are sorted as follows:
/// - Missing values come first.
/// - Numbers are sorted by size, even if they are of different types. NaN comes after all other numbers.
/// - Strings are sorted by their UTF-8 bytes, unless you pass options or a comparator.
/// - Dates are sorted by time.
/// - `false` comes before `true`.
///
/// Core Data: `NSSortDescriptor`.
public struct FetchOrder: Sendable {
  /// The expression to sort by.
  public var expression: FetchExpression
  /// A Boolean value that indicates whether the order is ascending.
  public var isAscending: Bool
  /// The options for comparing text.
  public var options: FetchPredicate.Options
  /// A comparator for text, for example by the rules of a language. If it is `nil`, text is compared by its bytes.
  ///
  /// The options are applied to the text before the comparator receives it. If the comparator finds two texts equal,
  /// the next sort order decides.
  public var comparator: (any SortComparator<String> & Sendable)?

  /// Creates a sort order for any expression.
  public init(
    _ expression: FetchExpression, isAscending: Bool = true, options: FetchPredicate.Options = [],
    comparator: (any SortComparator<String> & Sendable)? = nil
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.options = options
    self.comparator = comparator
  }

  /// Returns the ascending order of a property, which is given by a key path such as `author.name`.
  public static func ascending(
    _ keyPath: String, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), options: options)
  }

  /// Returns the descending order of a property, which is given by a key path such as `author.name`.
  public static func descending(
    _ keyPath: String, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), isAscending: false, options: options)
  }

  /// The order by relevance for the search in the condition, with the most relevant objects first.
  ///
  /// ```swift
  /// let found = try context.fetch("Book", orderedBy: [.relevance]) { $0.matches("dune herb*") }
  /// ```
  /// The condition must have exactly one search that all results satisfy, alone or joined by AND. Relevance is BM25
  /// with the constants of SQLite: k₁ = 1.2 and b = 0.75. A word counts more if few objects have it, if it occurs often
  /// in the object, if the texts of the object are short, and if its property has a great weight in the ``FullText``
  /// index.
  public static var relevance: FetchOrder {
    FetchOrder(.function(.relevance, [.keyPath([])]), isAscending: false)
  }

  /// Returns the ascending order of a text property by a comparator.
  public static func ascending(
    _ keyPath: String, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), comparator: comparator)
  }

  /// Returns the descending order of a text property by a comparator.
  public static func descending(
    _ keyPath: String, comparator: some SortComparator<String> & Sendable
  ) -> FetchOrder {
    FetchOrder(.keyPath(FetchPath(dotted: keyPath)), isAscending: false, comparator: comparator)
  }

  /// Whether text is compared by its bytes.
  package var isByBytes: Bool { options.isEmpty && comparator == nil }
}

extension FetchOrder: Hashable {
  /// Returns true if two orders sort by the same expression in the same way.
  public static func == (left: FetchOrder, right: FetchOrder) -> Bool {
    left.expression == right.expression && left.isAscending == right.isAscending
      && left.options == right.options && left.anyComparator == right.anyComparator
  }

  /// Hashes all parts of the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(expression)
    hasher.combine(isAscending)
    hasher.combine(options)
    hasher.combine(anyComparator)
  }

  private var anyComparator: AnyHashable? { comparator.map { AnyHashable($0) } }
}

extension FetchOrder: CustomStringConvertible {
  /// The sort order as a text: the expression, the options and the direction. Examples are `author.name` and
  /// `title[c] descending`.
  public var description: String {
    if expression.isRelevance { return isAscending ? "relevance" : "relevance descending" }
    return "\(expression)" + (options.isEmpty ? "" : "[\(options.letters)]")
      + (comparator.map { " by \(type(of: $0))" } ?? "") + (isAscending ? "" : " descending")
  }
}

/// Encoded as `{"by": {"keyPath": ["title"]}, "descending": true, "options": "c"}`.
extension FetchOrder: Codable {
  private enum Key: String, CodingKey {
    case expression = "by", descending, options
  }

  /// Decodes a sort order. Only the expression is required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    self.init(
      try members.decode(FetchExpression.self, forKey: .expression),
      isAscending: !(try members.decodeIfPresent(Bool.self, forKey: .descending) ?? false),
      options: try members.decodeIfPresent(FetchPredicate.Options.self, forKey: .options) ?? [])
  }

  /// Encodes the sort order.
  ///
  /// - Throws: `EncodingError` if the order has a comparator, because code cannot be encoded.
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
