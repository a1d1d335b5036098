import Armature
import Testing

@Suite struct TypedFetchTests {
  private typealias Writer = TypedLibrary.Writer
  private typealias Work = TypedLibrary.Work

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
    let (context, frank) = try shelf()
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

  /// Returns a context with three works of two writers.
  private func shelf() throws -> (ManagedObjectContext, frank: Managed<Writer>) {
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
    return (context, frank)
  }

  @Test func `ranges and lists contain the values of properties, typed and untyped`() throws {
    let (context, _) = try shelf()
    func titles(_ condition: (Query<Work>) -> FetchPredicate) throws -> [String] {
      try context.fetch(Work.self, orderedBy: \.title, where: condition).map(\.title)
    }
    func count(_ condition: (DynamicQuery) -> FetchPredicate) throws -> Int {
      try context.count("Work", where: condition)
    }
    #expect(try titles { (150...200).contains($0.pages) } == ["B", "C"])
    #expect(try titles { (150..<200).contains($0.pages) } == ["B"])
    #expect(try titles { (200...).contains($0.pages) } == ["A", "C"])
    #expect(try titles { (...150).contains($0.pages) } == ["B"])
    #expect(try titles { (..<150).contains($0.pages) } == [])
    #expect(try titles { ("A"..."B").contains($0.title) } == ["A", "B"])
    #expect(try titles { ["A", "D"].contains($0.title) } == ["A"])
    #expect(try titles { Set([150, 300]).contains($0.pages) } == ["A", "B"])
    #expect(try count { (150...200).contains($0.pages) } == 2)
    #expect(try count { (200...).contains($0.pages) } == 2)
    #expect(try count { ["A", "B"].contains($0.title) } == 2)
  }

  @Test func `a condition compares objects with typed views`() throws {
    let (context, frank) = try shelf()
    let work = try #require(try context.fetch(Work.self) { $0.title == "B" }.first)
    #expect(try context.count(Work.self) { $0.writer == frank } == 2)
    #expect(try context.count(Work.self) { $0.writer != frank } == 1)
    #expect(try context.count(Work.self) { $0.writer == work.writer } == 1)
    #expect(try context.count(Work.self) { $0.writer.in([frank]) } == 2)
    #expect(try context.count(Work.self) { $0.writer == nil } == 0)
    #expect(try context.count("Work") { $0.writer == frank } == 2)
    #expect(try context.count("Work") { $0.writer != work.writer } == 2)
    #expect(try context.count(Writer.self) { $0.works.contains(work) } == 1)
    #expect(try context.count(Writer.self) { $0.works.contains(work.objectID) } == 1)
    #expect(try context.count(Work.self) { $0.writer.works.contains($0) } == 3)
    work.writer = nil
    #expect(try context.count(Work.self) { $0.writer == work.writer } == 1)
  }

  @Test func `an untyped condition compares with the members of an untyped object`() throws {
    let (context, _) = try shelf()
    let work = try #require(try context.fetch("Work") { $0.title == "C" }.first)
    #expect(try context.count("Work") { $0.pages > work.pages } == 1)
    #expect(try context.count("Work") { $0.pages >= work.pages } == 2)
    #expect(try context.count("Work") { $0.pages < work.pages } == 1)
    #expect(try context.count("Work") { $0.pages <= work.pages } == 2)
  }

  @Test func `a condition that is a value finds typed views and objects of a class`() throws {
    let (context, _) = try shelf()
    try context.insert(Shop.self).name = "Maps"
    let long = try FetchPredicate("pages > %d", 150)
    let works = try context.fetch(Work.self, where: long, orderedBy: [.ascending("title")])
    #expect(works.map(\.title) == ["A", "C"])
    let shops = try context.fetch(Shop.self, where: FetchPredicate("name == 'Maps'"))
    #expect(shops.map(\.name) == ["Maps"])
    #expect(try context.count(Shop.self) == 1)
    #expect(try context.count(Shop.self) { $0.name == "Books" } == 0)
    #expect(
      try context.fetch(Work.self, orderedBy: [.descending("pages")]).map(\.title) == [
        "A", "C", "B",
      ])
  }

  @Test func `the closure behind the columns of a typed request is its condition`() throws {
    let (context, _) = try shelf()
    let request = FetchRowRequest(
      Work.self, { [.property($0.writer.name), .aggregate(.average, $0.pages, as: "pages")] }
    ) { $0.pages < 250 }
    #expect(request.having == .constant(true))
    let rows = try context.fetch(request)
    #expect(rows.map { $0["pages"] } == [.double(200), .double(150)])
  }

  @Test func `deleting a typed view deletes its object`() throws {
    let (context, frank) = try shelf()
    try context.delete(frank)
    #expect(try context.count(Writer.self) == 1)
  }
}
