/// An attribute of an entity: its type, whether it may be absent, its default and its rules.
///
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
  /// What the value is computed from at each save; `nil` for an ordinary attribute.
  public var derivation: FetchExpression?
  /// The value in a new object; `nil` leaves it absent.
  public var defaultValue: DefaultValue?
  /// What a present value must satisfy, in the order of declaration.
  public var rules: [ValidationRule]
  /// Whether the value identifies the object in loaded data.
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
    derivation: FetchExpression? = nil, default defaultValue: DefaultValue? = nil,
    rules: [ValidationRule] = [], isIdentifying: Bool = false, key: String? = nil,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [String: String] = [:], site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
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
    case name, type, isOptional, isTransient, derivation, rules, isIdentifying, key
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
}

/// A test of a value that a declaration carries as code: no part of what the model is.
package struct ValueTest: Sendable, Hashable, Codable {
  package let passes: @Sendable (AttributeValue) -> Bool
  /// What becomes of a value that the Swift type writes and reads again, in words; `nil` if it stays what
  /// it is.
  package let loss: @Sendable (AttributeValue) -> String?
  /// What the Swift type says stands in for an absent value.
  let standIn: AttributeValue?
  /// Whether zero bits are a value of the Swift type.
  let hasZeros: Bool

  /// Tests by the initialiser of a Swift type; fails where the stored type says it all.
  package init?<Value: AttributeConvertible>(_: Value.Type, of type: AttributeType) {
    switch type {
    case .enumeration(_, _, nil), .transformable, .composite, .list(.enumeration(_, _, nil)),
      .list(.transformable):
      passes = { Value(attributeValue: $0) != nil }
      loss = { Self.loss(of: $0, as: Value.Base.self) }
      standIn = Value.Base.standIn?.attributeValue
      hasZeros = _isPOD(Value.Base.self)
    default: return nil
    }
  }

  /// Passes everything, until a class that is bound tells the Swift type again.
  package init(from decoder: any Decoder) throws {
    loss = { _ in nil }
    (passes, standIn, hasZeros) = ({ _ in true }, .none, true)
  }

  private static func loss<Value: AttributeConvertible>(
    of value: AttributeValue, as type: Value.Type
  ) -> String? {
    guard let written = Value(attributeValue: value) else { return nil }
    let kept = written.attributeValue
    guard let read = Value(attributeValue: kept) else {
      return "\(written) is kept as \(kept), of which \(type) makes nothing."
    }
    // What is only spelled otherwise is no loss: the type decides what is the same.
    if read.attributeValue == kept, areSame(written, read) { return nil }
    return "\(written) is kept as \(kept), of which \(type) makes \(read)."
  }

  /// Whether two values are the same, as far as their type can tell.
  private static func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
    func isSame<Known: Equatable>(_ left: Known) -> Bool { (right as? Known) == left }
    guard let left = left as? any Equatable else { return true }
    return isSame(left)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("closure")
  }
  package static func == (left: ValueTest, right: ValueTest) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension [AttributeDescription] {
  /// The element of a composite with a name, which is compared by its bytes as all names are.
  package func element(named name: String) -> AttributeDescription? {
    first { $0.name.hasSameBytes(as: name) }
  }
}
