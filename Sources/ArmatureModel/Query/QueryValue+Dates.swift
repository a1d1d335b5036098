#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Disfavoured for the reason given at `NumericQueryExpression`.

extension QueryValue where Value.Base == Date {
  /// The date so many seconds later.
  @_disfavoredOverload public static func + (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, .constant(.double(seconds))))
  }

  /// The date so many seconds earlier.
  @_disfavoredOverload public static func - (left: Self, seconds: Double) -> QueryValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, .constant(.double(seconds))))
  }

  /// The date as many seconds later as another expression says.
  @_disfavoredOverload public static func + <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .add, seconds.fetchExpression))
  }

  /// The date as many seconds earlier as another expression says.
  @_disfavoredOverload public static func - <Seconds>(
    left: Self, seconds: QueryValue<Seconds>
  ) -> QueryValue where Seconds.Base: ArithmeticValue {
    QueryValue(.arithmetic(left.fetchExpression, .subtract, seconds.fetchExpression))
  }

  /// The seconds from another date to the date.
  @_disfavoredOverload public static func - <Other>(
    left: Self, right: QueryValue<Other>
  ) -> QueryValue<Double?> where Other.Base == Date {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, right.fetchExpression))
  }

  /// The seconds from a constant date to the date.
  @_disfavoredOverload public static func - (left: Self, right: Date) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(left.fetchExpression, .subtract, .constant(.date(right))))
  }

  /// The seconds from the date to a constant one.
  @_disfavoredOverload public static func - (left: Date, right: Self) -> QueryValue<Double?> {
    QueryValue<Double?>(.arithmetic(.constant(.date(left)), .subtract, right.fetchExpression))
  }
}
