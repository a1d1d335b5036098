import TestSupport
import Testing

@testable import Armature

/// Loading into a context that has not read its store.
@Suite struct LoadSavedTests {
  private struct Shelf {
    let store = CountingStore()
    let container: PersistentContainer
    let context: ManagedObjectContext

    /// Creates a store with the objects of the library, and a context that has read none of them.
    init(stocked: Bool = true) throws {
      container = try PersistentContainer(model: Library.model(), store: store)
      if stocked {
        let context = container.makeContext()
        try Library.stock(context)
        try context.save()
      }
      context = container.makeContext()
    }

    func names(_ entity: String = "Author") throws -> [String] {
      try container.makeContext().fetch(entity, orderedBy: [.ascending("name")])
        .map { $0.name ?? "" }
    }
  }

  private func books(_ authors: String...) -> LoadSource { books(authors) }

  private func books(_ authors: [String]) -> LoadSource {
    let records = authors.map { #"{"title": "By \#($0)", "author": "\#($0)"}"# }
    return .text("[\(records.joined(separator: ", "))]", as: "Book", name: "books.json")
  }

  @Test func `references lead to saved objects`() throws {
    let shelf = try Shelf()
    let result = try shelf.context.load(books("Frank", "Ursula", "Frank"))
    #expect(result.counts == ["Book": 3])
    try shelf.context.save()
    #expect(try shelf.names() == ["Frank", "Ursula"])
    #expect(
      try shelf.container.makeContext().count("Book") {
        $0.title.hasPrefix("By ") && $0.author.name == "Frank"
      } == 2)
  }

  @Test func `what is saved nowhere is a broken reference`() throws {
    let shelf = try Shelf()
    let report = try #require(throws: ValidationReport.self) {
      try shelf.context.load(books("Frank", "Franc"))
    }
    #expect(
      report.rendered(as: .lines).contains(
        #"refers to the Author "Franc", which does not exist. Did you mean "Frank"?"#))
    #expect(!shelf.context.hasChanges)
  }

  @Test func `records update saved objects`() throws {
    let shelf = try Shelf()
    let authors = LoadSource.text(
      #"[{"name": "Frank", "books": []}, {"name": "Karel"}, {"name": "Karel"}]"#, as: "Author",
      name: "authors.json")
    try shelf.context.load(authors, options: LoadOptions(onDuplicate: .update))
    #expect(shelf.context.insertedObjects.map { $0.name ?? "" } == ["Karel"])
    try shelf.context.save()
    #expect(try shelf.names() == ["Frank", "Karel", "Ursula"])
    #expect(try shelf.container.makeContext().count("Book") { $0.author.name == "Frank" } == 0)
  }

  @Test func `an identity that a saved object has is a failure with its place`() throws {
    let shelf = try Shelf()
    let report = try #require(throws: ValidationReport.self) {
      try shelf.context.load(
        .text(#"[{"name": "Karel"}, {"name": "Frank"}]"#, as: "Author", name: "authors.json"))
    }
    #expect(
      report.rendered(as: .lines).hasPrefix("authors.json:1:30: error: Author.name"),
      "\(report.rendered(as: .lines))")
    #expect(report.failures.map(\.code) == ["identity.duplicate"])
  }

