/// An attribute with named elements, for the dynamic tier: `Composite("address") { … }`.
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

  /// Declares a required composite; its elements are attributes and composites.
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

  /// Allows the absence of the whole.
  public func optional() -> Self { with { $0.isOptional = true } }

  /// Reads and writes the value under another key in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Does not give warnings of some kinds about the composite: what they tell is meant.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Says what the composite was called in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the composite where nothing else does.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Notes something for tools.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

extension Composite: EntityPart {
  /// The composite attribute.
  public var entityBody: EntityBody { EntityBody([.property(.attribute(description))]) }
}
