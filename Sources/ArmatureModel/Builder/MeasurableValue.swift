#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What has a length: text and data.
public protocol MeasurableValue {}
extension String: MeasurableValue {}
extension Data: MeasurableValue {}
