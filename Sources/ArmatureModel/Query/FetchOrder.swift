/// What objects are sorted by: one value of each, and a direction.
///
/// Absent values come first in ascending order and last in descending order. Numbers sort by size
/// across their types, text by its UTF-8 bytes, `false` before `true`, dates as instants, NaN after
/// all other numbers. Core Data: `NSSortDescriptor`.
public struct FetchOrder: Hashable, Sendable {
  /// The value to sort by.
  public var expression: FetchExpression
  /// Whether values rise.
  public var isAscending: Bool
  /// Whether case and diacritics of text count.
  public var options: FetchPredicate.Options

  /// Sorts by any value that can be computed of an object.
  public init(
    _ expression: FetchExpression, isAscending: Bool = true, options: FetchPredicate.Options = []
  ) {
    self.expression = expression
    self.isAscending = isAscending
    self.options = options
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

  /// The least values first, of a property or what is computed: `.ascending(DynamicQuery().books.count)`.
  public static func ascending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, options: options)
  }

  /// The greatest values first, of a property or what is computed.
  public static func descending(
    _ value: some QueryExpression, options: FetchPredicate.Options = []
  ) -> FetchOrder {
    FetchOrder(value.fetchExpression, isAscending: false, options: options)
  }
}

extension FetchOrder: CustomStringConvertible {
  /// The value and the direction: `author.name`, `title[c] descending`.
  public var description: String {
    let letters =
      (options.contains(.caseInsensitive) ? "c" : "")
      + (options.contains(.diacriticInsensitive) ? "d" : "")
    return "\(expression)" + (letters.isEmpty ? "" : "[\(letters)]")
      + (isAscending ? "" : " descending")
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
  public func encode(to encoder: any Encoder) throws {
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
