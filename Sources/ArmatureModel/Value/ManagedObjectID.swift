/// The identity of an object: a value that outlives the object and may cross to other tasks.
///
/// An ID is temporary until the object is first saved. Saving makes it permanent without changing
/// what it equals, so a dictionary keyed by IDs keeps working. Core Data: `NSManagedObjectID`.
public struct ManagedObjectID: Sendable {
  /// The name of the object's entity.
  public let entityName: String
  /// Whether the object has not been saved yet.
  public let isTemporary: Bool
  /// The number of the object within its context, from 1, in the order of insertion.
  package let number: Int
  /// What tells the numbers of one context from those of another.
  package let origin: UInt64

  package init(entityName: String, number: Int, origin: UInt64, isTemporary: Bool) {
    self.entityName = entityName
    self.number = number
    self.origin = origin
    self.isTemporary = isTemporary
  }
}

extension ManagedObjectID: Hashable {
  /// Compares origin and number; whether an ID is temporary does not count.
  public static func == (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.number == right.number && left.origin == right.origin
  }

  /// Feeds origin and number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(origin)
  }
}

extension ManagedObjectID: CustomStringConvertible {
  /// The entity and the number: `Book#12`; a temporary ID ends in `*`.
  public var description: String { "\(entityName)#\(number)\(isTemporary ? "*" : "")" }
}

/// Entity, number and origin; text that people compare has no origin, which differs at each run.
extension ManagedObjectID: Codable {
  private enum Key: String, CodingKey {
    case entityName, isTemporary, number, origin
  }

  /// Decodes an ID; one without an origin is that of no object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entityName: try container.decode(String.self, forKey: .entityName),
      number: try container.decode(Int.self, forKey: .number),
      origin: try container.decodeIfPresent(UInt64.self, forKey: .origin) ?? 0,
      isTemporary: try container.decode(Bool.self, forKey: .isTemporary))
  }

  /// Encodes an ID with its origin, unless it is for a report that is rendered.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entityName, forKey: .entityName)
    try container.encode(isTemporary, forKey: .isTemporary)
    try container.encode(number, forKey: .number)
    let omitsOrigins = CodingUserInfoKey.omitsOrigins.flatMap { encoder.userInfo[$0] } as? Bool
    if omitsOrigins != true { try container.encode(origin, forKey: .origin) }
  }
}

extension CodingUserInfoKey {
  /// Whether IDs are encoded without what tells contexts apart, which is random.
  package static let omitsOrigins = CodingUserInfoKey(rawValue: "Armature.omitsOrigins")
}
