import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Wanted: Codable, Sendable {
  var title = "Dune"
  var pages = 50...150
  var stock: [Int] = [1, 2, 3]
}

@Suite struct FoundationPredicateTests {
  private typealias Work = PredicateFixture.Work
  private typealias Shop = PredicateFixture.Shop
  private typealias Kind = PredicateFixture.Kind

  /// A predicate on works, and the text of the resulting condition.
  private struct Row: Sendable {
    let predicate: Predicate<Managed<Work>>
    let text: String

    init(_ predicate: Predicate<Managed<Work>>, _ text: String) {
      self.predicate = predicate
      self.text = text
    }
  }

  private static let verse = Kind.verse
  private static let kinds: [Kind] = [.verse]
  private static let wanted = Wanted()
  private static let stocks: Set<Int> = [5, 3, 1]
  private static let noYear: Int? = nil
  private static let start = Date(timeIntervalSinceReferenceDate: 0)
  private static let span = start..<start.addingTimeInterval(300)

  private static let comparisons: [Row] = [
    Row(#Predicate { $0.pages > 100 }, "pages > 100"),
    Row(#Predicate { 100 >= $0.pages }, "100 >= pages"),
    Row(#Predicate { $0.pages < $0.stock }, "pages < stock"),
    Row(#Predicate { $0.pages <= -3 }, "pages <= -3"),
    Row(#Predicate { $0.title == "Dune" }, #"title == "Dune""#),
    Row(#Predicate { $0.title != "Dune" }, #"title != "Dune""#),
    Row(#Predicate { $0.rating == nil }, "rating == nil"),
    Row(#Predicate { nil != $0.subtitle }, "nil != subtitle"),
    Row(#Predicate { $0.writer == nil }, "writer == nil"),
    Row(#Predicate { $0.inPrint }, "inPrint == true"),
    Row(#Predicate { $0.inPrint == false }, "inPrint == false"),
    Row(#Predicate { $0.kind == verse }, #"kind == "verse""#),
    Row(#Predicate { _ in true }, "TRUEPREDICATE"),
    Row(#Predicate { $0.pages > 1 && 1 > 2 }, "pages > 1 AND FALSEPREDICATE"),
    Row(#Predicate { $0.title == $0.title }, "title == title"),
  ]

  private static let logic: [Row] = [
    Row(
      #Predicate { $0.pages > 1 && $0.pages < 200 && $0.stock > 2 },
      "pages > 1 AND pages < 200 AND stock > 2"),
    Row(
      #Predicate { $0.pages > 1 || !($0.stock > 2) }, "pages > 1 OR NOT stock > 2"),
    Row(
      #Predicate { ($0.pages > 1) == $0.inPrint },
      "(pages > 1 AND inPrint == true) OR (NOT pages > 1 AND inPrint == false)"),
    Row(
      #Predicate { ($0.pages > 1) != ($0.stock > 2) },
      "NOT ((pages > 1 AND stock > 2) OR (NOT pages > 1 AND NOT stock > 2))"),
    Row(
      #Predicate { $0.inPrint ? $0.pages > 1 : $0.stock > 2 },
      "(inPrint == true AND pages > 1) OR (NOT inPrint == true AND stock > 2)"),
    Row(
      #Predicate { ($0.inPrint ? $0.title : "x") == "x" },
      #"(inPrint == true AND title == "x") OR NOT inPrint == true"#),
  ]

  private static let numbers: [Row] = [
    Row(#Predicate { ($0.pages + 1) * 2 > $0.stock }, "(pages + 1) * 2 > stock"),
    Row(#Predicate { $0.pages - 3 == 7 * 14 - 2 }, "pages - 3 == 96"),
    Row(#Predicate { $0.stock / 4 == 2 }, "stock / 4 == 2"),
    Row(#Predicate { $0.stock % 4 == 2 }, "modulus:by:(stock, 4) == 2"),
    Row(#Predicate { -$0.pages < 0 }, "0 - pages < 0"),
  ]

  private static let ranges: [Row] = [
    Row(#Predicate { (50...150).contains($0.pages) }, "pages BETWEEN {50, 150}"),
    Row(#Predicate { (1..<100).contains($0.pages) }, "pages >= 1 AND pages < 100"),
    Row(#Predicate { ($0.stock...100).contains($0.pages) }, "pages BETWEEN {stock, 100}"),
    Row(#Predicate { wanted.pages.contains($0.pages) }, "pages BETWEEN {50, 150}"),
    Row(#Predicate { wanted.stock.contains($0.stock) }, "stock IN {1, 2, 3}"),
    Row(#Predicate { stocks.contains($0.stock) }, "stock IN {1, 3, 5}"),
    Row(#Predicate { kinds.contains($0.kind) }, #"kind IN {"verse"}"#),
    Row(#Predicate { $0.title == wanted.title }, #"title == "Dune""#),
    Row(#Predicate { wanted.title.count < $0.stock }, "4 < stock"),
    Row(#Predicate { $0.tags.contains("spice") }, #"tags CONTAINS "spice""#),
    Row(#Predicate { $0.tags.count > 1 }, "tags.@count > 1"),
    Row(#Predicate { $0.tags.isEmpty }, "tags.@count == 0"),
  ]

  private static let texts: [Row] = [
    Row(#Predicate { $0.title.contains("un") }, #"title CONTAINS "un""#),
    Row(#Predicate { $0.title.starts(with: "Du") }, #"title BEGINSWITH "Du""#),
    Row(#Predicate { $0.title.count > 3 }, "length:(title) > 3"),
    Row(#Predicate { $0.title.isEmpty }, #"title == """#),
    Row(#Predicate { $0.subtitle?.count == 4 }, "length:(subtitle) == 4"),
    Row(
      #Predicate { $0.subtitle?.contains("novel") == true },
      #"subtitle != nil AND subtitle CONTAINS "novel""#),
    Row(
      #Predicate { $0.subtitle?.contains("novel") != true },
      #"(subtitle != nil AND NOT subtitle CONTAINS "novel") OR subtitle == nil"#),
    Row(
      #Predicate { $0.title.contains($0.subtitle ?? "Star") },
      #"(subtitle != nil AND title CONTAINS subtitle) OR (subtitle == nil AND title CONTAINS "Star")"#
    ),
  ]

  private static let optionals: [Row] = [
    Row(#Predicate { ($0.rating ?? 0) > 3 }, "rating != nil AND rating > 3.0"),
    Row(#Predicate { ($0.rating ?? 4) > 3 }, "(rating != nil AND rating > 3.0) OR rating == nil"),
    Row(
      #Predicate { $0.rating.flatMap { $0 > 3 } ?? true },
      "(rating != nil AND rating > 3.0) OR rating == nil"),
    Row(
      #Predicate { if let rating = $0.rating { rating > 3 } else { $0.inPrint } },
      "(rating != nil AND rating > 3.0) OR (rating == nil AND inPrint == true)"),
    Row(#Predicate { $0.writer?.born == noYear }, "writer.born == nil"),
    Row(
      #Predicate { $0.out.flatMap { span.contains($0) } == true },
      #"out != nil AND out >= CAST(0.0, "NSDate") AND out < CAST(300.0, "NSDate")"#),
    Row(
      #Predicate { ($0.writer?.born ?? $0.stock) > 20 },
      "(writer.born != nil AND writer.born > 20) OR (writer.born == nil AND stock > 20)"),
  ]

  // swift-format-ignore: NeverForceUnwrap
  private static let unwrapped: [Row] = [
    Row(
      #Predicate { $0.rating != nil && $0.rating! / 2 > 1 }, "rating != nil AND rating / 2.0 > 1.0"),
    Row(#Predicate { $0.rating != nil && $0.rating! > 3 }, "rating != nil AND rating > 3.0"),
    Row(
      #Predicate { $0.writer != nil && $0.writer!.name == "Frank" },
      #"writer != nil AND writer.name == "Frank""#),
  ]

  private static let relationships: [Row] = [
    Row(#Predicate { $0.writer?.name == "Frank" }, #"writer.name == "Frank""#),
    Row(#Predicate { $0.writer?.name != "Frank" }, #"writer.name != "Frank""#),
    Row(
      #Predicate { $0.writer?.works.count == 8 },
      "writer != nil AND writer.works.@count == 8"),
    Row(
      #Predicate { $0.writer?.works.isEmpty != false },
      "(writer != nil AND writer.works.@count == 0) OR writer == nil"),
    Row(
      #Predicate { $0.writer?.works.contains { $0.pages > 400 } == true },
      "writer != nil AND ANY writer.works.pages > 400"),
    Row(
      #Predicate { work in work.writer?.works.allSatisfy { $0.stock <= work.stock } == true },
      "writer != nil AND ALL writer.works.stock <= stock"),
    Row(
      #Predicate { work in
        work.writer?.works.contains { $0.pages > work.pages && $0.inPrint } ?? work.inPrint
      },
      "(writer != nil AND SUBQUERY(writer.works, $a, $a.pages > pages AND $a.inPrint == true).@count > 0)"
        + " OR (writer == nil AND inPrint == true)"),
    Row(
      #Predicate { $0.writer?.works.filter { $0.inPrint && $0.stock > 9 }.count == 2 },
      "writer != nil AND SUBQUERY(writer.works, $a, $a.inPrint == true AND $a.stock > 9).@count == 2"
    ),
  ]

  private static let rows =
    comparisons + logic + numbers + ranges + texts + optionals + unwrapped
    + relationships

  @Test func `a predicate becomes a condition that finds the same`() throws {
    let model = try PredicateFixture.model()
    let context = ManagedObjectContext(model: model)
    defer { withExtendedLifetime(context) {} }
    let works = try PredicateFixture.works(in: context)
    for row in Self.rows {
      let condition = try FetchPredicate(row.predicate, in: model)
      #expect(condition.description == row.text)
      for work in works {
        #expect(
          try condition.holds(for: work) == row.predicate.evaluate(work), "\(row.text): \(work)")
      }
      #expect(try FetchPredicate(condition.description) == condition)
    }
  }

  @Test func `objects are found by a converted predicate`() throws {
    let context = ManagedObjectContext(model: try PredicateFixture.model())
    let works = try PredicateFixture.works(in: context)
    let predicate = #Predicate<Managed<Work>> { $0.pages > 99 && $0.writer?.name == "Frank" }
    let condition = try FetchPredicate(predicate, in: context.model)
    #expect(try context.fetch(Work.self) { _ in condition } == works.filter(predicate))
  }

  @Test func `properties of parents are found through a sub-entity`() throws {
    let predicate = #Predicate<Managed<PredicateFixture.Novel>> {
      $0.chapters > 3 && $0.title == "Dune" && $0.writer?.name == "Frank"
    }
    #expect(
      try FetchPredicate(predicate, in: PredicateFixture.model()).description
        == #"chapters > 3 AND title == "Dune" AND writer.name == "Frank""#)
  }

  @Test func `identities are compared`() throws {
    let context = ManagedObjectContext(model: try PredicateFixture.model())
    let works = try PredicateFixture.works(in: context)
    let (one, some) = (works[0].objectID, [works[1].objectID, works[2].objectID])
    let predicate = #Predicate<Managed<Work>> {
      $0.objectID == one || some.contains($0.objectID)
    }
    let condition = try FetchPredicate(predicate, in: context.model)
    #expect(try context.fetch(Work.self) { _ in condition } == Array(works[0...2]))
    #expect(
      try FetchPredicate(#Predicate<Shop> { $0.objectID != one }, in: context.model)
        == FetchPredicate("SELF != %@", one))
  }

  @Test func `accessors of classes are properties`() throws {
    let context = ManagedObjectContext(model: try PredicateFixture.model())
    let shop = try context.insert(Shop.self)
    let town = try context.insert(PredicateFixture.Town.self)
    town.name = "Ghent"
    shop.town = town
    shop.floor = 5
    let branch = try context.insert(Shop.self)
    branch.floor = 3
    branch.town = town
    branch.parent = shop
    let table: [(Predicate<Shop>, String)] = [
      (
        #Predicate { $0.floor < 4 && $0.town.name == "Ghent" },
        #"floor < 4 AND town.name == "Ghent""#
      ),
      (#Predicate { $0.parent?.floor == 5 }, "parent.floor == 5"),
      (#Predicate { $0.branches.contains { $0.floor == 3 } }, "ANY branches.floor == 3"),
      (#Predicate { !$0.branches.isEmpty }, "NOT branches.@count == 0"),
    ]
    for (predicate, text) in table {
      let condition = try FetchPredicate(predicate, in: context.model)
      #expect(condition.description == text)
      for object in [shop, branch] {
        #expect(try condition.holds(for: object) == predicate.evaluate(object), "\(text)")
      }
    }
  }
}
