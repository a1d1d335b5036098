import ArmatureModel

/// Facts, and for readers in other languages the code and the message that follow from them.
extension ValidationFailure: Codable {
  private enum Key: String, CodingKey {
    case entity, objectID, label, keyPath, kind, severity, value, ruleSite, source, customMessage
    case code, coreDataCode, message
  }

  /// Decodes the facts; what follows from them is not read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entity: try container.decodeIfPresent(String.self, forKey: .entity) ?? "",
      objectID: try container.decodeIfPresent(ManagedObjectID.self, forKey: .objectID),
      label: try container.decodeIfPresent(String.self, forKey: .label),
      keyPath: try container.decodeIfPresent([String].self, forKey: .keyPath) ?? [],
      try container.decode(Kind.self, forKey: .kind),
      severity: try container.decode(ValidationRule.Severity.self, forKey: .severity),
      value: try container.decodeIfPresent(AttributeValue.self, forKey: .value) ?? .null,
      ruleSite: try container.decodeIfPresent(DeclarationSite.self, forKey: .ruleSite),
      source: try container.decodeIfPresent(InputPosition.self, forKey: .source),
      customMessage: try container.decodeIfPresent(String.self, forKey: .customMessage))
  }

  /// Encodes the facts, the codes, and the message in the language of the encoder's catalogue.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    if !entity.isEmpty { try container.encode(entity, forKey: .entity) }
    try container.encodeIfPresent(objectID, forKey: .objectID)
    try container.encodeIfPresent(label, forKey: .label)
    if !keyPath.isEmpty { try container.encode(keyPath, forKey: .keyPath) }
    try container.encode(kind, forKey: .kind)
    try container.encode(severity, forKey: .severity)
    if !value.isNull { try container.encode(value, forKey: .value) }
    try container.encodeIfPresent(ruleSite, forKey: .ruleSite)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encodeIfPresent(customMessage, forKey: .customMessage)
    try container.encode(code, forKey: .code)
    try container.encode(coreDataCode, forKey: .coreDataCode)
    let catalog = CodingUserInfoKey.messageCatalog.flatMap { encoder.userInfo[$0] }
    try container.encode(message(in: catalog as? MessageCatalog ?? .english), forKey: .message)
  }
}

extension CodingUserInfoKey {
  /// The ``MessageCatalog`` for the messages in an encoded report; English without it.
  static let messageCatalog = CodingUserInfoKey(rawValue: "Armature.messageCatalog")
}
