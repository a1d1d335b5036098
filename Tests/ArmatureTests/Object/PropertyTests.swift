import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A class with an accessor of every kind.
class ShipObject: ManagedObject {
  @Property("name") var name: String
  @Property("crew") var crew: Int
  @Property("length") var metres: Double?
  @Property("built") var built: Date?
  @Property("format") var format: EveryType.Format?
  @Property("colour") var colour: EveryType.Colour
  @Property("harbour") var harbour: HarbourObject?
  @Property("sisters") var sisters: Set<ShipObject>
  @Property("cargo") var cargo: [ManagedObject]

  /// State that is not part of the model.
  var visits = 0
  /// A computed property based on a value of the model.
  var displayName: String { "MS \(name)" }
}

final class HarbourObject: ManagedObject {
  @Property("name") var name: String
  @Property("ships") var ships: [ShipObject]
}

/// A subclass with an accessor that the parent lacks.
final class TankerObject: ShipObject {
  @Property("identifier") var identifier: UUID
}

@Suite struct PropertyTests {
  private let context: ManagedObjectContext

  init() throws {
    let ship = EntityBody.ship
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Harbour") {
        Entity("Ship", class: ShipObject.self) { ship("Ship") }
        Entity("Harbour", class: HarbourObject.self) {
          Attribute("name", String.self).default("Genoa")
          Relationship("ships", to: "Ship", .ordered, inverse: "harbour")
        }
        Entity("Crate") { Relationship("ship", to: "Ship", inverse: "cargo") }
      })
  }

  @Test func `a link to an object whose class was not bound is never taken for the class`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let ship = EntityBody.ship
      let model = try ManagedObjectModel("Harbour") {
        Entity("Ship", class: ShipObject.self) { ship("Ship") }
        Entity("Harbour", class: HarbourObject.self) {
          Attribute("name", String.self).default("Genoa")
          Relationship("ships", to: "Ship", .ordered, inverse: "harbour")
        }
        Entity("Crate") { Relationship("ship", to: "Ship", inverse: "cargo") }
      }
      let decoded = try JSONDecoder().decode(
        ManagedObjectModel.self, from: JSONEncoder().encode(model))
      let context = ManagedObjectContext(model: try decoded.binding(ShipObject.self, in: "Ship"))
      let bound = try context.insert(ShipObject.self)
      precondition(bound.harbour == nil)
      try bound.setValue(try context.insert("Harbour"), forKey: "harbour")
      _ = bound.harbour
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("Ship.harbour must have a value of type Optional<HarbourObject>"), "\(text)")
  }

  @Test func `accessors of attributes read and write the object`() throws {
    let ship = try context.insert(ShipObject.self)
    ship.name = "Bounty"
    ship.crew += 44
    #expect(ship.name == "Bounty" && ship.crew == 45 && ship["name"] == "Bounty")
    #expect(ship.displayName == "MS Bounty")
    #expect(ship.metres == nil && ship.built == nil && ship.format == nil)
    ship.metres = 27.7
    ship.built = Date(1)
    ship.format = .audio
    ship.colour = EveryType.Colour(1, 1, 1)
    #expect(ship["length"] == 27.7 && ship["built"] == .date(Date(1)) && ship["format"] == "audio")
    #expect(ship.colour == EveryType.Colour(1, 1, 1) && ship["colour"] == "#010101")
    ship["length"] = nil
    ship.built = nil
    ship.format = nil
    #expect(ship.metres == nil && ship.built == nil && ship["format"] == nil)
    ship.visits += 1
    #expect(ship.visits == 1)
  }

  @Test func `accessors write what is saved and rolled back`() throws {
    let ship = try context.insert(ShipObject.self)
    ship.name = "Bounty"
    ship.colour = EveryType.Colour(0, 0, 0)
    try context.save()
    ship.name = "Pandora"
    ship.metres = 1
    #expect(ship.isUpdated && ship.changedValues == ["name": "Pandora", "length": 1.0])
    context.rollback()
    #expect(ship.name == "Bounty" && ship.metres == nil && !context.hasChanges)
  }

  @Test func `accessors of relationships keep both sides`() throws {
    let (a, b) = (try context.insert(ShipObject.self), try context.insert(ShipObject.self))
    let harbour = try context.insert(HarbourObject.self)
    #expect(a.harbour == nil && a.sisters == [] && a.cargo == [] && harbour.ships == [])
    a.harbour = harbour
    harbour.ships.insert(b, at: 0)
    #expect(harbour.ships == [b, a] && b.harbour?.name == "Genoa")
    b.harbour?.name = "Bari"
    #expect(harbour.name == "Bari")
    a.sisters.insert(b)
    #expect(b.sisters == [a])
    let crate = try context.insert("Crate")
    a.cargo.append(crate)
    #expect(crate.one("ship") === a)
    a.harbour = nil
    a.sisters = []
    a.cargo.removeAll()
    #expect(harbour.ships == [b] && b.sisters == [] && crate.one("ship") == nil)
  }

  /// A class with accessors that all contradict the relationships.
  final class WrongHarbour: ManagedObject {
    @Property("ships") var ships: ShipObject?
    @Property("keeper") var keepers: Set<ManagedObject>
    @Property("deputy") var deputy: ManagedObject
    @Property("watch") var watch: [ShipObject]
    @Property("name") var name: ShipObject?
    @Property("owner") var owner: ManagedObject
    @Property("guests") var guests: [ManagedObject]
  }

  @Test func `accessors of relationships are checked when the model is built`() {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Harbour") {
        Entity("Harbour", class: WrongHarbour.self) {
          Attribute("name", String.self)
          Relationship("ships", to: "Vessel", .toMany)
          Relationship("keeper", to: "Person")
          Relationship("deputy", to: "Person")
          Relationship("watch", to: "Person", .ordered)
          Relationship("owner", to: "Person").required()
          Relationship("guests", to: "Vessel", .toMany)
        }
        Entity("Vessel", class: ShipClass.self) { Attribute("n", Int?.self) }
        Entity("Person") { Attribute("n", Int?.self) }
      }
    }
    #expect(error?.issues.allSatisfy { $0.code == .accessorType } == true)
    #expect(
      error?.issues.map(\.message) == [
        "Harbour.ships must have an accessor of type [ShipClass] or Set<ShipClass>, but WrongHarbour "
          + "declares ShipObject?.",
        "Harbour.keeper must have an accessor of type ManagedObject?, but WrongHarbour declares "
          + "Set<ManagedObject>.",
        "Harbour.deputy must have an accessor of type ManagedObject?, but WrongHarbour declares "
          + "ManagedObject.",
        "Harbour.watch must have an accessor of type [ManagedObject] or Set<ManagedObject>, but "
          + "WrongHarbour declares [ShipObject].",
        "Harbour.name must have an accessor of type String, but WrongHarbour declares ShipObject?.",
      ])
  }

  final class ShipClass: ManagedObject {}

  @Test func `objects of an entity with a class are of that class, wherever they come from`() throws
  {
    let ship = try context.insert("Ship")
    let harbour = try context.insert(HarbourObject.self)
    harbour.insert(try #require(ship as? ShipObject))
    #expect(type(of: harbour.ships[0]) == ShipObject.self)
    let typed: ShipObject? = try context.insert("Crate").ship
    #expect(typed == nil)
    #expect(context.registeredObject(for: ship.objectID) is ShipObject)
    #expect(try context.model.makeObject("Harbour") is HarbourObject)
    #expect(type(of: try context.insert("Crate")) == ManagedObject.self)
  }

  @Test func `a class that no entity has cannot be inserted`() throws {
    final class Lost: ManagedObject {}
    let error = #expect(throws: ManagedObjectError.unknownClass(name: "Lost", entity: nil)) {
      try context.insert(Lost.self)
    }
    #expect(
      error?.description
        == "No entity declares the class Lost. Write Entity(\"…\", class: Lost.self).")
  }

  @Test func `a class of several entities is not taken for that of one`() throws {
    final class Item: ManagedObject {}
    let model = try ManagedObjectModel("Items") {
      Entity("Tool", class: Item.self) { Attribute("n", Int?.self) }
      Entity("Toy", class: Item.self) { Attribute("n", Int?.self) }
      Entity("Doll", parent: "Toy") { Attribute("dress", String?.self) }
    }
    let context = ManagedObjectContext(model: model)
    let error = #expect(throws: ManagedObjectError.self) { try context.insert(Item.self) }
    #expect(
      error?.description
        == "The class Item must belong to one entity, but belongs to Tool, Toy. Insert by the "
        + "name of the entity.")
    _ = try (context.insert("Tool"), context.insert("Doll"))
    #expect(context.objects(of: Item.self).map(\.entity.name) == ["Tool", "Doll"])
  }

  @Test func `objects are found by their class`() throws {
    let ship = try context.insert(ShipObject.self)
    let harbour = try context.insert(HarbourObject.self)
    _ = try context.insert("Crate")
    #expect(context.objects(of: ShipObject.self) == [ship])
    #expect(context.objects(of: HarbourObject.self) == [harbour])
    #expect(context.objects(of: ManagedObject.self).count == 3)
  }

  @Test func `of two classes with one name each is found`() throws {
    enum Left { final class Item: ManagedObject {} }
    enum Right { final class Item: ManagedObject {} }
    let model = try ManagedObjectModel("Twins") {
      Entity("LeftItem", class: Left.Item.self) { Attribute("n", Int?.self) }
      Entity("RightItem", class: Right.Item.self) { Attribute("n", Int?.self) }
    }
    let context = ManagedObjectContext(model: model)
    #expect(try context.insert(Left.Item.self).entity.name == "LeftItem")
    #expect(try context.insert(Right.Item.self).entity.name == "RightItem")
    #expect(context.registeredObjects.count == 2)
  }

  /// A class without `@Property`, with each way to store state in an object.
  final class Leaky: ManagedObject {
    var note: String?
    lazy var place = "here"
    let since = 1900
    var visits = 0
  }

  @Test func `a stored property that hides one of the entity is found when the model is built`() {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Leaks") {
        Entity("Leaky", class: Leaky.self) {
          Attribute("note", String?.self)
          Attribute("place", String?.self)
          Attribute("since", Int.self)
          // The name of a property that all objects store.
          Attribute("row", Int?.self)
        }
      }
    }
    #expect(error?.issues.map(\.code) == [.hiddenProperty, .hiddenProperty, .hiddenProperty])
    #expect(error?.issues.compactMap(\.property).sorted() == ["note", "place", "since"])
    #expect(
      error?.issues.first?.message
        == "Leaky.note must not be hidden by a stored property, but Leaky stores \"note\" "
        + "itself, so it is neither saved nor validated. Write @Property(\"note\"), or rename "
        + "the member.")
  }

  @Test func `a class under another inherits its accessors`() throws {
    let ship = EntityBody.ship
    let model = try ManagedObjectModel("Tankers") {
      Entity("Tanker", class: TankerObject.self) {
        ship("Tanker")
        Attribute("identifier", UUID.self).default(.uuid)
      }
      Entity("Harbour", class: HarbourObject.self) {
        Attribute("name", String.self)
        Relationship("ships", to: "Tanker", .ordered, inverse: "harbour")
      }
      Entity("Crate") { Relationship("ship", to: "Tanker", inverse: "cargo") }
    }
    let identifier = UUID()
    let context = ManagedObjectContext(model: model, makeUUID: { identifier })
    let tanker = try context.insert(TankerObject.self)
    tanker.name = "Exxon"
    #expect(tanker.identifier == identifier && tanker.displayName == "MS Exxon")
    #expect(tanker["name"] == "Exxon")
  }
}

extension HarbourObject {
  fileprivate func insert(_ ship: ShipObject) { ships.append(ship) }
}

extension EntityBody {
  /// Returns the properties of a ship, for an entity with a name.
  @PropertyBuilder fileprivate static func ship(_ entity: String) -> EntityBody {
    Attribute("name", String.self)
    Attribute("crew", Int.self).default(1)
    Attribute("length", Double?.self)
    Attribute("built", Date?.self)
    Attribute("format", EveryType.Format?.self)
    Attribute("colour", EveryType.Colour.self)
    Relationship("harbour", to: "Harbour", inverse: "ships")
    Relationship("sisters", to: entity, .toMany, inverse: "sisters")
    Relationship("cargo", to: "Crate", .ordered, inverse: "ship")
  }
}
