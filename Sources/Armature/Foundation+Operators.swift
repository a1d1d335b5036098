#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// `import Armature` brings the types of Foundation that attributes have, but an import of a type brings no operators
// beyond those of its protocols. These are the others. Disfavoured: where Foundation is imported, its own count.

extension Date {
  /// A time so many seconds after another one.
  @_disfavoredOverload public static func + (left: Date, right: Double) -> Date {
    left.addingTimeInterval(right)
  }
  /// A time so many seconds before another one.
  @_disfavoredOverload public static func - (left: Date, right: Double) -> Date {
    left.addingTimeInterval(-right)
  }
  /// Moves a time so many seconds forward.
  @_disfavoredOverload public static func += (left: inout Date, right: Double) {
    left.addTimeInterval(right)
  }
  /// Moves a time so many seconds back.
  @_disfavoredOverload public static func -= (left: inout Date, right: Double) {
    left.addTimeInterval(-right)
  }
}

extension Decimal {
  /// Refuses a division, which is Foundation's alone.
  @available(*, unavailable, message: "import Foundation to divide decimal numbers")
  @_disfavoredOverload public static func / (left: Decimal, right: Decimal) -> Decimal {
    fatalError("No call of it compiles.")
  }
}
