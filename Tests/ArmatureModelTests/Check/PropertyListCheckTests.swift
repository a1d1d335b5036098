import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PropertyListCheckTests {
  @Test(arguments: badModels) func `a bad uniqueness or index is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "uniqueness over nothing",
      Expected(
        .emptyPropertyList, 0,
        "Book must name at least one property in Unique(…), but names none.")
    ) { Entity("Book") { Unique() } },
    BadModel(
      "index over nothing",
      Expected(
        .emptyPropertyList, 0, "Book must name at least one property in Index(…), but names none.")
    ) { Entity("Book") { Index() } },
    BadModel(
      "unknown properties",
      Expected(
        .unknownProperty, 2,
        #"Book must name its own properties in Unique(…), but "titel" is not one. Did you mean"#
          + #" "title"?"#
      ),
      Expected(
        .unknownProperty, 2,
        #"Book must name its own properties in Unique(…), but "publisher" is not one."#),
      Expected(
        .unknownProperty, 3,
        #"Book must name its own properties in Index(…), but "Title" is not one. Did you mean"#
          + #" "title"?"#
      )
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Unique("titel", "publisher")
        Index("Title")
      }
    },
    BadModel(
      "a property twice",
      Expected(
        .repeatedProperty, 2,
        #"Book must name each property once in Unique(…), but names "title" twice."#),
      Expected(
        .repeatedProperty, 3,
        #"Book must name each property once in Index(…), but names "title" twice."#)
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Unique("title", "title")
        Index("title", "title")
      }
    },
    BadModel(
      "properties that stores cannot compare",
      Expected(
        .unsupportedProperty, 7,
        #"Book must name stored values that can be compared in Unique(…), but "tags" is"#
          + " a to-many relationship."),
      Expected(
        .unsupportedProperty, 7,
        #"Book must name stored values that can be compared in Unique(…), but "cover" is data."#),
      Expected(
        .unsupportedProperty, 7,
        #"Book must name stored values that can be compared in Unique(…), but "size" is a"#
          + " composite."
      ),
      Expected(
        .unsupportedProperty, 8,
        #"Book must name stored values that can be compared in Index(…), but "mark" is"#
          + " transient."),
      Expected(
        .unsupportedProperty, 8,
        #"Book must name stored values that can be compared in Index(…), but "others" is"#
          + " a fetched property.")
    ) {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("cover", Data.self)
        Attribute("mark", Bool.self).transient()
        Composite("size") { Attribute("height", Int.self) }
        Relationship("tags", to: "Book", .toMany)
        FetchedProperty("others", of: "Book") { $0.title != nil }
        Unique("title", "tags", "cover", "size")
        Index("title", "mark", "others")
      }
    },
    BadModel(
      "index of two kinds",
      Expected(
        .mixedIndex, 0,
        "Place must have indexes of one kind each, but one over x, name mixes several kinds"
          + " of elements. Declare an index for each kind.")
    ) {
      EntityDescription(
        "Place", properties: [attribute("x", .double), attribute("name", .string)],
        indexes: [IndexDescription([.init("x", kind: .rTree), .init("name")])])
    },
    BadModel(
      "R-tree over text and a relationship",
      Expected(
        .unsupportedProperty, 3,
        #"Place must have R-tree indexes over numbers, but "name" is text. Use .binary."#),
      Expected(
        .unsupportedProperty, 3,
        #"Place must have R-tree indexes over numbers, but "city" is a relationship. Use .binary."#)
    ) {
      Entity("Place") {
        Attribute("x", Double.self); Attribute("name", String.self);
        Relationship("city", to: "Place")
        Index("x", "name", "city", kind: .rTree)
      }
    },
  ]

  @Test func `uniqueness may take in inherited attributes and to-one relationships`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Publication") { Attribute("title", String.self) }
      Entity("Book", parent: "Publication") {
        Relationship("author", to: "Author", inverse: "books")
        Unique("title", "author")
        Index("title", "author")
      }
      Entity("Author") { Relationship("books", to: "Book", .toMany) }
    }
    #expect(model.warnings == [])
  }
}
