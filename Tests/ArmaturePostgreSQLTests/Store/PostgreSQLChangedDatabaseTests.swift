import Armature
import ArmatureModel
import ArmatureSQL
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Databases that another program changes while a store is open.
@Suite(.needsPostgreSQL) struct PostgreSQLChangedDatabaseTests {
  private static func model(_ grades: [AttributeValue]) throws -> ManagedObjectModel {
    let grade = AttributeType.enumeration(name: "Grade", raw: .string, cases: grades)
    return try ManagedObjectModel(
      "Grades",
      entities: [
        EntityDescription(
          "Item",
          properties: [.attribute(AttributeDescription("grade", grade, isOptional: true))])
      ])
  }

  @Test func `a model with one more case saves beside the one without it, which is then refused`()
    throws
  {
    let (old, new) = (try Self.model(["a"]), try Self.model(["a", "b"]))
    let store = try PostgreSQLStore.new()
    let first = try PersistentContainer(model: old, store: store).makeContext()
    try first.insert("Item").setValue("a", forKey: "grade")
    try first.save()
    let second = try PersistentContainer(model: new, store: store.again()).makeContext()
    try second.insert("Item").setValue("b", forKey: "grade")
    try second.save()
    try first.insert("Item").setValue("a", forKey: "grade")
    try first.save()
    #expect(try second.count(FetchRequest("Item")) == 3)
    #expect(throws: PersistentStoreError.self) {
      try PersistentContainer(model: old, store: store.again())
    }
  }

  @Test(arguments: ["real", "timestamp USING now()", "json USING '{}'"])
  func `a column of another type takes no value, and loses none in silence`(_ type: String) throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    let counter = try Counters.insert("one", context)
    try counter.setValue(1, forKey: "count")
    try context.save()
    try store.run("ALTER TABLE \"Counter\" ALTER \"count\" TYPE \(type)")
    try counter.setValue(2, forKey: "count")
    #expect(throws: (any Error).self) { try context.save() }
    let connection = try PostgreSQLConnector(store.settings).connect()
    #expect(
      try connection.integer("SELECT COUNT(*) FROM \"Counter\" WHERE \"count\" IS NULL") == 0)
  }

  @Test func `a history that another program begins is kept by all`() throws {
    let store = try PostgreSQLStore.new()
    let context = try Counters.context(store)
    _ = try Counters.insert("before", context)
    try context.save()
    let other = store.again(keepsHistory: true)
    let container = try PersistentContainer(model: Counters.model(), store: other)
    let token = try #require(try container.currentHistoryToken())
    _ = try Counters.insert("after", context)
    try context.save()
    let history = try other.reader().history(since: token)
    #expect(history.map { $0.changes.count } == [1])
  }

  @Test func `children of a new parent that agree in what is unique among them are told`() throws {
    let model = try ManagedObjectModel("Family") {
      Entity("Parent") { Relationship("children", to: "Child", .toMany, inverse: "parent") }
      Entity("Child") {
        Attribute("number", Int.self)
        Relationship("parent", to: "Parent", inverse: "children")
        Unique("parent", "number")
      }
    }
    let store = try PostgreSQLStore.new()
    try store.open(model)
    let keys = try store.reserveKeys(3)
    func id(_ entity: String, _ place: Int64) -> ManagedObjectID {
      ManagedObjectID(
        entityName: entity, key: keys.lowerBound + place, storeID: store.identifier)
    }
    let parent = id("Parent", 0)
    let children = [1, 2].map { place in
      StoreChange(
        id("Child", place), .insert,
        values: [
          .init(property: 0, value: 7), .init(property: 1, value: .object(parent)),
        ])
    }
    let report = try #require(throws: ValidationReport.self) {
      try store.commit(StoreTransaction([StoreChange(parent, .insert)] + children))
    }
    #expect(report.failures.count == 1 && "\(report)".contains("number"))
  }
}
