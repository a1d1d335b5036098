/// What may stand in the body of an ``Entity``: an attribute, a relationship, a rule, …
///
/// A type of your own that yields an ``EntityBody`` is a part to use in many entities, and so is a
/// function: `@PropertyBuilder func stamps() -> EntityBody { … }`.
public protocol EntityPart {
  /// What the part adds to the entity.
  var entityBody: EntityBody { get }
}

extension Attribute: EntityPart {
  /// The attribute, and its uniqueness where it was declared.
  public var entityBody: EntityBody {
    var members: [EntityMember] = [.property(.attribute(description))]
    if let uniqueness {
      members.append(
        .unique(
          UniquenessConstraint(
            [description.name], severity: uniqueness, site: description.site)))
    }
    return EntityBody(members)
  }
}

extension Composite: EntityPart {
  /// The composite attribute.
  public var entityBody: EntityBody { EntityBody([.property(.attribute(description))]) }
}

extension Relationship: EntityPart {
  /// The relationship.
  public var entityBody: EntityBody { EntityBody([.property(.relationship(description))]) }
}

extension FetchedProperty: EntityPart {
  /// The fetched property.
  public var entityBody: EntityBody { EntityBody([.property(.fetched(description))]) }
}

extension Unique: EntityPart {
  /// The uniqueness over several properties.
  public var entityBody: EntityBody { EntityBody([member]) }
}

extension Index: EntityPart {
  /// The index.
  public var entityBody: EntityBody { EntityBody([member]) }
}

@available(
  *, unavailable,
  message: "an entity cannot be declared inside an entity; connect the two with a Relationship"
)
extension Entity: EntityPart {
  /// Nothing.
  public var entityBody: EntityBody { EntityBody([]) }
}
