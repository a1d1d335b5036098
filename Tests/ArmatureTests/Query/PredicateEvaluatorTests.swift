@testable import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The meaning of conditions on objects, as in the table of the documentation.
@Suite struct PredicateEvaluatorTests {
  private let shelf: Bookshelf
  private let author: ManagedObject
  private let dune: ManagedObject
  private let emma: ManagedObject

  init() throws {
    shelf = try Bookshelf()
    author = try shelf.author("Frank")
    dune = try shelf.book("Dune", by: author)
    dune.pages = 412
    dune.rating = 4.5
    emma = try shelf.book("Emma")
    let (classic, long) = (try shelf.tag("classic"), try shelf.tag("long"))
    dune.tags = [classic, long]
    emma.tags = [classic]
    author.born = 1920
  }

  private func holds(
    on object: ManagedObject, _ condition: (DynamicQuery) -> FetchPredicate
  ) -> Bool {
    let predicate = condition(DynamicQuery())
    let isHeld = PredicateEvaluator(object: object).holds(predicate)
    #expect(CompiledPredicate(predicate, object.runtime.properties).holds(object) == isHeld)
    return isHeld
  }

  @Test func `absent values differ from all others and stand in no order`() {
    #expect(holds(on: emma) { $0.rating == nil } && !holds(on: dune) { $0.rating == nil })
    #expect(holds(on: dune) { $0.rating != nil } && !holds(on: emma) { $0.rating != nil })
    #expect(holds(on: emma) { $0.rating != 4.5 } && !holds(on: emma) { $0.rating == 4.5 })
    #expect(!holds(on: emma) { $0.rating < 5 } && !holds(on: emma) { $0.rating >= 0 })
    #expect(holds(on: emma) { !($0.rating < 5) })
    #expect(holds(on: emma) { $0.rating == $0.price } && !holds(on: dune) { $0.rating == $0.price })
  }

  @Test func `numbers compare by size across types, also beyond 2 to the 53rd`() {
    #expect(holds(on: dune) { $0.pages == 412.0 } && holds(on: dune) { $0.pages < 412.5 })
    #expect(holds(on: dune) { $0.rating > 4 } && holds(on: dune) { $0.rating == 4.5 as Decimal })
    dune.pages = 1 << 53 | 1
    #expect(holds(on: dune) { $0.pages > 0x1p53 } && !holds(on: dune) { $0.pages == 0x1p53 })
    dune.price = Decimal(string: "1.10")
    #expect(holds(on: dune) { $0.price == 1.1 } && holds(on: dune) { $0.price < 1.2 })
    dune.rating = Double.nan
    #expect(!holds(on: dune) { $0.rating == 1 } && holds(on: dune) { $0.rating != 1 })
    #expect(holds(on: dune) { $0.rating == .nan as Double } && !holds(on: dune) { $0.rating < 1 })
    dune.rating = -0.0
    #expect(holds(on: dune) { $0.rating == 0.0 } && holds(on: dune) { $0.rating >= 0 })
  }

  @Test func `text compares by its bytes`() {
    dune.title = "é"
    #expect(holds(on: dune) { $0.title == "é" } && !holds(on: dune) { $0.title == "e\u{301}" })
    #expect(holds(on: dune) { $0.title.in(["e\u{301}", "é"]) })
    #expect(!holds(on: dune) { $0.title.hasPrefix("e") })
    dune.title = "50% of [A*B]_?"
    for part in ["", "%", "[A*", "_?", "50% of [A*B]_?"] {
      #expect(holds(on: dune) { $0.title.contains(part) }, "\(part)")
    }
    #expect(holds(on: dune) { $0.title.hasSuffix("b]_?", options: .caseInsensitive) })
    #expect(!holds(on: dune) { $0.title.contains("B_") })
    #expect(
      holds(on: dune) { $0.title.matches(#"\d+% .*"#) }
        && !holds(on: dune) { $0.title.matches(".") })
  }

  @Test func `paths lead over objects, and to nothing where there is none`() {
    #expect(holds(on: dune) { $0.author.name == "Frank" && $0.author.born < 1930 })
    #expect(holds(on: emma) { $0.author.name == nil && $0.author.name != "Frank" })
    #expect(holds(on: emma) { $0.author == nil } && holds(on: dune) { $0.author != nil })
    let id = FetchExpression.constant(.object(author.objectID))
    #expect(holds(on: dune) { .comparison($0.author.fetchExpression, .equal, id) })
    #expect(holds(on: emma) { .comparison($0.author.fetchExpression, .notEqual, id) })
  }

  @Test func `quantifiers look at each object`() {
    #expect(holds(on: dune) { $0.tags.any { $0.name == "long" } })
    #expect(!holds(on: emma) { $0.tags.any { $0.name == "long" } })
    #expect(holds(on: emma) { $0.tags.all { $0.name == "classic" } })
    #expect(holds(on: emma) { $0.tags.none { $0.name == "long" } })
    emma.tags = [] as [ManagedObject]
    #expect(holds(on: emma) { $0.tags.all { $0.name == "x" } && $0.tags.none { $0.name == "x" } })
    #expect(!holds(on: emma) { $0.tags.any { $0.name != "x" } })
    // The inner condition can refer to the outer object.
    #expect(holds(on: author) { a in a.books.any { $0.pages < a.born } })
    #expect(!holds(on: author) { a in a.books.any { $0.pages > a.born } })
    #expect(
      holds(on: author) { a in a.books.any { book in book.tags.any { $0.name == "long" } } })
  }

