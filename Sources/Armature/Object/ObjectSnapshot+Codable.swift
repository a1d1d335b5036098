import ArmatureModel

/// A snapshot is encoded as one flat object with the URI of its ID and a member for each value. The key of a member
/// consists of the property's name and the type of its value:
///
///     {"objectID": "armature://…/Book/1", "rowVersion": 0, "title.string": "Dune", "note.null": null}
///
/// The form is flat because encoding a nested object for each value would take ten times as long. The URI of a
/// temporary ID ends in `*`.
extension ObjectSnapshot: Codable {
  private static let objectIDKey = ValueKey(stringValue: "objectID")
  private static let rowVersionKey = ValueKey(stringValue: "rowVersion")

  /// Encodes the snapshot.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ValueKey.self)
    try container.encode(objectID.snapshotText, forKey: Self.objectIDKey)
    try container.encode(rowVersion, forKey: Self.rowVersionKey)
    for (name, value) in members {
      let key = ValueKey(name, value.kind)
      switch value {
      case .object(let id): try container.encode(id.snapshotText, forKey: key)
      case .objects(let ids): try container.encode(ids.map(\.snapshotText), forKey: key)
      default: try value.encode(to: &container, forKey: key)
      }
    }
  }

  /// Decodes a snapshot.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ValueKey.self)
    let id = try Self.id(
      try container.decode(String.self, forKey: Self.objectIDKey), Self.objectIDKey, container)
    let rowVersion = try container.decode(UInt32.self, forKey: Self.rowVersionKey)
    var members: [(key: String, value: AttributeValue)] = []
    let keys = container.allKeys
    members.reserveCapacity(keys.count)
    for key in keys {
      guard let (name, kind) = key.parts else {
        if key.stringValue == "objectID" || key.stringValue == "rowVersion" { continue }
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription:
            "The key \(key.stringValue.quotedForMessage) must be the name of a property "
            + "with the type of its value, such as \"pages.int\".")
      }
      members.append((name, try Self.value(kind, key, container, decoder)))
    }
    members.sort { $0.key < $1.key }
    for (member, next) in zip(members, members.dropFirst()) where member.key == next.key {
      throw DecodingError.dataCorruptedError(
        forKey: ValueKey(next.key, next.value.kind), in: container,
        debugDescription:
          "\(next.key.quotedForMessage) must have one value, but has several, under keys with other types."
      )
    }
    self.init(id, rowVersion, members)
  }

  private static func value(
    _ kind: ValueKey.Kind, _ key: ValueKey, _ container: KeyedDecodingContainer<ValueKey>,
    _ decoder: any Decoder
  ) throws -> AttributeValue {
    switch kind {
    case .object:
      .object(try id(try container.decode(String.self, forKey: key), key, container))
    case .objects:
      .objects(
        try container.decode([String].self, forKey: key).map { try id($0, key, container) })
    default: try AttributeValue(kind, in: container, forKey: key, of: decoder)
    }
  }

  private static func id(
    _ text: String, _ key: ValueKey, _ container: KeyedDecodingContainer<ValueKey>
  ) throws -> ManagedObjectID {
    guard let id = ManagedObjectID(snapshotText: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "\(text.quotedForMessage) must be the URI of an object, but is not.")
    }
    return id
  }
}

extension ManagedObjectID {
  /// The URI, with a mark at the end if the ID is temporary.
  fileprivate var snapshotText: String { isTemporary ? uriText + "*" : uriText }

  fileprivate init?(snapshotText text: String) {
    guard text.utf8.last == UInt8(ascii: "*") else {
      self.init(uriText: text)
      return
    }
    guard let id = ManagedObjectID(uriText: String(text.dropLast())) else { return nil }
    self.init(entityName: id.entityName, key: id.key, storeID: id.storeID, isTemporary: true)
  }
}
