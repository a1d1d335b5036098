/// A placeholder for an unknown property. The compiler reports its name even if any type is valid.
///
/// There are no values of it: what yields one is unavailable. It conforms to the protocols of literals and of
/// comparisons, so that these do not keep the compiler from the name.
public struct NoSuchProperty {
  private let none: Never

  private static func make() -> Self { programmerError("There are no values of NoSuchProperty.") }
}

extension NoSuchProperty: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringInterpolation, ExpressibleByNilLiteral
{
  /// Traps: there are no values.
  public init(integerLiteral value: Int) { self = .make() }
  /// Traps: there are no values.
  public init(floatLiteral value: Double) { self = .make() }
  /// Traps: there are no values.
  public init(booleanLiteral value: Bool) { self = .make() }
  /// Traps: there are no values.
  public init(stringLiteral value: String) { self = .make() }
  /// Traps: there are no values.
  public init(nilLiteral: ()) { self = .make() }
}

extension NoSuchProperty: Comparable, AdditiveArithmetic {
  /// Traps: there are no values.
  public static var zero: Self { make() }

  /// Never called: there are no values.
  public static func == (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called: there are no values.
  public static func < (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called: there are no values.
  public static func + (left: Self, right: Self) -> Self { left }

  /// Never called: there are no values.
  public static func - (left: Self, right: Self) -> Self { left }
}
