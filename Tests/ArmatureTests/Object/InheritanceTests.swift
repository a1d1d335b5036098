import Armature
import Testing

/// An abstract entity of the typed tier, and one that inherits from it.
struct Medium: EntityType {
  static let schema = Medium()
  static let isAbstract = true
  let title = Attribute<String>().default("Untitled")
  let shelf = ToOne<Rack>()
}

struct Disc: SubentityType {
  typealias Parent = Medium
  static let schema = Disc()
  let tracks = Attribute<Int>().default(10)
}

struct Rack: EntityType {
  static let schema = Rack()
  let media = ToMany<Medium>(inverse: \.shelf, ordered: true, onDelete: .cascade)
}

@Suite struct InheritanceTests {
  class VehicleObject: ManagedObject {
    @Property("wheels") var wheels: Int
    override func awakeFromInsert() { wheels += 1 }
  }

  private func vehicles() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Vehicles") {
        // Declared before its parent, whose class it uses.
        Entity("Car", parent: "Vehicle") {
          Attribute("doors", Int.self).default(4)
          Rule("a car has doors") { $0.doors > 0 }
        }
        Entity("Vehicle", class: VehicleObject.self) {
          Attribute("wheels", Int.self).default(3).range(1...)
          Attribute("plate", String?.self).unique()
          Relationship("owner", to: "Person", inverse: "vehicles")
          Rule("a vehicle has few wheels") { $0.wheels < 100 }
        }
        Entity("Cabriolet", parent: "Car") { Attribute("roof", String?.self) }
        Entity("Person", isAbstract: true) {
          Relationship("vehicles", to: "Vehicle", .ordered, onDelete: .cascade)
        }
        Entity("Driver", parent: "Person") { Attribute("licence", String?.self) }
        Entity("Passenger", parent: "Person") {}
      })
  }

  @Test func `a sub-entity has what its parents have, theirs first`() throws {
    let context = try vehicles()
    let car = try context.insert("Cabriolet")
    #expect(car.properties.keys == ["wheels", "plate", "owner", "doors", "roof"])
    #expect(car.wheels == 4 && car.doors == 4 && car is VehicleObject)
    #expect(context.objects(of: "Vehicle") == [car] && context.objects(of: "Car") == [car])
    #expect(context.objects(of: "Driver") == [])
    car.wheels = 0
    car.doors = 0
    #expect(
      car.validate().map(\.message) == [
        "Cabriolet.wheels must be at least 1, but is 0.",
        "Cabriolet#1*: the rule \"a car has doors\" must hold, but does not (doors 0).",
      ])
  }

  @Test func `an abstract entity has no objects of its own`() throws {
    let context = try vehicles()
    let error = ManagedObjectError.abstractEntity(
      name: "Person", concrete: ["Driver", "Passenger"])
    #expect(throws: error) { try context.insert("Person") }
    #expect(throws: error) { try context.model.makeObject("Person") }
    #expect(context.registeredObjects == [])
  }

  @Test func `links lead to objects of sub-entities, from both sides`() throws {
    let context = try vehicles()
    let driver = try context.insert("Driver")
    let (car, vehicle) = (try context.insert("Car"), try context.insert("Vehicle"))
    driver.vehicles = [car, vehicle]
    #expect(car.one("owner") === driver && driver.many("vehicles") == [car, vehicle])
    let passenger = try context.insert("Passenger")
    car.owner = passenger
    #expect(driver.many("vehicles") == [vehicle] && passenger.many("vehicles") == [car])
    try context.save()
    try context.delete(passenger)
    #expect(context.deletedObjects == [passenger, car])
    #expect(throws: ManagedObjectError.self) { try vehicle.setValue(vehicle, forKey: "owner") }
  }

  @Test func `the class is that of the entity that declares it`() throws {
    let context = try vehicles()
    #expect(try context.insert(VehicleObject.self).entity.name == "Vehicle")
    #expect(try context.insert("Car") is VehicleObject)
    #expect(try context.insert("Driver") is VehicleObject == false)
  }

  @Test func `the class of an abstract entity finds the objects under it, and makes none`() throws {
    class Staff: ManagedObject { @Property("badge") var badge: String }
    final class Vet: Staff {}
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Clinic") {
        Entity("Staff", class: Staff.self, isAbstract: true) { Attribute("badge", String.self) }
        Entity("Vet", class: Vet.self, parent: "Staff") {}
        Entity("Nurse", parent: "Staff") {}
      })
    let (vet, nurse) = (try context.insert(Vet.self), try context.insert("Nurse"))
    #expect(nurse is Staff)
    #expect(try context.fetch(Staff.self) == [vet, nurse])
    #expect(try context.fetch(Vet.self) == [vet])
    #expect(context.objects(of: Staff.self) == [vet, nurse])
    #expect(throws: ManagedObjectError.abstractEntity(name: "Staff", concrete: ["Vet", "Nurse"])) {
      try context.insert(Staff.self)
    }
  }

  @Test func `typed views of one object show it as each of its entities`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Racks") {
        Medium.self
        Disc.self
        Rack.self
      })
    let rack = try context.insert(Rack.self)
    let disc = try context.insert(Disc.self) { $0.tracks = 12 }
    let medium = try #require(disc.view(as: Medium.self))
    #expect(medium.title == "Untitled" && medium.view(as: Disc.self) == disc)
    medium.shelf = rack
    #expect(rack.media == [medium] && rack.media[0].view(as: Disc.self)?.tracks == 12)
    #expect(medium.view(as: Rack.self) == nil)
    medium.title = "Blue"
    #expect(disc.managedObject.title == "Blue")
    #expect(context.objects(of: Medium.self) == [medium])
    #expect(throws: ManagedObjectError.self) { try context.insert(Medium.self) }
    try context.save()
    try context.delete(rack.managedObject)
    #expect(context.objects(of: Disc.self) == [])
  }
}
