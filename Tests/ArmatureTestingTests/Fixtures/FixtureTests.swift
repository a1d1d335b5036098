import Armature
import ArmatureTesting
import Testing

/// Object graphs declared once.
@Suite struct FixtureTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).length(2...100).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self).length(1...200).identifying()
        Relationship("author", to: "Author", inverse: "books").required()
      }
    }
  }

  private func shelf(author: String) throws -> Fixture {
    try Fixture(model) { shelf in
      let herbert = try shelf.insert("Author", as: "herbert")
      herbert.name = author
      let dune = try shelf.insert("Book", as: "dune")
      dune.title = "Dune"
      dune.author = herbert
    }
  }

  @Test func `a fixture is loaded into one context after another`() throws {
    let shelf = try shelf(author: "Frank Herbert")
    for _ in 0..<2 {
      let context = ManagedObjectContext(model: model)
      let objects = try shelf.load(into: context)
      #expect(objects["dune"].author == objects["herbert"])
      #expect(objects["dune"].managedObjectContext === context)
      #expect(objects.names == ["dune", "herbert"])
      try context.save()
    }
  }

  @Test func `a fixture that is not valid is refused when it is made`() throws {
    let report = try #require(throws: ValidationReport.self) { try shelf(author: "F") }
    expectFailures(of: report, [.init("Author.name", .tooShort)])
  }

  @Test func `what is not valid beside others leaves the context as it was`() throws {
    let context = ManagedObjectContext(model: model)
    let shelf = try shelf(author: "Frank Herbert")
    try shelf.load(into: context)
    #expect(throws: ValidationReport.self) { try shelf.load(into: context) }
    #expect(context.registeredObjects.count == 2)
  }

  @Test func `objects of JSON are called by entity and identity`() throws {
    let fixture = try Fixture(
      model,
      json: .text(
        """
        {"Author": [{"name": "Frank Herbert"}], "Book": [{"title": "Dune", "author": "Frank Herbert"}]}
        """))
    let context = ManagedObjectContext(model: model)
    let objects = try fixture.load(into: context)
    #expect(objects["Book Dune"].author == objects["Author Frank Herbert"])
    #expect(throws: ValidationReport.self) {
      try Fixture(model, json: .text(#"{"Book": [{"title": "Dune"}]}"#))
    }
  }

  @Test func `a name that a fixture lacks is answered with the near miss`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = try ManagedObjectModel("M") {
        Entity("Item") { Attribute("n", Int.self).default(1) }
      }
      let fixture = try Fixture(model) { _ = try $0.insert("Item", as: "first") }
      _ = try fixture.load(into: ManagedObjectContext(model: model))["frist"]
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(#"but has none. Did you mean "first"?"#))
  }
}
