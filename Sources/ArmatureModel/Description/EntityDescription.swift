/// An entity: a kind of object, with its properties, rules and place in the hierarchy.
///
/// ```swift
/// for entity in model.entities where !entity.isAbstract {
///   print(entity.name, entity.attributes.count, entity.relationships.map(\.destination))
/// }
/// if let title = model["Book"]?.property(named: "title") { print(title) }
/// ```
/// Core Data: `NSEntityDescription`. The name of the entity and that of its class are unrelated.
public struct EntityDescription: Hashable, Sendable, Codable {
  /// The name, unique within the model.
  public var name: String
  /// The name of the class of its objects; `ManagedObject` unless declared.
  public var className: String
  /// Whether no object is ever of this entity itself, only of its sub-entities.
  public var isAbstract: Bool
  /// The name of the entity whose properties this one inherits.
  public var parent: String?
  /// The properties that the entity declares itself, in order.
  public var ownProperties: [PropertyDescription]
  /// All properties: the inherited ones first. Building the model fills this in.
  public var properties: [PropertyDescription] { list?.properties ?? [] }
  /// What objects must satisfy across properties; building adds the inherited ones in front.
  public var rules: [ValidationRule]
  /// Combinations of properties that are unique; building adds the inherited ones in front.
  public var uniquenessConstraints: [UniquenessConstraint]
  /// Indexes for stores that keep them.
  public var indexes: [IndexDescription]
  /// Conditions on the objects with names, for fetching; sub-entities do not inherit them.
  public var fetchTemplates: [FetchTemplateDescription]
  /// The names of the subsets of the model that the entity belongs to.
  public var configurations: [String]
  /// The key of its objects in a JSON file with several entities; the name unless declared.
  public var key: String?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the fingerprint where nothing else does.
  public var versionHashModifier: String?
  /// Anything the declaration wants to say to its tools.
  public var userInfo: [String: String]
  /// The kinds of warnings about the entity that the model does not give.
  public var silenced: [ModelIssue.Code] = []
  /// Where the entity was declared.
  public var site: DeclarationSite
  /// The Swift class of its objects, with its accessors; lost when encoded.
  package var objectClass: ObjectClass?
  /// How typed views find the properties of the entity's type; lost when encoded.
  package var schemaShape: SchemaShape?
  /// The properties with the inherited ones; `nil` until the model is built.
  var list: PropertyLists.List?

  // All but the list, which building the model makes.
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, className, isAbstract, parent, rules, uniquenessConstraints, indexes
    case ownProperties = "properties"
    case fetchTemplates, configurations, key, renamingIdentifier, versionHashModifier, userInfo
    case silenced, site, objectClass, schemaShape
  }

  /// Describes an entity, for models that are built from data.
  public init(
    _ name: String, className: String = "ManagedObject", isAbstract: Bool = false,
    parent: String? = nil, properties: [PropertyDescription] = [], rules: [ValidationRule] = [],
    uniquenessConstraints: [UniquenessConstraint] = [], indexes: [IndexDescription] = [],
    fetchTemplates: [FetchTemplateDescription] = [], configurations: [String] = [],
    key: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:],
    site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.className = className
    self.isAbstract = isAbstract
    self.parent = parent
    self.ownProperties = properties
    self.rules = rules
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.fetchTemplates = fetchTemplates
    self.configurations = configurations
    self.key = key
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
    self.site = site
  }
}

extension EntityDescription {
  /// The name of the class of objects for which none is declared.
  private static let usualClassName = "ManagedObject"

  /// Decodes a description; only the name must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      className: try members.decode(.className, or: Self.usualClassName),
      isAbstract: try members.decode(.isAbstract, or: false),
      parent: try members.decode(optional: .parent),
      properties: try members.decode(.ownProperties, or: []),
      rules: try members.decode(.rules, or: []),
      uniquenessConstraints: try members.decode(.uniquenessConstraints, or: []),
      indexes: try members.decode(.indexes, or: []),
      fetchTemplates: try members.decode(.fetchTemplates, or: []),
      configurations: try members.decode(.configurations, or: []),
      key: try members.decode(optional: .key),
      renamingIdentifier: try members.decode(optional: .renamingIdentifier),
      versionHashModifier: try members.decode(optional: .versionHashModifier),
      userInfo: try members.decode(.userInfo, or: [:]),
      site: try members.decode(.site, or: .unknown))
    silenced = try members.decode(.silenced, or: [])
    objectClass = try members.decode(optional: .objectClass)
    schemaShape = try members.decode(optional: .schemaShape)
  }

  /// Encodes the description, without what is as it is unless declared.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(className, .className, unless: Self.usualClassName)
    try members.encode(isAbstract, .isAbstract, unless: false)
    try members.encodeIfPresent(parent, forKey: .parent)
    try members.encode(ownProperties, .ownProperties, unless: [])
    try members.encode(rules, .rules, unless: [])
    try members.encode(uniquenessConstraints, .uniquenessConstraints, unless: [])
    try members.encode(indexes, .indexes, unless: [])
    try members.encode(fetchTemplates, .fetchTemplates, unless: [])
    try members.encode(configurations, .configurations, unless: [])
    try members.encodeIfPresent(key, forKey: .key)
    try members.encodeIfPresent(renamingIdentifier, forKey: .renamingIdentifier)
    try members.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
    try members.encode(userInfo, .userInfo, unless: [:])
    try members.encode(silenced, .silenced, unless: [])
    try members.encode(site, .site, with: encoder)
    try members.encodeIfPresent(objectClass, forKey: .objectClass)
    try members.encodeIfPresent(schemaShape, forKey: .schemaShape)
  }
}

extension EntityDescription {
  /// The property of a name, inherited ones included.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }

  /// The number of properties, without making the list of them.
  var propertyCount: Int { list?.count ?? 0 }

  /// The properties that stores keep, inherited ones first: all but the transient and the fetched ones.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var persistentProperties: [PropertyDescription] {
    properties.filter { property in
      if case .fetched = property { false } else { !property.isTransient }
    }
  }

  /// The attributes, inherited ones first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var attributes: [AttributeDescription] { properties.compactMap(\.asAttribute) }

  /// The relationships, inherited ones first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var relationships: [RelationshipDescription] { properties.compactMap(\.asRelationship) }

  /// The attributes that identify an object in loaded data.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var identifyingAttributes: [AttributeDescription] {
    attributes.filter(\.isIdentifying)
  }
}
