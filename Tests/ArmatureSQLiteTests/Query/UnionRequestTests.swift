import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Requests with conditions over a union of two relationships.
@Suite(.needsSQLite) struct UnionRequestTests {
  @Test(
    arguments: StoreKind.allCases,
    [
      "SUBQUERY(front UNION back, $room, $room.windows > 3).@count > 0",
      "(front UNION back).@max.windows > 3",
      "ANY (front UNION back).windows > 3",
    ])
  func `a condition over a union sees the pending changes of its members`(
    kind: StoreKind, text: String
  ) throws {
    let model = try ManagedObjectModel("House") {
      Entity("House") {
        Attribute("number", Int.self).default(1)
        Relationship("front", to: "Room", .toMany, inverse: "frontOf")
        Relationship("back", to: "Room", .toMany, inverse: "backOf")
      }
      Entity("Room") {
        Attribute("windows", Int.self).default(1)
        Relationship("frontOf", to: "House", inverse: "front")
        Relationship("backOf", to: "House", inverse: "back")
      }
    }
    let store = try AnyStore(kind, model)
    let context = store.container.makeContext()
    let house = try context.insert("House")
    let rooms = try [context.insert("Room"), context.insert("Room")]
    rooms[0].frontOf = house
    rooms[1].backOf = house
    try context.save()
    let condition = try FetchPredicate(text)
    for room in rooms {
      #expect(try context.fetch("House", where: condition).isEmpty)
      room.windows = 5
      #expect(try context.fetch("House", where: condition) == [house])
      #expect(try context.count("House", where: condition) == 1)
      try context.save()
      #expect(try context.fetch("House", where: condition) == [house])
      room.windows = 1
      #expect(try context.fetch("House", where: condition).isEmpty)
      try context.save()
    }
  }
}
