#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == Date {
  /// Returns the date that is a number of seconds later.
  @_disfavoredOverload public static func + (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.double(seconds))))
  }

  /// Returns the date that is a number of seconds earlier.
  @_disfavoredOverload public static func - (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, .constant(.double(seconds))))
  }

  /// Returns the date that is a computed number of seconds later.
  @_disfavoredOverload public static func + <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, seconds.fetchExpression))
  }

  /// Returns the date that is a computed number of seconds earlier.
  @_disfavoredOverload public static func - <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, seconds.fetchExpression))
  }

  /// Returns the number of seconds from another date to this date.
  @_disfavoredOverload public static func - <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue<Double?> where Other.Base == Date {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, right.fetchExpression))
  }

  /// Returns the number of seconds from a constant date to this date.
  @_disfavoredOverload public static func - (left: Self, right: Date) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, .constant(.date(right))))
  }

  /// Returns the number of seconds from this date to a constant date.
  @_disfavoredOverload public static func - (left: Date, right: Self) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(.constant(.date(left)), .subtract, right.fetchExpression))
  }
}
