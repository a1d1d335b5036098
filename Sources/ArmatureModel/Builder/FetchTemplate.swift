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

/// A property whose objects are fetched with a predicate each time you read the property.
///
/// For example, each film in this model has a property with the latest three films of the same studio:
///
/// ```swift
/// let model = try ManagedObjectModel("Films") {
///   Entity("Film") {
///     Attribute("year", Int.self).default(1900)
///     Attribute("studio", String?.self)
///     FetchedProperty("latest", of: "Film", orderedBy: [.descending("year")], limit: 3) {
///       $0.studio == QueryVariable.fetchSource.studio
///     }
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// let film = try context.insert("Film")
/// let latest: [ManagedObject]? = film.latest
/// ```
public struct FetchedProperty: Sendable {
  package let description: FetchedPropertyDescription

  /// Declares a fetched property. In the body, `$0` is an object of the destination entity.
  ///
  /// By default, the objects are in the order of their insertion. The limit must not be negative. A limit of `nil`
  /// means that the property finds all objects.
  public init(
    _ name: String, of destination: String, orderedBy orders: [FetchOrder] = [],
    limit: Int? = nil, file: String = #fileID, line: Int = #line,
    where predicate: (DynamicQuery) -> FetchPredicate
  ) {
    description = FetchedPropertyDescription(
      name, of: destination, where: predicate(DynamicQuery()), orderedBy: orders, limit: limit,
      site: DeclarationSite(file: file, line: line))
  }
}

extension FetchedProperty: EntityPart {
  /// The fetched property as the body of an entity.
  public var entityBody: EntityBody { EntityBody([.property(.fetched(description))]) }
}

extension RuleBuilder {
  /// Adds a fetched property.
  public static func buildExpression(_ property: FetchedProperty) -> Rules<Owner> {
    Rules([.property(.fetched(property.description))])
  }
}
