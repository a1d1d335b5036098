import Armature
import ArmatureDocuments
import Foundation
import Testing

/// Source of the typed tier, and source with classes.
@Suite struct SwiftTierTests {
  private func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true, in: "Cloud") {
        Attribute("name", String.self).length(1...40)
        Attribute("default", Int?.self)
      }
      .renamed(from: "Item")
      Entity("Cup", parent: "Thing") {
        Attribute("price", Decimal?.self).default(-12.5).range(0..., severity: .warning)
        Attribute("made", Date.self) {
          ValidationRule(.required, when: .comparison(.keyPath(["price"]), .equal, .constant(1)))
        }
        .default(.now)
        Composite("size") {
          Attribute("width", Double.self).range(0...)
          Attribute("in", String?.self)
        }
        .optional()
        Attribute("first name", String?.self)
        Relationship("maker", to: "Maker", onDelete: .deny).required().userInfo(["a": "b"])
        Unique("name", "made")
        Unique("name", "first name")
        Index("default", "made", ascending: false)
        Rule("priced") { $0.name != "x" && $0.default == nil }
        Rule("cheap") { $0.price < 5 }
        FetchedProperty("others", of: "Cup", limit: 3) {
          $0.maker == QueryVariable.fetchSource.maker
        }
      }
      Entity("Maker") {
        Relationship("cups", to: "Cup", .ordered, inverse: "maker").count(1...20)
        Relationship("friends", to: "Maker", .toMany, inverse: "friends")
      }
      Entity("Date") {}
    }
  }

  @Test func `a schema for each entity has the shortest words`() throws {
    let source = SwiftSource(of: try shop(), as: .typed)
    #expect(source.classFiles.isEmpty)
    #expect(
      source.text == """
        import Armature

        let model = try ManagedObjectModel("Shop") {
          Entity(Thing.self, in: "Cloud").renamed(from: "Item")
          Entity(Cup.self) {
            Attribute("first name", String?.self)
            Unique("name", "first name")
          }
          Maker.self
          DateEntity.self
        }

        struct Thing: EntityType {
          static let schema = Thing()
          static let isAbstract = true

          let name = Attribute<String>().length(1...40)
          let `default` = Attribute<Int?>()
        }

        struct Cup: SubentityType {
          typealias Parent = Thing
          static let schema = Cup()

          let price = Attribute<Decimal?>().default(-12.5).range(0..., severity: .warning)
          let made = Attribute<Date>("made") {
            ValidationRule(.required, when: .comparison(.keyPath(["price"]), .equal, .constant(.int(1))))
          }
          .default(.now)
          let size = Attribute<CupSize?>()
          let maker = ToOne<Maker>(inverse: \\.cups, onDelete: .deny).required().userInfo(["a": "b"])

          static var rules: Rules<Cup> {
            FetchedProperty("others", of: "Cup", limit: 3) { $0.maker == QueryVariable.fetchSource.maker }
            Unique(\\.name, \\.made)
            Index(\\.`default`, \\.made, ascending: false)
            Rule("priced") { _ in
              .and([
                .comparison(.keyPath(["name"]), .notEqual, .constant(.string("x"))),
                .comparison(.keyPath(["default"]), .equal, .constant(.null)),
              ])
            }
            Rule("cheap") { _ in .comparison(.keyPath(["price"]), .less, .constant(.int(5))) }
          }
        }

        struct Maker: EntityType {
          static let schema = Maker()

          let cups = ToMany<Cup>(ordered: true).count(1...20)
          let friends: ToMany<Maker> = ToMany(inverse: \\.friends)
        }

        struct DateEntity: EntityType {
          static let schema = DateEntity()
          static let entityName = "Date"
        }

        struct CupSize: CompositeValue {
          var width: Double
          var `in`: String?

          static var elements: [AttributeDescription] {
            Attribute("width", Double.self).range(0.0...)
            Attribute("in", String?.self)
          }

          var elementValues: [String: AttributeValue] {
            [
              "width": width.attributeValue,
              "in": `in`.attributeValue,
            ]
          }
        }

        extension CupSize {
          init?(elements: [String: AttributeValue]) {
            guard
              let width = Double(attributeValue: elements["width"] ?? .null),
              let `in` = String?(attributeValue: elements["in"] ?? .null)
            else { return nil }
            self.init(width: width, in: `in`)
          }
        }

        """)
    #expect(
      source.issues.map(\.message) == [
        "Cup.first name must have a name that a property of a struct can have, but has none. It "
          + "is declared in the body of its entity, where views do not see it.",
        "Date must have a schema with a name that is free in Swift, but \"Date\" is not. It is called DateEntity.",
      ])
  }

  private class Paper: ManagedObject {}
  private final class Bill: Paper {}

  @Test func `a schema names the class of its objects and derives values by key paths`() throws {
    let model = try ManagedObjectModel("Bills") {
      Entity("Paper", class: Paper.self, isAbstract: true) {
        Attribute("label", String?.self)
      }
      Entity("Invoice", class: Bill.self, parent: "Paper") {
        Attribute("total", Decimal.self)
          .derived(from: .aggregate(.sum, of: .keyPath(["lines", "amount"])))
        Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
        Attribute("tax", Decimal?.self)
          .derived(from: .arithmetic(.keyPath(["total"]), .multiply, .constant(.decimal(2))))
        Relationship("lines", to: "Line", .toMany, inverse: "invoice")
      }
      Entity("Reminder", parent: "Invoice") {}
      Entity("Line") {
        Attribute("amount", Decimal.self)
        Attribute("copy", Decimal.self).derived(from: .keyPath(["amount"]))
        Relationship("invoice", to: "Invoice", inverse: "lines")
      }
    }
    let source = SwiftSource(of: model, as: .typed)
    let text = source.text
    #expect(
      text.contains(
        """
        struct Paper: ClassEntityType {
          typealias Object = PaperObject
          static let schema = Paper()

        """), "\(text)")
    #expect(
      text.contains(
        """
        struct Invoice: SubentityType, ClassEntityType {
          typealias Parent = Paper
          typealias Object = Bill
          static let schema = Invoice()

          let total = Attribute<Decimal>().derived(in: Invoice.self) { $0.lines.sum(\\.amount) }
          let size = Attribute<Int>().derived(in: Invoice.self) { $0.lines.count }

        """), "\(text)")
    // An expression of a derived attribute, or one that is no key path, is written as data.
    #expect(text.contains("let tax = Attribute<Decimal?>()") && !text.contains("$0.total"))
    #expect(text.contains("struct Reminder: SubentityType {\n  typealias Parent = Invoice\n"))
    #expect(
      text.contains("let copy = Attribute<Decimal>().derived(in: Line.self) { $0.amount }"))
    #expect(
      text.contains(
        """
        /// An object of the entity "Paper".
        class PaperObject: ManagedObject {}

        /// An object of the entity "Invoice".
        final class Bill: PaperObject {}

        """), "\(text)")
    #expect(
      source.issues.map(\.message) == [
        "The model has classes with names that are not free in the source, such as those of "
          + "schemas. They are called differently: PaperObject (of Paper)."
      ])
  }

  @Test func `a class for each entity has its accessors, and a file to edit`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Thing", isAbstract: true) { Attribute("name", String.self) }
      Entity("Cup", parent: "Thing") {
        Attribute("price", Decimal?.self).range(0...)
        Attribute("in", Bool.self).default(true)
        Attribute("first name", String?.self)
        Composite("size") { Attribute("width", Double.self) }
        Relationship("maker", to: "Maker", inverse: "cups").required()
        FetchedProperty("others", of: "Cup") { $0.name == "x" }
      }
      Entity("Maker") {
        Relationship("cups", to: "Cup", .toMany, inverse: "maker")
        Relationship("best", to: "Cup", .ordered)
      }
      Entity("Set") {}
    }
    let source = SwiftSource(of: model, as: .classes)
    #expect(
      source.text == """
        // Written by armature generate, and written anew each time: edit the classes' own files.

        import Armature

        /// The model "Shop".
        func makeModel() throws -> ManagedObjectModel {
          try ManagedObjectModel("Shop") {
            makeThing()
            makeCup()
            makeMaker()
            makeSet()
          }
        }

        /// The properties of the entity "Thing".
        class ThingProperties: ManagedObject {
          @Property("name") var name: String
        }

        func makeThing() -> Entity {
          Entity("Thing", class: Thing.self, isAbstract: true) {
            Attribute("name", String.self)
          }
        }

        /// The properties of the entity "Cup".
        class CupProperties: Thing {
          @Property("price") var price: Decimal?
          @Property("in") var `in`: Bool
          @Property("first name") var firstName: String?
          @Property("size") var size: CupSize
          @Property("maker") var maker: Maker?
          var others: [Cup] { self[dynamicMember: "others"] ?? [] }
        }

        func makeCup() -> Entity {
          Entity("Cup", class: Cup.self, parent: "Thing") {
            Attribute("price", Decimal?.self).range(0...)
            Attribute("in", Bool.self).default(true)
            Attribute("first name", String?.self)
            Attribute("size", CupSize.self)
            Relationship("maker", to: "Maker", inverse: "cups").required()
            FetchedProperty("others", of: "Cup") { $0.name == "x" }
          }
        }

        /// The properties of the entity "Maker".
        class MakerProperties: ManagedObject {
          @Property("cups") var cups: Set<Cup>
          @Property("best") var best: [Cup]
        }

        func makeMaker() -> Entity {
          Entity("Maker", class: Maker.self) {
            Relationship("cups", to: "Cup", .toMany, inverse: "maker")
            Relationship("best", to: "Cup", .ordered)
          }
        }

        /// The properties of the entity "Set".
        class SetObjectProperties: ManagedObject {}

        func makeSet() -> Entity {
          Entity("Set", class: SetObject.self) {}
        }

        struct CupSize: CompositeValue {
          var width: Double

          static var elements: [AttributeDescription] {
            Attribute("width", Double.self)
          }

          var elementValues: [String: AttributeValue] {
            [
              "width": width.attributeValue
            ]
          }
        }

        extension CupSize {
          init?(elements: [String: AttributeValue]) {
            guard
              let width = Double(attributeValue: elements["width"] ?? .null)
            else { return nil }
            self.init(width: width)
          }
        }

        """)
    #expect(
      source.classFiles.map(\.name) == [
        "Thing.swift", "Cup.swift", "Maker.swift", "SetObject.swift",
      ])
    #expect(
      source.classFiles[1].text == """
        import Armature

        /// An object of the entity "Cup".
        class Cup: CupProperties {}

        """)
    #expect(source.issues.map(\.entity) == ["Set"])
  }

  @Test func `classes have the names that the model says, each its own`() throws {
    let entities = ["A", "B", "C"].map {
      EntityDescription($0, className: $0 == "C" ? "main" : "Part")
    }
    let source = SwiftSource(
      of: try ManagedObjectModel("Parts", entities: entities), as: .classes)
    #expect(
      source.classFiles.map(\.name) == ["Part.swift", "PartObject.swift", "MainObject.swift"])
    #expect(source.issues.map(\.entity) == ["B", "C"])
  }
}
