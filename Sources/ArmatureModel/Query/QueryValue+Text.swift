// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == String {
  /// Returns the text with a constant text appended. It has no value if the text is missing.
  @_disfavoredOverload public static func + (left: Self, right: String) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.string(right))))
  }

  /// Returns the text with a constant text prepended. It has no value if the text is missing.
  @_disfavoredOverload public static func + (left: String, right: Self) -> QueryValue {
    QueryValue(.arithmetic(.constant(.string(left)), .add, right.fetchExpression))
  }

  /// Returns two texts joined. It has no value if one of them is missing.
  @_disfavoredOverload public static func + <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue where Other.Base == String {
    QueryValue(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
}
