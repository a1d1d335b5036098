import TestSupport
import Testing

@testable import Armature

/// The descriptions of objects, which never query the store.
@Suite struct ObjectDescriptionTests {
  private let store = CountingStore()
  private let context: ManagedObjectContext

  init() throws {
    let container = try PersistentContainer(model: Library.model(), store: store)
    let stock = container.makeContext()
    try Library.stock(stock)
    try stock.save()
    context = container.makeContext()
  }

  /// Returns a description and checks that the store is not queried.
  private func printed(
    _ text: () throws -> String, sourceLocation: SourceLocation = #_sourceLocation
  ) rethrows -> String {
    var result = ""
    let counts = try store.counting { result = try text() }
    #expect(counts == CountingStore.Counts(), sourceLocation: sourceLocation)
    return result
  }

  private func faults(of entity: String) throws -> [ManagedObject] {
    try context.fetchIDs(FetchRequest(entity)).compactMap(context.object(with:))
  }

  @Test func `an object whose values are not loaded prints as a fault`() throws {
    let dune = try #require(try faults(of: "Book").first)
    #expect(context.isFault(dune))
    #expect(printed { "\(dune)" } == "Book#5 (fault)")
    #expect(printed { String(reflecting: dune) } == "Book#5 (fault)")
    #expect(printed { "\([dune])" } == "[Book#5 (fault)]")
    #expect(
      printed {
        var text = ""
        dump(dune, to: &text)
        return String(text.prefix { $0 != "\n" })
      }.contains("Book#5 (fault)"))
    #expect(context.isFault(dune))
  }

  @Test func `a relationship whose members are not loaded prints without them`() throws {
    let dune = try #require(try context.fetch("Book").first)
    #expect(
      printed { "\(dune)" } == """
        Book#5 {title: "Dune", pages: 412, author: Author#1, bestOf: Author#1, \
        tags: (not loaded), chapters: (not loaded), next: Novel#7}
        """)
    _ = dune.many("tags")
    #expect(
      printed { "\(dune)" } == """
        Book#5 {title: "Dune", pages: 412, author: Author#1, bestOf: Author#1, \
        tags: [Tag#3, Tag#4], chapters: (not loaded), next: Novel#7}
        """)
  }

  @Test func `objects that are not there yet are not made to be printed`() throws {
    let model = try ManagedObjectModel("Desk") {
      Entity("Reader") {
        Relationship("last", to: "Loan")
        Relationship("loans", to: "Loan", .toMany)
      }
      Entity("Loan", class: Loan.self) {
        Attribute("days", Int.self).default(14)
        Attribute("caption", String?.self).transient()
      }
    }
    let store = CountingStore()
    let container = try PersistentContainer(model: model, store: store)
    let stock = container.makeContext()
    let (reader, loan) = (try stock.insert("Reader"), try stock.insert("Loan"))
    reader.last = loan
    reader.loans = [loan]
    try stock.save()
    let context = container.makeContext()
    let found = try #require(try context.fetch("Reader").first)
    #expect(try found.objectIDs(forRelationshipNamed: "loans") == [loan.objectID])
    let counts = store.counting {
      // The class has hooks, so its objects have values once they are created.
      #expect("\(found)" == "Reader#1 {last: Loan#2, loans: [Loan#2]}")
    }
    #expect(counts == CountingStore.Counts())
    #expect(context.registeredObject(for: loan.objectID) == nil)
  }

  @Test func `a typed view prints as its object`() throws {
    let sky = try Sky()
    let mars = try #require(try Managed<Planet>(sky.mars))
    #expect("\(mars)" == "Planet#1000 (fault)")
    #expect(String(reflecting: mars) == "Planet#1000 (fault)")
    #expect(sky.source.requests.isEmpty)
    #expect(mars.radius == 3389)
    #expect(
      "\(mars)" == "Planet#1000 {name: \"Mars\", radius: 3389, ringed: false, moons: (not loaded)}")
    #expect(sky.source.requests == [Sky.mars])
  }

  @Test func `a store that fails does not spoil what is printed`() throws {
    let dune = try #require(try faults(of: "Book").first)
    store.fails = true
    #expect(printed { "\(dune)" } == "Book#5 (fault)")
    store.fails = false
    try context.save()
    #expect(dune["title"] == "Dune")
  }

  @Test func `contexts, requests, results and errors print without the store`() throws {
    let results = try FetchedResults(
      FetchRequest("Book", orderedBy: [.ascending("title")]), in: context,
      sectionedBy: "pages")
    let books = try faults(of: "Book") + faults(of: "Author")
    let plan = context.deletionPlan(for: books[0])
    let conflict = MergeConflicts(conflicts: [])
    let snapshot = books[0].snapshot()
    let error = ManagedObjectError.invalidated(books[0].objectID, property: nil)
    let tags = try faults(of: "Tag")
    let value = books[0]["author"]
    func describe(_ value: Any) -> String {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      return text
    }
    for value: Any in [
      results, results.sections, books, plan, conflict, snapshot, error, tags, value as Any,
      books[0].properties.keys, context, context.registeredObjects,
    ] {
      #expect(!printed { describe(value) }.isEmpty)
    }
  }

  @Test func `a load prints what it made without the store`() throws {
    let result = try context.load(
      .text(#"[{"days": 2}, {"days": 3}]"#, as: "Loan"), .text(#"[{"name": "x"}]"#, as: "Tag"))
    try context.save()
    try context.refreshAll()
    #expect(printed { "\(result)" } == "objects: 2 Loan, 1 Tag")
  }
}
