/// A part of an ``Entity``, such as an attribute, a relationship or a rule.
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
/// To share declarations between entities, conform a type to this protocol, or write a function:
/// `@PropertyBuilder func stamps() -> EntityBody { … }`.
public protocol EntityPart {
  /// The members that the part adds to the entity.
  var entityBody: EntityBody { get }
}
