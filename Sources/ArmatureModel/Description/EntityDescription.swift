/// An entity, which describes a kind of object: its properties, its rules and its place in the hierarchy.
///
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use ``Entity``
/// instead.
///
/// ```swift
/// for entity in model.entities where !entity.isAbstract {
///   print(entity.name, entity.attributes.count, entity.relationships.map(\.destination))
/// }
/// if let title = model["Book"]?.property(named: "title") { print(title) }
/// ```
/// The name of an entity can differ from the name of its class.
///
/// Core Data: `NSEntityDescription`.
///
/// ## Topics
///
/// ### Identity and Hierarchy
///
/// - ``name``
/// - ``className``
/// - ``isAbstract``
/// - ``parent``
/// - ``configurations``
///
/// ### Properties
///
/// - ``ownProperties``
/// - ``properties``
/// - ``property(named:)``
/// - ``attributes``
/// - ``relationships``
/// - ``persistentProperties``
/// - ``identifyingAttributes``
///
/// ### Rules and Indexes
///
/// - ``rules``
/// - ``uniquenessConstraints``
/// - ``indexes``
/// - ``fetchTemplates``
///
/// ### Data and Versions
///
/// - ``key``
/// - ``discriminator``
/// - ``discriminatorValue``
/// - ``renamingIdentifier``
/// - ``versionHashModifier``
///
/// ### Tools
///
/// - ``userInfo``
/// - ``silenced``
/// - ``site``
public struct EntityDescription: Hashable, Sendable, Codable {
  /// The name, unique within the model.
  public var name: String
  /// The name of the class of the entity's objects. The default is `ManagedObject`.
  public var className: String
  /// A Boolean value that indicates whether the entity has no objects of its own, but only objects of its sub-entities.
  public var isAbstract: Bool
  /// The name of the parent entity; `nil` if the entity has no parent.
  public var parent: String?
  /// The properties that the entity declares itself, in the order of declaration.
  public var ownProperties: [PropertyDescription]
  /// All properties, with inherited properties first. The list is empty until the entity is part of a model.
  public var properties: [PropertyDescription] { list?.properties ?? [] }
  /// The rules about several properties. In a model, inherited rules come first.
  public var rules: [ValidationRule]
  /// The uniqueness constraints. In a model, inherited constraints come first.
  public var uniquenessConstraints: [UniquenessConstraint]
  /// The indexes. A store may ignore them.
  public var indexes: [IndexDescription]
  /// The named predicates for fetching objects of the entity. Sub-entities do not inherit them.
  public var fetchTemplates: [FetchTemplateDescription]
  /// The names of the configurations that the entity belongs to. A configuration is a named subset of the model.
  public var configurations: [String]
  /// The key under which a JSON file with several entities lists the objects of this entity. The default is the name of
  /// the entity.
  public var key: String?
  /// The key in JSON that tells which sub-entity a record is of. Sub-entities inherit it. By default, records use the
  /// key `@entity`.
  public var discriminator: String?
  /// The value of the discriminator in the entity's records. The default is the name of the entity.
  public var discriminatorValue: JSONValue?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// A text that changes the fingerprint of the entity. Set it if the meaning of stored values changes, but not the
  /// declaration.
  public var versionHashModifier: String?
  /// Information for tools. Armature itself ignores it.
  public var userInfo: [String: String]
  /// The kinds of warnings silenced for the entity.
  public var silenced: [ModelIssue.Code] = []
  /// The place of the declaration.
  public var site: DeclarationSite
  /// The Swift class of the entity's objects, with its accessors; lost when encoded.
  package var objectClass: ObjectClass?
  /// The layout of the schema type, which typed views use to find properties. The layout is not encoded.
  package var schemaShape: SchemaShape?
  /// All properties, including inherited ones; `nil` until the model is built.
  var list: PropertyLists.List?

  // All members except the list, which is created with the model.
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, className, isAbstract, parent, rules, uniquenessConstraints, indexes
    case ownProperties = "properties"
    case fetchTemplates, configurations, key, discriminator, discriminatorValue, renamingIdentifier,
      versionHashModifier, userInfo
    case silenced, site, objectClass, schemaShape
  }

  /// Creates an entity description. Use it to build a model from data.
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
  /// The class name of entities that do not declare a class.
  private static let usualClassName = "ManagedObject"

  /// Decodes a description. Only the name is required.
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
    discriminator = try members.decode(optional: .discriminator)
    discriminatorValue = try members.decode(optional: .discriminatorValue)
    objectClass = try members.decode(optional: .objectClass)
    schemaShape = try members.decode(optional: .schemaShape)
  }

  /// Encodes the description. Members that have their default values are omitted.
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
    try members.encodeIfPresent(discriminator, forKey: .discriminator)
    try members.encodeIfPresent(discriminatorValue, forKey: .discriminatorValue)
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
  /// Returns the property with a name, or `nil` if it does not exist. Inherited properties are included.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }

  /// The number of properties, computed without building the list.
  var propertyCount: Int { list?.count ?? 0 }

  /// The properties that stores save, with inherited properties first.
  ///
  /// Transient properties and fetched properties are not included.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var persistentProperties: [PropertyDescription] {
    properties.filter { property in
      if case .fetched = property { false } else { !property.isTransient }
    }
  }

  /// The attributes, with inherited attributes first.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public var attributes: [AttributeDescription] { properties.compactMap(\.asAttribute) }

  /// The relationships, with inherited relationships first.
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

extension EntityDescription {
  /// The value of the discriminator in the entity's records.
  package var valueOfDiscriminator: JSONValue { discriminatorValue ?? .string(name) }
}
