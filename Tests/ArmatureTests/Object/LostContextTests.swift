import Armature
import Testing

/// Objects that have outlived their context: reading a relationship ends the program, since nothing would be untrue.
@Suite struct LostContextTests {
  final class Room: ManagedObject {
    @Property("best") var best: Bed?
    @Property("beds") var beds: [Bed]
  }

  final class Bed: ManagedObject {}

  struct Hall: EntityType {
    static let schema = Hall()
    let name = Attribute<String>().default("Hall")
    let note = Attribute<String?>()
    let main = ToOne<Door>(inverse: \.mainOf)
    let doors = ToMany<Door>(inverse: \.hall)
  }

  struct Door: EntityType {
    static let schema = Door()
    let hall = ToOne<Hall>()
    let mainOf = ToOne<Hall>()
  }

  /// A read that cannot throw.
  enum Read: String, CaseIterable, Codable {
    case member, members, chain, key, keys, count, properties, values, fetched
    case classMember, classMembers, typedMember, typedMembers, typedCount

    /// The relationship that it reads first.
    var property: String {
      switch self {
      case .member, .chain, .key, .classMember: "best"
      case .members, .keys, .count, .properties, .values, .classMembers: "beds"
      case .fetched: "wide"
      case .typedMember: "main"
      case .typedMembers, .typedCount: "doors"
      }
    }

    func take(_ room: Room, _ hall: Managed<Hall>) {
      switch self {
      case .member: Self.use(Self.member(room))
      case .members: Self.use(Self.members(room))
      case .chain:
        Self.use(Self.chain(room))
      case .key: Self.use(room["best"])
      case .keys: Self.use(room["beds"])
      case .count: Self.use(room.memberCount(of: "beds"))
      case .properties: Self.use(room.properties.map(\.value))
      case .values: Self.use(room.properties.values)
      case .fetched: Self.use(room["wide"])
      case .classMember: Self.use(room.best)
      case .classMembers: Self.use(room.beds)
      case .typedMember: Self.use(hall.main)
      case .typedMembers: Self.use(hall.doors)
      case .typedCount: Self.use(hall.memberCount(of: \.doors))
      }
    }

    private static func member(_ room: ManagedObject) -> ManagedObject? { room.best }
    private static func members(_ room: ManagedObject) -> [ManagedObject]? { room.beds }
    private static func chain(_ room: ManagedObject) -> Int? { room.best?.width }

    /// Keeps the compiler from leaving a read out.
    private static func use(_ value: Any?) { print(value as Any) }
  }

  static func container() throws -> PersistentContainer {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Inn") {
        Entity("Room", class: Room.self) {
          Attribute("number", Int.self).default(7)
          Relationship("beds", to: "Bed", .ordered, inverse: "room")
          Relationship("best", to: "Bed", inverse: "bestOf")
          FetchedProperty("wide", of: "Bed", where: { $0.width > 80 })
        }
        Entity("Bed", class: Bed.self) {
          Attribute("width", Int.self).default(90)
          Relationship("room", to: "Room", inverse: "beds")
          Relationship("bestOf", to: "Room", inverse: "best")
        }
        Hall.self
        Door.self
      })
    let context = container.makeContext()
    let (room, bed) = (try context.insert(Room.self), try context.insert(Bed.self))
    room.beds = [bed]
    room.best = bed
    let hall = try context.insert(Hall.self), door = try context.insert(Door.self)
    hall.doors = [door]
    hall.main = door
    try context.save()
    return container
  }

  static func found(isFault: Bool = false) throws -> (room: Room, hall: Managed<Hall>) {
    let context = try container().makeContext()
    // Both are looked up first: what follows asks the store for nothing.
    let ids = try ["Room", "Hall"].map { entity in
      try #require(try context.fetchIDs(FetchRequest(entity)).first)
    }
    let objects = try ids.map { id in
      isFault ? try #require(context.object(with: id)) : try context.existingObject(with: id)
    }
    return (try #require(objects[0] as? Room), try #require(Managed<Hall>(objects[1])))
  }

  private func expectAdvice(_ result: ExitTest.Result?, of id: String, _ property: String) {
    expect(
      result,
      says: "\(id) must be in a context before its \(property) is accessed, but its context was "
        + "released. Keep the context while its objects are in use.")
  }

  @Test(arguments: Read.allCases) func `a read of a relationship ends with the advice`(
    _ read: Read
  ) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [read = read as Read] in
      let objects = try LostContextTests.found()
      read.take(objects.room, objects.hall)
    }
    expectAdvice(
      result, of: read.rawValue.hasPrefix("typed") ? "Hall#3" : "Room#1", read.property)
  }

  @Test func `values that were never read are gone with the context`() async {
    let untyped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let name: String? = try LostContextTests.found(isFault: true).hall.managedObject.name
      print(name as Any)
    }
    expectAdvice(untyped, of: "Hall#3", "name")
    let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      print(try LostContextTests.found(isFault: true).hall.note as Any)
    }
    expectAdvice(typed, of: "Hall#3", "note")
    let key = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      print(try LostContextTests.found(isFault: true).hall.managedObject["name"] as Any)
    }
    expectAdvice(key, of: "Hall#3", "name")
  }

  @Test func `values that were read stay, and snapshots leave relationships out`() throws {
    let (room, hall) = try Self.found()
    let number: Int? = room.number
    #expect(number == 7 && hall.name == "Hall" && hall.note == nil)
    #expect(room.snapshot(loadingLists: true).values.keys.sorted() == ["number"])
    #expect("\(room)".hasSuffix("{number: 7}"))
    #expect(throws: ManagedObjectError.contextDeallocated(room.objectID, property: "wide")) {
      try room.fetchedObjects(forKey: "wide")
    }
    let fault = try Self.found(isFault: true).hall.managedObject
    #expect(fault.snapshot().values.isEmpty)
    #expect(throws: ManagedObjectError.contextDeallocated(fault.objectID, property: "name")) {
      try fault.value(forKey: "name")
    }
  }
}
