#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type of numbers that expressions can compute with.
public protocol ArithmeticValue {}
extension Int: ArithmeticValue {}
extension Int16: ArithmeticValue {}
extension Int32: ArithmeticValue {}
extension Int64: ArithmeticValue {}
extension Double: ArithmeticValue {}
extension Float: ArithmeticValue {}
extension Decimal: ArithmeticValue {}
