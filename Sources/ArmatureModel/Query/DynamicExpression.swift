/// A computed value in an untyped condition, such as a sum, a count or a length.
///
/// ```swift
/// let orders: [FetchOrder] = [.descending(DynamicQuery()["title"].length)]
/// let books = try context.fetch("Book", orderedBy: orders) { $0.pages * 2 - 10 > $0.title.length }
/// ```
public struct DynamicExpression: DynamicQueryExpression {
  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The number of characters (grapheme clusters) of the text.
  public var length: DynamicExpression {
    DynamicExpression(.function(.length, [fetchExpression]))
  }
}
