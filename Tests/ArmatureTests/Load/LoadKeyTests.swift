@testable import Armature
import TestSupport
import Testing

@Suite struct LoadKeyTests {
  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Keys") {
        Entity("Book") {
          Attribute("bookID", Int.self).identifying()
          Attribute("unitPrice", Int?.self)
          Attribute("title", String?.self).key("Book Title")
          Relationship("nextBook", to: "Book", inverse: "formerBooks")
          Relationship("formerBooks", to: "Book", .toMany, inverse: "nextBook").key("before")
        }.key("all_books")
      })
  }

  @Test(arguments: [
    ("unitPrice", "unit_price"), ("title", "title"), ("bookID", "book_id"), ("ISBN", "isbn"),
    ("htmlText", "html_text"), ("HTMLText", "html_text"), ("aB", "a_b"), ("x", "x"), ("X", "x"),
    ("isbn13Code", "isbn13_code"), ("with_score", "with_score"), ("Mixed_Case", "mixed_case"),
    ("straßeÄußere", "straße_äußere"), ("", ""),
  ])
  func `the words of a name in snake case are told by their capitals`(
    name: String, key: String
  ) {
    #expect(KeyStrategy.snakeCase.key(for: name) == key)
  }

  @Test(arguments: [
    ("unitPrice", "UnitPrice"), ("Title", "Title"), ("éa", "Éa"), ("", ""), ("_a", "_a"),
  ])
  func `a name is capitalized by its first letter`(name: String, key: String) {
    #expect(KeyStrategy.capitalized.key(for: name) == key)
  }

  @Test(arguments: [
    (
      KeyStrategy.propertyNames,
      #"{"bookID": 1, "unitPrice": 2, "Book Title": "T", "nextBook": 2}"#
    ),
    (.snakeCase, #"{"book_id": 1, "unit_price": 2, "Book Title": "T", "next_book": 2}"#),
    (.capitalized, #"{"BookID": 1, "UnitPrice": 2, "Book Title": "T", "NextBook": 2}"#),
    (
      .custom { "\($0.count)" }, #"{"6": 1, "9": 2, "Book Title": "T", "8": 2}"#
    ),
  ])
  func `keys follow from names, but for declared ones`(keys: KeyStrategy, json: String) throws {
    let context = try context()
    let identity = json.prefix { $0 != ":" }
    let sources = [
      LoadSource.text("{\"all_books\": [\(json), \(identity): 2, \"before\": [1]}]}")
    ]
    try context.load(sources, options: LoadOptions(keys: keys))
    let books = context.objects(of: "Book")
    #expect(books[0]["unitPrice"] == 2)
    #expect(books[0]["title"] == "T")
    #expect(books[0].one("nextBook") == books[1])
    // Data written with a strategy can be read with it.
    let other = try self.context()
    let data = try context.json(keys: keys)
    try other.load(.data(data), options: LoadOptions(keys: keys))
    #expect(try other.json(keys: keys) == data)
  }

  @Test func `a key of another strategy is unknown, with the near miss`() throws {
    let report = try context().loadReport(
      .text(#"{"bookID": 1, "unit_price": 5, "title": "T"}"#, as: "Book"))
    #expect(
      report.placedLines == #"""
        1:15: error: Book.unit_price is not a property of Book. Did you mean "unitPrice"? [key.unknown]
        1:32: error: Book.title is not a property of Book. Did you mean "Book Title"? [key.unknown]
        """#)
  }

  @Test func `the keys may come in any order, and in another one in each record`() throws {
    let context = try context()
    var random = SplitMix64(seed: 41)
    let records = (0..<500).map { number -> String in
      var members = ["\"bookID\": \(number)", "\"unitPrice\": \(number * 2)"]
      if random.oneIn(2) { members.append("\"Book Title\": \"\(number)\"") }
      if random.oneIn(2) { members.append("\"nextBook\": \(random.below(500))") }
      members.shuffle(using: &random)
      return "{\(members.joined(separator: ", "))}"
    }
    try context.load(.text("[\(records.joined(separator: ","))]", as: "Book"))
    for (number, book) in context.objects(of: "Book").enumerated() {
      #expect(book["bookID"] == .int(Int64(number)) && book["unitPrice"] == .int(Int64(number) * 2))
      #expect((book["title"] != nil) == records[number].contains("Title"))
      #expect((book.one("nextBook") != nil) == records[number].contains("next"))
    }
  }

  @Test func `an entity of more than 64 properties is read like any other`() throws {
    let model = try ManagedObjectModel("Wide") {
      Entity("Row") {
        for number in 0..<150 { Attribute("p\(number)", Int?.self) }
        Attribute("text", String?.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let members = (0..<150).map { "\"p\($0)\": \($0)" }
    try context.load(
      .text("{\(members.joined(separator: ",")), \"text\": \"T\"}", as: "Row"),
      .text("{\(members.reversed().joined(separator: ","))}", as: "Row"))
    for row in context.objects(of: "Row") {
      #expect((0..<150).allSatisfy { row["p\($0)"] == .int(Int64($0)) })
    }
    let report = try context.loadReport(
      .text("{\"p100\": 1, \"p1\": 2, \"p100\": 3, \"p1\": 4, \"p64\": true}", as: "Row"))
    #expect(
      report.placedLines == """
        1:22: error: Row.p100 must occur once, but occurs again. [key.duplicate]
        1:33: error: Row.p1 must occur once, but occurs again. [key.duplicate]
        1:49: error: Row.p64 must be a whole number, but is true. [type.wrong]
        """)
  }
}
