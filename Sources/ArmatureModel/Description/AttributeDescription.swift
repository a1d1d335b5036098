/// An attribute of an entity, with its type, default value and rules.
///
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use ``Attribute``
/// instead.
///
/// ```swift
/// let pages = AttributeDescription("pages", .int64, default: .constant(1), rules: [.range(1...)])
/// let book = EntityDescription("Book", properties: [.attribute(pages)])
/// let model = try ManagedObjectModel("Library", entities: [book])
/// print(pages)  // pages: Int, a value of at least 1
/// ```
/// Core Data: `NSAttributeDescription`.
///
/// ## Topics
///
/// ### Values
///
/// - ``name``
/// - ``type``
/// - ``isOptional``
/// - ``defaultValue``
/// - ``rules``
/// - ``derivation``
///
/// ### Storage
///
/// - ``isTransient``
/// - ``allowsExternalBinaryDataStorage``
///
/// ### Data and Versions
///
/// - ``key``
/// - ``isIdentifying``
/// - ``renamingIdentifier``
/// - ``versionHashModifier``
///
/// ### Tools
///
/// - ``userInfo``
/// - ``silenced``
/// - ``site``
public struct AttributeDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// The type of the value.
  public var type: AttributeType
  /// A Boolean value that indicates whether an object is valid without a value.
  public var isOptional: Bool
  /// A Boolean value that indicates whether the value exists only in memory.
  ///
  /// The value of a transient attribute is tracked and validated, but never stored or exported.
  public var isTransient: Bool
  /// A Boolean value that indicates whether a store may keep large data in a separate file.
  ///
  /// `SQLiteStore` uses this hint. Other stores ignore it.
  public var allowsExternalBinaryDataStorage: Bool
  /// The expression that computes the value when the object is saved. It is `nil` for an ordinary attribute.
  public var derivation: FetchExpression?
  /// The value that a new object gets; `nil` if a new object has no value.
  public var defaultValue: DefaultValue?
  /// The rules that a value must satisfy, in the order of declaration. A missing value does not break them.
  public var rules: [ValidationRule]
  /// A Boolean value that indicates whether the attribute identifies objects in loaded data.
  ///
  /// An identifying attribute also needs a uniqueness constraint.
  public var isIdentifying: Bool
  /// The key in JSON, if it differs from the name.
  public var key: String?
  /// The name in an earlier version of the model.
  public var renamingIdentifier: String?
  /// A text that changes the fingerprint of the entity. Set it if the meaning of stored values changes, but not the
  /// declaration.
  public var versionHashModifier: String?
  /// Information for tools. Armature itself ignores it.
  public var userInfo: [String: String]
  /// The kinds of warnings silenced for the attribute.
  public var silenced: [ModelIssue.Code] = []
  /// The place of the declaration.
  public var site: DeclarationSite
  /// A test whether a value of the stored type is also valid for the Swift type. The test is not encoded.
  package var accepts: ValueTest?

  /// Creates an attribute description. Use it to build a model from data.
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

  /// Decodes a description. Only the name and the type are required.
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

  /// Encodes the description. Members that have their default values are omitted.
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
  /// Returns the element of a composite with a name. Names are compared by their bytes.
  package func element(named name: String) -> AttributeDescription? {
    first { $0.name.hasSameBytes(as: name) }
  }
}

extension AttributeType {
  /// A harmless value of the type that takes the place of a missing value.
  fileprivate var standIn: AttributeValue? {
    switch self {
    case .enumeration(_, let raw, let cases): cases?.first ?? raw.standIn
    case .composite(let elements):
      .composite(
        Dictionary(elements.map { ($0.name, $0.standIn ?? .null) }) { first, _ in first })
    default: TypeFacts(self).standIn
    }
  }
}

extension AttributeDescription {
  /// The placeholders for a rule or hook that reads a missing value. Placeholders that satisfy the rules come first.
  /// The Swift type may reject any of them.
  package var standIns: [AttributeValue] {
    var values = [accepts?.standIn, type.standIn].compactMap { $0 }
    if case .constant(let value)? = defaultValue { values.append(value) }
    for rule in rules { values += rule.requirement.values.prefix(2) }
    return values.filter(keepsRules) + values
  }

  private func keepsRules(_ value: AttributeValue) -> Bool {
    rules.allSatisfy { $0.check != nil || (try? $0.holds(for: value)) ?? false }
  }

  /// The first substitute value that the Swift type is known to accept.
  var standIn: AttributeValue? { standIns.first { !$0.isNull && admits($0) } }
}
