import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ChangesetTests {
  private let context: ManagedObjectContext
  private let book: ManagedObject

  init() throws {
    let model = try ManagedObjectModel("Shelf") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("title", String.self).length(1...20)
        Attribute("pages", Int.self).range(1...)
        Attribute("added", Date?.self)
        Attribute("price", Decimal?.self)
        Relationship("author", to: "Author", inverse: "books")
        Rule("a priced book has ten pages") { $0.price == nil || $0.pages >= 10 }
      }
    }
    context = ManagedObjectContext(model: model)
    let author = try context.insert("Author")
    author.name = "Frank Herbert"
    book = try context.insert("Book")
    book.title = "Dune"
    book.pages = 412
    try context.save()
  }

  private let all = ["title", "pages", "added", "price", "author"]

  @Test func `valid values reach the object when they are applied, and not before`() throws {
    let changes = Changeset(
      book, casting: ["title": "Messiah", "pages": 3.0, "author": "Frank Herbert"], allowing: all)
    #expect(changes.isValid)
    #expect(changes.pending["pages"] == .int(3))
    #expect(book.title == "Dune" && !book.hasChanges)
    try changes.apply()
    #expect(book.title == "Messiah")
    #expect(book.author?.name == "Frank Herbert")
  }

  @Test func `invalid values are all reported and change nothing`() throws {
    let changes = Changeset(
      book,
      casting: ["title": "", "pages": 2.5, "added": "yesterday", "tilte": 1, "author": "Nobody"],
      allowing: all)
    #expect(
      changes.report.failures.map(\.code)
        == ["value.badDate", "reference.broken", "type.wrong", "key.unknown", "length.tooShort"])
    #expect(throws: ValidationReport.self) { try changes.apply() }
    #expect(book.title == "Dune" && !book.hasChanges)
  }

  @Test func `a rule over several properties sees the values as they would be`() throws {
    let changes = Changeset(book, casting: ["price": "9.90", "pages": 5], allowing: all)
    #expect(changes.report.failures.map(\.code) == ["rule"])
    #expect(Changeset(book, casting: ["price": "9.90"], allowing: all).isValid)
  }

  @Test func `a property that is not on the list cannot be set`() throws {
    let changes = Changeset(book, casting: ["pages": 5], allowing: ["title"])
    #expect(changes.report.failures.map(\.code) == ["key.notAllowed"])
    #expect(changes.pending.isEmpty)
  }

  @Test func `members of JSON have positions`() throws {
    let changes = Changeset(
      book, casting: "{\n  \"pages\": \"many\",\n  \"pages\": 3,\n  \"title\": \"Emma\"\n}",
      allowing: all, name: "form.json")
    #expect(
      changes.report.rendered(as: .lines) == """
        form.json:2:12: error: Book.pages must be a whole number, but is "many". [type.wrong]
        form.json:3:3: error: Book.pages must occur once, but occurs again. [key.duplicate]
        """)
    #expect(changes.pending == ["title": "Emma"])
  }

  @Test func `broken JSON is a failure with a position`() throws {
    let changes = Changeset(book, casting: "{\"title\": ", allowing: all, name: "form.json")
    #expect(changes.report.failures.map(\.code) == ["syntax"])
    #expect(changes.report.failures.first?.source?.column == 11)
  }

  @Test func `a value converts where its text is read, and is refused where that is`() throws {
    let model = try ManagedObjectModel("Numbers") {
      Entity("Number") {
        Attribute("float", Float?.self)
        Attribute("double", Double?.self)
        Attribute("decimal", Decimal?.self)
        Composite("pair") { Attribute("float", Float?.self) }.optional()
      }
    }
    let number = try ManagedObjectContext(model: model).insert("Number")
    let digits = "12345678901234567890123456789"
    let decimal = try #require(Decimal(string: digits))
    for name in ["float", "double", "decimal"] {
      for (value, text) in [
        (.double(1e300), "1e300"), (.double(-1e300), "-1e300"), (.double(3.5e38), "3.5e38"),
        (.decimal(decimal), digits), (.double(0.1), "0.1"), (.double(1e-300), "1e-300"),
      ] as [(AttributeValue, String)] {
        let cast = Changeset(number, casting: [name: value], allowing: [name])
        let read = Changeset(number, casting: [name: .string(text)], allowing: [name])
        #expect(cast.pending == read.pending, "\(name) \(text)")
        let json = Changeset(number, casting: "{\"\(name)\": \(text)}", allowing: [name])
        #expect(cast.pending == json.pending, "\(name) \(text)")
      }
    }
    let inside = Changeset(
      number, casting: ["pair": .composite(["float": 1e300])], allowing: ["pair"])
    #expect(!inside.isValid && inside.pending.isEmpty)
    #expect(
      Changeset(number, casting: ["float": .double(1e300)], allowing: ["float"]).report.count == 1)
  }
}
