#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A declaration of an attribute.
///
/// In a model without schema types, you write `Attribute("title", String.self)`. In an ``EntityType``, you write a
/// property such as `let title = Attribute<String>()`, and the name of the property is the name of the attribute.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") {
///     Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
///     Attribute("price", Decimal.self).range(0...)
///     Attribute("colour", String?.self).oneOf(["red", "blue"])
///     Attribute("listed", Date.self).default(.now)
///   }
/// }
/// ```
/// The Swift type determines whether the attribute is required: `String` is required, and `String?` is optional. The
/// compiler also checks that each rule is suitable for the type. For example, you cannot limit the length of a number.
public struct Attribute<Value: AttributeConvertible>: Sendable {
  /// The key that typed views use to find the attribute.
  @usableFromInline package let schemaKey: SchemaKey
  private var storage: Storage

  /// The content of the declaration, stored in a separate object.
  ///
  /// The optimizer examines each field of each attribute in the body of an entity. With the fields stored directly in
  /// the attribute, 600 attributes took 100 s to compile. With a single reference, they take 10 s.
  private final class Storage: Sendable {
    let description: AttributeDescription
    let uniqueness: ValidationRule.Severity?
    /// The expression from which the value is derived. This is a closure because the names of a schema's properties are
    /// known only later.
    let derivation: (@Sendable () -> FetchExpression)?

    init(
      _ description: AttributeDescription, _ uniqueness: ValidationRule.Severity? = nil,
      _ derivation: (@Sendable () -> FetchExpression)? = nil
    ) {
      self.description = description
      self.uniqueness = uniqueness
      self.derivation = derivation
    }
  }

  package var description: AttributeDescription {
    guard let derivation = storage.derivation else { return storage.description }
    var description = storage.description
    description.derivation = derivation()
    return description
  }
  package var uniqueness: ValidationRule.Severity? {
    get { storage.uniqueness }
    set { storage = Storage(storage.description, newValue, storage.derivation) }
  }

  /// Declares an attribute with a name, for the dynamic tier.
  public init(
    _ name: String, _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line,
    @AttributeRuleBuilder rules: () -> [ValidationRule] = { [] }
  ) {
    schemaKey = SchemaKey()
    var description = Self.describe(name, DeclarationSite(file: file, line: line))
    description.rules += rules()
    storage = Storage(description)
  }

  /// Declares an attribute in a schema type. The label of the property is the name of the attribute.
  public init(file: String = #fileID, line: Int = #line) {
    schemaKey = SchemaKey()
    storage = Storage(Self.describe("", DeclarationSite(file: file, line: line)))
  }

  private static func describe(_ name: String, _ site: DeclarationSite) -> AttributeDescription {
    var description = AttributeDescription(
      name, Value.attributeType, isOptional: Value.isOptional, site: site)
    description.accepts = ValueTest(Value.self, of: description.type)
    if let schema = Value.mapSchema {
      description.rules.append(ValidationRule(.schema(schema), site: site))
    }
    return description
  }

  package func with(_ change: (inout AttributeDescription) -> Void) -> Self {
    var description = storage.description
    change(&description)
    return replacing(Storage(description, storage.uniqueness, storage.derivation))
  }

  /// Derives the value from an expression. The closure that returns the expression is called when a model is built.
  func derived(by derivation: @escaping @Sendable () -> FetchExpression) -> Self {
    replacing(Storage(storage.description, storage.uniqueness, derivation))
  }

  private func replacing(_ storage: Storage) -> Self {
    var copy = self
    copy.storage = storage
    return copy
  }

  package func adding(
    _ rule: ValidationRule, _ severity: ValidationRule.Severity, _ message: String? = nil
  ) -> Self {
    with {
      var rule = rule
      rule.severity = severity
      rule.message = message
      rule.site = $0.site
      $0.rules.append(rule)
    }
  }
}

// Words of other frameworks, for which the compiler suggests the equivalent. None of them shares its name with an
// available method, since an additional overload would slow down every declaration.

extension Attribute {
  /// Unavailable: use an optional type.
  @available(*, unavailable, message: "use the type String?.self instead of String.self")
  public func optional() -> Self { self }

  /// Unavailable: use a type that is not optional.
  @available(
    *, unavailable, message: "use the type: String.self is required, String?.self is optional"
  )
  public func required() -> Self { self }
}

extension Attribute: EntityPart {
  /// The attribute with its uniqueness constraint, as the body of an entity.
  public var entityBody: EntityBody {
    var members: [EntityMember] = [.property(.attribute(description))]
    if let uniqueness {
      members.append(
        .unique(
          UniquenessConstraint(
            [description.name], severity: uniqueness, site: description.site)))
    }
    return EntityBody(members)
  }
}

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
    with {
      $0.defaultValue =
        switch identifier {
        case .uuid: .uuid
        case .uuidv7: .uuidv7
        }
    }
  }
}

extension Attribute where Value.Base == Decimal {
  /// Sets the value that new objects get. The decimal number is exact as written.
  public func `default`(_ value: DecimalLiteral) -> Self {
    with { $0.defaultValue = .constant(.decimal(value.value)) }
  }
}
