/// A result builder that collects the entities of a ``ManagedObjectModel``.
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
  /// Adds an entity.
  public static func buildExpression(_ entity: Entity) -> ModelBody {
    ModelBody([entity.description])
  }
  /// Adds the entity of a schema type.
  public static func buildExpression<Type: EntityType>(
    _ type: Type.Type, file: String = #fileID, line: Int = #line
  ) -> ModelBody {
    ModelBody([EntityDescription(type, site: DeclarationSite(file: file, line: line))])
  }
  /// Adds an entity that is described as data.
  public static func buildExpression(_ entity: EntityDescription) -> ModelBody {
    ModelBody([entity])
  }
  /// Adds the entities that another function or property with `@ModelBuilder` returns.
  public static func buildExpression(_ body: ModelBody) -> ModelBody { body }
  /// Unavailable: put parts of an entity into the body of an `Entity`.
  @available(
    *, unavailable,
    message: "this belongs to an entity; put it inside Entity(\"Name\") { … }"
  )
  public static func buildExpression(_ part: any EntityPart) -> ModelBody { ModelBody([]) }
  /// Unavailable: use the schema type, `Name.self`.
  @available(
    *, unavailable,
    message: "a model takes the type, not a value of it; write Name.self instead of Name()"
  )
  public static func buildExpression(_ schema: any EntityType) -> ModelBody { ModelBody([]) }
  /// Unavailable: the body of a model consists of entities.
  @available(
    *, unavailable,
    message: """
      the body of a model contains Entity(\"Name\") { … }, Name.self of the typed tier, entity \
      descriptions and other models
      """
  )
  public static func buildExpression(_ other: Any) -> ModelBody { ModelBody([]) }
  /// Joins the statements of a body.
  public static func buildBlock(_ parts: ModelBody...) -> ModelBody {
    ModelBody(parts.flatMap(\.entities))
  }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: ModelBody?) -> ModelBody { part ?? ModelBody([]) }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first part: ModelBody) -> ModelBody { part }
  /// Supports the second branch of `if` and `switch`.
  public static func buildEither(second part: ModelBody) -> ModelBody { part }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [ModelBody]) -> ModelBody {
    ModelBody(parts.flatMap(\.entities))
  }
  /// Supports `if #available`.
  public static func buildLimitedAvailability(_ part: ModelBody) -> ModelBody { part }
}

/// The entities that a function or property with `@ModelBuilder` declares.
///
/// Use it to declare a part of a model in a function of its own:
///
/// ```swift
/// func shop(sellsBooks: Bool) throws -> ManagedObjectModel {
///   @ModelBuilder func books() -> ModelBody {
///     Entity("Book") { Attribute("title", String.self) }
///   }
///   return try ManagedObjectModel("Shop") {
///     Entity("Product") { Attribute("price", Decimal.self) }
///     if sellsBooks { books() }
///   }
/// }
/// print(try shop(sellsBooks: true).entities.count)  // 2
/// ```
public struct ModelBody: Sendable {
  let entities: [EntityDescription]

  init(_ entities: [EntityDescription]) { self.entities = entities }
}
