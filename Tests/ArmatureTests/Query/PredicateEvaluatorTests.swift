@testable import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What conditions mean, on objects: the table of the documentation.
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
    #expect(CompiledPredicate(predicate, object.runtime.layout).holds(object) == isHeld)
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
    // The inner condition may speak of the object outside.
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

  @Test func `deleted objects are not there`() throws {
    try shelf.context.save()
    try shelf.context.delete(author)
    shelf.context.rollback()
    let tag = try #require(dune.many("tags").first)
    try shelf.context.delete(tag)
    #expect(holds(on: dune) { $0.tags.count == 1 && !$0.tags.any { $0.name == "classic" } })
  }
}
