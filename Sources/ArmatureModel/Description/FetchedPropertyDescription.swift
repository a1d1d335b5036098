/// A property whose objects are fetched with a predicate. The property is never stored and has no inverse.
///
/// In the predicate, `$FETCH_SOURCE` stands for the object that has the property:
///
/// ```swift
/// let recent = FetchedPropertyDescription(
///   "recent", of: "Book", where: try FetchPredicate("author == $FETCH_SOURCE AND year > 2000"),
///   orderedBy: [.descending("year")], limit: 10)
/// ```
/// Use a description to inspect a model, or to build a model from data. To declare a model in code, use
/// ``FetchedProperty`` instead.
///
/// Core Data: `NSFetchedPropertyDescription`.
public struct FetchedPropertyDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// The name of the entity whose objects the property finds.
  public var destination: String
  /// The predicate that the objects satisfy.
  public var predicate: FetchPredicate
  /// The sort orders of the objects. The first one is the most significant.
  ///
  /// If the list is empty, the objects are in the order of their insertion.
  public var orderedBy: [FetchOrder]
  /// The maximum number of objects, which must not be negative. If it is `nil`, the number is not limited.
  public var limit: Int?
  /// Information for tools. Armature itself ignores it.
  public var userInfo: [String: String]
  /// The place of the declaration.
  public var site: DeclarationSite

  /// Creates a description of a fetched property. Use it to build a model from data.
  public init(
    _ name: String, of destination: String, where predicate: FetchPredicate,
    orderedBy: [FetchOrder] = [], limit: Int? = nil, userInfo: [String: String] = [:],
    site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.destination = destination
    self.predicate = predicate
    self.orderedBy = orderedBy
    self.limit = limit
    self.userInfo = userInfo
    self.site = site
  }
}

extension FetchedPropertyDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, destination, predicate, orderedBy = "orders", limit, userInfo, site
  }

  /// Decodes a description. The name, the destination and the predicate are required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      of: try members.decode(String.self, forKey: .destination),
      where: try members.decode(FetchPredicate.self, forKey: .predicate),
      orderedBy: try members.decode(.orderedBy, or: []),
      limit: try members.decodeIfPresent(Int.self, forKey: .limit),
      userInfo: try members.decode(.userInfo, or: [:]),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the description. Members that have their default values are omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(destination, forKey: .destination)
    try members.encode(predicate, forKey: .predicate)
    try members.encode(orderedBy, .orderedBy, unless: [])
    try members.encodeIfPresent(limit, forKey: .limit)
    try members.encode(userInfo, .userInfo, unless: [:])
    try members.encode(site, .site, with: encoder)
  }
}
