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
    with { $0.defaultValue = .computed(DefaultValue.Computed { make().attributeValue }) }
  }

  /// Refuses a value of another type.
  @available(*, unavailable, message: "a default has the type of its attribute")
  public func `default`(_ value: some AttributeConvertible) -> Self { self }
}

extension Attribute where Value.Base == Date {
  /// Gives each new object the time of its creation, from the context's clock.
  public func `default`(_ moment: DefaultValue.Moment) -> Self {
    with { $0.defaultValue = .now }
  }
}

extension Attribute where Value.Base == UUID {
  /// Gives each new object an identifier, from the context's source of identifiers.
  public func `default`(_ identifier: DefaultValue.Identifier) -> Self {
    with { $0.defaultValue = .uuid }
  }
}

extension Attribute where Value.Base == Decimal {
  /// Gives new objects a value, exactly as it is written.
  public func `default`(_ value: DecimalLiteral) -> Self {
    with { $0.defaultValue = .constant(.decimal(value.value)) }
  }
}
