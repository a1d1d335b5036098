/// A relationship from one entity to another.
///
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use
/// ``Relationship`` instead.
///
/// ```swift
/// for relationship in model["Author"]?.relationships ?? [] {
///   print(relationship.name, relationship.arity, relationship.deleteRule)  // books toMany cascade
/// }
/// let parent = RelationshipDescription("parent", to: "Node", inverse: "children")
/// let children = RelationshipDescription("children", to: "Node", .ordered, inverse: "parent")
/// ```
/// For a many-to-many relationship, create two to-many relationships that are inverses of each other.
///
/// Core Data: `NSRelationshipDescription`.
///
/// ## Topics
///
/// ### Destination
///
/// - ``name``
/// - ``destination``
/// - ``arity``
/// - ``Arity``
/// - ``isToMany``
/// - ``inverse``
/// - ``deleteRule``
/// - ``isOwned``
/// - ``mapKey``
///
/// ### Counts
///
/// - ``isOptional``
/// - ``isExpected``
/// - ``minimumCount``
/// - ``maximumCount``
/// - ``countSeverity``
/// - ``countMessage``
///
/// ### Storage, Data and Versions
///
/// - ``isTransient``
/// - ``key``
/// - ``renamingIdentifier``
/// - ``versionHashModifier``
///
/// ### Tools
///
/// - ``userInfo``
/// - ``silenced``
/// - ``site``
public struct RelationshipDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// The name of the destination entity.
  public var destination: String
  /// The arity, which states whether the relationship has one object or many, and whether they are ordered.
  public var arity: Arity
  /// The name of the inverse relationship.
  ///
  /// It is enough if one of the two relationships names its inverse. The model then sets the inverse of the other one.
  public var inverse: String?
  /// The effect that deleting an object has on the objects of this relationship.
  public var deleteRule: DeleteRule
  /// A Boolean value that indicates whether the related objects are parts of the object. See
  /// ``Relationship/owned(ordered:)``.
  public var isOwned = false
  /// The attribute of the parts whose text is their key in JSON, where the parts are the members of one object. It is
  /// `nil` if the parts are an array. See ``Relationship/keyed(by:)``.
  public var mapKey: String?
  /// Whether the relationship leads from a part to its owner. The model sets it, so it is not encoded.
  package internal(set) var leadsToOwner = false
  /// A Boolean value that indicates whether an object is valid without a related object.
  public var isOptional: Bool
  /// A Boolean value that indicates whether validation warns if the object has no related object.
  public var isExpected = false
  /// The minimum number of related objects; 0 for no minimum. It applies only if the object has at least one related
  /// object.
  public var minimumCount: Int
  /// The maximum number of related objects; 0 for no maximum.
  public var maximumCount: Int
  /// The severity of the failure if the number of related objects is outside of the bounds.
  public var countSeverity: ValidationRule.Severity
  /// The message of the failure if the number of related objects is outside of the bounds; `nil` for the built-in
  /// message.
  public var countMessage: String?
  /// A Boolean value that indicates whether the relationship exists only in memory and is never stored.
  public var isTransient: Bool
  /// The key in JSON, if it differs from the name.
  public var key: String?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// A text that changes the fingerprint of the entity. Set it if the meaning of stored values changes, but not the
  /// declaration.
  public var versionHashModifier: String?
  /// Information for tools. Armature itself ignores it.
  public var userInfo: [String: String]
  /// The kinds of warnings silenced for the relationship.
  public var silenced: [ModelIssue.Code] = []
  /// The place of the declaration.
  public var site: DeclarationSite

  /// Whether a relationship has one object or many, and whether they are ordered.
  ///
  /// ```swift
  /// let lists = model.entities.flatMap(\.relationships).filter { $0.arity != .toOne }.map(\.name)
  /// print(lists)  // ["books", "works"]
  /// ```
  public enum Arity: String, Hashable, Sendable, Codable, CaseIterable {
    /// At most one object.
    case toOne
    /// Any number of objects, without an order.
    case toMany
    /// Any number of objects, in an order that is saved with them.
    case ordered
  }

  /// A Boolean value that indicates whether the relationship can have several objects.
  public var isToMany: Bool { arity != .toOne }

  /// Creates a relationship description. Use it to build a model from data.
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
    case name, destination, arity, inverse, deleteRule, isOwned, mapKey, isOptional, minimumCount,
      maximumCount
    case countSeverity, countMessage, isExpected, isTransient, key, renamingIdentifier
    case versionHashModifier, userInfo, silenced, site
  }

  /// Decodes a description. Only the name and the destination are required.
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
    isOwned = try members.decode(.isOwned, or: false)
    mapKey = try members.decode(optional: .mapKey)
    isExpected = try members.decode(.isExpected, or: false)
    countMessage = try members.decode(optional: .countMessage)
  }

  /// Encodes the description. Members that have their default values are omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(destination, forKey: .destination)
    try members.encode(arity, .arity, unless: .toOne)
    try members.encodeIfPresent(inverse, forKey: .inverse)
    try members.encode(deleteRule, .deleteRule, unless: .nullify)
    try members.encode(isOwned, .isOwned, unless: false)
    try members.encodeIfPresent(mapKey, forKey: .mapKey)
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

/// The effect of deleting an object on its related objects.
///
/// For example, the rule `deny` prevents you from deleting a department that still has staff:
///
/// ```swift
/// let model = try ManagedObjectModel("Company") {
///   Entity("Department") {
///     Relationship("staff", to: "Person", .toMany, inverse: "department", onDelete: .deny)
///   }
///   Entity("Person") { Relationship("department", to: "Department", inverse: "staff") }
/// }
/// let context = ManagedObjectContext(model: model)
/// let department = try context.insert("Department")
/// department.staff = [try context.insert("Person")]
/// try context.save()
/// print(context.deletionPlan(for: department).denied.count)  // 1
/// ```
/// Core Data: `NSDeleteRule`.
public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The related objects stay as they are. Their links to the deleted object remain, but lead to no object.
  case noAction
  /// The links of the related objects to the deleted object are cleared.
  case nullify
  /// The related objects are deleted too.
  case cascade
  /// The deletion cannot be saved unless all related objects are deleted too.
  case deny
}
