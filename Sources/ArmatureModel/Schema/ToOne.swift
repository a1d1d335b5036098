/// A declaration of a relationship to at most one object, as a property of an ``EntityType``.
///
/// ```swift
/// struct Desk: EntityType {
///   static let schema = Desk()
///   let person = ToOne<Person>(inverse: \.desk).required()
/// }
/// struct Person: EntityType {
///   static let schema = Person()
///   let desk = ToOne<Desk>()
/// }
/// ```
public struct ToOne<Destination: EntityType>: Sendable {
  /// The key that typed views use to find the relationship.
  @usableFromInline package let schemaKey = SchemaKey()
  package var description: RelationshipDescription
  /// Returns the key of the inverse. This is a closure because two schemas may refer to each other.
  package var inverseKey: (@Sendable () -> SchemaKey)?

  /// Declares a relationship without an inverse, or a relationship that the other relationship names as its inverse.
  public init(
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    description = RelationshipDescription(
      "", to: Destination.entityName, .toOne, onDelete: deleteRule,
      site: DeclarationSite(file: file, line: line))
  }

  /// Declares a relationship with a to-many inverse.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToMany<Owner>> & Sendable,
    onDelete deleteRule: DeleteRule = .nullify,
    file: String = #fileID, line: Int = #line
  ) {
    self.init(onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Declares a relationship with a to-one inverse.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToOne<Owner>> & Sendable,
    onDelete deleteRule: DeleteRule = .nullify,
    file: String = #fileID, line: Int = #line
  ) {
    self.init(onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Requires a related object.
  ///
  /// If the severity is a warning, an object without a related object is reported but valid.
  public func required(severity: ValidationRule.Severity = .error) -> Self {
    with { $0.require(severity) }
  }

  /// Declares that the related object is a part of the object. See ``Relationship/owned(ordered:)``.
  public func owned() -> Self { with { $0.own(ordered: true) } }

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

extension ToOne {
  /// Unavailable: an inverse is a relationship.
  @available(
    *, unavailable,
    message: "an inverse must be a relationship of the other schema, not an attribute"
  )
  public init<Value>(
    inverse: any KeyPath<Destination, Attribute<Value>> & Sendable,
    onDelete deleteRule: DeleteRule = .nullify
  ) {
    neverCalled()
  }
}
