/// A relationship to any number of objects, as a property of an ``EntityType``.
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
  /// The key by which typed views find the relationship.
  @usableFromInline package let schemaKey = SchemaKey()
  package var description: RelationshipDescription
  /// Yields the key of the inverse; a closure, since two schemas may name each other.
  package var inverseKey: (@Sendable () -> SchemaKey)?

  /// Declares a relationship whose inverse, if it has one, is declared at the other end.
  public init(
    ordered: Bool = false, onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID,
    line: Int = #line
  ) {
    description = RelationshipDescription(
      "", to: Destination.entityName, ordered ? .ordered : .toMany, onDelete: deleteRule,
      site: DeclarationSite(file: file, line: line))
  }

  /// Declares a relationship and its inverse, which is to-one.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToOne<Owner>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    self.init(ordered: ordered, onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Declares a relationship and its inverse, which is to-many.
  public init<Owner>(
    inverse: any KeyPath<Destination, ToMany<Owner>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify, file: String = #fileID, line: Int = #line
  ) {
    self.init(ordered: ordered, onDelete: deleteRule, file: file, line: line)
    inverseKey = { Destination.schema[keyPath: inverse].schemaKey }
  }

  /// Requires at least one related object; with the severity of a warning, one is expected.
  public func required(severity: ValidationRule.Severity = .error) -> Self {
    with { $0.require(severity) }
  }

  /// Requires so many related objects; an optional relationship may also have none.
  public func count(
    _ bounds: some RangeExpression<Int>, severity: ValidationRule.Severity = .error,
    message: String? = nil
  ) -> Self {
    with { $0.setCount(bounds, severity, message) }
  }

  /// Keeps the relationship in memory.
  public func transient() -> Self { with { $0.isTransient = true } }

  /// Reads and writes the relationship under another key in JSON.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Does not give warnings of some kinds about the relationship: what they tell is meant.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Says what the relationship was called in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the relationship where nothing else does.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Notes something for tools.
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
  /// Refuses a word; an argument says it.
  @available(*, unavailable, message: "an argument says so: write ToMany(ordered: true)")
  public func ordered() -> Self { self }

  /// Refuses an attribute.
  @available(
    *, unavailable, message: "an inverse is a relationship of the other schema, not an attribute"
  )
  public init<Value>(
    inverse: any KeyPath<Destination, Attribute<Value>> & Sendable, ordered: Bool = false,
    onDelete deleteRule: DeleteRule = .nullify
  ) {
    // Unavailable: no call of it compiles.
    fatalError()
  }
}
