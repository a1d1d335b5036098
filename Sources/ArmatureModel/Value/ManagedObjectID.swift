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
