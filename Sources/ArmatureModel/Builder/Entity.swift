/// An entity in a declaration: `Entity("Book") { Attribute("title", String.self) }`.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Item", isAbstract: true) { Attribute("name", String.self).length(1...40) }
///   Entity("Product", parent: "Item") { Attribute("price", Decimal.self).range(0...) }
/// }
/// print(model["Product"]?.attributes.map(\.name) ?? [])  // ["name", "price"]
/// ```
public struct Entity: Sendable {
  package var description: EntityDescription

  /// Declares an entity.
  ///
  /// It inherits the properties of its `parent`, if it names one. If it is abstract, there are only
  /// objects of its sub-entities. The `configurations` are the subsets of the model it belongs to.
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, in configurations: String...,
    file: String = #fileID, line: Int = #line, @PropertyBuilder _ body: () -> EntityBody
  ) {
    description = EntityDescription(
      name, isAbstract: isAbstract, parent: parent, configurations: configurations,
      site: DeclarationSite(file: file, line: line))
    description.add(body().members)
  }

  /// Declares the entity that a type of the typed tier describes.
  public init(
    _ type: any EntityType.Type, in configurations: String..., file: String = #fileID,
    line: Int = #line
  ) {
    description = EntityDescription(
      type, configurations: configurations, site: DeclarationSite(file: file, line: line))
  }

  /// Declares the entity of a typed tier with further properties of the dynamic tier.
  ///
  /// Not generic: else the compiler would check every body of an entity twice, once for a type that
  /// could be a text, and take twice the time.
  public init(
    _ type: any EntityType.Type, in configurations: String..., file: String = #fileID,
    line: Int = #line,
    @PropertyBuilder _ body: () -> EntityBody
  ) {
    description = EntityDescription(
      type, configurations: configurations, site: DeclarationSite(file: file, line: line))
    description.add(body().members)
  }

  /// Refuses an entity without a body.
  @available(
    *, unavailable,
    message: "an entity has a body: Entity(\"Book\") { Attribute(\"title\", String.self) }"
  )
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, in configurations: String...
  ) {
    // Unavailable: no call of it compiles.
    fatalError()
  }

  private func with(_ change: (inout EntityDescription) -> Void) -> Self {
    var copy = self
    change(&copy.description)
    return copy
  }

  /// Says what the entity was called in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the entity where nothing else does.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Reads and writes the objects under another key in a JSON file with several entities.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Does not give warnings of some kinds about the entity and its properties: what they tell is meant.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Notes something for tools.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

@available(
  *, unavailable,
  message: "an entity cannot be declared inside an entity; connect the two with a Relationship"
)
extension Entity: EntityPart {
  /// Nothing.
  public var entityBody: EntityBody { EntityBody([]) }
}
