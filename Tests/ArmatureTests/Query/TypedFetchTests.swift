import Armature
import Testing

@Suite struct TypedFetchTests {
  private struct Writer: EntityType {
    static let schema = Writer()
    let name = Attribute<String>().default("")
    let works = ToMany<Work>(inverse: \.writer)
  }

  private struct Work: EntityType {
    static let schema = Work()
    let title = Attribute<String>().default("")
    let pages = Attribute<Int>().default(1)
    let writer = ToOne<Writer>()
  }

  private final class Shop: ManagedObject {
    @Property("name") var name: String
  }

  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Typed") {
        Writer.self
        Work.self
        Entity("Shop", class: Shop.self) { Attribute("name", String.self).default("") }
      })
  }

  @Test func `typed closures find and sort typed views`() throws {
    let context = try context()
    let frank = try context.insert(Writer.self) { $0.name = "Frank" }
    let ursula = try context.insert(Writer.self) { $0.name = "Ursula" }
    for (title, pages, writer) in [("C", 200, frank), ("B", 150, ursula), ("A", 300, frank)] {
      try context.insert(Work.self) {
        $0.title = title
        $0.pages = pages
        $0.writer = writer
      }
    }
    let works = try context.fetch(Work.self) { $0.pages > 100 && $0.writer.name.hasPrefix("F") }
    #expect(works.map(\.title) == ["C", "A"])
    let sorted = try context.fetch(
      Work.self, orderedBy: { [.descending($0.writer.name), .ascending($0.title)] }, limit: 2)
    #expect(sorted.map(\.title) == ["B", "A"])
    #expect(try context.count(Work.self) == 3)
    #expect(try context.count(Work.self) { $0.writer == frank.objectID } == 2)
    #expect(try context.count(FetchRequest(Work.self) { $0.pages < 200 }) == 1)
  }

  @Test func `a class stands for the entity of its objects`() throws {
    let context = try context()
    try context.insert(Shop.self).name = "Books"
    try context.insert(Shop.self).name = "Maps"
    let shops = try context.fetch(Shop.self) { $0.name == "Maps" }
    #expect(shops.map(\.name) == ["Maps"])
    #expect(try context.fetch(Shop.self, orderedBy: [.descending("name")]).count == 2)
  }

  @Test func `objects of sub-entities are found on request`() throws {
    let model = try ManagedObjectModel("Media") {
      Entity("Medium", isAbstract: true) { Attribute("name", String.self).default("") }
      Entity("Film", parent: "Medium") {}
      Entity("Song", parent: "Medium") { Attribute("length", Int?.self) }
    }
    let context = ManagedObjectContext(model: model)
    for (index, entity) in ["Song", "Film", "Song", "Film"].enumerated() {
      try context.insert(entity).name = "\(entity) \(index)"
    }
    #expect(
      try context.fetch("Medium", limit: 3).map { $0.name ?? "" } == ["Song 0", "Film 1", "Song 2"])
    #expect(try context.count("Medium") { $0.name.hasPrefix("Film") } == 2)
    var request = FetchRequest("Medium")
    request.includesSubentities = false
    #expect(try context.fetch(request).isEmpty)
    #expect(
      try context.fetch("Medium", orderedBy: [.ascending("name")]).map { $0.name ?? "" }
        == ["Film 1", "Film 3", "Song 0", "Song 2"])
  }
}
