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
