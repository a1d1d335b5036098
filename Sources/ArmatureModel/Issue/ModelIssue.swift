/// A mistake in a declaration, or something in it that is legal but deserves a look.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("stock", Int?.self) }
/// }
/// for issue in model.warnings { print(issue.code, issue.entity, issue.property ?? "") }
/// print(model.warnings(silencing: .optionalNumber).count)  // 0
/// ```
public struct ModelIssue: Error, Hashable, Sendable, Codable {
  /// What kind of mistake it is, for programs.
  public let code: Code
  /// The name of the entity.
  public let entity: String
  /// The name of the property; `nil` where the entity as a whole is meant.
  public let property: String?
  /// What is wrong and what to do, in sentences.
  public let message: String
  /// Where the declaration stands.
  public let site: DeclarationSite

  /// Makes an issue.
  public init(
    _ code: Code, entity: String, property: String? = nil, message: String, site: DeclarationSite
  ) {
    self.code = code
    self.entity = entity
    self.property = property
    self.message = message
    self.site = site
  }

  /// The kind of a mistake: a name that stays the same when the prose changes.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Shop") {
  ///   Entity("Product") { Attribute("stock", Int?.self).silencing(.optionalNumber) }
  /// }
  /// print(model.warnings.count)  // 0
  /// ```
  public struct Code: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

extension ModelIssue: CustomStringConvertible {
  /// `file:line: Entity.property message`.
  public var description: String {
    let place = site.description
    return place.isEmpty ? message : "\(place): \(message)"
  }
}
