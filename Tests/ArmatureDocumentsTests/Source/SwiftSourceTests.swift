import Armature
import ArmatureDocuments
import Foundation
import Testing

@Suite struct SwiftSourceTests {
  @Test func `rules with a JSON Schema are written as literals`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Cup") {
        Attribute("extra", JSONValue?.self).schema([
          "type": ["object", "null"], "maxProperties": 2,
        ])
        Rule("has a name", schema: ["required": ["name"]], others: "extra", severity: .warning)
      }
    }
    let text = SwiftSource(of: model).text
    #expect(
      text.contains(
        #"Attribute("extra", JSONValue?.self).schema(["type": ["object", "null"], "maxProperties": 2])"#
      ),
      "\(text)")
    #expect(
      text.contains(
        #"Rule("has a name", schema: ["required": ["name"]], others: "extra", severity: .warning)"#),
      "\(text)")
  }

  @Test func `maps and keyed parts are written in their words`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Cup") {
        Attribute("stock", [String: Int].self).default(["red": 1])
        Attribute("words", [String: [String?]]?.self).schema(["minProperties": 1])
        Relationship("parts", to: "Part", .toMany).owned().keyed(by: "name")
      }
      Entity("Part") { Attribute("name", String.self) }
    }
    let texts = [SwiftSource(of: model).text, SwiftSource(of: model, as: .typed).text]
    let expected = [
      [
        #"Attribute("stock", [String: Int].self).default(["red": 1])"#,
        #"Attribute("words", [String: [String?]]?.self).schema(["minProperties": 1])"#,
        #".owned().keyed(by: "name")"#,
      ],
      [
        #"let stock = Attribute<[String: Int]>().default(["red": 1])"#,
        #"let words = Attribute<[String: [String?]]?>().schema(["minProperties": 1])"#,
        #".owned().keyed(by: \.name)"#,
      ],
    ]
    for (text, lines) in zip(texts, expected) {
      for line in lines { #expect(text.contains(line), "\(text)") }
      #expect(!text.contains("additionalProperties"), "\(text)")
    }
  }

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
        .optional().key("measure").renamed(from: "extent").version("3").silencing(.optionalNumber)
        .userInfo(["unit": "cm"])
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
            .key("measure")
            .renamed(from: "extent")
            .version("3")
            .silencing(.optionalNumber)
            .userInfo(["unit": "cm"])
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

  @Test func `classes and closures are not in the source, which is told`() throws {
    var cup = EntityDescription(
      "Cup", className: "TeaCup",
      properties: [
        .attribute(
          AttributeDescription(
            "sku", .string,
            rules: [ValidationRule(.custom(name: "checksum", properties: []))])),
        .attribute(
          AttributeDescription("made", .date, default: .computed(DefaultValue.Computed { .null }))),
      ])
    cup.rules = [ValidationRule(.custom(name: "fits", properties: []))]
    let others = (1...12).map { EntityDescription("E\($0)", className: "E\($0)") }
    let plain = EntityDescription("Plain", properties: [.attribute(.init("a", .string))])
    let source = SwiftSource(
      of: try ManagedObjectModel("Shop", entities: [cup, plain] + others))
    #expect(
      source.issues.map(\.message) == [
        "The model has classes of entities, which the source does not name, so objects are of "
          + "ManagedObject:"
          + " TeaCup (of Cup), E1, E2, E3, E4, E5, E6, E7, E8, E9 and 3 more.",
        "Cup has the rule \"fits\", which is a closure. It is not in the source.",
        "Cup.sku has the rule \"checksum\", which is a closure. It is not in the source.",
        "Cup.made has a default that is computed by a closure. It is not in the source.",
      ])
    #expect(source.issues.allSatisfy { $0.code == .missingInSource })
    #expect(try SwiftSource(of: ManagedObjectModel("Shop", entities: [plain])).issues.isEmpty)
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
