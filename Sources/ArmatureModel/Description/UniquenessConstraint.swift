/// A promise that no two objects of an entity agree in all of some properties.
///
/// Core Data: uniqueness constraints. Objects without a value in one of the properties never
/// conflict. Text is compared by its UTF-8 bytes.
public struct UniquenessConstraint: Hashable, Sendable, Codable {
  /// The names of the attributes and to-one relationships.
  public var properties: [String]
  /// Where the constraint was declared.
  public var site: DeclarationSite

  /// Makes a constraint.
  public init(_ properties: [String], site: DeclarationSite = .unknown) {
    self.properties = properties
    self.site = site
  }
}
