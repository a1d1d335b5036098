/// A result builder that collects the rules in the body of an attribute.
@resultBuilder public enum AttributeRuleBuilder {
  /// Adds a rule.
  public static func buildExpression(_ rule: ValidationRule) -> [ValidationRule] { [rule] }
  /// Unavailable: declare parts of an entity in the body of the entity.
  @available(
    *, unavailable,
    message:
      "the body of an attribute contains only rules such as .length(1...200); close it before this"
  )
  public static func buildExpression(_ part: any EntityPart) -> [ValidationRule] { [] }
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: [ValidationRule]...) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [ValidationRule]?) -> [ValidationRule] { part ?? [] }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: [ValidationRule]) -> [ValidationRule] { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: [ValidationRule]) -> [ValidationRule] { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [[ValidationRule]]) -> [ValidationRule] {
    parts.flatMap { $0 }
  }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ part: [ValidationRule]) -> [ValidationRule] { part }
}
