#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value with a length: text, data or a list.
public protocol MeasurableValue {}
extension String: MeasurableValue {}
extension Data: MeasurableValue {}
extension Array: MeasurableValue where Element: AttributeConvertible {}
