import ArmatureModel
import Foundation
import Testing

@testable import Armature
@testable import ArmatureSQL

/// The limits and special cases of the translation to SQL. The requests of `SQLRequestTests` pin the usual ones.
@Suite struct SQLWriterTests {
  private static let storeID = UUID()

  private func writer(_ dialect: String, sums: SQLSums = .exact) throws -> SQLWriter {
    SQLWriter(
      SQLDatabase(
        SQLSchema(try PinnedRequest.model()), try #require(Pins.dialects[dialect]),
        storeID: Self.storeID), sums: sums)
  }

  /// Returns a condition with its values.
  private func condition(
    _ predicate: FetchPredicate, _ entity: String = "Book", _ dialect: String = "sqlite"
  ) throws -> SQLStatement {
    let writer = try writer(dialect)
    let scope = try writer.scope(of: entity)
    return try writer.within(scope) { try writer.condition(predicate) }
  }

  private func condition(
    _ format: String, _ entity: String = "Book", _ dialect: String = "sqlite"
  ) throws -> String {
    try condition(FetchPredicate(format), entity, dialect).listing
  }

  /// Returns the reason why a condition is left to the context.
  private func reason(
    _ predicate: FetchPredicate, _ entity: String = "Book", _ dialect: String = "sqlite"
  ) throws -> String? {
    do {
      _ = try condition(predicate, entity, dialect)
      return nil
    } catch let inexact as SQLInexact {
      return inexact.reason
    }
  }

  private func comparison(
    _ path: FetchPath, _ comparison: FetchPredicate.Comparison, _ value: FetchExpression
  ) -> FetchPredicate { .comparison(.keyPath(path), comparison, value) }

  // MARK: Size

  @Test func `a condition is translated up to the depth that databases read`() throws {
    func nested(_ depth: Int) -> FetchPredicate {
      (1..<depth).reduce(.constant(true)) { predicate, _ in .not(predicate) }
    }
    #expect(try reason(nested(16)) == nil)
    #expect(try reason(nested(17)) == "it is nested deeper than a database reads")
  }

  @Test func `a long chain becomes a tree`() {
    func depth(_ count: Int) -> Int {
      let parts = (0..<count).map { "p\($0)" as SQLStatement }
      let text = SQLWriter.balanced(parts[...], " OR ").text
      #expect(text.split(separator: "p").count == (count > 64 ? count + 1 : count))
      var (open, deepest) = (0, 0)
      for sign in text {
        open += sign == "(" ? 1 : sign == ")" ? -1 : 0
        deepest = max(deepest, open)
      }
      return deepest
    }
    #expect([1, 64, 65, 129, 10_000].map(depth) == [0, 0, 1, 2, 8])
  }

  @Test func `a path joins at most 40 tables`() throws {
    func path(_ count: Int) -> FetchPredicate {
      let names = Array(repeating: "teacher", count: count) + ["born"]
      return comparison(FetchPath(names), .greater, .constant(1))
    }
    #expect(try reason(path(40), "Author") == nil)
    #expect(try reason(path(41), "Author") == "it leads to too many tables")
  }

  // MARK: Lists

  private func isAmong(_ path: FetchPath, _ values: [AttributeValue]) -> FetchPredicate {
    comparison(path, .in, .list(values.map { .constant($0) }))
  }

