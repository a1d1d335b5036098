// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == String {
  /// Returns the text with a constant text appended, or no value if the text is absent.
  @_disfavoredOverload public static func + (left: Self, right: String) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.string(right))))
  }

  /// Returns the text with a constant text prepended, or no value if the text is absent.
  @_disfavoredOverload public static func + (left: String, right: Self) -> QueryValue {
    QueryValue(.arithmetic(.constant(.string(left)), .add, right.fetchExpression))
  }

  /// Returns two texts joined, or no value if one of them is absent.
  @_disfavoredOverload public static func + <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue where Other.Base == String {
    QueryValue(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
}
