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
