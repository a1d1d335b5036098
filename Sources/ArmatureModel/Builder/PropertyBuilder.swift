/// Collects the body of an ``Entity``.
///
/// ```swift
/// @PropertyBuilder func address(isRequired: Bool) -> EntityBody {
///   Attribute("city", String?.self)
///   if isRequired { Rule("an address has a city") { $0.city != nil } }
/// }
/// ```
/// There is no `buildExpression`, and one call joins the parts: the compiler carries each expression
/// of a body through all that follow. With a call or two per statement it took 4.5 to 10 s for 600
/// attributes, and takes 0.7 s without.
@resultBuilder public enum PropertyBuilder {
  /// Joins the statements.
  public static func buildBlock(_ parts: any EntityPart...) -> EntityBody {
    // The body of a loop or condition mostly holds one part.
    if parts.count == 1 { return parts[0].entityBody }
    var members: [EntityMember] = []
    members.reserveCapacity(parts.count)
    for part in parts { members += part.entityBody.members }
    return EntityBody(members)
  }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: """
      the body of an entity holds Attribute, Composite, Relationship, FetchedProperty, Unique, \
      Index, Rule, and parts of your own that conform to EntityPart
      """
  )
  public static func buildBlock(_ parts: Any...) -> EntityBody { EntityBody([]) }
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
}
