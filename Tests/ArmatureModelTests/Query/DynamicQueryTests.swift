import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let limit: Int32 = 7
private let name = "Dune"
private let maximum: Double? = nil
private let day = Date(timeIntervalSinceReferenceDate: 86_400)
private var member: PropertyValue? { .attribute("Dune") }
private let code = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
private let page = URL(string: "https://example.org/a?b=c")

@Suite struct DynamicQueryTests {
  @Test(arguments: [
    (dynamic { $0.price == nil || $0.pages > 0 }, "price == nil OR pages > 0"),
    (
      dynamic { $0.pages > 100 && $0.author.name == "Frank Herbert" },
      "pages > 100 AND author.name == \"Frank Herbert\""
    ),
    (dynamic { $0.title != $0.author.name }, "title != author.name"),
    (dynamic { !($0.inPrint == true) }, "NOT inPrint == true"),
    (dynamic { ($0.stock + $0.reserved) <= $0.capacity }, "stock + reserved <= capacity"),
    (dynamic { $0.stock * 2 >= 10 - $0.reserved / 3 }, "stock * 2 >= 10 - reserved / 3"),
    (dynamic { $0.price < 9.99 }, "price < 9.99"),
    (dynamic { 100 < $0.pages && "x" != $0.title }, "100 < pages AND \"x\" != title"),
    (dynamic { $0.pages > limit && $0.rating != maximum }, "pages > 7 AND rating != nil"),
    (
      dynamic { $0.title == name && $0.binding == Binding.hardback },
      "title == \"Dune\" AND binding == \"hardback\""
    ),
    (dynamic { $0.added >= day }, "added >= CAST(86400.0, \"NSDate\")"),
    (
      dynamic { $0.code == code },
      "code == CAST(\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\", \"NSUUID\")"
    ),
    (dynamic { $0.page == page }, "page == CAST(\"https://example.org/a?b=c\", \"NSURL\")"),
    (dynamic { $0.pages == AttributeValue.int(3) }, "pages == 3"),
    (dynamic { $0.title == member }, "title == \"Dune\""),
    (dynamic { $0 != $0.author }, "SELF != author"),
    (
      dynamic {
        $0.a + 1 > $0.b && $0.c == nil || $0.d.e != "x" && $0.f * 2.5 <= 3
          || 7 > $0.g && $0.h != nil
      },
      "(a + 1 > b AND c == nil) OR (d.e != \"x\" AND f * 2.5 <= 3) OR (7 > g AND h != nil)"
    ),
  ])
  func `comparisons take members, constants of any type, and nil`(
    predicate: FetchPredicate, text: String
  ) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (dynamic { $0.name.hasPrefix("F") }, "name BEGINSWITH \"F\""),
    (dynamic { $0.name.hasSuffix("t", options: .caseInsensitive) }, "name ENDSWITH[c] \"t\""),
    (dynamic { $0.title.contains($0.author.name) }, "title CONTAINS author.name"),
    (dynamic { $0.title.contains(QueryVariable("TERM")) }, "title CONTAINS $TERM"),
    (dynamic { $0.name.matches("^a+$") }, "name MATCHES \"^a+$\""),
    (dynamic { $0.name.in(["a", "b"]) }, "name IN {\"a\", \"b\"}"),
    (dynamic { $0.pages.in([1, 2]) && $0.year.in(Set<Int>()) }, "pages IN {1, 2} AND year IN {}"),
    (dynamic { $0.binding.in(Binding.allCases) }, "binding IN {\"paperback\", \"hardback\"}"),
    (dynamic { $0.title.length > 3 }, "length:(title) > 3"),
  ])
  func `text tests, membership and length`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (dynamic { $0.books.count > 3 }, "books.@count > 3"),
    (dynamic { $0.books.any { $0.pages > 100 } }, "ANY books.pages > 100"),
    (dynamic { $0.books.all { $0.title.hasPrefix("A") } }, "ALL books.title BEGINSWITH \"A\""),
    (dynamic { $0.books.none { $0.pages.in([1]) } }, "NONE books.pages IN {1}"),
    (dynamic { $0.books.sum("pages") > 1_000 }, "books.@sum.pages > 1000"),
    (dynamic { $0.books.average("pages") > 1.5 }, "books.@avg.pages > 1.5"),
    (dynamic { $0.books.min("author.age") == nil }, "books.author.@min.age == nil"),
    (dynamic { $0.books.max("pages") <= $0.limit }, "books.@max.pages <= limit"),
  ])
  func `quantifiers and aggregates`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (dynamic { $0.name.like("F*?") }, "name LIKE \"F*?\""),
    (
      dynamic { $0.name.like("jo*o", options: [.caseInsensitive, .diacriticInsensitive]) },
      "name LIKE[cd] \"jo*o\""
    ),
    (dynamic { $0.name.equals("x", options: .caseInsensitive) }, "name ==[c] \"x\""),
    (
      dynamic { $0.name.equals($0.author.name, options: .diacriticInsensitive) },
      "name ==[d] author.name"
    ),
    (
      dynamic { $0.name.lowercased() == "x" && $0.name.uppercased().length > 3 },
      "lowercase:(name) == \"x\" AND length:(uppercase:(name)) > 3"
    ),
    (dynamic { $0.year % 4 == 0 }, "modulus:by:(year, 4) == 0"),
    (dynamic { abs($0.balance + 1) > 3 }, "abs:(balance + 1) > 3"),
    (dynamic { $0.author.in($0.shelf.authors) }, "author IN shelf.authors"),
    (dynamic { $0.author.in(QueryVariable("AUTHORS")) }, "author IN $AUTHORS"),
    (dynamic { abs($0.year + 1).in([1, 2]) }, "abs:(year + 1) IN {1, 2}"),
    (dynamic { $0.tags.contains(QueryVariable("TAG")) }, "tags CONTAINS $TAG"),
    (
      dynamic { $0.books.filter { $0.pages > 100 }.count > 2 },
      "SUBQUERY(books, $a, $a.pages > 100).@count > 2"
    ),
    (
      dynamic { $0.books.filter { $0.pages > 100 }.author.sum("age") > 2 },
      "SUBQUERY(books, $a, $a.pages > 100).author.@sum.age > 2"
    ),
    (
      dynamic { a in a.books.filter { $0.pages > a.limit }.any { $0.year == a.year } },
      "SUBQUERY(SUBQUERY(books, $a, $a.pages > limit), $a, $a.year == year).@count > 0"
    ),
    (
      dynamic { $0.books.any { $0.tags.contains(QueryVariable("TAG")) } },
      "SUBQUERY(books, $a, $a.tags CONTAINS $TAG).@count > 0"
    ),
    (dynamic { $0.books.all { $0.title.contains("x") } }, "ALL books.title CONTAINS \"x\""),
    (
      dynamic { $0.books.all { $0.title.contains("x") && $0.pages > 1 } },
      "SUBQUERY(books, $a, NOT ($a.title CONTAINS \"x\" AND $a.pages > 1)).@count == 0"
    ),
    (dynamic { book in book.author.books.none { $0 == book } }, "NONE author.books == SELF"),
  ])
  func `patterns, functions, membership and filters`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (dynamic { $0.count > 3 && $0.length < 4 }, "count > 3 AND length < 4"),
    (dynamic { $0["sum"] == 1 }, "sum == 1"),
    (dynamic { $0.box["length"] == 1 }, "box.length == 1"),
    (dynamic { $0["title_\("de")"] != nil }, "title_de != nil"),
  ])
  func `properties that are called like members are in reach`(
    predicate: FetchPredicate, text: String
  ) {
    #expect(predicate.description == text)
  }

  @Test func `several comparisons of what is computed compile in no time`() {
    let (row, limit) = (DynamicQuery(), Decimal(9))
    let condition =
      row.price * 2 > row.cost + 1 && row.cost * row.tax < 2.5 && row.tax - 1 >= 0
      && row.price / 2 <= limit && 3 - row.tax != row.price % 2
      && row.price * limit > 1.5 + row.cost
    let text = "\(condition)"
    for part in ["price * 2 > cost + 1", "cost * tax < 2.5", "3 - tax != ", "1.5 + cost"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test func `a variable has properties`() {
    let predicate = dynamic {
      $0.year == QueryVariable.fetchSource.year && $0.author == QueryVariable("WHO")["author"]
    }
    #expect(predicate.description == "year == $FETCH_SOURCE.year AND author == $WHO.author")
  }

  @Test func `ordinary comparisons stay what they are`() {
    let small = 1 < 2
    let both = small && "a" == "a" || 2.5 + 1 > 3
    let none = maximum == nil
    #expect(small && both && none)
    let predicate = { (query: DynamicQuery) in query.pages > 1 && query.pages < 2 }
    #expect(predicate(DynamicQuery()).description == "pages > 1 AND pages < 2")
  }
}
