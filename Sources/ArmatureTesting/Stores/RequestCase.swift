import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A predicate of a request, with a closure of the same meaning.
struct RequestCase {
  let entity: String
  let predicate: FetchPredicate
  let holds: (PlainItem) -> Bool
  var includesSubentities = true

  private init(
    _ entity: String, _ format: String, _ arguments: [(any PropertyConvertible)?] = [],
    _ holds: @escaping (PlainItem) -> Bool
  ) {
    self.entity = entity
    do {
      predicate = try FetchPredicate(format, arguments: arguments)
    } catch {
      preconditionFailure("A condition of the suite is invalid: \(error)")
    }
    self.holds = holds
  }

  /// Returns predicates of all kinds.
  static func all(_ rows: PlainRows, _ stock: ConformanceStock) -> [RequestCase] {
    var narrow = [
      RequestCase("Book", "pages == 300") { $0.int("pages") == 300 },
      RequestCase("Book", "TRUEPREDICATE") { _ in true },
    ]
    for index in narrow.indices { narrow[index].includesSubentities = false }
    return comparisons + texts + values + links(rows, stock) + collections + computed + narrow
  }

  private static var comparisons: [RequestCase] {
    func pages(_ format: String, _ holds: @escaping (Int64?) -> Bool) -> RequestCase {
      RequestCase("Book", format) { holds($0.int("pages")) }
    }
    return [
      RequestCase("Book", "TRUEPREDICATE") { _ in true },
      RequestCase("Book", "FALSEPREDICATE") { _ in false },
      pages("pages == 300") { $0 == 300 }, pages("pages != 300") { $0 != 300 },
      pages("pages < 300") { $0.map { $0 < 300 } ?? false },
      pages("pages <= 300") { $0.map { $0 <= 300 } ?? false },
      pages("pages > 300") { $0.map { $0 > 300 } ?? false },
      pages("pages >= 300") { $0.map { $0 >= 300 } ?? false },
      pages("300 < pages") { $0.map { $0 > 300 } ?? false },
      pages("pages > 299.5") { $0.map { $0 > 299 } ?? false },
      pages("pages BETWEEN {0, 300}") { $0.map { 0...300 ~= $0 } ?? false },
      pages("pages IN {412, 0, 7}") { $0.map { [412, 0, 7].contains($0) } ?? false },
      pages("pages == NULL") { $0 == nil }, pages("pages != NULL") { $0 != nil },
      pages("NOT pages > 300") { !($0.map { $0 > 300 } ?? false) },
      RequestCase("Book", "pages > 0 AND NOT (title BEGINSWITH 'D' OR weight < 0)") {
        let title = $0.text("title") ?? ""
        return ($0.int("pages") ?? 0) > 0
          && !(title.hasPrefix("D") || $0.value("weight") == .double(-1.25))
      },
      RequestCase("Novel", "pages == 412 OR isOut == NO OR genre == 'saga'") {
        $0.int("pages") == 412 || $0.value("isOut") == .bool(false) || $0.text("genre") == "saga"
      },
      RequestCase("Being", "rank > 2") { ($0.int("rank") ?? 0) > 2 },
      RequestCase("Reader", "rank > 2") { ($0.int("rank") ?? 0) > 2 },
      RequestCase("Novel", "genre == 'love' OR genre == NULL") {
        $0.text("genre") == "love" || $0.text("genre") == nil
      },
    ]
  }

