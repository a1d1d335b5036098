/// A placeholder for an unknown property. It lets the compiler report the unknown name, even in code that accepts a
/// value of any type.
///
/// No value of this type exists, because each member that returns it is unavailable. The type conforms to the protocols
/// for literals and comparisons, because the compiler would otherwise report a missing conformance instead of the
/// unknown name.
public struct NoSuchProperty {
  private let none: Never

  private static func make() -> Self { programmerError("There are no values of NoSuchProperty.") }
}

extension NoSuchProperty: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringInterpolation, ExpressibleByNilLiteral
{
  /// Traps, because no value of this type exists.
  public init(integerLiteral value: Int) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(floatLiteral value: Double) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(booleanLiteral value: Bool) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(stringLiteral value: String) { self = .make() }
  /// Traps, because no value of this type exists.
  public init(nilLiteral: ()) { self = .make() }
}

extension NoSuchProperty: Comparable, AdditiveArithmetic {
  /// Traps, because no value of this type exists.
  public static var zero: Self { make() }

  /// Never called, because no value of this type exists.
  public static func == (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called, because no value of this type exists.
  public static func < (left: Self, right: Self) -> Bool {
    switch left.none {}
  }

  /// Never called, because no value of this type exists.
  public static func + (left: Self, right: Self) -> Self { left }

  /// Never called, because no value of this type exists.
  public static func - (left: Self, right: Self) -> Self { left }
}
