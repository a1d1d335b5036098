import Armature
import Testing

private struct Owner: EntityType {
  static let schema = Owner()
  let name = Attribute<String>().default("nobody")
  let vehicles = ToMany<Vehicle>(inverse: \.owner, ordered: true)
}

private struct Vehicle: EntityType {
  static let schema = Vehicle()
  static let isAbstract = true
  let plate = Attribute<String>()
  let wheels = Attribute<Int>().default(4)
  let colour = Attribute<String?>()
  let owner = ToOne<Owner>()
  static var rules: Rules<Vehicle> {
    Unique(\.plate, \.owner)
    Index(\.plate, \.wheels, ascending: false)
  }
}

private struct Car: SubentityType {
  typealias Parent = Vehicle
  static let schema = Car()
  let doors = Attribute<Int>().default(4)
  static var rules: Rules<Car> {
    Rule("as many doors as wheels") { $0.doors <= $0.wheels && $0.owner.name != "" }
    Rule("plates are short", on: \.plate, \.doors, check: { $0.plate.count < 5 })
  }
}

private struct Taxi: SubentityType {
  typealias Parent = Car
  static let schema = Taxi()
  let number = Attribute<Int?>()
  static var rules: Rules<Taxi> {
    Unique(\.number, \.colour)
    Rule("taxis are yellow", when: { $0.number != nil }) { $0.colour == "yellow" }
    Rule(
      "numbers are odd", on: \.number, when: { $0.wheels > 2 }, message: "it is even",
      check: { ($0.number ?? 1) % 2 == 1 })
  }
}

@Suite struct TypedInheritanceTests {
  private let context: ManagedObjectContext

  init() throws {
    // Declared before their parents, whose properties their rules refer to.
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Cars") {
        Taxi.self
        Car.self
        Vehicle.self
        Owner.self
      })
  }

  @Test func `views have the members of all parents, to be read and written`() throws {
    let owner = try context.insert(Owner.self)
    let taxi = try context.insert(Taxi.self) {
      $0.plate = "T1"
      $0.number = 3
      $0.colour = "yellow"
      $0.owner = owner
    }
    taxi.wheels += 2
    taxi.doors -= 1
    let wheels: Int = taxi.wheels
    let colour: String? = taxi.colour
    #expect(taxi.plate == "T1" && wheels == 6 && taxi.doors == 3 && colour == "yellow")
    #expect(taxi.owner?.name == "nobody" && owner.vehicles[0].view(as: Taxi.self) == taxi)
    taxi.colour = nil
    #expect(taxi.colour == nil && taxi.isSet(\.plate) && !taxi.isSet(\.colour))
    taxi.owner = nil
    #expect(owner.vehicles == [])
    #expect(taxi.managedObject["plate"] == "T1")
  }

  @Test func `rules and constraints name the properties of parents by key paths`() throws {
    #expect(
      context.model["Taxi"]?.rules.map { "\($0.requirement)" } == [
        #"predicate(name: "as many doors as wheels", doors <= wheels AND owner.name != "")"#,
        #"custom(name: "plates are short", properties: ["plate", "doors"])"#,
        #"predicate(name: "taxis are yellow", colour == "yellow")"#,
        #"custom(name: "numbers are odd", properties: ["number"])"#,
      ])
    #expect(
      context.model["Taxi"]?.uniquenessConstraints.map(\.properties) == [
        ["plate", "owner"], ["number", "colour"],
      ])
    #expect(
      context.model["Vehicle"]?.indexes.map(\.elements) == [
        [.init("plate", isAscending: false), .init("wheels", isAscending: false)]
      ])
  }

  @Test func `rules of children read what is inherited`() throws {
    let car = try context.insert(Car.self) {
      $0.plate = "A long one"
      $0.wheels = 3
    }
    #expect(
      car.validate().map(\.message) == [
        "Car#1*: the rule \"as many doors as wheels\" must hold, but does not"
          + " (doors 4, wheels 3, owner.name no value).",
        "Car#1*: the rule \"plates are short\" must hold, but does not"
          + " (plate \"A long one\", doors 4).",
      ])
    #expect(!car.isValid)
    car.plate = "AB"
    car.wheels = 4
    #expect(car.isValid && car.validate().isEmpty)
    try car.delete()
    #expect(context.objects(of: Car.self) == [])
    try car.delete()
  }

  @Test func `a closure runs only under the condition that stands beside it`() throws {
    let taxi = try context.insert(Taxi.self) {
      $0.plate = "B"
      $0.number = 2
      $0.colour = "yellow"
    }
    #expect(taxi.validate().map(\.message) == ["it is even"])
    taxi.wheels = 2
    taxi.doors = 2
    #expect(taxi.isValid)
    taxi.number = nil
    taxi.colour = nil
    #expect(taxi.isValid)
  }

  @Test func `a condition is asked of a view`() throws {
    let taxi = try context.insert(Taxi.self) { $0.plate = "B" }
    #expect(try FetchPredicate.comparison(.keyPath(["wheels"]), .equal, 4).holds(for: taxi))
  }

  private struct Day: SubentityType {
    typealias Parent = Night
    static let schema = Day()
  }

  private struct Night: SubentityType {
    typealias Parent = Day
    static let schema = Night()
  }

  private struct Odd: EntityType {
    static let schema = Odd()
    let name = Attribute<String>()
    var text: String { "" }
    static var rules: Rules<Odd> { Unique(\.name, \.text) }
  }

  @Test func `schemas that inherit from each other, and what is no property, are mistakes`() throws
  {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Odd") {
        Day.self
        Night.self
        Odd.self
      }
    }
    #expect(
      error?.issues.map(\.code) == [.inheritanceCycle, .unknownProperty])
  }
}
