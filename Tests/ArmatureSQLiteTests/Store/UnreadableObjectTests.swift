import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// Throwing accessors throw an error if nothing can be read, rather than return an empty value.
@Suite(.needsSQLite) struct UnreadableObjectTests {
  private let folder: TemporaryFolder
  private let path: String
  private let container: PersistentContainer
  private let id: ManagedObjectID

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Ward") {
      Entity("Room") {
        Attribute("number", Int.self).default(7)
        Relationship("beds", to: "Bed", .ordered, inverse: "room")
        Relationship("best", to: "Bed")
      }
      Entity("Bed") {
        Attribute("width", Int16.self).default(90)
        Relationship("room", to: "Room", inverse: "beds")
      }
    }
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    container = try PersistentContainer(model: Self.model(), store: SQLiteStore(path))
    let context = container.makeContext()
    let (room, bed) = (try context.insert("Room"), try context.insert("Bed"))
    try bed.setValue(room, forKey: "room")
    try room.setValue(bed, forKey: "best")
    try context.save()
    id = room.objectID
  }

  private typealias Access = (name: String, body: (ManagedObject) throws -> Void)

  /// The accesses that follow a relationship.
  private static var accesses: [Access] {
    [
      ("objectIDs of many", { _ = try $0.objectIDs(forRelationshipNamed: "beds") }),
      ("objectIDs of one", { _ = try $0.objectIDs(forRelationshipNamed: "best") }),
      ("value", { _ = try $0.value(forKey: "beds") as AttributeValue }),
      ("value as a type", { _ = try $0.value(forKey: "beds", as: [ManagedObject].self) }),
      ("count", { _ = try $0.value(forKeyPath: "beds.@count") }),
      ("sum", { _ = try $0.value(forKeyPath: "beds.@sum.width") }),
      ("values", { _ = try $0.values(forKeyPath: "beds.width") }),
      ("primitive value", { _ = try $0.primitiveValue(forKey: "beds") }),
      ("condition", { _ = try FetchPredicate("beds.@count == 0").holds(for: $0) }),
    ]
  }

  private func expectThrows(_ room: ManagedObject, _ accesses: [Access] = accesses) {
    // Twice, because the error must be repeated.
    for access in accesses + accesses {
      #expect(throws: (any Error).self, "\(access.name)") { try access.body(room) }
    }
  }

  @Test func `an object whose context is gone says so when its relationships are asked for`() throws
  {
    for loadsLinks in [false, true] {
      func found() throws -> ManagedObject {
        let context = container.makeContext()
        let room = try context.existingObject(with: id)
        if loadsLinks { #expect(try room.objectIDs(forRelationshipNamed: "beds").count == 1) }
        return room
      }
      let room = try found()
      #expect(room.managedObjectContext == nil)
      #expect(try room.value(forKey: "number", as: Int.self) == 7)
      expectThrows(room)
      #expect(throws: ManagedObjectError.contextDeallocated(room.objectID, property: "beds")) {
        try room.hasFault(forRelationshipNamed: "beds")
      }
    }
  }

  @Test func `an object whose file was replaced says so, and goes on when it is back`() throws {
    let context = container.makeContext()
    let room = try context.existingObject(with: id)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
    try Data().write(to: URL(filePath: path))
    expectThrows(room, Self.accesses.filter { $0.name != "objectIDs of one" })
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
    #expect(try room.objectIDs(forRelationshipNamed: "beds").count == 1)
    #expect(try room.value(forKeyPath: "beds.@count") == 1)
    #expect(try !FetchPredicate("beds.@count == 0").holds(for: room))
    #expect(try context.count("Room") == 1)
  }

  @Test func `an object that others have deleted says so`() throws {
    let context = container.makeContext()
    let room = try context.existingObject(with: id)
    let other = container.makeContext()
    try other.delete(other.existingObject(with: id))
    try other.save()
    try context.refreshAll()
    expectThrows(room)
  }

  @Test func `a row that cannot be read leaves ways to the others, and to mend it`() throws {
    let context = container.makeContext()
    for _ in 0..<3 { try context.insert("Bed") }
    try context.save()
    try runSQL("UPDATE Bed SET width = 40000 WHERE _id = (SELECT max(_id) FROM Bed)", path)
    let reader = container.makeContext()
    let error = #expect(throws: PersistentStoreError.self) { try reader.fetch("Bed") }
    let text = error.map { "\($0)" } ?? ""
    for word in ["verify()", "returnsObjectsAsFaults", "BatchUpdate"] {
      #expect(text.contains(word), "\(text)")
    }
    #expect(try container.verify().count == 1)
    var request = FetchRequest("Bed")
    request.returnsObjectsAsFaults = true
    let beds = try reader.fetch(request)
    let widths = beds.map { try? $0.value(forKey: "width", as: Int.self) }
    #expect(widths.compactMap(\.self) == [90, 90, 90])
    _ = try container.makeContext().execute(
      BatchUpdate("Bed", set: ["width": .constant(.int(80))]))
    #expect(try container.makeContext().fetch("Bed").count == 4)
    #expect(try container.verify().isEmpty)
  }
}
