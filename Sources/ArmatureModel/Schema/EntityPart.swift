/// A part of an ``Entity``, such as an attribute, a relationship or a rule.
///
/// Conform a type to this protocol to share declarations between entities. For example, the following type declares an
/// amount and its currency. If you don't need a type of your own, a function is enough:
/// `@PropertyBuilder func stamps() -> EntityBody { … }`.
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
public protocol EntityPart {
  /// The members that the part adds to the entity.
  var entityBody: EntityBody { get }
}
