import Armature

/// The model of a shopping list.
enum ShoppingModel {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shopping") {
      Entity("Item") {
        Attribute("name", String.self).identifying()
        Attribute("count", Int.self).default(1).range(1...)
        Attribute("note", String?.self)
      }
    }
  }
}
