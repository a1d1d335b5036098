/// A property of an entity: an attribute, a relationship, or a fetched property.
///
/// ```swift
/// for property in model["Book"]?.properties ?? [] {
///   switch property {
///   case .attribute(let attribute): print(attribute.name, attribute.type.swiftName)
///   case .relationship(let relationship): print(relationship.name, relationship.destination)
///   case .fetched(let fetched): print(fetched.name, fetched.predicate)
///   }
/// }
/// ```
public indirect enum PropertyDescription: Hashable, Sendable, Codable {
  /// An attribute, which holds a value.
  case attribute(AttributeDescription)
  /// A relationship, which links to other objects.
  case relationship(RelationshipDescription)
  /// A fetched property, which finds objects with a predicate.
  case fetched(FetchedPropertyDescription)

  /// The name, unique within the entity and its parents.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .fetched(let property): property.name
    }
  }

  /// The place of the declaration.
  public var site: DeclarationSite {
    switch self {
    case .attribute(let attribute): attribute.site
    case .relationship(let relationship): relationship.site
    case .fetched(let property): property.site
    }
  }

  /// The key in JSON. If the property declares no key, this is its name.
  public var key: String {
    switch self {
    case .attribute(let attribute): attribute.key ?? attribute.name
    case .relationship(let relationship): relationship.key ?? relationship.name
    case .fetched(let property): property.name
    }
  }

  /// A Boolean value that indicates whether the property exists only in memory and is never stored.
  public var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .fetched: true
    }
  }

  /// The attribute, or `nil` if the property is of another kind.
  public var asAttribute: AttributeDescription? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  /// The relationship, or `nil` if the property is of another kind.
  public var asRelationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }
}

/// A property is encoded as an object with a single member, whose key is the kind:
/// `{"attribute": {"name": "title", …}}`.
extension PropertyDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable { case attribute, relationship, fetched }

  /// Decodes a property.
  public init(from decoder: any Decoder) throws {
    let (container, key) = try decoder.member(CodingKeys.self)
    self =
      switch key {
      case .attribute: .attribute(try container.decode(AttributeDescription.self, forKey: key))
      case .relationship:
        .relationship(try container.decode(RelationshipDescription.self, forKey: key))
      case .fetched: .fetched(try container.decode(FetchedPropertyDescription.self, forKey: key))
      }
  }

  /// Encodes the property, with its kind as the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .attribute(let attribute): try container.encode(attribute, forKey: .attribute)
    case .relationship(let relationship): try container.encode(relationship, forKey: .relationship)
    case .fetched(let fetched): try container.encode(fetched, forKey: .fetched)
    }
  }
}
