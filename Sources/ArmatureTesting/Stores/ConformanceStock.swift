import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rows of the conformance model. Each request finds some of them.
struct ConformanceStock {
  let authors: [Int64]
  let readers: [Int64]
  let books: [Int64]
  let novels: [Int64]
  let tags: [Int64]
  private let chapters: [Int64]

  init(_ probe: StoreProbe) {
    func keys(_ count: Int) -> [Int64] { probe.keys(count) }
    authors = keys(3)
    readers = keys(3)
    books = keys(6)
    novels = keys(3)
    tags = keys(4)
    chapters = keys(6)
  }

  func insert(_ rows: inout PlainRows) {
    for (key, name, rank) in [
      (authors[0], "Frank", 3), (authors[1], "Jane", nil), (authors[2], "frank", 3),
    ] as [(Int64, String, Int64?)] {
      rows.insert(key, "Author", ["name": .string(name), "rank": rank.map { .int($0) } ?? .null])
    }
    for (key, name, rank) in [
      (readers[0], "Émile", 2), (readers[1], "E\u{301}mile", 7), (readers[2], "", nil),
    ] as [(Int64, String, Int64?)] {
      rows.insert(key, "Reader", ["name": .string(name), "rank": rank.map { .int($0) } ?? .null])
    }
    insertBooks(&rows)
    for (key, name) in zip(tags, ["space", "Sea", "love", "SEA"]) {
      rows.insert(key, "Tag", ["name": .string(name)])
    }
    for (number, key) in chapters.enumerated() {
      rows.insert(
        key, "Chapter", ["title": .string("Part \(number)"), "number": .int(Int64(number))])
      rows.add(number < 3 ? books[0] : books[1], "chapters", key)
    }
    link(&rows)
  }

  private func insertBooks(_ rows: inout PlainRows) {
    func date(_ seconds: Double) -> AttributeValue {
      .date(Date(timeIntervalSinceReferenceDate: seconds))
    }
    func decimal(_ text: String) -> AttributeValue { Decimal(string: text).attributeValue }
    let values: [[String: AttributeValue]] = [
      [
        "title": "Dune", "pages": 412, "price": decimal("9.99"), "weight": 0.5, "isOut": true,
        "published": date(-1_000),
      ],
      [
        "title": "Emma", "pages": 300, "price": decimal("10"), "isOut": false, "published": date(0),
      ],
      ["title": "100% Él_o's \"Book\\\"", "pages": 300, "weight": -1.25],
      ["title": "", "pages": 0, "price": decimal("-0.5"), "weight": 0.1],
      ["title": "dune", "isOut": true, "published": date(1e9)],
      ["title": "ÉMILE", "pages": -5, "price": decimal("9.99")],
    ]
    for (key, values) in zip(books, values) { rows.insert(key, "Book", values) }
    for (key, (title, genre)) in zip(
      novels, [("Dune Messiah", "saga"), ("Persuasion", "love"), ("Sun", nil)])
    {
      rows.insert(
        key, "Novel",
        [
          "title": .string(title), "pages": 300, "weight": 0.5,
          "genre": genre.map { .string($0) } ?? .null,
        ])
    }
  }

  private func link(_ rows: inout PlainRows) {
    for (book, author) in [
      (books[0], authors[0]), (books[1], authors[1]), (books[3], authors[0]),
      (novels[0], authors[0]), (novels[1], authors[1]), (books[5], authors[2]),
    ] {
      rows.link(book, "author", author)
    }
    rows.link(authors[0], "best", books[0])
    rows.link(authors[1], "best", novels[1])
    for (book, tags) in [
      (books[0], [tags[0], tags[1]]), (books[1], [tags[2]]), (novels[0], [tags[0]]),
      (books[4], [tags[3], tags[1], tags[0]]),
    ] {
      for tag in tags { rows.add(book, "tags", tag) }
    }
    for book in [novels[0], books[0], books[2], books[1]] {
      rows.add(readers[0], "favourites", book)
    }
    rows.add(readers[1], "favourites", books[0])
    rows.add(readers[0], "friends", authors[0])
    rows.add(readers[0], "friends", readers[1])
    rows.link(books[0], "next", novels[0])
    rows.link(novels[0], "next", books[0])
    rows.add(books[0], "mentions", readers[2])
    rows.add(books[0], "mentions", authors[0])
  }
}
