import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let limit: Double? = 2.5
private let day = Date(timeIntervalSinceReferenceDate: 0)
private let binding = Binding.hardback
private let id = ManagedObjectID(entityName: "Writer", key: 7, storeID: .none, isTemporary: false)
private let idText = "CAST(\"\(id.uri.absoluteString)\", \"NSManagedObjectID\")"

@Suite struct QueryTests {
  @Test(arguments: [
    (typed { $0.pages < 1000 || $0.rating != nil }, "pages < 1000 OR rating != nil"),
    (
      typed { $0.pages > 100 && $0.writer.name.hasPrefix("F") },
      "pages > 100 AND writer.name BEGINSWITH \"F\""
    ),
    (typed { $0.returned >= $0.out }, "returned >= out"),
    (typed { $0.out <= $0.returned }, "out <= returned"),
    (typed { $0.returned > day }, "returned > CAST(0.0, \"NSDate\")"),
    (typed { $0.rating > 3 && $0.rating != limit }, "rating > 3.0 AND rating != 2.5"),
    (typed { 3.5 >= $0.rating && nil == $0.rating }, "3.5 >= rating AND nil == rating"),
    (
      typed { $0.price < 9.99 || $0.price == nil },
      #"price < CAST(9.99, "NSDecimalNumber") OR price == nil"#
    ),
    (
      typed { $0.binding == .paperback && $0.cover != binding },
      "binding == \"paperback\" AND cover != \"hardback\""
    ),
    (
      typed { $0.cover == .hardback || $0.cover == $0.binding },
      "cover == \"hardback\" OR cover == binding"
    ),
    (typed { !($0.inPrint == true) }, "NOT inPrint == true"),
    (typed { $0.stock + $0.reserved * 2 <= 100 }, "stock + reserved * 2 <= 100"),
    (typed { 100 - $0.pages > 7 }, "100 - pages > 7"),
    (typed { $0.price > $0.pages }, "price > pages"),
    (typed { $0.rating != $0.stock && $0.rating == nil }, "rating != stock AND rating == nil"),
    (typed { $0.price * $0.pages <= $0.stock }, "price * pages <= stock"),
    (typed { $0.price * $0.pages <= 9.5 }, #"price * pages <= CAST(9.5, "NSDecimalNumber")"#),
    (typed { $0.writer == nil || $0.writer != $0.editor }, "writer == nil OR writer != editor"),
    (typed { $0.writer == id }, "writer == \(idText)"),
    (
      typed {
        $0.pages + 1 > 3 && $0.rating == nil || $0.writer.name != "x" && $0.rating <= 3
          || 7 > $0.pages && $0.returned != nil
      },
      "(pages + 1 > 3 AND rating == nil) OR (writer.name != \"x\" AND rating <= 3.0)"
        + " OR (7 > pages AND returned != nil)"
    ),
    (typed { $0.writer.address["city"] == "Bonn" }, "writer.address.city == \"Bonn\""),
  ])
  func `comparisons are checked by the compiler`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (typed { $0.title.contains($0.writer.name) }, "title CONTAINS writer.name"),
    (typed { $0.subtitle.hasSuffix("x") }, "subtitle ENDSWITH \"x\""),
    (typed { $0.title.matches("a*", options: .caseInsensitive) }, "title MATCHES[c] \"a*\""),
    (typed { $0.title.in(["a"]) && $0.rating.in([2]) }, "title IN {\"a\"} AND rating IN {2.0}"),
    (typed { $0.binding.in([.paperback]) }, "binding IN {\"paperback\"}"),
    (typed { $0.subtitle.length > $0.title.length }, "length:(subtitle) > length:(title)"),
  ])
  func `text tests, membership and length`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (typed { $0.title.like("D?ne*", options: .caseInsensitive) }, "title LIKE[c] \"D?ne*\""),
    (typed { $0.title.lowercased().hasPrefix("d") }, "lowercase:(title) BEGINSWITH \"d\""),
    (typed { $0.subtitle.uppercased() == $0.title }, "uppercase:(subtitle) == title"),
    (typed { $0.title.equals("dune", options: .caseInsensitive) }, "title ==[c] \"dune\""),
    (
      typed { $0.pages % 2 == 0 && $0.pages % $0.pages == 0 },
      "modulus:by:(pages, 2) == 0 AND modulus:by:(pages, pages) == 0"
    ),
    (typed { abs($0.pages - 3) < 5 }, "abs:(pages - 3) < 5"),
    (
      typed { $0.loans.filter { $0.days > 14 }.count > 2 },
      "SUBQUERY(loans, $a, $a.days > 14).@count > 2"
    ),
    (
      typed { $0.loans.filter { $0.days > 14 }.sum(\.days) > 20 },
      "SUBQUERY(loans, $a, $a.days > 14).@sum.days > 20"
    ),
    (typed { $0.in($0.writer.works) }, "SELF IN writer.works"),
    (typed { $0.writer.in([id]) }, "writer IN {\(idText)}"),
  ])
  func `patterns, functions, membership and filters`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test(arguments: [
    (typed { $0.loans.count > 3 }, "loans.@count > 3"),
    (typed { $0.loans.any { $0.days > 14 } }, "ANY loans.days > 14"),
    (typed { $0.writer.works.all { $0.pages > 1 } }, "ALL writer.works.pages > 1"),
    (typed { $0.writer.works.loans.none { $0.days == 0 } }, "NONE writer.works.loans.days == 0"),
    (typed { $0.loans.sum(\.days) > 100 }, "loans.@sum.days > 100"),
    (typed { $0.loans.average(\.days) > 1.5 }, "loans.@avg.days > 1.5"),
    (typed { $0.loans.min(\.day) >= $0.out }, "loans.@min.day >= out"),
    (typed { $0.writer.works.max(\.rating) == nil }, "writer.works.@max.rating == nil"),
    (typed { $0.loans.work.sum(\.pages) * 2 < 10 }, "loans.work.@sum.pages * 2 < 10"),
  ])
  func `quantifiers and aggregates`(predicate: FetchPredicate, text: String) {
    #expect(predicate.description == text)
  }

  @Test func `names are bound without a model`() {
    struct Lone: EntityType {
      static let schema = Lone()
      let height = Attribute<Int>()
    }
    let predicate = Query<Lone>().height > 3
    #expect(predicate == .comparison(.keyPath(["height"]), .greater, .constant(.int(3))))
  }

  @Test func `names are bound once while many tasks ask for them`() async {
    struct Busy: EntityType {
      static let schema = Busy()
      let height = Attribute<Int>()
      let width = Attribute<Int>()
    }
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<64 {
        group.addTask { (Query<Busy>().height > Query<Busy>().width).description }
      }
      for await text in group { #expect(text == "height > width") }
    }
  }

  @Test func `a property that is no part of the schema becomes a name that no entity has`() {
    struct Odd: EntityType {
      static let schema = Odd()
      var height: Attribute<Int> { Attribute() }
    }
    #expect(Query<Odd>().height.fetchExpression == .keyPath(["<unnamed Attribute<Int>>"]))
  }
}
