/// A result builder that collects the rules of an ``EntityType``.
@resultBuilder public enum RuleBuilder<Owner: EntityType> {
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: Rules<Owner>...) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: Rules<Owner>?) -> Rules<Owner> { part ?? Rules() }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: Rules<Owner>) -> Rules<Owner> { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: Rules<Owner>) -> Rules<Owner> { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [Rules<Owner>]) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Adds the rules that another property or function returns.
  public static func buildExpression(_ rules: Rules<Owner>) -> Rules<Owner> { rules }
  /// Unavailable: rules are `Rule`, `Unique`, `Index`, `FetchedProperty` and `FetchTemplate`.
  @available(
    *, unavailable,
    message: """
      the rules of a type are Rule, Unique, Index, FetchedProperty and FetchTemplate; declare \
      properties with let, such as let title = Attribute<String>()
      """
  )
  public static func buildExpression(_ other: Any) -> Rules<Owner> { Rules() }
}
