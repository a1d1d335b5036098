import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct FetchPredicateObjectTests {
  private let shelf: Bookshelf
  private let author: ManagedObject
  private let dune: ManagedObject

  init() throws {
    shelf = try Bookshelf()
    author = try shelf.author("Frank")
    dune = try shelf.book("Dune", by: author)
    dune.pages = 412
  }

  private func condition(_ condition: (DynamicQuery) -> FetchPredicate) -> FetchPredicate {
    condition(DynamicQuery())
  }

  @Test func `the ID and the entity of an object are keys of paths`() throws {
    let context = try Library.stocked().context
    let dune = try context.first("Book", "title", "Dune")
    let author = try #require(dune.one("author"))
    func titles(_ predicate: FetchPredicate) throws -> [String] {
      let found = try context.fetch("Book", where: predicate, orderedBy: [.ascending("title")])
      let tested = try context.objects(of: "Book").filter { try predicate.holds(for: $0) }
      #expect(Set(found) == Set(tested), "\(predicate)")
      return found.map { $0.title ?? "" }
    }
    #expect(try titles(FetchPredicate("objectID == %@", dune)) == ["Dune"])
    #expect(try titles(FetchPredicate("SELF.objectID IN %@", [dune])) == ["Dune"])
    #expect(
      try titles(FetchPredicate("author.objectID == %@", author))
        == titles(FetchPredicate("author == %@", author)))
    let novels = try context.fetch("Novel", orderedBy: [.ascending("title")]).map { $0.title ?? "" }
    #expect(try titles(FetchPredicate("entity == 'Novel'")) == novels && !novels.isEmpty)
    #expect(try titles(FetchPredicate("entity.name IN {'Novel'}")) == novels)
    #expect(
      try titles(FetchPredicate("ANY author.books.entity == 'Novel'")).count >= novels.count)
    let error = #expect(throws: FetchRequestError.self) {
      try titles(FetchPredicate("entity == 'Bok'"))
    }
    #expect(error?.description.contains("Did you mean \"Book\"?") == true, "\(error as Any)")
  }

  @Test func `an object satisfies a condition or not`() throws {
    #expect(try condition { $0.pages > 100 && $0.author.name == "Frank" }.holds(for: dune))
    #expect(try !condition { $0.pages > 1000 || $0.title.like("E*") }.holds(for: dune))
    #expect(try condition { $0.books.any { $0.title.matches("D.*") } }.holds(for: author))
  }

  @Test func `an object without a context is not tested`() throws {
    let book = try #require(shelf.context.model["Book"]).name
    let other = ManagedObjectContext(model: shelf.context.model)
    let lone = try other.insert(book)
    lone.title = "Lone"
    other.reset()
    #expect(lone.managedObjectContext == nil)
    for condition in [condition { $0.author == nil }, condition { $0.title != nil }] {
      #expect(throws: ManagedObjectError.self) { try condition.holds(for: lone) }
    }
  }

  @Test func `variables stand for values, lists, objects and IDs`() throws {
    let same = condition { $0.author == QueryVariable("WHO") && $0.pages > QueryVariable("N") }
    #expect(try same.binding(["WHO": .value(author), "N": 100]).holds(for: dune))
    let id = FetchExpression.value(AttributeValue.object(author.objectID))
    #expect(try same.binding(["WHO": id, "N": 100]).holds(for: dune))
    let stranger = try shelf.author("Ann")
    #expect(try !same.binding(["WHO": .value(stranger), "N": 100]).holds(for: dune))
    #expect(throws: FetchPredicateError.self) {
      try same.binding(["WHO": .value(dune), "N": 100]).holds(for: dune)
    }
    let among = condition { $0.author.in(QueryVariable("ALL")) }
    #expect(try among.binding(["ALL": .value([author])]).holds(for: dune))
    #expect(try !among.binding(["ALL": .values([ManagedObject]())]).holds(for: dune))
    #expect(
      try condition { $0.title.in(QueryVariable("TITLES")) }
        .binding(["TITLES": ["Emma", "Dune"]]).holds(for: dune))
    // A path after a variable continues from the object, in its context.
    let named = condition { $0.author.name == QueryVariable("WHO").name }
    #expect(try named.binding(["WHO": .value(author)]).holds(for: dune))
    author.name = "Brian"
    #expect(try named.binding(["WHO": .value(author)]).holds(for: dune))
    let counted = FetchPredicate.comparison(
      .aggregate(.count, of: .properties(["books"], of: .variable("WHO"))), .equal, 1)
    #expect(try counted.binding(["WHO": .value(author)]).holds(for: dune))
  }

  @Test func `everything that keeps a condition from being evaluated is reported`() {
    let bad = condition {
      $0.pgaes > QueryVariable("N") && $0.title > 5 && $0.x == QueryVariable("N")
    }
    let error = #expect(throws: FetchPredicateError.self) { try bad.holds(for: dune) }
    #expect(
      error?.description == """
        The condition reads pgaes, but Book has no property "pgaes". Did you mean "pages"?
        title > 5 must compare values of one kind, but title is text and 5 is a whole number.
        The condition reads x, but Book has no property "x".
        The condition must have a value for $N, but has none. Give it one with binding(_:).
        """)
    #expect(error?.unbound == ["N"] && error?.entity == "Book" && error?.issues.count == 3)
  }

  @Test func `a condition that is nested too deep is refused`() {
    let deep = (0..<3_000).reduce(FetchPredicate.constant(true)) { inner, _ in .not(inner) }
    let error = #expect(throws: FetchPredicateError.self) { try deep.holds(for: dune) }
    #expect(error?.description == "A condition must be nested at most 200 deep, but is deeper.")
  }
}
