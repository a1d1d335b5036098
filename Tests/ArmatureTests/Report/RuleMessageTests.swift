import Armature
import Foundation
import Testing

/// The placeholders in the messages of rules.
@Suite struct RuleMessageTests {
  private func model(_ message: String) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Relationship("home", to: "Home")
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Home") { Attribute("city", String.self) }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("value", Int?.self)
        Attribute("isbn", String?.self).matching("[0-9]+", message: message)
        Relationship("author", to: "Author")
        Composite("size") { Attribute("height", Int.self) }.optional()
        Rule("has a value", message: message) { $0.value != nil }
        Rule("has a title", message: message, check: { book in book.title != "" })
      }
    }
  }

  @Test(arguments: [
    ("{title} ({isbn})", ["\"Emma\" (\"x\")", "\"Emma\" (\"x\")"]),
    ("{place} of {author}", ["Book.isbn of Author \"Jane\"", "Book#2* of Author \"Jane\""]),
    (
      "{author.name} {author.home.city} {size.height}",
      ["\"Jane\" no value 3", "\"Jane\" no value 3"]
    ),
    ("{value}, {rule}", ["no value, {rule}", "no value, \"has a value\""]),
    (
      "{} {1,2} { title} {{title}}",
      ["{} {1,2} { title} {\"Emma\"}", "{} {1,2} { title} {\"Emma\"}"]
    ),
  ])
  func `names of properties stand for the values of the object`(
    message: String, messages: [String]
  ) throws {
    let context = ManagedObjectContext(model: try model(message))
    let author = try context.insert("Author")
    author.name = "Jane"
    let book = try context.insert("Book")
    book.title = "Emma"
    book.isbn = "x"
    book.author = author
    try book.setValue(AttributeValue.composite(["height": 3]), forKey: "size")
    #expect(context.validate().map(\.message) == messages)
    let report = context.validate()
    #expect(
      report.map { $0.message(in: MessageCatalog { $0 == message ? "[\(message)]" : nil }) }
        == messages.map { "[\($0)]" })
  }

  @Test func `a value that is not set yet stands for itself`() throws {
    let context = ManagedObjectContext(model: try model("{title}: {isbn}"))
    let book = try context.insert("Book")
    book.title = "Emma"
    book.value = 1
    let changes = Changeset(book, casting: ["isbn": "new"], allowing: ["isbn"])
    #expect(changes.report.map(\.message) == [#""Emma": "new""#])
    let error = #expect(throws: ValidationReport.self) {
      try book.validateValue("other", forKey: "isbn")
    }
    #expect(error?.map(\.message) == [#""Emma": "other""#])
  }

  @Test func `a value cannot smuggle in a name`() throws {
    let context = ManagedObjectContext(model: try model("{title} {isbn}"))
    let book = try context.insert("Book")
    book.title = "{isbn}"
    book.value = 1
    book.isbn = "{title}"
    #expect(context.validate().map(\.message) == [#""{isbn}" "{title}""#])
  }

  @Test func `a name that is no property is a mistake in the model`() {
    let error = #expect(throws: ModelError.self) { try model("{titel} must be {valu}") }
    #expect(
      error?.issues.prefix(2).map(\.message) == [
        "Book.isbn must have messages with names of properties in braces, but one has {titel}, which "
          + "Book lacks. Did you mean \"title\"?",
        "Book.isbn must have messages with names of properties in braces, but one has {valu}, which "
          + "Book lacks. Did you mean \"value\"?",
      ])
    #expect(error?.issues.count == 6)
    #expect(error?.issues.allSatisfy { $0.code == .unknownPlaceholder } == true)
  }

  @Test(arguments: [
    ("{author.nmae}", #", but Author has no "nmae". Did you mean "name"?"#),
    ("{size.width}", #", but size has no "width"."#),
    ("{title.length}", ", which leads to no value."),
    ("{author.books.title}", ", but author.books leads to several objects."),
  ])
  func `a path that leads to no value is a mistake in the model`(path: String, problem: String) {
    let error = #expect(throws: ModelError.self) { try model(path) }
    #expect(error?.issues.map(\.code) == Array(repeating: .unknownPlaceholder, count: 3))
    #expect(
      error?.issues.first?.message
        == "Book.isbn must have messages with paths to a value in braces, or names, and one has "
        + "\(path)\(problem)")
  }

  @Test func `lengths, ranges, choices and counts have messages of their own`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Shop") {
        Entity("Book") {
          Attribute("title", String.self).length(1...3, message: "{title} is no title.")
          Attribute("pages", Int.self).range(1..., message: "{pages} pages are too few.")
          Attribute("price", Decimal.self).range(0.5...9, message: "{price} is no price.")
          Attribute("kind", String?.self).oneOf(["a"], message: "{kind} is no kind.")
          Attribute("rate", Decimal?.self).oneOf([0.25], message: "{rate} is no rate.")
          Relationship("parts", to: "Book", .toMany).count(2..., message: "{title} is torn.")
        }
      })
    let book = try context.insert("Book")
    book.title = "Emma"
    book.pages = 0
    book.price = Decimal(10)
    book.kind = "b"
    book.rate = Decimal(1)
    book.parts = [book]
    #expect(
      book.validate().map(\.message) == [
        "\"Emma\" is no title.", "0 pages are too few.", "10 is no price.", "\"b\" is no kind.",
        "1 is no rate.", "\"Emma\" is torn.",
      ])
    #expect(
      throws: ModelError.self,
      performing: {
        try ManagedObjectModel("Shop") {
          Entity("Book") {
            Relationship("parts", to: "Book", .toMany).count(2..., message: "{titel}")
          }
        }
      })
  }
}
