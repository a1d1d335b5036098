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
