#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type of values that have a length, such as text, data and lists.
public protocol MeasurableValue {}
extension String: MeasurableValue {}
extension Data: MeasurableValue {}
extension Array: MeasurableValue where Element: AttributeConvertible {}
