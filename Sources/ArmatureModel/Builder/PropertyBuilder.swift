/// Collects the body of an ``Entity``.
@resultBuilder public enum PropertyBuilder {
  /// Takes an attribute.
  public static func buildExpression<Value>(_ attribute: Attribute<Value>) -> EntityBody {
    var members: [EntityMember] = [.property(.attribute(attribute.description))]
    if attribute.isUnique {
      members.append(
        .unique(
          UniquenessConstraint([attribute.description.name], site: attribute.description.site)))
    }
    return EntityBody(members)
  }
  /// Takes a composite attribute.
  public static func buildExpression(_ composite: Composite) -> EntityBody {
    EntityBody([.property(.attribute(composite.description))])
  }
  /// Takes a relationship.
  public static func buildExpression(_ relationship: Relationship) -> EntityBody {
    EntityBody([.property(.relationship(relationship.description))])
  }
  /// Takes a fetched property.
  public static func buildExpression(_ property: FetchedProperty) -> EntityBody {
    EntityBody([.property(.fetched(property.description))])
  }
  /// Takes uniqueness over several properties.
  public static func buildExpression(_ unique: Unique) -> EntityBody { EntityBody([unique.member]) }
  /// Takes an index.
  public static func buildExpression(_ index: Index) -> EntityBody { EntityBody([index.member]) }
  /// Takes a body that a function or property of the same type yields.
  public static func buildExpression(_ body: EntityBody) -> EntityBody { body }
  /// Refuses an entity.
  @available(
    *, unavailable,
    message: "an entity cannot be declared inside an entity; connect the two with a Relationship"
  )
  public static func buildExpression(_ entity: Entity) -> EntityBody { EntityBody([]) }
  /// Refuses a typed entity.
  @available(
    *, unavailable,
    message: "an entity cannot be declared inside an entity; connect the two with a Relationship"
  )
  public static func buildExpression<Type: EntityType>(_ type: Type.Type) -> EntityBody {
    EntityBody([])
  }
  /// Takes a body without statements.
  public static func buildBlock() -> EntityBody { EntityBody([]) }
  /// Takes the first statement.
  public static func buildPartialBlock(first part: EntityBody) -> EntityBody { part }
  /// Adds a statement; one at a time, so that long bodies type-check in linear time.
  public static func buildPartialBlock(
    accumulated body: consuming EntityBody, next part: EntityBody
  ) -> EntityBody {
    body.members += part.members
    return body
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: EntityBody?) -> EntityBody { part ?? EntityBody([]) }
  /// Takes the first branch.
  public static func buildEither(first part: EntityBody) -> EntityBody { part }
  /// Takes the second branch.
  public static func buildEither(second part: EntityBody) -> EntityBody { part }
  /// Takes a loop.
  public static func buildArray(_ parts: [EntityBody]) -> EntityBody {
    EntityBody(parts.flatMap(\.members))
  }
  /// Takes a part that depends on the system.
  public static func buildLimitedAvailability(_ part: EntityBody) -> EntityBody { part }

  package static func make(_ member: EntityMember) -> EntityBody { EntityBody([member]) }
}

/// What stands in the body of an entity.
public struct EntityBody: Sendable {
  package fileprivate(set) var members: [EntityMember]

  package init(_ members: [EntityMember]) { self.members = members }
}
