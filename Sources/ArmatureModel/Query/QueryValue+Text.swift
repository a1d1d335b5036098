// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == String {
  /// The text with a constant one behind it; no text where it is absent.
  @_disfavoredOverload public static func + (left: Self, right: String) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.string(right))))
  }

  /// The text with a constant one in front of it; no text where it is absent.
  @_disfavoredOverload public static func + (left: String, right: Self) -> QueryValue {
    QueryValue(.arithmetic(.constant(.string(left)), .add, right.fetchExpression))
  }

  /// Two texts as one; no text where one is absent.
  @_disfavoredOverload public static func + <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue where Other.Base == String {
    QueryValue(.arithmetic(left.fetchExpression, .add, right.fetchExpression))
  }
}
