/// A named predicate with variables. Each fetch that uses the template provides values for the variables.
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") {
///     Attribute("price", Decimal.self)
///     FetchTemplate("cheap") { $0.price <= QueryVariable("LIMIT") }
///   }
/// }
/// let request = try model.fetchRequest(template: "cheap", ["LIMIT": 10])
/// ```
public struct FetchTemplate: Sendable {
  let member: EntityMember

  /// Declares a template. Its name must be unique in the model. In the body, `$0` is an object of the entity.
  public init(
    _ name: String, file: String = #fileID, line: Int = #line,
    where predicate: (DynamicQuery) -> FetchPredicate
  ) {
    member = .template(
      FetchTemplateDescription(
        name, where: predicate(DynamicQuery()), site: DeclarationSite(file: file, line: line)))
  }
}

extension FetchTemplate: EntityPart {
  /// The template as the body of an entity.
  public var entityBody: EntityBody { EntityBody([member]) }
}

extension RuleBuilder {
  /// Adds a fetch template.
  public static func buildExpression(_ template: FetchTemplate) -> Rules<Owner> {
    Rules([template.member])
  }
}
