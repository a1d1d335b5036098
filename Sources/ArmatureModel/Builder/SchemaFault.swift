/// A member of a schema that is no property, or not one of its own.
struct SchemaFault: Sendable {
  let label: String
  let fact: Fact
  /// Where it was declared; unknown for what does not note it.
  let site: DeclarationSite

  enum Fact: Sendable {
    /// A value of another type; with the attribute that was probably meant.
    case notAProperty(type: String, attribute: String?)
    /// A property that was given another name than its label.
    case named(String)
    /// A copy of a property that has another label.
    case copied(of: String)
    /// A property of a schema that is made anew at each use, so that names get lost.
    case remade
  }

  /// What reflection finds in a schema whose names are bound.
  static func faults<Type: EntityType>(in schema: Type) -> [SchemaFault] {
    var seen: [ObjectIdentifier: String] = [:]
    return Mirror(reflecting: schema).children.compactMap { child in
      let label = child.label ?? ""
      guard let property = child.value as? any SchemaProperty else {
        let type = Swift.type(of: child.value)
        let attribute = (type as? any AttributeConvertible.Type).map {
          "Attribute<\($0.attributeType.swiftName)\($0.isOptional ? "?" : "")>"
        }
        return SchemaFault(
          label: label, fact: .notAProperty(type: "\(type)", attribute: attribute), site: .unknown)
      }
      let other = seen.updateValue(label, forKey: ObjectIdentifier(property.schemaKey))
      let bound = property.schemaKey.text
      if bound.isEmpty { return SchemaFault(label: label, fact: .remade, site: property.site) }
      if let original = other ?? (bound == label ? nil : bound) {
        return SchemaFault(label: label, fact: .copied(of: original), site: property.site)
      }
      let name = property.givenName
      return name.isEmpty || name == label
        ? nil : SchemaFault(label: label, fact: .named(name), site: property.site)
    }
  }
}
