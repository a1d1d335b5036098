/// An attribute in a declaration: `Attribute("title", String.self)`, or `Attribute<String>()` as a
/// property of an ``EntityType``, where the label is the name.
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
/// The Swift type says the rest: `String` is required, `String?` optional, and a rule word exists
/// only where it makes sense, so a wrong rule does not compile.
public struct Attribute<Value: AttributeConvertible>: Sendable {
  /// The key by which typed views find the attribute.
  @usableFromInline package let schemaKey: SchemaKey
  private var storage: Storage

  /// What is declared, behind one reference.
  ///
  /// A body holds all of its attributes at once, and the optimizer looks at each field of each: with the
  /// fields in place, 600 attributes took it 100 s, and 10 s with a reference.
  private final class Storage: Sendable {
    let description: AttributeDescription
    let uniqueness: ValidationRule.Severity?
    /// What the value is derived from, once there are names for the properties of schemas.
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

  /// Declares an attribute by name, for the dynamic tier.
  public init(
    _ name: String, _ type: Value.Type = Value.self, file: String = #fileID, line: Int = #line,
    @AttributeRuleBuilder rules: () -> [ValidationRule] = { [] }
  ) {
    schemaKey = SchemaKey()
    var description = Self.describe(name, DeclarationSite(file: file, line: line))
    description.rules = rules()
    storage = Storage(description)
  }

  /// Declares an attribute whose name is the label of the property that holds it.
  public init(file: String = #fileID, line: Int = #line) {
    schemaKey = SchemaKey()
    storage = Storage(Self.describe("", DeclarationSite(file: file, line: line)))
  }

  private static func describe(_ name: String, _ site: DeclarationSite) -> AttributeDescription {
    var description = AttributeDescription(
      name, Value.attributeType, isOptional: Value.isOptional, site: site)
    description.accepts = ValueTest(Value.self, of: description.type)
    return description
  }

  package func with(_ change: (inout AttributeDescription) -> Void) -> Self {
    var description = storage.description
    change(&description)
    return replacing(Storage(description, storage.uniqueness, storage.derivation))
  }

  /// Says what the value is derived from, by a closure that is called when a model is built.
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

// Words of other frameworks that the compiler answers with the right one. None shares its name with a
// word that exists: an overload more would slow every declaration down.

extension Attribute {
  /// Refuses a word; the type says it.
  @available(*, unavailable, message: "the type says so: write String?.self for String.self")
  public func optional() -> Self { self }

  /// Refuses a word; the type says it.
  @available(*, unavailable, message: "the type says so: String.self is required, String?.self not")
  public func required() -> Self { self }
}

extension Attribute: EntityPart {
  /// The attribute, and its uniqueness where it was declared.
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
