/// A named predicate with variables that each fetch fills in.
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

  /// Declares a template. The name is unique in the model; `$0` is an object of the entity.
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