  private static var texts: [RequestCase] {
    func title(
      _ format: String, _ arguments: [(any PropertyConvertible)?] = [],
      _ holds: @escaping (String) -> Bool
    ) -> RequestCase {
      RequestCase("Book", format, arguments) { $0.text("title").map(holds) ?? false }
    }
    func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    let odd = "100% Él_o's \"Book\\\""
    return [
      title("title == 'Dune'") { $0 == "Dune" }, title("title == ''") { $0.isEmpty },
      title("title == %@", [odd]) { isSame($0, odd) },
      title("title != 'Dune'") { $0 != "Dune" },
      title("title < 'E'") { $0.utf8.lexicographicallyPrecedes("E".utf8) },
      title("title ==[c] 'DUNE'") { $0.lowercased() == "dune" },
      title("title ==[cd] 'emma'") { $0 == "Emma" },
      title("title BEGINSWITH 'D'") { $0.hasPrefix("D") },
      title("title BEGINSWITH[c] 'd'") { $0.lowercased().hasPrefix("d") },
      title("title BEGINSWITH '100%'") { $0.hasPrefix("100%") },
      title("title CONTAINS '_'") { $0.contains("_") },
      title("title CONTAINS %@", ["\\"]) { $0.contains("\\") },
      title("title CONTAINS %@", ["o's \""]) { $0.contains("o's \"") },
      title("title CONTAINS[cd] 'el_'") { $0 == odd },
      title("title CONTAINS ''") { _ in true },
      title("title ENDSWITH 'e'") { $0.hasSuffix("e") },
      title("title ENDSWITH[c] 'E'") { $0.lowercased().hasSuffix("e") },
      title("title LIKE 'D*e'") { $0 == "Dune" },
      title("title LIKE '?un*'") { $0.dropFirst().hasPrefix("un") },
      title("title LIKE[c] 'dune*'") { $0.lowercased().hasPrefix("dune") },
      title("title MATCHES 'D.*[eh]'") {
        $0.hasPrefix("D") && ($0.hasSuffix("e") || $0.hasSuffix("h"))
      },
      title("title IN {'Dune', 'Emma', 'none'}") { ["Dune", "Emma"].contains($0) },
      RequestCase("Being", "name == 'E\u{301}mile'") {
        isSame($0.text("name") ?? "", "E\u{301}mile")
      },
      RequestCase("Being", "name == 'Émile'") { isSame($0.text("name") ?? "", "Émile") },
      RequestCase("Being", "name BEGINSWITH[cd] 'em'") {
        $0.text("name") == "Émile" || $0.text("name") == "E\u{301}mile"
      },
    ]
  }

  private static var values: [RequestCase] {
    let price = Decimal(string: "9.99")
    let start = Date(timeIntervalSinceReferenceDate: 0)
    func seconds(_ item: PlainItem) -> Double? {
      if case .date(let date) = item.value("published") {
        date.timeIntervalSinceReferenceDate
      } else {
        nil
      }
    }
    func number(_ item: PlainItem) -> Decimal? {
      if case .decimal(let number) = item.value("price") { number } else { nil }
    }
    func weight(_ item: PlainItem) -> Double? {
      if case .double(let weight) = item.value("weight") { weight } else { nil }
    }
    return [
      RequestCase("Book", "price == %@", [price]) { number($0) == price },
      RequestCase("Book", "price > 9") { number($0).map { $0 > 9 } ?? false },
      RequestCase("Book", "price < 9.995") { number($0).map { $0 < 9.995 } ?? false },
      RequestCase("Book", "weight == 0.1") { weight($0) == 0.1 },
      RequestCase("Book", "weight >= 0.5") { weight($0).map { $0 >= 0.5 } ?? false },
      RequestCase("Book", "isOut == YES") { $0.value("isOut") == .bool(true) },
      RequestCase("Book", "isOut != YES") { $0.value("isOut") != .bool(true) },
      RequestCase("Book", "published < %@", [start]) { seconds($0).map { $0 < 0 } ?? false },
      RequestCase("Book", "published >= %@", [start]) { seconds($0).map { $0 >= 0 } ?? false },
      RequestCase("Book", "published == %@", [start]) { seconds($0) == 0 },
    ]
  }

