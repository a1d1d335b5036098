#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// `import Armature` includes Foundation's types for attributes. Importing a type includes only the operators of its
// protocols, so the others are declared here. They are disfavoured, so that Foundation's operators are used in files
// that import it.

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
    neverCalled()
  }
}
