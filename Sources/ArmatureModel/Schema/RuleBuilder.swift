/// Collects the rules of an ``EntityType``.
@resultBuilder public enum RuleBuilder<Owner: EntityType> {
  /// Joins the statements.
  public static func buildBlock(_ parts: Rules<Owner>...) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: Rules<Owner>?) -> Rules<Owner> { part ?? Rules() }
  /// Takes the first branch.
  public static func buildEither(first part: Rules<Owner>) -> Rules<Owner> { part }
  /// Takes the second branch.
  public static func buildEither(second part: Rules<Owner>) -> Rules<Owner> { part }
  /// Takes a loop.
  public static func buildArray(_ parts: [Rules<Owner>]) -> Rules<Owner> {
    Rules(parts.flatMap(\.members))
  }
  /// Takes a value that a property or function of the same type yields.
  public static func buildExpression(_ rules: Rules<Owner>) -> Rules<Owner> { rules }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: """
      the rules of a type are Rule, Unique, Index, FetchedProperty and FetchTemplate; declare \
      properties with let, such as let title = Attribute<String>()
      """
  )
  public static func buildExpression(_ other: Any) -> Rules<Owner> { Rules() }
}
