/// A constraint that no two objects of an entity may have the same values in all of the given properties.
///
/// ```swift
/// let seat = EntityDescription(
///   "Seat",
///   properties: [
///     .attribute(AttributeDescription("row", .int64)),
///     .attribute(AttributeDescription("number", .int64)),
///   ], uniquenessConstraints: [UniquenessConstraint(["row", "number"])])
/// ```
/// If one of the properties of an object has no value, the object never conflicts with another one. Strings are
/// compared by their UTF-8 bytes.
///
/// Use this type to inspect a model, or to build a model from data. To declare a model in code, use ``Unique`` instead.
///
/// Core Data: `NSEntityDescription.uniquenessConstraints`.
public struct UniquenessConstraint: Hashable, Sendable, Codable {
  /// The names of the attributes and to-one relationships.
  public var properties: [String]
  /// The severity of a conflict, which is an error or a warning.
  public var severity: ValidationRule.Severity
  /// The place of the declaration.
  public var site: DeclarationSite

  /// Creates a constraint.
  public init(
    _ properties: [String], severity: ValidationRule.Severity = .error,
    site: DeclarationSite = .unknown
  ) {
    self.properties = properties
    self.severity = severity
    self.site = site
  }
}

extension UniquenessConstraint {
  private enum CodingKeys: String, CodingKey, CaseIterable { case properties, severity, site }

  /// Decodes a constraint. Only the properties are required.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.members(CodingKeys.self)
    self.init(
      try members.decode([String].self, forKey: .properties),
      severity: try members.decode(.severity, or: .error),
      site: try members.decode(.site, or: .unknown))
  }

  /// Encodes the constraint. Members that have their default values are omitted.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(properties, forKey: .properties)
    try members.encode(severity, .severity, unless: .error)
    try members.encode(site, .site, with: encoder)
  }
}
