import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Values come back bit by bit, and conditions find those that they find in memory.
@Suite(.needsSQLite) struct SQLiteValueTests {
  private static func model(_ type: AttributeType) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Values",
      entities: [
        EntityDescription(
          "Item",
          properties: [
            .attribute(AttributeDescription("value", type, isOptional: true)),
            .attribute(AttributeDescription("other", type, isOptional: true)),
          ])
      ])
  }

  @Test(arguments: ExactValues.simple + ExactValues.lists + ExactValues.composites)
  func `values are the same bit by bit after opening a file again`(_ sample: ExactValues) throws {
    let (folder, model) = (try TemporaryFolder(), try Self.model(sample.type))
    let path = folder.file()
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    // The last one is to have nothing of the row before it, whose statement it shares.
    let values = [.null] + sample.values + [.null]
    for value in values { try context.insert("Item").setValue(value, forKey: "value") }
    try context.save()
    for object in try context.fetch("Item") {
      // An update, which takes its own way to the database.
      try object.setValue(object.value(forKey: "value") as AttributeValue, forKey: "other")
    }
    try context.save()
    let again = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    let found = try again.fetch("Item")
    try #require(found.count == values.count)
    for (object, value) in zip(found, values) {
      for key in ["value", "other"] {
        let found = try object.value(forKey: key) as AttributeValue
        #expect(found.bits == value.bits, "\(key)")
      }
    }
    for object in found { try object.setValue(AttributeValue.null, forKey: "value") }
    try again.save()
    try context.refreshAll()
    for object in try context.fetch("Item") {
      #expect(try (object.value(forKey: "value") as AttributeValue).isNull)
    }
  }

  @Test(arguments: ExactValues.simple + ExactValues.lists.suffix(3))
  func `conditions and orders find what they find in memory`(_ sample: ExactValues) throws {
    let (folder, model) = (try TemporaryFolder(), try Self.model(sample.type))
    let store = SQLiteStore(folder.file(), durability: .normal)
    let file = try PersistentContainer(model: model, store: store).makeContext()
    let memory = try PersistentContainer(
      model: model, store: InMemoryStore(identifier: store.identifier)
    ).makeContext()
    let values = [.null] + sample.values
    for context in [memory, file] {
      for value in values { try context.insert("Item").setValue(value, forKey: "value") }
      try context.save()
      context.reset()
    }
    func check(_ predicate: FetchPredicate, _ orders: [FetchOrder] = []) throws {
      let request = FetchRequest("Item", where: predicate, orderedBy: orders)
      guard (try? memory.explain(request)) != nil else { return }
      let (wanted, found) = (try memory.fetchIDs(request), try file.fetchIDs(request))
      #expect(found == wanted, "\(String("\(request)".prefix(300)))")
      #expect(try file.count(request) == wanted.count)
    }
    for isAscending in [true, false] {
      try check(.constant(true), [FetchOrder(.keyPath(["value"]), isAscending: isAscending)])
    }
    for value in values {
      for comparison in FetchPredicate.Comparison.allCases.prefix(6) {
        try check(.comparison(.keyPath(["value"]), comparison, .constant(value)))
      }
    }
    for start in stride(from: 0, to: values.count, by: 3) {
      let some = values[start..<min(start + 3, values.count)]
      try check(.comparison(.keyPath(["value"]), .in, .list(some.map { .constant($0) })))
    }
  }
}
