import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct FetchedPropertyTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Films") {
        Entity("Film") {
          Attribute("title", String.self).default("")
          Attribute("year", Int?.self)
          Attribute("code", String?.self)
          FetchedProperty("sameYear", of: "Film") {
            $0.year == QueryVariable.fetchSource.year && $0 != QueryVariable.fetchSource
          }
          FetchedProperty("named", of: "Film") { $0.title == QueryVariable("FETCHED_PROPERTY") }
          FetchTemplate("since") { $0.year >= QueryVariable("YEAR") }
          Index("year")
        }
      })
    for (title, year) in [("A", 1984), ("B", 1984), ("named", 1990), ("D", nil)] as [(String, Int?)]
    {
      let film = try context.insert("Film")
      film.title = title
      film.year = year
    }
  }

  private func film(_ title: String) throws -> ManagedObject {
    try #require(try context.fetch("Film") { $0.title == title }.first)
  }

  @Test func `a fetched property finds objects by those of its own`() throws {
    let (first, second) = (try film("A"), try film("B"))
    #expect(try first.fetchedObjects(forKey: "sameYear") == [second])
    #expect(try first.fetchedObjects(forKey: "named") == [film("named")])
    #expect(try film("D").fetchedObjects(forKey: "sameYear").isEmpty)
    second.year = 1990
    #expect(try second.fetchedObjects(forKey: "sameYear") == [film("named")])
  }

  @Test func `keys and members yield it, too`() throws {
    let (first, second) = (try film("A"), try film("B"))
    #expect(try first.value(forKey: "sameYear") == .objects([second.objectID]))
    let films: [ManagedObject]? = first.sameYear
    #expect(films == [second])
  }

  @Test func `a key that is none is said with its near miss`() throws {
    let film = try film("A")
    #expect(
      throws: ManagedObjectError.unknownKey(
        entity: "Film", key: "sameYeer", suggestion: "sameYear")
    ) { try film.fetchedObjects(forKey: "sameYeer") }
    #expect(throws: ManagedObjectError.self) { try film.fetchedObjects(forKey: "title") }
    let loose = try context.model.makeObject("Film")
    #expect(try loose.fetchedObjects(forKey: "named").isEmpty)
  }

  @Test func `a template makes a request`() throws {
    let request = try context.model.fetchRequest(template: "since", ["YEAR": 1985])
    #expect(try context.fetch(request) == [film("named")])
    #expect(throws: ManagedObjectError.unknownTemplate(name: "sinse", suggestion: "since")) {
      try context.model.fetchRequest(template: "sinse")
    }
    #expect(throws: FetchTemplateError.self) {
      try context.model.fetchRequest(template: "since", ["YEER": 1985])
    }
  }

  // MARK: Order, limit and keys

  private func studio() throws -> ManagedObjectContext {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Studio") {
        Entity("Studio") {
          Attribute("name", String.self).default("")
          FetchedProperty(
            "latest", of: "Film", orderedBy: [.descending("year"), .ascending("title")], limit: 2
          ) { $0.studio == QueryVariable.fetchSource }
        }
        Entity("Film") {
          Attribute("title", String.self).default("")
          Attribute("year", Int.self).default(1900)
          Relationship("studio", to: "Studio")
        }
      })
    let studio = try context.insert("Studio")
    for (title, year) in [("A", 1950), ("B", 1970), ("C", 1960), ("D", 1970)] {
      let film = try context.insert("Film")
      film.title = title
      film.year = year
      film.studio = studio
    }
    return context
  }

  @Test func `the objects stand in the order of the property, and are as many as it says`() throws {
    let context = try studio()
    let studio = try #require(try context.fetch("Studio").first)
    #expect(try studio.fetchedObjects(forKey: "latest").map { $0["title"] } == ["B", "D"])
    #expect(
      context.model["Studio"]?.property(named: "latest")?.description
        == "latest: Film where studio == $FETCH_SOURCE, by year descending, title, at most 2")
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: JSONEncoder().encode(context.model))
    #expect(decoded["Studio"]?.properties == context.model["Studio"]?.properties)
  }

  @Test func `every way by key leads over the property`() throws {
    let context = try studio()
    let studio = try #require(try context.fetch("Studio").first)
    let films = try studio.fetchedObjects(forKey: "latest")
    let ids = AttributeValue.objects(films.map(\.objectID))
    #expect(studio["latest"] == ids)
    #expect(try studio.dictionaryWithValues(forKeys: ["latest"]) == ["latest": ids])
    #expect(try studio.value(forKey: "latest", as: [ManagedObject].self) == films)
    #expect(try studio.values(forKeyPath: "latest.title") == ["B", "D"])
    #expect(try studio.values(forKeyPath: "latest") == films.map { .object($0.objectID) })
    #expect(try films[0].values(forKeyPath: "studio.latest.year") == [1970, 1970])
    #expect(
      throws: ManagedObjectError.toManyPath(entity: "Studio", path: "latest.title")
    ) { try studio.value(forKeyPath: "latest.title") }
    #expect(
      throws: ManagedObjectError.wrongRead(
        entity: "Studio", property: "latest", type: "[ManagedObject]", readAs: "Int")
    ) { try studio.value(forKey: "latest", as: Int.self) }
    #expect(!studio.properties.keys.contains("latest"))
  }

  @Test func `what holds nothing is not set`() throws {
    let context = try studio()
    let studio = try #require(try context.fetch("Studio").first)
    let error = #expect(throws: ManagedObjectError.self) {
      try studio.setValue([ManagedObject](), forKey: "latest")
    }
    #expect(
      error.map { "\($0)" } == """
        Studio.latest must be an attribute or a relationship to hold a value, but is a fetched \
        property, which has the results of a fetch. Read it with value(forKey:).
        """)
    let same = try #require(error)
    #expect(throws: same) { try studio.setPrimitiveValue("x", forKey: "latest") }
    #expect(throws: same) { try studio.validateValue("x", forKey: "latest") }
  }

  @Test func `an order and a limit that cannot work are mistakes of the model`() throws {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Studio") {
        Entity("Studio") {
          FetchedProperty(
            "films", of: "Film", orderedBy: [.ascending("yaer"), .ascending("studio")], limit: -1
          ) { $0.year > 1950 }
        }
        Entity("Film") {
          Attribute("year", Int.self)
          Relationship("studio", to: "Studio")
        }
      }
    }
    #expect(
      error?.issues.map(\.message) == [
        """
        Studio.films, order by yaer: the condition reads yaer, but Film has no property "yaer". Did \
        you mean "year"?
        """,
        """
        Studio.films must be sorted by one value with an order, but studio is an object of Studio.
        """,
        "Studio.films must have a limit of at least 0, but has -1. Leave it out for all objects.",
      ])
  }

  @Test func `a store that fails ends no program`() throws {
    let store = CountingStore()
    let container = try PersistentContainer(model: context.model, store: store)
    let context = container.makeContext()
    let film = try context.insert("Film")
    film.year = 1984
    try context.save()
    store.fails = true
    let films: [ManagedObject]? = film.sameYear
    #expect(films == [] && film["sameYear"] == .objects([]))
    store.fails = false
    #expect(throws: CountingStore.Failure.self) { try context.fetch("Film") }
    #expect(try context.fetch("Film") == [film])
  }
}
