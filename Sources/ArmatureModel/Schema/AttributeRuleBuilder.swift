/// Collects the rules of an attribute that is declared with a body.
@resultBuilder public enum AttributeRuleBuilder {
  /// Takes a rule.
  public static func buildExpression(_ rule: ValidationRule) -> [ValidationRule] { [rule] }
  /// Refuses a part of an entity.
  @available(
    *, unavailable,
    message: "the body of an attribute holds rules such as .length(1...200); close it before this"
  )
  public static func buildExpression(_ part: any EntityPart) -> [ValidationRule] { [] }
  /// Joins the statements.
  public static func buildBlock(_ parts: [ValidationRule]...) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: [ValidationRule]?) -> [ValidationRule] { part ?? [] }
  /// Takes the first branch.
  public static func buildEither(first part: [ValidationRule]) -> [ValidationRule] { part }
  /// Takes the second branch.
  public static func buildEither(second part: [ValidationRule]) -> [ValidationRule] { part }
  /// Takes a loop.
  public static func buildArray(_ parts: [[ValidationRule]]) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Takes a part that depends on the system.
  public static func buildLimitedAvailability(_ part: [ValidationRule]) -> [ValidationRule] { part }
}
