import Armature
import ArmatureTools
import Foundation
import Testing

@Suite struct SwiftSourceTests {
  @Test func `a model is written in the shortest words, in its own order`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true, in: "Cloud", "Here") {
        Attribute("name", String.self).length(1...40).matching(#"\w+"#)
      }
      .renamed(from: "Item").userInfo(["a": "b\n\"c\""])
      Entity("Cup", parent: "Thing") {
        Attribute("sku", String.self).identifying()
        Attribute("price", Decimal?.self).default(-12.5).range(0..., severity: .warning).key("cost")
        Attribute("pieces", Int16.self).default(-1).range(-5...(-1), message: "no {value}").unique()
        Attribute("stock", Int.self).default(12_345_678).oneOf([1, 2, 12_345_678]).version("2")
        Attribute("made", Date.self).default(.now)
        Attribute("photo", Data?.self).storedExternally().silencing(.optionalNumber)
        Composite("size") {
          Attribute("width", Double.self).range(0...)
        }
        .optional()
        Relationship("maker", to: "Maker", inverse: "cups", onDelete: .deny).required()
        Unique("pieces", "stock")
        Index("name", "stock", ascending: false)
        FetchTemplate("cheap") { $0.price <= QueryVariable("LIMIT") && $0.maker.name != nil }
        Rule("few", severity: .warning) { $0.stock < 5 || $0.pieces == 1 }
        FetchedProperty("others", of: "Cup", orderedBy: [.descending("stock")], limit: 3) {
          $0.maker == QueryVariable.fetchSource.maker
        }
      }
      Entity("Maker") {
        Attribute("name", String?.self)
        Attribute("cupCount", Int.self).derived(from: .aggregate(.count, of: .keyPath(["cups"])))
        Relationship("cups", to: "Cup", .ordered, inverse: "maker").count(1...20)
      }
      Entity("Empty") {}
    }
    #expect(
      SwiftSource(of: model).text == """
        import Armature

        let model = try ManagedObjectModel("Shop") {
          Entity("Thing", isAbstract: true, in: "Cloud", "Here") {
            Attribute("name", String.self).length(1...40).matching(#"\\w+"#)
          }
          .renamed(from: "Item")
          .userInfo(["a": "b\\n\\"c\\""])
          Entity("Cup", parent: "Thing") {
            Attribute("sku", String.self).identifying()
            Attribute("price", Decimal?.self).default(-12.5).range(0..., severity: .warning).key("cost")
            Attribute("pieces", Int16.self).default(-1).range(-5...(-1), message: "no {value}").unique()
            Attribute("stock", Int.self).default(12_345_678).oneOf([1, 2, 12_345_678]).version("2")
            Attribute("made", Date.self).default(.now)
            Attribute("photo", Data?.self).storedExternally().silencing(.optionalNumber)
            Composite("size") {
              Attribute("width", Double.self).range(0.0...)
            }
            .optional()
            Relationship("maker", to: "Maker", inverse: "cups", onDelete: .deny).required()
            FetchedProperty("others", of: "Cup", orderedBy: [.descending("stock")], limit: 3) {
              $0.maker == QueryVariable.fetchSource.maker
            }
            Unique("pieces", "stock")
            Index("name", "stock", ascending: false)
            FetchTemplate("cheap") { $0.price <= QueryVariable("LIMIT") && $0.maker.name != nil }
            Rule("few", severity: .warning) { $0.stock < 5 || $0.pieces == 1 }
          }
          Entity("Maker") {
            Attribute("name", String?.self)
            Attribute("cupCount", Int.self).derived(from: .aggregate(.count, of: .keyPath(["cups"])))
            Relationship("cups", to: "Cup", .ordered, inverse: "maker").count(1...20)
          }
          Entity("Empty") {}
        }

        """)
  }

  @Test func `a large model has a function for each entity`() throws {
    let attributes = (0..<60).map {
      PropertyDescription.attribute(AttributeDescription("a\($0)", .string))
    }
    let entities = ["Book", "book", "本", "A B"].map {
      EntityDescription($0, properties: attributes)
    }
    let text = SwiftSource(of: try ManagedObjectModel("Large", entities: entities)).text
    #expect(
      text.contains(
        """
        let model = try ManagedObjectModel("Large") {
          makeBook()
          makeBook2()
          makeEntity()
          makeAB()
        }

        func makeBook() -> Entity {
          Entity("Book") {
            Attribute("a0", String.self)
        """))
  }
}
