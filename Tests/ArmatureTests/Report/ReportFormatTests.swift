import ArmatureModel
import Testing

@testable import Armature

@Suite struct ReportFormatTests {
  static let report: ValidationReport = {
    let rules = DeclarationSite(file: "Library/Model.swift", line: 8)
    let file = { (line: Int, column: Int, path: String) in
      InputPosition(file: "Samples/my library.json", line: line, column: column, path: path)
    }
    let book = ManagedObjectID(entityName: "Book", key: 3, storeID: .none, isTemporary: true)
    let author = ManagedObjectID(entityName: "Author", key: 1, storeID: .none, isTemporary: false)
    return ValidationReport([
      ValidationFailure(
        entity: "Book", objectID: book, label: "dune", keyPath: ["title"],
        .rule(.length(minimum: 1, maximum: 200), actual: 0), value: "", ruleSite: rules,
        source: file(12, 20, "$.books[3].title")),
      ValidationFailure(
        entity: "Book", objectID: book, label: "dune", keyPath: ["tilte"],
        .unknownKey(suggestion: "title"), source: file(12, 8, "$.books[3].tilte")),
      ValidationFailure(
        entity: "Book", label: "emma", keyPath: ["id"],
        .duplicateIdentity(
          of: ValidationFailure.Object(
            entity: "Book", label: "emma", source: file(4, 5, "$.books[1]"))),
        value: "emma", source: file(20, 11, "$.books[7].id")),
      ValidationFailure(
        entity: "Author", objectID: author, label: "frank",
        .rule(
          .predicate(name: "authors have books", .constant(true)),
          details: [ValidationFailure.Detail("books", .objects([]))]), severity: .warning,
        ruleSite: rules),
      ValidationFailure(
        entity: "", .syntax("A value is expected here, but the text ends."),
        source: InputPosition(file: "Samples/my library.json", line: 31, column: 1)),
    ])
  }()

