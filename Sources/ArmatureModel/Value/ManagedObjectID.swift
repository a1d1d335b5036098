#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The identity of an object: a value that outlives the object and may cross to other tasks.
///
/// ```swift
/// let id = book.objectID
/// let same = try context.existingObject(with: id)
/// print(same === book, id.entityName, id.isTemporary)  // true Book false
/// let again = ManagedObjectID(uri: id.uri)
/// print(again == id)  // true
/// ```
/// It is final from the insertion of the object on: the store that the object belongs to, its entity,
/// and a key that no other object of the store ever has. A context without a store is its own. So a
/// dictionary keyed by IDs keeps working after a save. Core Data: `NSManagedObjectID`.
public struct ManagedObjectID: Sendable {
  /// The name of the object's entity.
  public let entityName: String
  /// The key of the object within its store, from 1; 0 for an object that was never in a context.
  public let key: Int64
  /// What tells the keys of one store from those of another.
  public let storeID: UUID
  /// Whether the object had not been saved when the ID was asked for; two IDs may differ in it alone.
  public let isTemporary: Bool

  /// Makes the ID of an object that a store keeps, for a ``/Armature/PersistentStore`` of your own.
  ///
  /// The entity is that of the object itself, the key one that the store has given out, and `storeID`
  /// the identifier of the store. Whether there is such an object is not looked at.
  public init(entityName: String, key: Int64, storeID: UUID) {
    self.init(entityName: entityName, key: key, storeID: storeID, isTemporary: false)
  }

  package init(entityName: String, key: Int64, storeID: UUID, isTemporary: Bool) {
    self.entityName = entityName
    self.key = key
    self.storeID = storeID
    self.isTemporary = isTemporary
  }
}

extension ManagedObjectID: Hashable {
  /// Compares store and key; whether an ID is temporary does not count.
  public static func == (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.key == right.key && left.storeID == right.storeID
  }

  /// Feeds store and key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(storeID)
  }
}

extension ManagedObjectID: PropertyConvertible {
  /// Takes an object, or a reference to one.
  public static func from(_ value: PropertyValue?) -> ManagedObjectID? {
    switch value {
    case .object(let object): object.objectID
    case .attribute(.object(let id)): id
    case nil, .attribute, .objects: nil
    }
  }

  /// A reference to the object.
  public var propertyValue: PropertyValue? { .attribute(.object(self)) }
}

extension ManagedObjectID: CustomStringConvertible {
  /// The entity and the key: `Book#12`; a temporary ID ends in `*`.
  public var description: String { "\(entityName)#\(key)\(isTemporary ? "*" : "")" }
}

/// An ID as a URI: `armature://<store>/<entity>/<key>`. Core Data: `uriRepresentation()`.
extension ManagedObjectID {
  private static let scheme = "armature"

  /// The ID as a URI, to keep outside of the program.
  public var uri: URL {
    let path = "\(Self.escaped(entityName))/\(key)"
    guard let url = URL(string: "\(Self.scheme)://\(storeID.uuidString.lowercased())/\(path)")
    else {
      programmerError("The ID \(self) must have a URI, but \(path) is no path.")
    }
    return url
  }

  /// Reads an ID from its URI; fails for any other URI.
  ///
  /// Whether the object has been saved is not part of it: the ID counts as permanent.
  public init?(uri: URL) {
    self.init(uriText: uri.absoluteString)
    if key == 0 { return nil }
  }

  /// Reads an ID from the text of its URI, also that of an object that was never in a context.
  init?(uriText text: String) {
    guard text.hasPrefix("\(Self.scheme)://") else { return nil }
    let parts = text.dropFirst(Self.scheme.utf8.count + 3)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 36,
      let storeID = UUID(uuidString: String(parts[0])),
      let entityName = Self.unescaped(parts[1]), !entityName.isEmpty, let key = Int64(parts[2]),
      String(key) == parts[2], key >= 0
    else { return nil }
    self.init(entityName: entityName, key: key, storeID: storeID)
  }

  /// A name with all but letters and digits of ASCII as escaped bytes.
  private static func escaped(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if byte.isWord {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// Entity, key and store; text that people compare has no store, which differs at each run.
extension ManagedObjectID: Codable {
  private enum Key: String, CodingKey {
    case entityName, isTemporary, key, storeID
  }

  /// Decodes an ID; one without a store is that of no object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      key: try container.decode(Int64.self, forKey: .key),
      storeID: try container.decodeIfPresent(UUID.self, forKey: .storeID) ?? .none,
      isTemporary: try container.decode(Bool.self, forKey: .isTemporary))
  }

  /// Encodes an ID with its store, unless it is for a report that is rendered.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entityName, forKey: .entityName)
    try container.encode(isTemporary, forKey: .isTemporary)
    try container.encode(key, forKey: .key)
    let omitsStores = CodingUserInfoKey.omitsStores.flatMap { encoder.userInfo[$0] } as? Bool
    if omitsStores != true { try container.encode(storeID, forKey: .storeID) }
  }
}

extension CodingUserInfoKey {
  /// Whether IDs are encoded without what tells stores apart, which is random.
  package static let omitsStores = CodingUserInfoKey(rawValue: "Armature.omitsStores")
}

extension UUID {
  /// The store of objects that were never in a context.
  package static var none: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}
