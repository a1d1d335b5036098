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

  /// Allows the absence of the whole.
  public func optional() -> Self {
    var copy = self
    copy.description.isOptional = true
    return copy
  }

  /// Reads and writes the value under another key in JSON.
  public func key(_ key: String) -> Self {
    var copy = self
    copy.description.key = key
    return copy
  }
}

extension Composite: EntityPart {
  /// The composite attribute.
  public var entityBody: EntityBody { EntityBody([.property(.attribute(description))]) }
}
