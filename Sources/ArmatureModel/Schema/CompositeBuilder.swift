/// A result builder that collects the elements of a composite.
@resultBuilder public enum CompositeBuilder {
  /// Adds an attribute.
  public static func buildExpression<Value>(_ attribute: Attribute<Value>) -> [AttributeDescription]
  {
    var description = attribute.description
    // Only entities declare uniqueness, so this marks the element for the check to report.
    if attribute.uniqueness != nil { description.isIdentifying = true }
    return [description]
  }
  /// Adds a nested composite.
  public static func buildExpression(_ composite: Composite) -> [AttributeDescription] {
    [composite.description]
  }
  /// Unavailable: declare the relationship on the entity.
  @available(
    *, unavailable,
    message: "a composite cannot have relationships; declare it on the entity instead"
  )
  public static func buildExpression(_ relationship: Relationship) -> [AttributeDescription] { [] }
  /// Unavailable: a composite contains attributes and composites.
  @available(
    *, unavailable,
    message:
      "a composite contains only attributes and composites; declare anything else on the entity"
  )
  public static func buildExpression(_ other: Any) -> [AttributeDescription] { [] }
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: [AttributeDescription]...) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [AttributeDescription]?) -> [AttributeDescription] {
    part ?? []
  }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [[AttributeDescription]]) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
}
