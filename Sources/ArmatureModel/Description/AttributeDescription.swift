/// An attribute of an entity: its type, whether it may be absent, its default and its rules.
///
/// ```swift
/// let pages = AttributeDescription("pages", .int64, default: .constant(1), rules: [.range(1...)])
/// let book = EntityDescription("Book", properties: [.attribute(pages)])
/// let model = try ManagedObjectModel("Library", entities: [book])
/// print(pages)  // pages: Int, a value of at least 1
/// ```
/// Core Data: `NSAttributeDescription`.
public struct AttributeDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// What the attribute holds.
  public var type: AttributeType
  /// Whether an object is valid without a value.
  public var isOptional: Bool
  /// Whether the value stays in memory: tracked and validated, but never stored or exported.
  public var isTransient: Bool
  /// Whether a store may keep large data in a file of its own; a hint, which `SQLiteStore` follows.
  public var allowsExternalBinaryDataStorage: Bool
  /// What the value is computed from at each save; `nil` for an ordinary attribute.
  public var derivation: FetchExpression?
  /// The value in a new object; `nil` leaves it absent.
  public var defaultValue: DefaultValue?
  /// What a present value must satisfy, in the order of declaration.
  public var rules: [ValidationRule]
  /// Whether the value identifies the object in loaded data; it needs a uniqueness constraint of its own.
  public var isIdentifying: Bool
  /// The key in JSON, where it differs from the name.
  public var key: String?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the fingerprint where nothing else does.
  public var versionHashModifier: String?
  /// Anything the declaration wants to say to its tools.
  public var userInfo: [String: String]
  /// The kinds of warnings about the attribute that the model does not give.
  public var silenced: [ModelIssue.Code] = []
  /// Where the attribute was declared.
  public var site: DeclarationSite
  /// Whether a value of the stored type is one of the Swift type; lost when encoded.
  package var accepts: ValueTest?

  /// Describes an attribute, for models that are built from data.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    allowsExternalBinaryDataStorage: Bool = false, derivation: FetchExpression? = nil,
    default defaultValue: DefaultValue? = nil,
    rules: [ValidationRule] = [], isIdentifying: Bool = false, key: String? = nil,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:], site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.derivation = derivation
    self.defaultValue = defaultValue
    self.rules = rules
    self.isIdentifying = isIdentifying
    self.key = key
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
    self.site = site
  }
}

extension AttributeDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, type, isOptional, isTransient, allowsExternalBinaryDataStorage, derivation, rules
    case isIdentifying, key
    case defaultValue = "default"
    case renamingIdentifier, versionHashModifier, userInfo, silenced, site, accepts
  }

  /// Decodes a description; only the name and the type must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      try members.decode(AttributeType.self, forKey: .type),
      isOptional: try members.decode(.isOptional, or: false),
      isTransient: try members.decode(.isTransient, or: false),
      allowsExternalBinaryDataStorage: try members.decode(
        .allowsExternalBinaryDataStorage, or: false),
      derivation: try members.decode(optional: .derivation),
      default: try members.decode(optional: .defaultValue),
      rules: try members.decode(.rules, or: []),
      isIdentifying: try members.decode(.isIdentifying, or: false),
      key: try members.decode(optional: .key),
      renamingIdentifier: try members.decode(optional: .renamingIdentifier),
      versionHashModifier: try members.decode(optional: .versionHashModifier),
      userInfo: try members.decode(.userInfo, or: [:]),
      site: try members.decode(.site, or: .unknown))
    silenced = try members.decode(.silenced, or: [])
    accepts = try members.decode(optional: .accepts)
  }

  /// Encodes the description, without what is as it is unless declared.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(type, forKey: .type)
    try members.encode(isOptional, .isOptional, unless: false)
    try members.encode(isTransient, .isTransient, unless: false)
    try members.encode(
      allowsExternalBinaryDataStorage, .allowsExternalBinaryDataStorage, unless: false)
    try members.encodeIfPresent(derivation, forKey: .derivation)
    try members.encodeIfPresent(defaultValue, forKey: .defaultValue)
    try members.encode(rules, .rules, unless: [])
    try members.encode(isIdentifying, .isIdentifying, unless: false)
    try members.encodeIfPresent(key, forKey: .key)
    try members.encodeIfPresent(renamingIdentifier, forKey: .renamingIdentifier)
    try members.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
    try members.encode(userInfo, .userInfo, unless: [:])
    try members.encode(silenced, .silenced, unless: [])
    try members.encode(site, .site, with: encoder)
    try members.encodeIfPresent(accepts, forKey: .accepts)
  }
}

extension [AttributeDescription] {
  /// The element of a composite with a name, which is compared by its bytes as all names are.
  package func element(named name: String) -> AttributeDescription? {
    first { $0.name.hasSameBytes(as: name) }
  }
}
