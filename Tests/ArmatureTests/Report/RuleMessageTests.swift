import Armature
import Testing

/// What the messages of rules may name in braces.
@Suite struct RuleMessageTests {
  private func model(_ message: String) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Author") { Attribute("name", String.self).identifying() }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("value", Int?.self)
        Attribute("isbn", String?.self).matching("[0-9]+", message: message)
        Relationship("author", to: "Author")
        Rule("has a value", message: message) { $0.value != nil }
        Rule("has a title", message: message, check: { book in book.title != "" })
      }
    }
  }

  @Test(arguments: [
    ("{title} ({isbn})", ["\"Emma\" (\"x\")", "\"Emma\" (\"x\")"]),
    ("{place} of {author}", ["Book.isbn of Author \"Jane\"", "Book#2* of Author \"Jane\""]),
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
}
