/// A property of an entity: an attribute, a relationship, or a fetched property.
public enum PropertyDescription: Hashable, Sendable, Codable {
  /// A value.
  case attribute(AttributeDescription)
  /// Links to other objects.
  case relationship(RelationshipDescription)
  /// Objects found by a predicate.
  case fetched(FetchedPropertyDescription)

  /// The name, unique within the entity and its parents.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .fetched(let property): property.name
    }
  }

  /// Where the property was declared.
  public var site: DeclarationSite {
    switch self {
    case .attribute(let attribute): attribute.site
    case .relationship(let relationship): relationship.site
    case .fetched(let property): property.site
    }
  }

  /// The key in JSON: the declared one, or the name.
  public var key: String {
    switch self {
    case .attribute(let attribute): attribute.key ?? attribute.name
    case .relationship(let relationship): relationship.key ?? relationship.name
    case .fetched(let property): property.name
    }
  }

  /// Whether the property stays in memory: never stored or exported.
  public var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .fetched: true
    }
  }

  /// The attribute that the property is, if it is one.
  public var asAttribute: AttributeDescription? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  /// The relationship that the property is, if it is one.
  public var asRelationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }
}