  @Test func `text groups failures under their objects`() {
    #expect(
      Self.report.rendered(as: .text) == #"""
        4 errors and 1 warning in 3 objects

        Book "dune"
          error: Book.title must have 1 to 200 characters, but has 0. [length.tooShort]
            at Samples/my library.json:12:20 ($.books[3].title), rule at Library/Model.swift:8
          error: Book.tilte is not a property of Book. Did you mean "title"? [key.unknown]
            at Samples/my library.json:12:8 ($.books[3].tilte)

        Book "emma"
          error: Book.id must identify one Book, but Book "emma" (Samples/my library.json:4:5) has "emma", too. [identity.duplicate]
            at Samples/my library.json:20:11 ($.books[7].id)

        Author "frank"
          warning: Author "frank": the rule "authors have books" must hold, but does not (books []). [rule]
            rule at Library/Model.swift:8

        Samples/my library.json
          error: A value is expected here, but the text ends. [syntax]
            at Samples/my library.json:31:1
        """#)
    #expect(Self.report.description == Self.report.rendered(as: .text))
  }

  @Test func `an object has one group, whether its identity is known or its name only`() {
    let id = ManagedObjectID(entityName: "Book", key: 3, storeID: .none, isTemporary: true)
    let report = ValidationReport(
      [nil, id, nil].map {
        ValidationFailure(
          entity: "Book", objectID: $0, label: "dune", keyPath: ["title"], .rule(.required))
      })
    let headings = report.rendered(as: .text).split(separator: "\n").filter {
      $0.hasPrefix("Book")
    }
    #expect(headings == ["Book \"dune\""])
  }

  @Test func `lines are those of a compiler`() {
    #expect(
      Self.report.rendered(as: .lines) == #"""
        Samples/my library.json:12:20: error: Book.title must have 1 to 200 characters, but has 0. [length.tooShort]
        Samples/my library.json:12:8: error: Book.tilte is not a property of Book. Did you mean "title"? [key.unknown]
        Samples/my library.json:20:11: error: Book.id must identify one Book, but Book "emma" (Samples/my library.json:4:5) has "emma", too. [identity.duplicate]
        warning: Author "frank": the rule "authors have books" must hold, but does not (books []). (rule at Library/Model.swift:8) [rule]
        Samples/my library.json:31:1: error: A value is expected here, but the text ends. [syntax]
        """#)
  }

  @Test func `a line without a place names the object`() {
    let failure = ValidationFailure(
      entity: "Book", label: "dune", keyPath: ["title"], .rule(.required),
      ruleSite: .unknown)
    #expect(
      ValidationReport([failure]).rendered(as: .lines)
        == #"error: Book "dune": Book.title must have a value, but has none. [required]"#)
  }

  @Test func `GitHub gets a command per failure`() {
    #expect(
      Self.report.rendered(as: .github) == #"""
        ::error file=Samples/my library.json,line=12,col=20,title=length.tooShort::Book.title must have 1 to 200 characters, but has 0.
        ::error file=Samples/my library.json,line=12,col=8,title=key.unknown::Book.tilte is not a property of Book. Did you mean "title"?
        ::error file=Samples/my library.json,line=20,col=11,title=identity.duplicate::Book.id must identify one Book, but Book "emma" (Samples/my library.json:4:5) has "emma", too.
        ::warning title=rule::Author "frank": the rule "authors have books" must hold, but does not (books []). (rule at Library/Model.swift:8)
        ::error file=Samples/my library.json,line=31,col=1,title=syntax::A value is expected here, but the text ends.
        """#)
  }

  @Test func `JUnit has a suite per entity`() {
    #expect(
      Self.report.rendered(as: .junit) == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Armature" tests="5" failures="4" errors="0">
          <testsuite name="Book" tests="3" failures="3" errors="0" skipped="0">
            <testcase classname="Book" name="Book &quot;dune&quot;.title [length.tooShort]" time="0" file="Samples/my library.json" line="12">
              <failure type="length.tooShort" message="Book.title must have 1 to 200 characters, but has 0.">Book.title must have 1 to 200 characters, but has 0.
        at Samples/my library.json:12:20 ($.books[3].title), rule at Library/Model.swift:8</failure>
            </testcase>
            <testcase classname="Book" name="Book &quot;dune&quot;.tilte [key.unknown]" time="0" file="Samples/my library.json" line="12">
              <failure type="key.unknown" message="Book.tilte is not a property of Book. Did you mean &quot;title&quot;?">Book.tilte is not a property of Book. Did you mean &quot;title&quot;?
        at Samples/my library.json:12:8 ($.books[3].tilte)</failure>
            </testcase>
            <testcase classname="Book" name="Book &quot;emma&quot;.id [identity.duplicate]" time="0" file="Samples/my library.json" line="20">
              <failure type="identity.duplicate" message="Book.id must identify one Book, but Book &quot;emma&quot; (Samples/my library.json:4:5) has &quot;emma&quot;, too.">Book.id must identify one Book, but Book &quot;emma&quot; (Samples/my library.json:4:5) has &quot;emma&quot;, too.
        at Samples/my library.json:20:11 ($.books[7].id)</failure>
            </testcase>
          </testsuite>
          <testsuite name="Author" tests="1" failures="0" errors="0" skipped="0">
            <testcase classname="Author" name="Author &quot;frank&quot; [rule &quot;authors have books&quot;]" time="0">
              <system-out>warning: Author &quot;frank&quot;: the rule &quot;authors have books&quot; must hold, but does not (books []).
        rule at Library/Model.swift:8</system-out>
            </testcase>
          </testsuite>
          <testsuite name="The input" tests="1" failures="1" errors="0" skipped="0">
            <testcase classname="The input" name="The input [syntax]" time="0" file="Samples/my library.json" line="31">
              <failure type="syntax" message="A value is expected here, but the text ends.">A value is expected here, but the text ends.
        at Samples/my library.json:31:1</failure>
            </testcase>
          </testsuite>
        </testsuites>
        """#)
  }

  @Test func `JUnit has no two test cases of one name`() {
    let rules: [ValidationFailure.Kind] = [
      .rule(.custom(name: "a", properties: [])), .rule(.custom(name: "b", properties: [])),
      .rule(.custom(name: "b", properties: [])),
      .rule(.unique(["title", "author"])), .rule(.unique(["title", "year"])),
    ]
    let report = ValidationReport(
      rules.map { ValidationFailure(entity: "Book", label: "dune", $0) })
    let names = report.rendered(as: .junit).split(separator: "\n")
      .filter { $0.contains("<testcase") }
      .compactMap { $0.split(separator: " name=").last?.split(separator: " time=").first }
    #expect(
      names == [
        #""Book &quot;dune&quot; [rule &quot;a&quot;]""#,
        #""Book &quot;dune&quot; [rule &quot;b&quot;]""#,
        #""Book &quot;dune&quot; [rule &quot;b&quot;] (2)""#,
        #""Book &quot;dune&quot; [unique title, author]""#,
        #""Book &quot;dune&quot; [unique title, year]""#,
      ])
  }

  @Test func `an empty report is well formed in every format`() {
    let empty = ValidationReport()
    #expect(empty.rendered(as: .text) == "No errors, no warnings")
    #expect(empty.rendered(as: .lines) == "")
    #expect(empty.rendered(as: .github) == "")
    #expect(
      empty.rendered(as: .junit) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Armature" tests="0" failures="0" errors="0">
        </testsuites>
        """)
  }
}
