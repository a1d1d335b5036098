#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute {
  /// Gives new objects a value.
  ///
  /// Disfavoured, so that `.default(.now)` is the time of creation and not `Date.now` as it was when
  /// the model was built.
  @_disfavoredOverload public func `default`(_ value: Value) -> Self {
    with { $0.defaultValue = .constant(value.attributeValue) }
  }

  /// Gives each new object a value of its own, made by a closure.
  public func `default`(_ make: @escaping @Sendable () -> Value) -> Self {
    with { $0.defaultValue = .computed(ComputedDefault { make().attributeValue }) }
  }
}

extension Attribute where Value: DateValue {
  /// Gives each new object the time of its creation, from the context's clock.
  public func `default`(_ moment: DynamicDate) -> Self {
    with { $0.defaultValue = .now }
  }
}

extension Attribute where Value: IdentifierValue {
  /// Gives each new object an identifier, from the context's source of identifiers.
  public func `default`(_ identifier: DynamicUUID) -> Self {
    with { $0.defaultValue = .uuid }
  }
}

/// Dates, and optional dates.
public protocol DateValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}

/// Universally unique identifiers, and optional ones.
public protocol IdentifierValue {}
extension UUID: IdentifierValue {}
extension Optional: IdentifierValue where Wrapped: IdentifierValue {}

/// What has a length: text and data, and their optionals.
public protocol MeasurableValue {}
extension String: MeasurableValue {}
extension Data: MeasurableValue {}
extension Optional: MeasurableValue where Wrapped: MeasurableValue {}

/// Text, and optional text.
public protocol TextValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}
