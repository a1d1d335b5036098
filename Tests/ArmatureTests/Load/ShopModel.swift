import Armature
import Foundation

/// A small shop: texts, numbers, a default, a list, a composite, references of both kinds, a sub-entity.
extension ManagedObjectModel {
  static func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self).length(1...20).identifying()
        Relationship("products", to: "Product", .toMany, inverse: "maker")
      }
      Entity("Label") { Attribute("number", Int.self).range(1...).identifying() }
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}").identifying()
        Attribute("price", Decimal?.self).range(0...)
        Attribute("stock", Int.self).default(1)
        Attribute("weight", Double?.self)
        Attribute("isSold", Bool?.self)
        Attribute("made", Date?.self)
        Attribute("note", String?.self).key("Remark")
        Attribute("sizes", [Int]?.self)
        Attribute("seen", Bool?.self).transient()
        Composite("origin") {
          Attribute("town", String.self).length(1...10)
          Attribute("codes", [Int]?.self)
          Composite("spot") {
            Attribute("latitude", Double.self).range(-90...90).key("Lat")
            Attribute("note", String?.self)
          }.optional()
        }.optional()
        Relationship("maker", to: "Maker", inverse: "products")
        Relationship("labels", to: "Label", .ordered)
      }.key("products")
      Entity("Book", parent: "Product") { Attribute("pages", Int?.self) }
    }
  }
}
