#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute {
  /// Sets the value that new objects get.
  ///
  /// This overload is disfavored. This way, `.default(.now)` means the time at which each object is created, and not
  /// the time at which the model is built.
  @_disfavoredOverload public func `default`(_ value: Value) -> Self {
    with { $0.defaultValue = .constant(value.attributeValue) }
  }

  /// Sets a closure that computes the value for each new object.
  public func `default`(_ make: @escaping @Sendable () -> Value) -> Self {
    with { $0.defaultValue = .computed(DefaultValue.Computed { make().attributeValue }) }
  }

  /// Unavailable: use a value of the attribute's type.
  @available(*, unavailable, message: "a default must have the type of its attribute")
  public func `default`(_ value: some AttributeConvertible) -> Self { self }
}

extension Attribute where Value.Base == Date {
  /// Sets the default value to the time at which each object is created. The time is read from the context's clock.
  public func `default`(_ moment: DefaultValue.Timestamp) -> Self {
    with { $0.defaultValue = .now }
  }
}

extension Attribute where Value.Base == UUID {
  /// Sets the default value to a new UUID for each object. The context's UUID source provides it.
  public func `default`(_ identifier: DefaultValue.Identifier) -> Self {
    with { $0.defaultValue = .uuid }
  }
}

extension Attribute where Value.Base == Decimal {
  /// Sets the value that new objects get. The decimal number is exact as written.
  public func `default`(_ value: DecimalLiteral) -> Self {
    with { $0.defaultValue = .constant(.decimal(value.value)) }
  }
}
