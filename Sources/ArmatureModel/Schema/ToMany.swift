/// A declaration of a relationship to any number of objects, as a property of an ``EntityType``.
///
/// ```swift
/// struct Team: EntityType {
///   static let schema = Team()
///   let name = Attribute<String>()
///   let players = ToMany<Player>(inverse: \.team, onDelete: .cascade).count(1...30)
/// }
/// struct Player: EntityType {
///   static let schema = Player()
///   let team = ToOne<Team>()
/// }
/// ```
public struct ToMany<Destination: EntityType>: Sendable {
  /// The key that typed views use to find the relationship.
  @usableFromInline package let schemaKey = SchemaKey()
  package var description: RelationshipDescription
  /// Returns the key of the inverse. This is a closure because two schemas may refer to each other.
  package var inverseKey: (@Sendable () -> SchemaKey)?
  /// Returns the key of the attribute that is the key of the objects in JSON.
  package var mapKey: (@Sendable () -> SchemaKey)?

  /// Declares a relationship without an inverse, or a relationship that the other relationship names as its inverse.
  public init(
    ordered: Bool = false, onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID,
    line: Int = #line
  ) {
    description = RelationshipDescription(
      "", to: Destination.entityName, ordered ? .ordered : .toMany, onDelete: deleteRule,
      site: DeclarationSite(file: file, line: line))
  }

  /// Declares a relationship with a to-one inverse.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToOne<Owner>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    self.init(ordered: ordered, onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Declares a relationship with a to-many inverse.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToMany<Owner>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    self.init(ordered: ordered, onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Requires at least one related object.
  ///
  /// If the severity is a warning, an object without related objects is reported but valid.
  public func required(severity: ValidationRule.Severity = .error) -> Self {
    with { $0.require(severity) }
  }

  /// Requires that the number of related objects is within bounds.
  ///
  /// The bounds do not apply to an optional relationship without any objects.
  public func count(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    with { $0.setCount(bounds, severity, message) }
  }

  /// Declares that the related objects are parts of the object. See ``Relationship/owned(ordered:)``.
  ///
  /// - Parameter ordered: Whether the relationship keeps the order of its objects.
  public func owned(ordered: Bool = true) -> Self { with { $0.own(ordered: ordered) } }

  /// Declares that the parts are the members of one object in JSON, and an attribute of each part is its key there. See
  /// ``Relationship/keyed(by:)``.
  public func keyed(by attribute: any KeyPath<Destination, Attribute<String>> & Sendable) -> Self {
    var copy = self
    copy.mapKey = { Destination.schema[keyPath: attribute].schemaKey }
    return copy
  }

  /// Declares that the relationship exists only in memory and is never stored.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Sets the key of the relationship in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Silences warnings of the given kinds that concern the relationship.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Declares the name of the relationship in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the relationship. Use it if the meaning of stored links changes, but not the
  /// declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Adds information that tools can read. Armature itself ignores it.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }

  private func with(_ change: (inout RelationshipDescription) -> Void) -> Self {
    var copy = self
    change(&copy.description)
    return copy
  }
}

extension ToMany {
  /// Unavailable: use `ToMany(ordered: true)`.
  @available(*, unavailable, message: "use ToMany(ordered: true)")
  public func ordered() -> Self { self }

  /// Unavailable: an inverse is a relationship.
  @available(
    *, unavailable,
    message: "an inverse must be a relationship of the other schema, not an attribute"
  )
  public init<Value>(
    inverse: any KeyPath<Destination, Attribute<Value>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify
  ) {
    neverCalled()
  }
}