  @Test func `aggregates over objects`() {
    #expect(holds(on: dune) { $0.tags.count == 2 } && holds(on: author) { $0.books.count > 0 })
    #expect(holds(on: author) { $0.books.sum("pages") == 412 && $0.books.max("pages") == 412 })
    #expect(holds(on: author) { $0.clients.sum("born") == 0 && $0.clients.average("born") == nil })
    #expect(holds(on: dune) { $0.title.length == 4 && $0.pages / 2 == 206 && $0.pages / 0 == nil })
  }

  @Test func `several values are looked in, and a list for two bounds`() throws {
    #expect(
      holds(on: dune) { $0.in($0.author.books) } && !holds(on: emma) { $0.in($0.author.books) })
    #expect(holds(on: author) { .comparison($0.name.fetchExpression, .in, ["Ann", "Frank"]) })
    #expect(holds(on: author) { .comparison($0.books.title.fetchExpression, .contains, "Dune") })
    #expect(!holds(on: author) { .comparison($0.books.title.fetchExpression, .contains, "dune") })
    let folded: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]
    #expect(
      holds(on: author) {
        .comparison("DÚNE", .in, $0.books.title.fetchExpression, options: folded)
      })
    #expect(holds(on: dune) { .comparison("un", .in, $0.title.fetchExpression) })
    #expect(!holds(on: dune) { .comparison($0.title.fetchExpression, .in, []) })
    #expect(holds(on: dune) { .comparison($0.pages.fetchExpression, .between, [412, 412.5]) })
    #expect(!holds(on: dune) { .comparison($0.pages.fetchExpression, .between, [413, 500]) })
    #expect(!holds(on: emma) { .comparison($0.rating.fetchExpression, .between, [0, 9]) })
    #expect(holds(on: emma) { $0.rating.in([nil, 3] as [Double?]) })
    #expect(
      !holds(on: emma) { .comparison($0.rating.fetchExpression, .in, $0.tags.name.fetchExpression) }
    )
  }

  @Test func `a quantifier sees each way to a value, also where there is none`() throws {
    let other = try shelf.book("Other", by: author)
    func all(_ quantifier: FetchPredicate.Quantifier, _ path: FetchPath, _ value: FetchExpression)
      -> FetchPredicate
    {
      .comparison(.keyPath(path), .equal, value, quantifier: quantifier)
    }
    #expect(holds(on: author) { _ in all(.any, ["books", "rating"], .constant(.null)) })
    #expect(
      holds(on: author) { _ in all(.any, ["books", "author", "patron", "name"], .constant(.null)) })
    #expect(!holds(on: author) { _ in all(.all, ["books", "rating"], 4.5) })
    other.rating = 4.5
    #expect(holds(on: author) { _ in all(.all, ["books", "rating"], 4.5) })
    #expect(!holds(on: author) { _ in all(.none, ["books", "rating"], 4.5) })
    // No one has a patron, so no patron has books.
    #expect(!holds(on: author) { _ in all(.any, ["patron", "books", "title"], .constant(.null)) })
    #expect(holds(on: author) { _ in all(.all, ["patron", "books", "title"], "x") })
  }

  @Test func `subqueries nest, are counted, and lead further`() throws {
    #expect(holds(on: author) { $0.books.filter { $0.pages > 100 }.count == 1 })
    #expect(
      holds(on: author) {
        $0.books.filter { $0.tags.filter { $0.name == "long" }.count > 0 }.count == 1
      })
    #expect(holds(on: author) { $0.books.filter { $0.pages > 100 }.sum("pages") == 412 })
    #expect(holds(on: author) { $0.books.filter { $0.pages > 1000 }.max("pages") == nil })
    #expect(holds(on: author) { $0.books.filter { $0.pages > 100 }.tags.any { $0.name == "long" } })
    let twin = try shelf.book("Twin", by: author)
    twin.tags = dune.many("tags")
    #expect(holds(on: author) { $0.books.tags.count == 4 })
    #expect(
      holds(on: author) {
        .comparison(
          .aggregate(.count, of: .aggregate(.distinct, of: $0.books.tags.fetchExpression)), .equal,
          2)
      })
  }

  @Test func `functions and operations compute`() {
    #expect(
      holds(on: dune) { $0.title.lowercased() == "dune" && $0.title.uppercased().length == 4 })
    #expect(holds(on: dune) { $0.pages % 5 == 2 && abs($0.pages - 500) == 88 })
    #expect(
      holds(on: dune) { _ in .comparison(.function(.now, []), .greater, .constant(.date(Date(0)))) }
    )
    #expect(
      holds(on: dune) {
        .comparison(.arithmetic($0.pages.fetchExpression, .bitwiseAnd, 4), .equal, 4)
      })
    #expect(holds(on: dune) { $0.title.like("D*n?") && !$0.title.like("d*") })
    #expect(holds(on: dune) { $0.title.like("d*", options: .caseInsensitive) })
  }

  @Test func `aggregates over relationships that lead to each other take no longer`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Friends") {
        Entity("Person") {
          Attribute("age", Int.self).default(1)
          Relationship("friends", to: "Person", .toMany, inverse: "fans")
          Relationship("fans", to: "Person", .toMany, inverse: "friends")
        }
      })
    let people = try (0..<4).map { _ in try context.insert("Person") }
    for person in people { person.friends = people }
    let way = Array(repeating: "friends", count: 12)
    let object = people[0]
    let evaluator = PredicateEvaluator(object: object)
    #expect(evaluator.value(of: .aggregate(.count, of: .keyPath(FetchPath(way)))) == 16_777_216)
    #expect(
      evaluator.value(of: .aggregate(.sum, of: .keyPath(FetchPath(way + ["age"])))) == 16_777_216)
    #expect(try object.value(forKeyPath: way.joined(separator: ".") + ".@avg.age") == 1.0)
    let far = Array(repeating: "friends", count: 2_000)
    #expect(evaluator.value(of: .aggregate(.count, of: .keyPath(FetchPath(far)))) == .int(.max))
    #expect(evaluator.value(of: .aggregate(.sum, of: .keyPath(FetchPath(far + ["age"])))) == .null)
    #expect(
      evaluator.holds(.comparison(.keyPath(FetchPath(far + ["age"])), .equal, 1, quantifier: .all)))
  }

  @Test func `the date of an evaluation comes from the context's clock, once`() throws {
    var calls = 0
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Log") {
        Entity("Entry") {
          Attribute("text", String.self).default("")
          Attribute("saved", Date?.self).derived(from: .function(.now, []))
        }
      },
      now: {
        calls += 1
        return Date(Double(calls))
      })
    let entries = try (0..<3).map { _ in try context.insert("Entry") }
    try context.save()
    #expect(calls == 1 && entries.allSatisfy { $0.saved == Date(1) })
    let now = FetchExpression.function(.now, [])
    #expect(
      PredicateEvaluator(object: entries[0]).holds(
        .and([.comparison(now, .equal, now), .comparison(now, .greater, .keyPath(["saved"]))])))
    #expect(calls == 2)
    entries[0].text = "x"
    try context.save()
    #expect(entries[0].saved == Date(3) && entries[1].saved == Date(1) && !context.hasChanges)
  }

  @Test func `deleted objects are not there`() throws {
    try shelf.context.save()
    try shelf.context.delete(author)
    shelf.context.rollback()
    let tag = try #require(dune.many("tags").first)
    try shelf.context.delete(tag)
    #expect(holds(on: dune) { $0.tags.count == 1 && !$0.tags.any { $0.name == "classic" } })
  }
}