  @Test func `what the context has changed counts, not what is saved`() throws {
    let shelf = try Shelf()
    let authors = try shelf.context.fetch("Author", orderedBy: [.ascending("name")])
    authors[0].name = "Karel"
    try shelf.context.delete(authors[1])
    for name in ["Frank", "Ursula"] {
      #expect(throws: ValidationReport.self) { try shelf.context.load(books(name)) }
    }
    let result = try shelf.context.load(
      books("Karel"), .text(#"[{"name": "Frank"}, {"name": "Ursula"}]"#, as: "Author"))
    #expect(result.counts == ["Author": 2, "Book": 1])
    try shelf.context.save()
    #expect(try shelf.names() == ["Frank", "Karel", "Ursula"])
  }

  @Test func `of valid objects none stays that agrees with a saved one in what is unique`() throws {
    let model = try ManagedObjectModel("Tickets") {
      Entity("Ticket") {
        Attribute("code", String.self).unique()
        Attribute("day", Int.self)
        Attribute("seat", Int.self)
        Unique("day", "seat")
      }
    }
    let container = try PersistentContainer(model: model, store: InMemoryStore())
    let context = container.makeContext()
    func load(_ rows: String, _ onFailure: LoadOptions.OnFailure) throws -> LoadResult {
      try context.load(
        .text("code,day,seat\n\(rows)", as: "Ticket", layout: .csv()),
        options: LoadOptions(onFailure: onFailure))
    }
    _ = try load("a,1,1\nb,2,2", .keepNothing)
    try context.save()
    context.reset()
    let result = try load("b,3,3\nc,1,2\nd,1,1\ne,1,1\nf,2,1", .keepValid)
    #expect(result.objects.map { $0.code ?? "" } == ["c", "f"])
    #expect(result.report.map(\.code) == ["unique", "unique", "unique"])
    try context.save()
    #expect(try container.makeContext().count("Ticket") == 4)
  }

  @Test func `a child sees what its parent has not saved`() throws {
    let shelf = try Shelf(stocked: false)
    let karel = try shelf.context.insert("Author")
    karel.name = "Karel"
    let child = shelf.context.makeChild()
    try child.load(books("Karel"))
    try child.save()
    let books: [ManagedObject] = karel.books ?? []
    #expect(books.map { $0.title ?? "" } == ["By Karel"])
  }

  @Test func `the store is asked for a thousand at a time`() throws {
    let shelf = try Shelf()
    let authors = (0..<2_500).map { #"{"name": "Author \#($0)"}"# }.joined(separator: ", ")
    let made = LoadSource.text("[\(authors)]", as: "Author")
    let first = try shelf.store.counting { try shelf.context.load(made) }
    // One query for the existence of authors.
    #expect(first.fetches == 4)
    try shelf.context.save()
    let other = shelf.container.makeContext()
    let linking = books(Array((0..<2_500).map { "Author \($0)" }))
    #expect(try shelf.store.counting { try other.load(linking) }.fetches == 4)
  }

  @Test func `an empty store is asked once for each entity`() throws {
    let shelf = try Shelf(stocked: false)
    let authors = LoadSource.text(#"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#, as: "Author")
    for options in [LoadOptions(), LoadOptions(onDuplicate: .update)] {
      let context = shelf.container.makeContext()
      #expect(
        try shelf.store.counting { try context.load(authors, books("A"), options: options) }.fetches
          == 1)
    }
  }

  @Test func `a store that fails is told, and nothing is loaded`() throws {
    let shelf = try Shelf()
    // Keys are reserved in blocks; one object ensures that a block is available.
    try shelf.context.delete(shelf.context.insert("Tag"))
    shelf.store.fails = true
    #expect(throws: CountingStore.Failure.self) { try shelf.context.load(books("Frank")) }
    shelf.store.fails = false
    #expect(shelf.context.objects(of: "Book").isEmpty)
    try shelf.context.load(books("Frank"))
  }

  @Test(arguments: 0..<60)
  func `a load does the same whether or not its context has looked at what is saved`(
    _ seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func name() -> String { "n\(random.below(14))" }
    var authors: [String] = []
    for _ in 0..<random.below(5) { authors.append(#"{"name": "\#(name())"}"#) }
    var books: [String] = []
    for number in 0..<random.below(6) {
      books.append(#"{"title": "t\#(number)", "author": "\#(name())", "tags": ["\#(name())"]}"#)
    }
    let tags = (0..<14).map { #"{"name": "n\#($0)"}"# }
    let options = LoadOptions(onDuplicate: random.bool() ? .update : .fail)
    let outcomes = try [false, true].map { (looks: Bool) -> String in
      let container = try PersistentContainer(model: Library.model())
      let stock = container.makeContext()
      let saved = (0..<10).map { #"{"name": "n\#($0)"}"# }
      try stock.load(.text("[\(saved.joined(separator: ","))]", as: "Author"))
      try stock.load(.text("[\(tags.joined(separator: ","))]", as: "Tag"))
      try stock.save()
      let context = container.makeContext()
      if looks { for entity in ["Author", "Tag", "Book"] { _ = try context.fetch(entity) } }
      do {
        try context.load(
          .text("[\(authors.joined(separator: ","))]", as: "Author"),
          .text("[\(books.joined(separator: ","))]", as: "Book"), options: options)
      } catch let report as ValidationReport {
        // Suggestions depend on the objects that the context knows.
        let lines = report.rendered(as: .lines).replacing(#/ Did you mean "[^"]*"\?/#, with: "")
        return "\(lines) \(context.hasChanges)"
      }
      try context.save()
      #expect(brokenInvariants(of: context) == [])
      let fresh = container.makeContext()
      return try ["Author", "Book"].flatMap { try fresh.fetch($0) }.map { object in
        "\(object.objectID) \(object.committedValues().sorted { $0.key < $1.key })"
      }.joined(separator: "\n")
    }
    #expect(outcomes[0] == outcomes[1])
  }
}
