/// A relationship of an entity to another, seen from one side.
///
/// ```swift
/// for relationship in model["Author"]?.relationships ?? [] {
///   print(relationship.name, relationship.arity, relationship.deleteRule)  // books toMany cascade
/// }
/// let parent = RelationshipDescription("parent", to: "Node", inverse: "children")
/// let children = RelationshipDescription("children", to: "Node", .ordered, inverse: "parent")
/// ```
/// Core Data: `NSRelationshipDescription`. A many-to-many relationship is two to-many ones that are
/// each other's inverse.
public struct RelationshipDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// The name of the entity at the other end.
  public var destination: String
  /// Whether one object stands at the other end, or several, with or without an order.
  public var arity: Arity
  /// The name of the relationship that leads back; building fills it in if only one side names it.
  public var inverse: String?
  /// What happens to the objects at the other end when an object is deleted.
  public var deleteRule: DeleteRule
  /// Whether an object is valid without a related object.
  public var isOptional: Bool
  /// Whether an object without a related object is valid, but deserves a look.
  public var isExpected = false
  /// The least number of related objects, if there are any; 0 for no limit.
  public var minimumCount: Int
  /// The greatest number of related objects; 0 for no limit.
  public var maximumCount: Int
  /// What a count outside of these bounds is.
  public var countSeverity: ValidationRule.Severity
  /// Replaces the message about a count outside of these bounds; `nil` for the built-in prose.
  public var countMessage: String?
  /// Whether the relationship stays in memory.
  public var isTransient: Bool
  /// The key in JSON, where it differs from the name.
  public var key: String?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// Changes the fingerprint where nothing else does.
  public var versionHashModifier: String?
  /// Anything the declaration wants to say to its tools.
  public var userInfo: [String: String]
  /// The kinds of warnings about the relationship that the model does not give.
  public var silenced: [ModelIssue.Code] = []
  /// Where the relationship was declared.
  public var site: DeclarationSite

  /// How many objects stand at the other end.
  ///
  /// ```swift
  /// let lists = model.entities.flatMap(\.relationships).filter { $0.arity != .toOne }.map(\.name)
  /// print(lists)  // ["books", "works"]
  /// ```
  public enum Arity: String, Hashable, Sendable, Codable, CaseIterable {
    /// At most one.
    case toOne
    /// Any number, in no order of their own.
    case toMany
    /// Any number, in an order that is kept.
    case ordered
  }

  /// Whether any number of objects stands at the other end.
  public var isToMany: Bool { arity != .toOne }

  /// Describes a relationship, for models that are built from data.
  public init(
    _ name: String, to destination: String, _ arity: Arity = .toOne, inverse: String? = nil,
    onDelete deleteRule: DeleteRule = .nullify, isOptional: Bool = true, minimumCount: Int = 0,
    maximumCount: Int = 0, countSeverity: ValidationRule.Severity = .error,
    isTransient: Bool = false, key: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:],
    site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.destination = destination
    self.arity = arity
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.isOptional = isOptional
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.countSeverity = countSeverity
    self.isTransient = isTransient
    self.key = key
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
    self.site = site
  }
}

extension RelationshipDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, destination, arity, inverse, deleteRule, isOptional, minimumCount, maximumCount
    case countSeverity, countMessage, isExpected, isTransient, key, renamingIdentifier
    case versionHashModifier, userInfo, silenced, site
  }

  /// Decodes a description; only the name and the destination must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      to: try members.decode(String.self, forKey: .destination),
      try members.decode(.arity, or: .toOne), inverse: try members.decode(optional: .inverse),
      onDelete: try members.decode(.deleteRule, or: .nullify),
      isOptional: try members.decode(.isOptional, or: true),
      minimumCount: try members.decode(.minimumCount, or: 0),
      maximumCount: try members.decode(.maximumCount, or: 0),
      countSeverity: try members.decode(.countSeverity, or: .error),
      isTransient: try members.decode(.isTransient, or: false),
      key: try members.decode(optional: .key),
      renamingIdentifier: try members.decode(optional: .renamingIdentifier),
      versionHashModifier: try members.decode(optional: .versionHashModifier),
      userInfo: try members.decode(.userInfo, or: [:]),
      site: try members.decode(.site, or: .unknown))
    silenced = try members.decode(.silenced, or: [])
    isExpected = try members.decode(.isExpected, or: false)
    countMessage = try members.decode(optional: .countMessage)
  }

  /// Encodes the description, without what is as it is unless declared.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(destination, forKey: .destination)
    try members.encode(arity, .arity, unless: .toOne)
    try members.encodeIfPresent(inverse, forKey: .inverse)
    try members.encode(deleteRule, .deleteRule, unless: .nullify)
    try members.encode(isOptional, .isOptional, unless: true)
    try members.encode(minimumCount, .minimumCount, unless: 0)
    try members.encode(maximumCount, .maximumCount, unless: 0)
    try members.encode(countSeverity, .countSeverity, unless: .error)
    try members.encodeIfPresent(countMessage, forKey: .countMessage)
    try members.encode(isExpected, .isExpected, unless: false)
    try members.encode(isTransient, .isTransient, unless: false)
    try members.encodeIfPresent(key, forKey: .key)
    try members.encodeIfPresent(renamingIdentifier, forKey: .renamingIdentifier)
    try members.encodeIfPresent(versionHashModifier, forKey: .versionHashModifier)
    try members.encode(userInfo, .userInfo, unless: [:])
    try members.encode(silenced, .silenced, unless: [])
    try members.encode(site, .site, with: encoder)
  }
}
