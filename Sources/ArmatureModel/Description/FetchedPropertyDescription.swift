/// A property whose objects are found by a predicate: weak, one-way, never stored.
///
/// Core Data: `NSFetchedPropertyDescription`. In the predicate, `$FETCH_SOURCE` stands for the
/// object that has the property.
public struct FetchedPropertyDescription: Hashable, Sendable, Codable {
  /// The name, unique within the entity and its parents.
  public var name: String
  /// The name of the entity whose objects are found.
  public var destination: String
  /// What the objects must satisfy.
  public var predicate: FetchPredicate
  /// Anything the declaration wants to say to its tools.
  public var userInfo: [String: String]
  /// Where the property was declared.
  public var site: DeclarationSite

  /// Describes a fetched property, for models that are built from data.
  public init(
    _ name: String, of destination: String, where predicate: FetchPredicate,
    userInfo: [String: String] = [:], site: DeclarationSite = .unknown
  ) {
    self.name = name
    self.destination = destination
    self.predicate = predicate
    self.userInfo = userInfo
    self.site = site
  }
}

extension FetchedPropertyDescription {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name, destination, predicate, userInfo, site
  }

  /// Decodes a description; the name, the destination and the predicate must be there.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode(String.self, forKey: .name),
      of: try members.decode(String.self, forKey: .destination),
      where: try members.decode(FetchPredicate.self, forKey: .predicate),
      userInfo: try members.decode(.userInfo, or: [:]),
      site: try members.decode(.site, or: .unknown))
  }
}
