import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// Returns a model with every kind of property that data can fill wrongly.
  static func catalogue() throws -> ManagedObjectModel {
    try ManagedObjectModel("Catalogue") {
      Entity("Author") {
        Attribute("name", String.self).length(1...20).identifying()
        Attribute("born", Date?.self)
        Relationship("books", to: "Book", .ordered, inverse: "author")
        Relationship("mentor", to: "Author", inverse: "pupils")
        Relationship("pupils", to: "Author", .toMany, inverse: "mentor")
        Relationship("passport", to: "Passport", inverse: "owner")
      }
      Entity("Passport") {
        Attribute("number", Int.self).range(1...).identifying()
        Relationship("owner", to: "Author", inverse: "passport")
      }
      Entity("Book") {
        Attribute("isbn", String.self).matching(#"[0-9]{4}"#).identifying()
        Attribute("title", String.self).length(1...12)
        Attribute("pages", Int.self).default(1).range(1...5000)
        Attribute("price", Decimal?.self).range(0..<1000)
        Attribute("rating", Double?.self).range(0...5)
        Attribute("weight", Float?.self)
        Attribute("shelf", Int16?.self)
        Attribute("stock", Int32?.self)
        Attribute("inPrint", Bool.self).default(true)
        Attribute("published", Date?.self)
        Attribute("seen", ZonedDate?.self)
        Attribute("cover", Data?.self).length(...4)
        Attribute("code", UUID?.self)
        Attribute("page", URL?.self).key("url")
        Attribute("format", EveryType.Format?.self)
        Attribute("level", EveryType.Level?.self)
        Attribute("colour", EveryType.Colour?.self)
        Attribute("printer", EveryType.Address?.self)
        Attribute("language", String?.self).oneOf(["de", "en"])
        Attribute("mood", String?.self).length(2..., severity: .warning)
        Attribute("memo", String?.self).transient()
        Relationship("author", to: "Author", inverse: "books")
        Relationship("tags", to: "Tag", .ordered, inverse: "books")
        Relationship("chapters", to: "Chapter", .ordered, inverse: "book", onDelete: .cascade)
        Rule("a priced book is rated") { $0.price == nil || $0.rating != nil }
        Unique("title", "author")
      }
      Entity("Tag") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .ordered, inverse: "tags")
      }.key("tags")
      Entity("Chapter") {
        Attribute("title", String.self)
        Relationship("book", to: "Book", inverse: "chapters")
      }
      Entity("Loan") {
        Attribute("days", Int.self).range(1...30)
        Relationship("reader", to: "Author").required()
        Relationship("books", to: "Book", .toMany).count(1...2).required()
      }
      Entity("Medium", isAbstract: true) {
        Attribute("id", Int.self).identifying()
        Relationship("sequel", to: "Medium", inverse: "prequel")
        Relationship("prequel", to: "Medium", inverse: "sequel")
      }
      Entity("Film", parent: "Medium") { Attribute("minutes", Int.self) }
      Entity("Song", parent: "Medium") { Attribute("verses", Int.self).default(1) }
    }
  }
}
