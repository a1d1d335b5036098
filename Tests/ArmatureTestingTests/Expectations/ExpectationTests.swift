import Armature
import ArmatureTesting
import Testing

/// Each expectation passes when it should, and otherwise records one issue with the report.
@Suite struct ExpectationTests {
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext

  init() throws {
    model = try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("title", String.self).length(1...20).identifying()
        Attribute("pages", Int.self).range(1...)
        Attribute("isbn", String?.self).matching("97[89]-[0-9]{10}")
        Attribute("price", Int?.self).range(..<100, severity: .warning)
        Rule("long books have an isbn") { $0.pages < 1000 || $0.isbn != nil }
      }
    }
    context = ManagedObjectContext(model: model)
  }

  private func book(_ title: String, pages: Int, isbn: String? = nil) throws -> ManagedObject {
    let book = try context.insert("Book")
    book.title = title
    book.pages = pages
    book.isbn = isbn
    return book
  }

  /// Expects that a closure records one issue with some text, at the line of the call.
  private func expectIssue(
    _ text: String, line: Int = #line, _ body: (SourceLocation) -> Void
  ) {
    let place = SourceLocation(
      fileID: #fileID, filePath: #filePath, line: line, column: 1)
    withKnownIssue {
      body(place)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [text] && issue.sourceLocation == place
    }
  }

  @Test func `a valid object, view, context and report is expected`() throws {
    let book = try book("Dune", pages: 412)
    book.price = 300  // a warning
    #expect(expectValid(book))
    #expect(expectValid(context))
    #expect(expectValid(book.validate()))
  }

  @Test func `an object with errors is an issue with the whole report`() throws {
    let book = try book("Dune", pages: 0)
    expectIssue(
      """
      in print
      Expected no errors, but found these.
      1 error in 1 object

      Book "Dune"
        error: Book.pages must be at least 1, but is 0. [range.tooSmall]
          rule at ArmatureTestingTests/ExpectationTests.swift:14
      """
    ) { expectValid(book, "in print", sourceLocation: $0) }
    expectIssue(
      """
      Expected no errors, but found these.
      1 error in 1 object

      Book "Dune"
        error: Book.pages must be at least 1, but is 0. [range.tooSmall]
          rule at ArmatureTestingTests/ExpectationTests.swift:14
      """
    ) { expectValid(context, sourceLocation: $0) }
  }

  @Test func `an issue stands at the line of the call`() throws {
    let book = try book("Dune", pages: 0)
    let line = #line + 2
    withKnownIssue {
      expectValid(book)
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test func `failures are expected in any order`() throws {
    let book = try book("", pages: 0, isbn: "1")
    expectFailures(
      of: book,
      [
        .init("Book.isbn", .pattern), .init("Book.title", .tooShort),
        .init("Book.pages", .tooSmall),
      ])
    let long = try self.book("Long", pages: 2000)
    expectFailures(of: long, [.init("Book", .rule("long books have an isbn"))])
    expectFailures(of: long, [.init("Book", .rule)])
    expectFailures(of: long, [.init("Book", "rule")])
  }

  @Test func `missing and surplus failures are told`() throws {
    let book = try book("Dune", pages: 2000, isbn: nil)
    book.price = 100
    expectIssue(
      """
      The failures differ from the expected ones.
      - missing: Book.isbn [pattern]
      - missing: Book [rule "long books have no isbn"]
      - missing: Book.title [lenght.tooShort]
      + surplus: Book.price [range.tooLarge]: Book.price must be less than 100, but is 100.
      + surplus: Book [rule "long books have an isbn"]: Book "Dune": the rule "long books have an isbn" must hold, but does not (pages 2000, isbn no value).
      The code "lenght.tooShort" is unknown. Did you mean "length.tooShort"?
      1 error and 1 warning in 1 object

      Book "Dune"
        warning: Book.price must be less than 100, but is 100. [range.tooLarge]
          rule at ArmatureTestingTests/ExpectationTests.swift:16
        error: Book "Dune": the rule "long books have an isbn" must hold, but does not (pages 2000, isbn no value). [rule]
          rule at ArmatureTestingTests/ExpectationTests.swift:17
      """
    ) {
      expectFailures(
        of: book,
        [
          .init("Book.isbn", .pattern), .init("Book", .rule("long books have no isbn")),
          .init("Book.title", "lenght.tooShort"),
        ], sourceLocation: $0)
    }
  }

  @Test func `a failure that is expected twice must be there twice`() throws {
    _ = try (book("A", pages: 0), book("B", pages: 0))
    expectFailures(
      of: context, [.init("Book.pages", .tooSmall), .init("Book.pages", .tooSmall)])
    expectIssue(
      """
      The failures differ from the expected ones.
      + surplus: Book.pages [range.tooSmall]: Book.pages must be at least 1, but is 0.
      2 errors in 2 objects

      Book "A"
        error: Book.pages must be at least 1, but is 0. [range.tooSmall]
          rule at ArmatureTestingTests/ExpectationTests.swift:14

      Book "B"
        error: Book.pages must be at least 1, but is 0. [range.tooSmall]
          rule at ArmatureTestingTests/ExpectationTests.swift:14
      """
    ) {
      expectFailures(of: context, [.init("Book.pages", .tooSmall)], sourceLocation: $0)
    }
  }

  @Test func `a save is expected to fail`() throws {
    let book = try book("Dune", pages: 0)
    let report = expectSaveFails(context, [.init("Book.pages", .tooSmall)])
    #expect(report?.count == 1)
    #expect(expectSaveFails(context) != nil)
    expectIssue(
      """
      The failures differ from the expected ones.
      - missing: Book.title [required]
      + surplus: Book.pages [range.tooSmall]: Book.pages must be at least 1, but is 0.
      1 error in 1 object

      Book "Dune"
        error: Book.pages must be at least 1, but is 0. [range.tooSmall]
          rule at ArmatureTestingTests/ExpectationTests.swift:14
      """
    ) {
      expectSaveFails(context, [.init("Book.title", .required)], sourceLocation: $0)
    }
    book.pages = 1
    expectIssue("The save must fail, but succeeded.") {
      expectSaveFails(context, sourceLocation: $0)
    }
    expectIssue("The save must fail, but had nothing to save.") {
      expectSaveFails(context, sourceLocation: $0)
    }
  }

  @Test func `equal texts, contexts and models are expected`() throws {
    _ = try book("Dune", pages: 412)
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(try context.json()))
    #expect(expectEqual(copy, context))
    #expect(expectEqual(model, model))
    #expect(expectEqual("a\nb", "a\nb"))
  }

  @Test func `contexts that differ are an issue with the lines`() throws {
    _ = try (book("Dune", pages: 412), book("Emma", pages: 474))
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(try context.json()))
    copy.objects(of: "Book")[1].pages = 500
    expectIssue(
      """
      The two must be equal, but differ.
      … 5 lines
            },
            {
              "title": "Emma",
      -       "pages": 474
      +       "pages": 500
            }
          ]
        }
      … 1 line
      """
    ) { expectEqual(copy, context, sourceLocation: $0) }
  }

  @Test func `models that differ are an issue with the changes`() throws {
    let other = try ManagedObjectModel("Library") {
      Entity("Book") { Attribute("title", String.self).length(1...30).identifying() }
    }
    expectIssue(
      """
      The two must be equal, but differ.
      Book: the rule "long books have an isbn" (pages < 1000 OR isbn != nil) was removed \
      (nothing to migrate). \
      Old objects are checked when they are next validated.
      Book.title: the rule length 1...20 became length 1...30 (nothing to migrate). \
      Old objects are checked when they are next validated.
      Book.pages: removed (may lose). Its values are dropped.
      Book.isbn: removed (may lose). Its values are dropped.
      Book.price: removed (may lose). Its values are dropped.
      """
    ) { expectEqual(other, model, sourceLocation: $0) }
    let renamed = try ManagedObjectModel("Shelf", entities: model.entities)
    expectIssue("The two must be equal, but differ.\n- Library\n+ Shelf") {
      expectEqual(renamed, model, sourceLocation: $0)
    }
  }

  private static let tenth = (1...20).map(String.init).joined(separator: "\n")
  private static let differences: [(String, String, String)] = [
    ("a", "b", "- b\n+ a"), ("a\nb\nc", "a\nc", "  a\n+ b\n  c"), ("", "x", "- x\n+ "),
    ("a\nx\nc", "a\nb\nc", "  a\n- b\n+ x\n  c"), ("é", "e\u{301}", "- e\u{301}\n+ é"),
    (
      tenth, tenth.replacing("10", with: "ten"),
      "… 6 lines\n  7\n  8\n  9\n- ten\n+ 10\n  11\n  12\n  13\n… 7 lines"
    ),
  ]

  @Test(arguments: differences)
  func `lines that differ are marked`(found: String, expected: String, difference: String) {
    #expect(found.difference(from: expected) == difference)
  }

  @Test func `reports and contexts are attached as JSON`() throws {
    let book = try book("Dune", pages: 412)
    let attachment = Attachment(context, named: "graph")
    #expect(attachment.preferredName == "graph.json")
    let text = try attachment.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text.contains(#""title": "Dune""#))
    let report = Attachment(book.validate(), named: "report.json")
    #expect(report.preferredName == "report.json")
    #expect(try report.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.contains("failures"))
    Attachment.record(book.validate(), named: "report")
  }

  @Test func `a code may be known at run time only`() throws {
    let book = try book("", pages: 0)
    for failure in book.validate() {
      let code = ExpectedFailure.Code(failure.code)
      #expect(code.text == failure.code && code.name == nil)
      expectFailures(
        of: book.validate(),
        [.init("Book.title", .tooShort), .init("Book.pages", "range.tooSmall")])
    }
    #expect(ExpectedFailure.Code("rule", name: "is even") == .rule("is even"))
  }
}
