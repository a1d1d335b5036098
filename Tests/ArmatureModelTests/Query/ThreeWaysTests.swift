import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let day = Date(timeIntervalSinceReferenceDate: 86_400)

/// A condition in each notation.
private struct Notations: Sendable {
  let typed: FetchPredicate
  let untyped: FetchPredicate
  let text: String
  let arguments: @Sendable () -> [(any PropertyConvertible)?]

  init(
    _ typed: (Query<Work>) -> FetchPredicate, _ untyped: (DynamicQuery) -> FetchPredicate,
    _ text: String,
    _ arguments: @autoclosure @escaping @Sendable () -> [(any PropertyConvertible)?] = []
  ) {
    self.typed = typed(Query())
    self.untyped = untyped(DynamicQuery())
    self.text = text
    self.arguments = arguments
  }
}

/// Closures with typed members, closures with dynamic members, and text produce the same tree.
@Suite struct ThreeWaysTests {
  private static let comparisons = [
    Notations({ $0.pages > 100 }, { $0.pages > 100 }, "pages > %d", [100]),
    Notations({ $0.rating <= 4.5 }, { $0.rating <= 4.5 }, "rating <= 4.5"),
    Notations({ $0.subtitle == nil }, { $0.subtitle == nil }, "subtitle == nil"),
    Notations({ $0.title != "Dune" }, { $0.title != "Dune" }, "title <> %@", ["Dune"]),
    Notations({ $0.inPrint == true }, { $0.inPrint == true }, "inPrint = YES"),
    Notations({ $0.out < day }, { $0.out < day }, "%K < %@", ["out", day]),
    Notations({ $0.out < day }, { $0.out < day }, "out < CAST(86400, 'NSDate')"),
    Notations({ $0.pages == $0.stock }, { $0.pages == $0.stock }, "pages == stock"),
    Notations({ $0.pages.in([1, 2]) }, { $0.pages.in([1, 2]) }, "pages IN {1, 2}"),
    Notations({ $0.title.in(["a"]) }, { $0.title.in(["a"]) }, "title IN %@", [["a"]]),
  ]

  private static let logic = [
    Notations(
      { $0.pages > 1 && $0.pages < 9 && $0.stock == 2 },
      { $0.pages > 1 && $0.pages < 9 && $0.stock == 2 }, "pages > 1 AND pages < 9 && stock = 2"),
    Notations(
      { $0.pages > 1 || $0.pages < 9 && !($0.stock == 2) },
      { $0.pages > 1 || $0.pages < 9 && !($0.stock == 2) },
      "pages > 1 || pages < 9 && !(stock == 2)"),
    Notations(
      { !($0.pages > 1 || $0.stock == 2) }, { !($0.pages > 1 || $0.stock == 2) },
      "NOT (pages > 1 OR stock == 2)"),
  ]

  private static let texts = [
    Notations(
      { $0.title.hasPrefix("f", options: [.caseInsensitive, .diacriticInsensitive]) },
      { $0.title.hasPrefix("f", options: [.caseInsensitive, .diacriticInsensitive]) },
      "title BEGINSWITH[cd] %@", ["f"]),
    Notations({ $0.title.hasSuffix("f") }, { $0.title.hasSuffix("f") }, "title ENDSWITH 'f'"),
    Notations(
      { $0.title.contains("a", options: .caseInsensitive) },
      { $0.title.contains("a", options: .caseInsensitive) }, "title contains[c] \"a\""),
    Notations({ $0.title.like("a*") }, { $0.title.like("a*") }, "title LIKE 'a*'"),
    Notations({ $0.title.matches("\\w+") }, { $0.title.matches("\\w+") }, "title MATCHES '\\\\w+'"),
    Notations(
      { $0.title.contains($0.subtitle) }, { $0.title.contains($0.subtitle) },
      "title CONTAINS subtitle"),
    Notations(
      { $0.title.lowercased() == "a" }, { $0.title.lowercased() == "a" }, "lowercase:(title) == 'a'"
    ),
    Notations(
      { $0.title.uppercased() == "A" }, { $0.title.uppercased() == "A" }, "uppercase:(title) == 'A'"
    ),
    Notations(
      { $0.title + " " + $0.subtitle == "a b" }, { $0.title + " " + $0.subtitle == "a b" },
      "title + ' ' + subtitle == 'a b'"),
    Notations(
      { ("Dr " + $0.title).hasPrefix($0.subtitle) }, { ("Dr " + $0.title).hasPrefix($0.subtitle) },
      "'Dr ' + title BEGINSWITH subtitle"),
    Notations({ $0.title.length > 3 }, { $0.title.length > 3 }, "length:(title) > 3"),
  ]

