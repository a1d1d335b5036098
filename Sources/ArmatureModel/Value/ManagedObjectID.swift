#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The identity of an object. You can keep an ID after the object is released, and send it to other tasks.
///
/// ```swift
/// let id = book.objectID
/// let same = try context.existingObject(with: id)
/// print(same === book, id.entityName, id.isTemporary)  // true Book false
/// let again = ManagedObjectID(uri: id.uri)
/// print(again == id)  // true
/// ```
/// An ID consists of a store, an entity, and a key that is unique within the store. If the context has no store, the ID
/// contains the context instead.
///
/// An object gets its ID when it is inserted, and the ID stays the same when the object is saved. For example, a
/// dictionary with IDs as keys stays valid after a save.
///
/// Core Data: `NSManagedObjectID`.
public struct ManagedObjectID: Sendable {
  /// The name of the object's entity.
  public let entityName: String
  /// The key of the object within its store, from 1. It is 0 if the object was never in a context.
  public let key: Int64
  /// The identifier of the store.
  public let storeID: UUID
  /// A Boolean value that indicates whether the object had not been saved when the ID was created.
  ///
  /// This value is ignored when IDs are compared.
  public let isTemporary: Bool

  /// Creates the ID of a stored object. Use it to implement a custom ``/Armature/PersistentStore``.
  ///
  /// Pass the object's own entity, the key that the store has assigned, and the identifier of the store. The
  /// initializer does not check whether the object exists.
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
  /// Returns whether two IDs have the same store and key. ``isTemporary`` is ignored.
  public static func == (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.key == right.key && left.storeID == right.storeID
  }

  /// Hashes the store and the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(storeID)
  }
}

extension ManagedObjectID: PropertyConvertible {
  /// Returns the ID of an object or of a reference to it.
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
  /// The name of the entity and the key: `Book#12`. A temporary ID has a `*` at the end.
  public var description: String { "\(entityName)#\(key)\(isTemporary ? "*" : "")" }
}

/// An ID is encoded as its entity, key and store. Reports that are made for comparison omit the store, because it
/// differs in each run.
extension ManagedObjectID: Codable {
  private enum Key: String, CodingKey {
    case entityName, isTemporary, key, storeID
  }

  /// Decodes an ID. If the data contains no store, the ID belongs to no object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      key: try container.decode(Int64.self, forKey: .key),
      storeID: try container.decodeIfPresent(UUID.self, forKey: .storeID) ?? .none,
      isTemporary: try container.decode(Bool.self, forKey: .isTemporary))
  }

  /// Encodes an ID. Rendered reports omit the store.
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
  /// Whether IDs are encoded without their store identifier, which is random.
  package static let omitsStores = CodingUserInfoKey(rawValue: "Armature.omitsStores")
}

extension UUID {
  /// The store identifier of objects that were never in a context.
  package static var none: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}
