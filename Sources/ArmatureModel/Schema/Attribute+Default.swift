#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Attribute {
  /// Sets the value for new objects.
  ///
  /// This overload is disfavoured, so that `.default(.now)` means the creation time of each object, and not
  /// `Date.now` when the model is built.
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
  /// Sets the default to the creation time of each object, from the context's clock.
  public func `default`(_ moment: DefaultValue.Timestamp) -> Self {
    with { $0.defaultValue = .now }
  }
}

extension Attribute where Value.Base == UUID {
  /// Sets the default to a new UUID for each object, from the context's UUID source.
  public func `default`(_ identifier: DefaultValue.Identifier) -> Self {
    with { $0.defaultValue = .uuid }
  }
}

extension Attribute where Value.Base == Decimal {
  /// Sets the value for new objects, exactly as written.
  public func `default`(_ value: DecimalLiteral) -> Self {
    with { $0.defaultValue = .constant(.decimal(value.value)) }
  }
}
