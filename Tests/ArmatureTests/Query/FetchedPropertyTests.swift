import Armature
import Testing

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
}
