/// Collects the body of a ``ManagedObjectModel``.
///
/// ```swift
/// @ModelBuilder func staff() -> ModelBody {
///   Entity("Employee") { Attribute("name", String.self) }
///   for name in ["Office", "Shop"] {
///     Entity(name) { Attribute("city", String.self) }
///   }
/// }
/// ```
@resultBuilder public enum ModelBuilder {
  /// Takes an entity.
  public static func buildExpression(_ entity: Entity) -> ModelBody {
    ModelBody([entity.description])
  }
  /// Takes an entity of the typed tier.
  public static func buildExpression<Type: EntityType>(
    _ type: Type.Type, file: String = #fileID, line: Int = #line
  ) -> ModelBody {
    ModelBody([EntityDescription(type, site: DeclarationSite(file: file, line: line))])
  }
  /// Takes an entity that was described as data.
  public static func buildExpression(_ entity: EntityDescription) -> ModelBody {
    ModelBody([entity])
  }
  /// Takes a body that a function or property of the same type yields.
  public static func buildExpression(_ body: ModelBody) -> ModelBody { body }
  /// Refuses a part of an entity.
  @available(
    *, unavailable,
    message: "this belongs to an entity; put it inside Entity(\"Name\") { … }"
  )
  public static func buildExpression(_ part: any EntityPart) -> ModelBody { ModelBody([]) }
  /// Refuses a schema.
  @available(
    *, unavailable,
    message: "a model takes the type, not a value of it; write Name.self instead of Name()"
  )
  public static func buildExpression(_ schema: any EntityType) -> ModelBody { ModelBody([]) }
  /// Refuses anything else.
  @available(
    *, unavailable,
    message: """
      the body of a model holds Entity(\"Name\") { … }, Name.self of the typed tier, entity \
      descriptions and other models
      """
  )
  public static func buildExpression(_ other: Any) -> ModelBody { ModelBody([]) }
  /// Joins the statements.
  public static func buildBlock(_ parts: ModelBody...) -> ModelBody {
    ModelBody(parts.flatMap(\.entities))
  }
  /// Takes an `if` without `else`.
  public static func buildOptional(_ part: ModelBody?) -> ModelBody { part ?? ModelBody([]) }
  /// Takes the first branch.
  public static func buildEither(first part: ModelBody) -> ModelBody { part }
  /// Takes the second branch.
  public static func buildEither(second part: ModelBody) -> ModelBody { part }
  /// Takes a loop.
  public static func buildArray(_ parts: [ModelBody]) -> ModelBody {
    ModelBody(parts.flatMap(\.entities))
  }
  /// Takes a part that depends on the system.
  public static func buildLimitedAvailability(_ part: ModelBody) -> ModelBody { part }
}
