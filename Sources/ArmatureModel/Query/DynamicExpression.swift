/// What stands for a computed value in an untyped condition: a sum, a count, a length.
public struct DynamicExpression: DynamicQueryExpression {
  /// The expression as data.
  public let fetchExpression: FetchExpression

  init(_ expression: FetchExpression) { fetchExpression = expression }

  /// The number of characters (grapheme clusters) of the text.
  public var length: DynamicExpression {
    DynamicExpression(.function(.length, [fetchExpression]))
  }
}
