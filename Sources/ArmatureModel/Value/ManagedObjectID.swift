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

/// The URI form of an ID: `armature://<store>/<entity>/<key>`. Core Data: `uriRepresentation()`.
extension ManagedObjectID {
  private static let start = Array("armature://".utf8)

  /// The ID as a URI, which can be stored outside of the program.
  public var uri: URL {
    guard let url = URL(string: uriText) else {
      programmerError("The ID \(self) must have a URI, but \(uriText) is not one.")
    }
    return url
  }

  /// Creates an ID from its URI. Returns `nil` for any other URI.
  ///
  /// The URI does not contain whether the object has been saved. The new ID is therefore not temporary.
  public init?(uri: URL) {
    self.init(uriText: uri.absoluteString)
    if key <= 0 { return nil }
  }

  /// The text of the URI.
  package var uriText: String {
    // An escaped byte of a name takes three bytes.
    let capacity =
      Self.start.count + UUIDText.length + 3 * entityName.utf8.count + 2
      + NumberText.maximumLength
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      guard let out = buffer.baseAddress else { return 0 }
      out.update(from: Self.start, count: Self.start.count)
      var count = Self.start.count
      UUIDText.write(storeID, to: out + count)
      for position in count..<count + UUIDText.length where buffer[position] >= 0x41 {
        buffer[position] |= 0x20
      }
      count += UUIDText.length
      buffer[count] = 0x2F
      count = Self.escape(entityName, to: buffer, from: count + 1)
      buffer[count] = 0x2F
      return count + 1 + NumberText.write(key, to: out + count + 1)
    }
  }

  /// Creates an ID from the text of its URI. The object of the ID may never have been in a context, or may have no key
  /// from its store.
  package init?(uriText text: String) {
    var text = text
    let read = text.withUTF8 { Self.read($0) }
    guard let read else { return nil }
    self = read
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> ManagedObjectID? {
    let nameStart = start.count + UUIDText.length + 1
    guard bytes.count > nameStart, bytes.starts(with: start), bytes[nameStart - 1] == 0x2F,
      let storeID = UUIDText.parse(
        UnsafeBufferPointer(rebasing: bytes[start.count..<nameStart - 1])),
      let nameEnd = bytes[nameStart...].firstIndex(of: 0x2F), nameEnd > nameStart,
      let entityName = unescaped(bytes[nameStart..<nameEnd])
    else { return nil }
    let keyText = String(decoding: bytes[(nameEnd + 1)...], as: UTF8.self)
    guard let key = Int64(keyText), String(key) == keyText else { return nil }
    return ManagedObjectID(entityName: entityName, key: key, storeID: storeID)
  }

  /// Writes a name and returns its end. All bytes except ASCII letters and digits are escaped.
  private static func escape(
    _ name: String, to out: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var count = start
    for byte in name.utf8 {
      if byte.isWord {
        out[count] = byte
        count += 1
      } else {
        out[count] = UInt8(ascii: "%")
        out[count + 1] = digit(byte >> 4)
        out[count + 2] = digit(byte & 15)
        count += 3
      }
    }
    return count
  }

  private static func digit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }

  private static func unescaped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(validating: text, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = text[...]
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
