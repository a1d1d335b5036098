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
  /// An entity inherits the properties of its `parent`. An abstract entity has no objects of its own: only its
  /// sub-entities can have objects. The `configurations` are names of subsets of the model. The entity belongs to each
  /// subset that you name.
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, in configurations: String...,
    file: String = #fileID, line: Int = #line, @PropertyBuilder _ body: () -> EntityBody
  ) {
    description = EntityDescription(
      name, isAbstract: isAbstract, parent: parent, configurations: configurations,
      site: DeclarationSite(file: file, line: line))
    description.add(body().members)
  }

  /// Declares the entity that a schema type describes.
  public init(
    _ type: any EntityType.Type, in configurations: String..., file: String = #fileID,
    line: Int = #line
  ) {
    description = EntityDescription(
      type, configurations: configurations, site: DeclarationSite(file: file, line: line))
  }

  /// Declares the entity that a schema type describes, and adds properties declared by name.
  ///
  /// This initializer takes `any EntityType.Type` and is not generic. A generic initializer would make the compiler
  /// check the body of each entity twice, which doubles the time.
  public init(
    _ type: any EntityType.Type, in configurations: String..., file: String = #fileID,
    line: Int = #line,
    @PropertyBuilder _ body: () -> EntityBody
  ) {
    description = EntityDescription(
      type, configurations: configurations, site: DeclarationSite(file: file, line: line))
    description.add(body().members)
  }

  /// Unavailable: give the entity a body.
  @available(
    *, unavailable,
    message: "an entity needs a body: Entity(\"Book\") { Attribute(\"title\", String.self) }"
  )
  public init(
    _ name: String, parent: String? = nil, isAbstract: Bool = false, in configurations: String...
  ) {
    neverCalled()
  }

  private func with(_ change: (inout EntityDescription) -> Void) -> Self {
    var copy = self
    change(&copy.description)
    return copy
  }

  /// Declares the name of the entity in an earlier version of the model.
  public func renamed(from name: String) -> Self { with { $0.renamingIdentifier = name } }

  /// Changes the fingerprint of the entity. Use it if the meaning of stored values changes, but not the declaration.
  public func version(_ modifier: String) -> Self { with { $0.versionHashModifier = modifier } }

  /// Sets the key under which a JSON file with several entities lists the objects of this entity.
  public func key(_ key: String) -> Self { with { $0.key = key } }

  /// Declares the key in JSON that tells which entity a record is of, instead of `@entity`.
  ///
  /// The key is not an attribute. Each record of the entity and of its sub-entities must have it, and an export writes it.
  /// Its value is the name of the entity, unless you declare another with ``discriminator(value:)``.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Drawing") {
  ///   Entity("Shape", isAbstract: true) { Attribute("color", String?.self) }.discriminator("type")
  ///   Entity("Circle", parent: "Shape") { Attribute("radius", Double.self) }.discriminator(value: "circle")
  ///   Entity("Square", parent: "Shape") { Attribute("side", Double.self) }.discriminator(value: 4)
  /// }
  /// let context = ManagedObjectContext(model: model)
  /// let json = #"[{"type": "circle", "radius": 2}, {"type": 4, "side": 3}]"#
  /// let shapes = try context.load(.text(json, as: "Shape")).objects
  /// print(shapes.map(\.entity.name))  // ["Circle", "Square"]
  /// ```
  /// Without such a key, and without `@entity`, a record of an abstract entity is of the sub-entity whose required keys
  /// and possible values fit.
  public func discriminator(_ key: String) -> Self { with { $0.discriminator = key } }

  /// Declares the value by which the discriminator of a parent recognizes records of the entity.
  ///
  /// The value is a text, a number, or a Boolean. See ``discriminator(_:)``.
  public func discriminator(value: JSONValue) -> Self { with { $0.discriminatorValue = value } }

  /// Silences warnings of the given kinds that concern the entity or its properties.
  public func silencing(_ codes: ModelIssue.Code...) -> Self { with { $0.silenced += codes } }

  /// Adds information that tools can read. Armature itself ignores it.
  public func userInfo(_ info: [String: String]) -> Self {
    with { $0.userInfo.merge(info) { $1 } }
  }
}

@available(
  *, unavailable,
  message: "an entity cannot be declared inside an entity; connect the two with a Relationship"
)
extension Entity: EntityPart {
  /// The body of an entity without properties.
  public var entityBody: EntityBody { EntityBody([]) }
}

/// A result builder that collects the body of an ``Entity``.
///
/// Use it to share declarations between entities:
///
/// ```swift
/// @PropertyBuilder func address(isRequired: Bool) -> EntityBody {
///   Attribute("city", String?.self)
///   if isRequired { Rule("an address has a city") { $0.city != nil } }
/// }
/// ```
///
/// The builder joins all parts with a single `buildBlock` and has no `buildExpression`, because this makes large bodies
/// fast to compile. A body of 600 attributes type-checks in 0.7 s. With one or two builder calls for each statement, it
/// took 4.5 to 10 s.
@resultBuilder public enum PropertyBuilder {
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: any EntityPart...) -> EntityBody {
    // The body of a loop or condition usually has one part.
    if parts.count == 1 { return parts[0].entityBody }
    var members: [EntityMember] = []
    members.reserveCapacity(parts.count)
    for part in parts { members += part.entityBody.members }
    return EntityBody(members)
  }
  /// Unavailable: the body of an entity consists of parts that conform to ``EntityPart``.
  @available(
    *, unavailable,
    message: """
      the body of an entity contains Attribute, Composite, Relationship, FetchedProperty, Unique, \
      Index, Rule, and parts of your own that conform to EntityPart
      """
  )
  public static func buildBlock(_ parts: Any...) -> EntityBody { EntityBody([]) }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: EntityBody?) -> EntityBody { part ?? EntityBody([]) }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: EntityBody) -> EntityBody { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: EntityBody) -> EntityBody { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [EntityBody]) -> EntityBody {
    EntityBody(parts.flatMap(\.members))
  }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ part: EntityBody) -> EntityBody { part }
}
