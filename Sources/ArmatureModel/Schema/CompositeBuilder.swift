/// Collects the elements of a composite.
@resultBuilder public enum CompositeBuilder {
  /// Takes an attribute.
  public static func buildExpression<Value>(_ attribute: Attribute<Value>) -> [AttributeDescription]
  {
    var description = attribute.description
    // The entity declares what is unique, so that the check of elements sees it only here.
    if attribute.uniqueness != nil { description.isIdentifying = true }
    return [description]
  }
  /// Takes a nested composite.
  public static func buildExpression(_ composite: Composite) -> [AttributeDescription] {
    [composite.description]
  }
  /// Refuses a relationship.
  @available(
    *, unavailable, message: "a composite has no relationships; declare it on the entity instead"
  )
  public static func buildExpression(_ relationship: Relationship) -> [AttributeDescription] { [] }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: "a composite holds attributes and composites; declare anything else on the entity"
  )
  public static func buildExpression(_ other: Any) -> [AttributeDescription] { [] }
  /// Joins the statements.
  public static func buildBlock(_ parts: [AttributeDescription]...) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: [AttributeDescription]?) -> [AttributeDescription] {
    part ?? []
  }
  /// Takes the first branch.
  public static func buildEither(first part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Takes the second branch.
  public static func buildEither(second part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }
  /// Takes a loop.
  public static func buildArray(_ parts: [[AttributeDescription]]) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
}