  @Test func `more than 2000 listed values are literals`() throws {
    let few = try condition(isAmong(["pages"], (1...2000).map { .int($0) }))
    #expect(few.values.count == 2000 && few.text.hasPrefix(#""t0"."pages" IN (?, ?"#))
    let many = try condition(isAmong(["pages"], (1...2001).map { .int($0) }))
    #expect(many.values.isEmpty && many.text.hasPrefix(#""t0"."pages" IN (1, 2, 3"#))
    let texts = try condition(isAmong(["title"], (1...2001).map { .string("it's \($0)") }))
    #expect(texts.values.isEmpty && texts.text.hasPrefix(#""t0"."title" IN ('it''s 1', "#))
    #expect(
      try reason(isAmong(["weight"], (1...2001).map { .double(Double($0)) }))
        == "a list has more values than can be bound")
    // Equal values count once.
    let truths = try condition(
      isAmong(["inPrint"], (1...3000).map { .bool($0.isMultiple(of: 2)) }))
    #expect(truths.values == [.integer(0), .integer(1)])
  }

  @Test func `a list has at most 200 alternatives that need a comparison of their own`() throws {
    func others(_ count: Int) -> FetchPredicate {
      comparison(["title"], .in, .list((0..<count).map { _ in .keyPath(["author", "name"]) }))
    }
    #expect(try reason(others(200)) == nil)
    #expect(try reason(others(201)) == "it has too many alternatives")
  }

  // MARK: Text

  @Test(arguments: [
    ("Em", #""t0"."title" >= 'Em' AND "t0"."title" < 'En'"#),
    // The next character after the surrogates.
    ("a\u{D7FF}", "\"t0\".\"title\" >= 'a\u{D7FF}' AND \"t0\".\"title\" < 'a\u{E000}'"),
    ("a\u{10FFFF}", "\"t0\".\"title\" >= 'a\u{10FFFF}' AND \"t0\".\"title\" < 'b'"),
    ("\u{10FFFF}", "\"t0\".\"title\" >= '\u{10FFFF}'"),
    ("", #""t0"."title" >= ''"#),
  ])
  func `a prefix is a range of texts`(_ prefix: String, _ text: String) throws {
    let predicate = comparison(["title"], .beginsWith, .constant(.string(prefix)))
    #expect(try condition(predicate).listing == text)
  }

  // MARK: Numbers

  @Test func `a database compares mixed numbers only if one is small`() throws {
    #expect(
      try condition("weight == 3", "Book", "postgresql")
        == #""t0"."weight" = CAST(3 AS bigint)"#)
    for format in ["weight == pages", "weight == 9007199254740993"] {
      #expect(
        try reason(FetchPredicate(format), "Book", "postgresql")
          == "the database compares it in another way")
      #expect(try reason(FetchPredicate(format)) == nil)
    }
    let small = #""t0"."weight" = CAST(9007199254740991 AS bigint)"#
    #expect(try condition("weight == 9007199254740991", "Book", "postgresql") == small)
  }

  @Test func `NaN has no order`() throws {
    let nan = FetchExpression.constant(.double(.nan))
    for dialect in Pins.dialects.keys {
      #expect(
        try condition(comparison(["weight"], .less, nan), "Book", dialect).text == "FALSE")
    }
    #expect(try condition("weight > 1.5") == #""t0"."weight" > 1.5 AND "t0"."weight" < ''"#)
    #expect(
      try condition("weight > 1.5", "Book", "postgresql")
        == #""t0"."weight" > CAST(1.5 AS double precision) AND "t0"."weight" <> 'NaN'"#)
    // NaN is greater than all numbers in the database as well.
    #expect(try condition("weight < 1.5") == #""t0"."weight" < 1.5"#)
  }

  @Test func `constants are computed before the statement runs`() throws {
    #expect(try condition("pages > 1 + 2 * 3") == #""t0"."pages" > 7"#)
    #expect(try condition("title == uppercase:('emma')") == #""t0"."title" = 'EMMA'"#)
    #expect(try condition("pages + nil > 3") == "FALSE")
    #expect(try condition("pages > 1 + 2 * 3", "Book", "postgresql").contains("7"))
  }

  @Test func `Boolean values are compared with 0 and 1`() throws {
    #expect(try condition("inPrint == 1") == #""t0"."inPrint" = 1"#)
    #expect(try condition("price == 10") == #""t0"."price" = '10'"#)
    #expect(try reason(FetchPredicate("inPrint == pages"), "Book", "postgresql") != nil)
  }

  // MARK: Objects

  @Test func `an object of another store is never found`() throws {
    func object(_ storeID: UUID) throws -> [SQLValue] {
      let id = ManagedObjectID(entityName: "Author", key: 5, storeID: storeID)
      return try condition(comparison(["author"], .equal, .constant(.object(id)))).values
    }
    #expect(try object(Self.storeID) == [.integer(5)])
    #expect(try object(UUID()) == [.integer(0)])
  }

  @Test func `built-in members are the standard columns`() throws {
    #expect(try condition("objectID > 1") == "FALSE")
    #expect(try condition("objectID != nil") == #"("t0"."_id" IS NULL) IS NOT TRUE"#)
    #expect(try condition("entity.name == 'Atlas'") == #""t0"."_entity" = 'Atlas'"#)
    #expect(
      try reason(FetchPredicate("entity.name == 'Tag'"), "Tag")
        == "the name of an entity is not a column")
  }

  @Test func `an object that two conditions lead to is joined once`() throws {
    let writer = try writer("sqlite")
    let scope = try writer.scope(of: "Book")
    _ = try writer.within(scope) {
      try writer.condition(FetchPredicate("author.born > 1 AND author.teacher.born > author.born"))
    }
    #expect(
      scope.source.text
        == #""Book" AS "t0" LEFT JOIN "Author" AS "t1" ON "t1"."_id" = "t0"."author" LEFT JOIN "Author" AS "t2" ON "t2"."_id" = "t1"."teacher""#
    )
    #expect(scope.isJoined && scope.root.alias == "t0")
  }

  @Test func `a subquery refers to its own objects and to the outer ones`() throws {
    #expect(
      try condition("SUBQUERY(books, $b, $b.pages > born).@count == 0", "Author")
        == #"NOT EXISTS (SELECT 1 FROM "Book" AS "t1" WHERE "t1"."author" = "t0"."_id" AND ("t1"."pages" > "t0"."born"))"#
    )
  }

  // MARK: Sums

  @Test func `a sum that fails beyond 64 bits is noted, where the database has such sums`() throws {
    func sum(_ dialect: String, _ sums: SQLSums) throws -> (text: String, isFailing: Bool) {
      let writer = try writer(dialect, sums: sums)
      let scope = try writer.scope(of: "Author")
      let term = try writer.within(scope) {
        try writer.term(.aggregate(.sum, of: .keyPath(["books", "pages"])))
      }
      return (term.text.listing, writer.hasFailingSum)
    }
    let failing = try sum("sqlite", .failing)
    #expect(failing.isFailing && failing.text.contains(#"COALESCE(SUM("t1"."pages"), 0)"#))
    let exact = try sum("sqlite", .exact)
    #expect(!exact.isFailing && exact.text.contains("CASE COUNT"))
    let large = try sum("postgresql", .exact)
    #expect(!large.isFailing && large.text.contains("BETWEEN -9223372036854775808"))
  }

  // MARK: Values of two kinds

  @Test func `the values of a condition are of one kind`() throws {
    #expect(
      try condition("TERNARY(inPrint == TRUE, pages, nil) > 3")
        == #"CASE WHEN "t0"."inPrint" = 1 THEN "t0"."pages" ELSE NULL END > 3"#)
  }

  @Test(arguments: [
    ("Book", "TERNARY(inPrint == TRUE, pages, title) == 3", "a TERNARY has values of two kinds"),
    ("Book", "words.@count == 2", "an aggregate is not of the objects of a relationship"),
    ("Book", "ANY words == 'a'", "it looks at the parts of a list or a JSON value"),
    ("Book", "size == nil", "a composite is compared as a whole"),
    ("Book", "tags.name == 'x'", "it compares several values"),
    ("Book", "title - 1 == 3", "- has no result of one kind"),
    ("Book", "abs:(title) == 3", "abs: has no result of one kind"),
    ("Author", "books.@max.inPrint == TRUE", "@max has no result of one kind"),
    ("Author", "books.scale == 3", "it compares several values"),
    ("Nothing", "name == 'x'", "Nothing has no table"),
  ])
  func `an inexact condition has its reason`(
    _ entity: String, _ format: String, _ reason: String
  ) throws {
    #expect(try self.reason(FetchPredicate(format), entity) == reason)
  }

  // MARK: Orders

  private func order(_ order: FetchOrder, _ dialect: String) throws -> String {
    let writer = try writer(dialect)
    let scope = try writer.scope(of: "Book")
    return try writer.within(scope) { try writer.order(order) }.map(\.listing).joined(
      separator: ";")
  }

  @Test func `values without a value come first in ascending order`() throws {
    #expect(try order(.ascending("pages"), "sqlite") == #""t0"."pages""#)
    #expect(try order(.descending("pages"), "sqlite") == #""t0"."pages" DESC"#)
    #expect(try order(.ascending("pages"), "postgresql") == #""t0"."pages" NULLS FIRST"#)
    #expect(try order(.descending("price"), "postgresql") == #""t0"."price" DESC NULLS LAST"#)
  }

  @Test func `an order that the database does not have is left to the context`() throws {
    func reason(_ order: FetchOrder, _ dialect: String = "postgresql") throws -> String? {
      do {
        _ = try self.order(order, dialect)
        return nil
      } catch let inexact as SQLInexact {
        return inexact.reason
      }
    }
    let folded = FetchOrder.ascending("title", options: .caseInsensitive)
    #expect(try reason(folded) == "the database sorts it in another way")
    #expect(try reason(folded, "sqlite") == nil)
    #expect(try reason(.ascending("author")) == "it sorts by values without an order")
    #expect(try reason(.ascending("words")) == "it sorts by values without an order")
  }
}
