/// An attribute with named elements, such as an address. Use it in a model without schema types:
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Order") {
///     Composite("address") {
///       Attribute("street", String.self).length(1...100)
///       Attribute("city", String.self).length(1...100)
///     }
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// let order = try context.insert("Order")
/// let address = AttributeValue.composite(["street": "Bath Road", "city": "Hove"])
/// try order.setValue(address, forKey: "address")
/// print(try order.value(forKeyPath: "address.city"))  // "Hove"
/// ```
public struct Composite: Sendable {
  package var description: AttributeDescription

  /// Declares a required composite. Its elements are attributes and other composites.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line,
    @CompositeBuilder elements: () -> [AttributeDescription]
  ) {
    description = AttributeDescription(
      name, .composite(elements()), site: DeclarationSite(file: file, line: line))
  }

  private func with(_ change: (inout AttributeDescription) -> Void) -> Self {
    var copy = self
    change(&copy.description)
    return copy
  }

  /// Allows the composite as a whole to have no value.
  public func optional() -> Self { with { $0.isOptional = true } }

  /// Sets the key of the value in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Silences warnings of the given kinds that concern the composite.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Declares the name of the composite in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the composite. Use it if the meaning of stored values changes, but not the declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Adds information that tools can read. Armature itself ignores it.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

extension Composite: EntityPart {
  /// The composite as the body of an entity.
  public var entityBody: EntityBody { EntityBody([.property(.attribute(description))]) }
}

/// A result builder that collects the elements of a composite.
@resultBuilder public enum CompositeBuilder {
  /// Adds an attribute.
  public static func buildExpression<Value>(_ attribute: Attribute<Value>) -> [AttributeDescription]
  {
    var description = attribute.description
    // Only entities declare uniqueness, so this marks the element for the check to report.
    if attribute.uniqueness != nil { description.isIdentifying = true }
    return [description]
  }
  /// Adds a nested composite.
  public static func buildExpression(_ composite: Composite) -> [AttributeDescription] {
    [composite.description]
  }
  /// Unavailable: declare the relationship on the entity.
  @available(
    *, unavailable,
    message: "a composite cannot have relationships; declare it on the entity instead"
  )
  public static func buildExpression(_ relationship: Relationship) -> [AttributeDescription] { [] }
  /// Unavailable: a composite contains attributes and composites.
  @available(
    *, unavailable,
    message:
      "a composite contains only attributes and composites; declare anything else on the entity"
  )
  public static func buildExpression(_ other: Any) -> [AttributeDescription] { [] }
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: [AttributeDescription]...) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [AttributeDescription]?) -> [AttributeDescription] {
    part ?? []
  }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [[AttributeDescription]]) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
}