  private static let numbers = [
    Notations(
      { ($0.pages + 1) * 2 > $0.stock }, { ($0.pages + 1) * 2 > $0.stock },
      "(pages + 1) * 2 > stock"),
    Notations({ $0.pages % 2 == 1 }, { $0.pages % 2 == 1 }, "modulus:by:(pages, 2) == 1"),
    Notations({ 100 % $0.pages == 1 }, { 100 % $0.pages == 1 }, "modulus:by:(100, pages) == 1"),
    Notations(
      { $0.out + 3600 > $0.returned }, { $0.out + 3600.0 > $0.returned },
      "out + 3600.0 > returned"),
    Notations(
      { $0.out < $0.returned - 60 * 60 }, { $0.out < $0.returned - 3600.0 },
      "out < returned - 3600.0"),
    Notations(
      { $0.out + $0.pages > $0.returned - $0.reserved },
      { $0.out + $0.pages > $0.returned - $0.reserved }, "out + pages > returned - reserved"),
    Notations(
      { $0.returned - $0.out > 60 }, { $0.returned - $0.out > 60.0 }, "returned - out > 60.0"),
    Notations(
      { abs($0.returned - day) < day - $0.out }, { abs($0.returned - day) < day - $0.out },
      "abs:(returned - %@) < %@ - out", [day, day]),
    Notations({ abs($0.pages - 5) < 3 }, { abs($0.pages - 5) < 3 }, "abs:(pages - 5) < 3"),
  ]

  private static let relationships = [
    Notations({ $0.writer.name == "a" }, { $0.writer.name == "a" }, "writer.name == 'a'"),
    Notations({ $0.loans.count > 3 }, { $0.loans.count > 3 }, "loans.@count > 3"),
    Notations({ $0.loans.sum(\.days) > 3 }, { $0.loans.sum("days") > 3 }, "loans.@sum.days > 3"),
    Notations(
      { $0.writer.works.loans.max(\.days) > 3 }, { $0.writer.works.loans.max("days") > 3 },
      "writer.works.loans.@max.days > 3"),
    Notations(
      { $0.loans.any { $0.days > 3 } }, { $0.loans.any { $0.days > 3 } }, "ANY loans.days > 3"),
    Notations(
      { $0.loans.none { $0.days > 3 } }, { $0.loans.none { $0.days > 3 } }, "NONE loans.days > 3"),
    Notations(
      { work in work.loans.all { $0.day > work.out } },
      { work in work.loans.all { $0.day > work.out } }, "ALL loans.day > out"),
    Notations(
      { work in work.loans.any { $0.days > 3 && $0.day > work.out } },
      { work in work.loans.any { $0.days > 3 && $0.day > work.out } },
      "SUBQUERY(loans, $loan, $loan.days > 3 AND $loan.day > out).@count > 0"),
    Notations(
      { $0.loans.filter { $0.days > 3 }.sum(\.days) > 9 },
      { $0.loans.filter { $0.days > 3 }.sum("days") > 9 },
      "SUBQUERY(loans, $x, $x.days > 3).@sum.days > 9"),
    Notations(
      { $0.editor.in($0.writer.works.writer) }, { $0.editor.in($0.writer.works.writer) },
      "editor IN writer.works.writer"),
  ]

  @Test func `all three notations give the same tree`() throws {
    for row in Self.comparisons + Self.logic + Self.texts + Self.numbers + Self.relationships {
      let read = try FetchPredicate(row.text, arguments: row.arguments())
      #expect(read == row.typed, "\(row.text)")
      #expect(read == row.untyped, "\(row.text)")
      #expect(try FetchPredicate(read.description) == read)
    }
  }
}
