import Testing

@testable import Armature

@Suite struct ExtentTests {
  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Zoo") {
        Entity("Animal") { Attribute("name", String?.self) }
        Entity("Bird", parent: "Animal") { Attribute("wings", Int?.self) }
        Entity("Owl", parent: "Bird") { Attribute("prey", String?.self) }
        Entity("Cage") { Attribute("size", Int?.self) }
      })
  }

  @Test func `objects of an entity and its sub-entities come in the order of insertion`() throws {
    let context = try context()
    let names = ["Owl", "Cage", "Animal", "Bird", "Owl", "Animal", "Cage", "Bird"]
    let objects = try names.map { try context.insert($0) }
    func expected(_ entities: [String]) -> [ManagedObject] {
      objects.filter { entities.contains($0.entity.name) }
    }
    #expect(context.objects(of: "Animal") == expected(["Animal", "Bird", "Owl"]))
    #expect(context.objects(of: "Bird") == expected(["Bird", "Owl"]))
    #expect(context.objects(of: "Owl") == expected(["Owl"]))
    #expect(context.registeredObjects == objects)
  }

  @Test func `deleted objects leave, come back with a rollback, and make room in the end`() throws {
    let context = try context()
    let owls = try (0..<100).map { _ in try context.insert("Owl") }
    try context.save()
    for owl in owls.dropFirst(10) { try context.delete(owl) }
    #expect(context.objects(of: "Owl") == Array(owls.prefix(10)))
    context.rollback()
    #expect(context.objects(of: "Owl") == owls)
    for owl in owls.dropLast(10) { try context.delete(owl) }
    try context.save()
    #expect(context.objects(of: "Owl") == Array(owls.suffix(10)))
    #expect(context.graph.handles(of: "Owl").count < 60)
    let fresh = try context.insert("Owl")
    #expect(context.objects(of: "Bird") == owls.suffix(10) + [fresh])
  }

  @Test func `objects that come and go leave nothing behind in the lists`() throws {
    let context = try context()
    let kept = try context.insert("Bird")
    for _ in 0..<5_000 {
      let bird = try context.insert("Bird")
      try context.delete(bird)
    }
    #expect(context.graph.handles(of: "Bird").count < 100)
    #expect(context.graph.changes.inserted.count < 200)
    #expect(context.objects(of: "Bird") == [kept] && context.insertedObjects == [kept])
  }
}
