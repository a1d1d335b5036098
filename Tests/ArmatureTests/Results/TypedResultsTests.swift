import Observation
import Synchronization
import Testing

@testable import Armature

@Suite struct TypedResultsTests {
  private typealias Writer = TypedLibrary.Writer
  private typealias Work = TypedLibrary.Work

  private final class Shop: ManagedObject {
    @Property("name") var name: String
  }

  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Typed") {
        Writer.self
        Work.self
        Entity("Store", class: Shop.self) {
          Attribute("name", String.self).default("")
          Attribute("id", String?.self)
        }
        Entity("Branch", parent: "Store") {}
        Entity("Shop") { Attribute("name", String.self).default("") }
      })
    let (frank, ursula) = (
      try context.insert(Writer.self) { $0.name = "Frank" },
      try context.insert(Writer.self) { $0.name = "Ursula" }
    )
    for (title, writer, pages) in [("B", ursula, 3), ("A", frank, 20), ("C", ursula, 100)] {
      try context.insert(Work.self) {
        $0.title = title
        $0.writer = writer
        $0.pages = pages
      }
    }
    for name in ["Maps", "Books"] { try context.insert(Shop.self).name = name }
    let branch = try context.insert("Branch")
    branch.name = "Cards"
  }

  // MARK: Lists

  @Test func `a list of a typed entity has typed views`() throws {
    let results: FetchedResults<Managed<Work>> = try FetchedResults(
      FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context)
    #expect(results.objects.map(\.title) == ["A", "B", "C"])
    let first = results[ResultPosition(section: 0, row: 1)]
    #expect(first.title == "B" && results.position(of: first)?.row == 1)
    first.title = "D"
    #expect(
      try results.update().map(\.description) == ["move \(first.objectID) from 0.1 to 0.2"])
    #expect(results.objects.map(\.title) == ["A", "C", "D"])
  }

  @Test func `its sections may be those of a property that the compiler checks`() throws {
    let results = try FetchedResults(
      FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context,
      sectionedBy: \.writer.name)
    #expect(results.sectionKeyPath == "writer.name")
    #expect(results.sections.map(\.name) == ["Frank", "Ursula"])
    #expect(results.sections.map { $0.objects.map(\.title) } == [["A"], ["B", "C"]])
    let error = #expect(throws: FetchRequestError.self) {
      try FetchedResults(
        FetchRequest(Work.self), as: Work.self, in: context, sectionedBy: \.title.length)
    }
    #expect(
      error?.description
        == "Fetching \"Work\": sectionedBy must be a property, but is length:(title).")
  }

  @Test func `a list of a class has its objects, those of sub-entities included`() throws {
    let results = try FetchedResults(
      FetchRequest("Store", orderedBy: [.ascending("name")]), as: Shop.self, in: context)
    #expect(results.objects.map(\.name) == ["Books", "Cards", "Maps"])
    let branches = try FetchedResults(FetchRequest("Branch"), as: Shop.self, in: context)
    #expect(branches.objects.map(\.name) == ["Cards"])
    let all = try FetchedResults(FetchRequest("Store"), in: context)
    #expect(
      all.objects.count == 3
        && all.objects.map(\.entity.name).sorted() == ["Branch", "Store", "Store"])
  }

  @Test func `a list whose objects are not of the type is refused`() throws {
    let mistakes: [() throws -> Void] = [
      { [context] in
        _ = try FetchedResults(FetchRequest("Work"), as: Writer.self, in: context)
      },
      { [context] in
        _ = try FetchedResults(FetchRequest("Work"), as: Shop.self, in: context)
      },
    ]
    let texts = mistakes.map { mistake in
      #expect(throws: FetchRequestError.self, performing: mistake)?.description ?? ""
    }
    #expect(
      texts == [
        """
        Fetching "Work": The objects must be of the type Managed<Writer>, but those of the entity \
        are not.
        """,
        """
        Fetching "Work": The objects must be of the type Shop, but those of the entity are not.
        """,
      ])
  }

  // MARK: Requests

  @Test func `a request of a class is that of its entity, whatever that is called`() throws {
    let request = try FetchRequest(
      Shop.self, in: context.model, orderedBy: [.ascending("name")], limit: 2
    ) { $0.name != "Maps" }
    #expect(request.entity == "Store")
    #expect(try context.fetch(request).map { $0["name"] } == ["Books", "Cards"])
    #expect(throws: ManagedObjectError.self) {
      try FetchRequest(ManagedObject.self, in: context.model)
    }
  }

  @Test func `typed fetches are ordered by a key path`() throws {
    #expect(try context.fetch(Work.self, orderedBy: \.pages).map(\.title) == ["B", "A", "C"])
    let works = try context.fetch(Work.self, orderedBy: \.writer.name, limit: 2) { $0.pages > 1 }
    #expect(works.map(\.title) == ["A", "B"])
    #expect(
      FetchRequest(Work.self, orderedBy: \.writer.name)
        == FetchRequest("Work", orderedBy: [.ascending("writer.name")]))
  }

  @Test func `the columns of a typed entity are checked by the compiler`() throws {
    let request = FetchRowRequest(
      Work.self,
      {
        [
          .property($0.writer.name), .aggregate(.sum, $0.pages, as: "pages"),
          .count(as: "works"),
        ]
      }, orderedBy: [.descending("pages")]
    ) { $0.pages > 1 }
    #expect(
      request
        == FetchRowRequest(
          FetchRequest("Work") { $0.pages > 1 },
          [.property("writer.name"), .sum("pages", as: "pages"), .count(as: "works")],
          orderedBy: [.descending("pages")]))
    #expect(
      try context.fetch(request).map(\.description) == [
        "writer.name: \"Ursula\", pages: 103, works: 2",
        "writer.name: \"Frank\", pages: 20, works: 1",
      ])
    let lengths = FetchRowRequest(
      Work.self, { [.property($0.title, as: "name"), .property($0.title.length, as: "length")] })
    #expect(lengths.columns.map(\.name) == ["name", "length"])
    #expect(try context.fetch(lengths).first?["length"] == 1)
  }

  // MARK: Identity and observation

  private func ids<Values: Sequence>(_ values: Values) -> [Values.Element.ID]
  where Values.Element: Identifiable { values.map(\.id) }

  @Test func `objects and views are identified by what a save does not change`() throws {
    let works = try context.fetch(Work.self)
    let shops = try context.fetch(Shop.self)
    let before: [ManagedObjectID] = ids(works) + ids(shops)
    #expect(before == works.map(\.objectID) + shops.map(\.objectID))
    #expect(before.allSatisfy(\.isTemporary) && Set(before).count == 6)
    let container = try PersistentContainer(model: context.model)
    let first = container.makeContext()
    let writer = try first.insert(Writer.self) { $0.name = "Karin" }
    let id = writer.id
    try first.save()
    #expect(writer.id == id && writer.managedObject.id == id)
    let other = try container.makeContext().fetch(Writer.self)
    #expect(other.map(\.id) == [id] && other != [writer])
  }

  @Test func `a property called id is read as before`() throws {
    let work = try context.fetch(Work.self, orderedBy: \.title)[0]
    #expect(work.id == 7 && work.id + 1 == 8)
    work.id = 9
    let number: Int? = work.managedObject.id
    #expect(number == 9 && work.managedObject.id == 9)
    #expect(ids([work]) == [work.objectID])
    let shop = try context.fetch(Shop.self)[0]
    shop.id = "north"
    #expect(shop.id == "north" && shop["id"] == "north")
    #expect(try context.fetch(Shop.self) { $0.id == "north" } == [shop])
  }

  @Test func `views are observed as their objects are`() throws {
    func isObservable(_ value: Any) -> Bool { value is any Observable }
    let work = try context.fetch(Work.self, orderedBy: \.title)[0]
    #expect(isObservable(work) && isObservable(work.managedObject))
    context.tracksReads = true
    let count = Mutex(0)
    let title = withObservationTracking {
      work.title
    } onChange: {
      count.withLock { $0 += 1 }
    }
    work.pages += 1
    #expect(title == "A" && count.withLock { $0 } == 0)
    work.title = "Z"
    #expect(count.withLock { $0 } == 1)
  }
}
