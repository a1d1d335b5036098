/// A condition with a name, and variables to be filled in when objects are fetched.
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

  /// Declares a template with a name that no other of the model has; `$0` is an object.
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
  /// The template, as what an entity is made of.
  public var entityBody: EntityBody { EntityBody([member]) }
}

extension RuleBuilder {
  /// Takes a fetch template.
  public static func buildExpression(_ template: FetchTemplate) -> Rules<Owner> {
    Rules([template.member])
  }
}