  private static func links(_ rows: PlainRows, _ stock: ConformanceStock) -> [RequestCase] {
    let (frank, dune) = (stock.authors[0], stock.books[0])
    return [
      RequestCase("Book", "author == NULL") { $0.one("author") == nil },
      RequestCase("Book", "author != NULL") { $0.one("author") != nil },
      RequestCase("Book", "author == %@", [rows.id(frank)]) { $0.one("author")?.key == frank },
      RequestCase("Book", "author != %@", [rows.id(frank)]) { $0.one("author")?.key != frank },
      RequestCase("Book", "SELF == %@", [rows.id(dune)]) { $0.key == dune },
      RequestCase("Book", "SELF IN {%@, %@}", [rows.id(dune), rows.id(stock.novels[0])]) {
        $0.key == dune || $0.key == stock.novels[0]
      },
      RequestCase("Book", "author.name == 'Frank'") { $0.one("author")?.text("name") == "Frank" },
      RequestCase("Book", "author.name != 'Frank'") { $0.one("author")?.text("name") != "Frank" },
      RequestCase("Book", "author.rank == NULL") { $0.one("author")?.int("rank") == nil },
      RequestCase("Book", "author.best.title BEGINSWITH 'D'") {
        $0.one("author")?.one("best")?.text("title")?.hasPrefix("D") ?? false
      },
      RequestCase("Book", "author.best == SELF") { $0.one("author")?.one("best")?.key == $0.key },
      RequestCase("Book", "next.next.title == title") {
        $0.one("next")?.one("next")?.text("title") == $0.text("title")
      },
      RequestCase("Chapter", "book.author.name == 'Frank' AND number > 0") {
        $0.one("book")?.one("author")?.text("name") == "Frank" && ($0.int("number") ?? 0) > 0
      },
    ]
  }

  private static var collections: [RequestCase] {
    func names(_ item: PlainItem) -> [String] { item.many("tags").compactMap { $0.text("name") } }
    return [
      RequestCase("Book", "ANY tags.name == 'space'") { names($0).contains("space") },
      RequestCase("Book", "ALL tags.name BEGINSWITH 's'") {
        names($0).allSatisfy { $0.hasPrefix("s") }
      },
      RequestCase("Book", "NONE tags.name == 'space'") { !names($0).contains("space") },
      RequestCase("Book", "'love' IN tags.name") { names($0).contains("love") },
      RequestCase("Book", "tags.@count > 1") { $0.many("tags").count > 1 },
      RequestCase("Book", "chapters.@count == 0") { $0.many("chapters").isEmpty },
      RequestCase("Author", "books.@sum.pages > 300") {
        $0.many("books").compactMap { $0.int("pages") }.reduce(0, +) > 300
      },
      RequestCase("Author", "books.@max.pages == 300") {
        $0.many("books").compactMap { $0.int("pages") }.max() == 300
      },
      RequestCase("Author", "books.@min.pages < 1") {
        $0.many("books").compactMap { $0.int("pages") }.min().map { $0 < 1 } ?? false
      },
      RequestCase("Book", "SUBQUERY(chapters, $c, $c.number >= 1).@count == 2") {
        $0.many("chapters").filter { ($0.int("number") ?? 0) >= 1 }.count == 2
      },
      RequestCase("Book", "ANY fans.friends.name == 'Frank'") {
        $0.many("fans").contains { $0.many("friends").contains { $0.text("name") == "Frank" } }
      },
      RequestCase("Reader", "ANY favourites.author.rank == 3") {
        $0.many("favourites").contains { $0.one("author")?.int("rank") == 3 }
      },
      RequestCase("Book", "ANY mentions.name == 'Frank'") {
        $0.many("mentions").contains { $0.text("name") == "Frank" }
      },
    ]
  }

  private static var computed: [RequestCase] {
    [
      RequestCase("Book", "pages + 10 == 310") { $0.int("pages") == 300 },
      RequestCase("Book", "pages * 2 - 1 > 600") {
        $0.int("pages").map { $0 * 2 - 1 > 600 } ?? false
      },
      RequestCase("Book", "lowercase:(title) == 'dune'") {
        $0.text("title")?.lowercased() == "dune"
      },
      RequestCase("Book", "length:(title) > 4") { ($0.text("title") ?? "").count > 4 },
      RequestCase("Book", "abs:(pages) == 5") { $0.int("pages").map { abs($0) == 5 } ?? false },
    ]
  }
}
