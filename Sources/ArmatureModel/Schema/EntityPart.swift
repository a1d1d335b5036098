/// What may stand in the body of an ``Entity``: an attribute, a relationship, a rule, …
///
/// ```swift
/// struct Money: EntityPart {
///   let name: String
///   @PropertyBuilder var entityBody: EntityBody {
///     Attribute("\(name)Amount", Decimal.self).range(0...)
///     Attribute("\(name)Currency", String.self).default("EUR")
///   }
/// }
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Money(name: "price") }
/// }
/// print(model["Product"]?.attributes.map(\.name) ?? [])  // ["priceAmount", "priceCurrency"]
/// ```
/// A type of your own that yields an ``EntityBody`` is a part to use in many entities, and so is a
/// function: `@PropertyBuilder func stamps() -> EntityBody { … }`.
public protocol EntityPart {
  /// What the part adds to the entity.
  var entityBody: EntityBody { get }
}
