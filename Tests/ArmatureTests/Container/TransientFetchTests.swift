@testable import Armature
import Testing

/// A store has no transient values, so the results of a request must not depend on the context's objects.
@Suite struct TransientFetchTests {
  private func text(_ fetch: () throws -> Void) -> String {
    do {
      try fetch()
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a condition on a transient property is refused over a store`() throws {
    let (_, context) = try Library.stocked()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    dune.draft = "x"
    let request = FetchRequest("Book") { $0.draft == "x" }
    let sentence =
      #"Fetching "Book": The condition reads draft, which is transient, so the store does not "#
      + #"have it. Remove it, and filter the objects found."#
    #expect(text { _ = try context.fetch(request) } == sentence)
    #expect(text { _ = try context.fetchIDs(request) } == sentence)
    #expect(text { _ = try context.count(request) } == sentence)
    #expect(text { _ = try context.explain(request) } == sentence)
    #expect(text { try context.forEachBatch(of: request) { _ in } } == sentence)
    #expect(text { _ = try FetchedResults(request, in: context) } == sentence)
    #expect(
      text {
        _ = try context.fetch(
          FetchRowRequest("Book", [.count()], where: request.predicate))
      } == sentence)
    try context.save()
    #expect(text { _ = try context.fetch(request) } == sentence)
    let child = context.makeChild()
    #expect(text { _ = try child.fetch(request) } == sentence)
    #expect(try context.fetch("Book").filter { $0["draft"] == "x" } == [dune])
  }

  @Test func `so is an order by one, and one behind relationships, in subqueries and of variables`()
    throws
  {
    let (_, context) = try Library.stocked()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    let order = FetchRequest("Book", orderedBy: [.ascending("draft"), .ascending("title")])
    #expect(
      text { _ = try context.fetch(order) } == """
        Fetching "Book": The order by draft: It must lead to a stored value, but draft is \
        transient. Sort the objects found.
        """)
    let computed = FetchRequest(
      "Chapter", orderedBy: [.descending(DynamicQuery().book.draft.length)])
    #expect(text { _ = try context.fetch(computed) }.contains("but book.draft is transient"))
    for (entity, condition) in [
      ("Chapter", "book.draft == nil"), ("Author", "ANY books.draft == 'x'"),
      ("Author", "SUBQUERY(books, $b, $b.pages > 1 AND $b.draft == 'x').@count > 0"),
      ("Author", "books.draft.@count > 0"), ("Novel", "draft == nil OR pages > 1"),
    ] {
      let request = FetchRequest(entity, where: try FetchPredicate(condition))
      #expect(text { _ = try context.count(request) }.contains("transient"), "\(condition)")
    }
    let bound = FetchPredicate.comparison(
      .keyPath(["title"]), .equal, .properties(["draft"], of: .variable("BOOK"))
    ).binding(["BOOK": .value(dune)])
    #expect(
      text { _ = try context.count("Book", where: bound) }.contains("reads draft, which is"))
  }

  @Test func `everything that is wrong is told, beside what is transient`() throws {
    let (_, context) = try Library.stocked()
    let request = FetchRequest("Book", orderedBy: [.ascending("draft")], limit: -1) {
      $0.draft == "x" && $0.titel == "Dune"
    }
    let error = #expect(throws: FetchRequestError.self) { try context.fetch(request) }
    #expect(error?.issues.count == 4)
  }

  @Test func `without a store transient values are found`() throws {
    let context = ManagedObjectContext(model: try Library.model())
    try Library.stock(context)
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    dune.draft = "x"
    #expect(try context.fetch("Book") { $0.draft == "x" } == [dune])
    #expect(try context.fetch("Book", orderedBy: [.descending("draft")]).first == dune)
  }

  @Test func `a column of rows may be transient: it is read of the objects`() throws {
    let (_, context) = try Library.stocked()
    let dune = try #require(try context.fetch("Book") { $0.title == "Dune" }.first)
    dune.draft = "x"
    let request = FetchRowRequest(
      "Book", [.property("draft")], where: .comparison(.keyPath(["title"]), .equal, "Dune"))
    #expect(try context.fetch(request).map(\.description) == [#"draft: "x""#])
  }
}
