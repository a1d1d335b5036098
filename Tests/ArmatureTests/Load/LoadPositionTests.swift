import Armature
import Foundation
import TestSupport
import Testing

@Suite struct LoadPositionTests {
  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .catalogue()) }

  @Test func `failures stand in the order of the sources, then of the places in them`() throws {
    let report = try context.loadReport(
      .text("[{\"name\": \"\"},\n{\"born\": 1}]", as: "Author", name: "b.json"),
      .text(#"{"tags": [5], "Book": {"isbn": 1, "title": "T", "author": "x"}}"#, name: "a.json"),
      .text("{\"number\": 0}\n{\"number\": \"1\"}", as: "Passport", layout: .lines, name: "c"))
    #expect(
      report.rendered(as: .lines) == """
        b.json:1:11: error: Author.name must have 1 to 20 characters, but has 0. [length.tooShort]
        b.json:2:1: error: Author.name must have a value, but its key is missing. [value.missing]
        b.json:2:10: error: Author.born must be a date, but is 1. [type.wrong]
        a.json:1:11: error: Tag must be an object, but is a number. [type.structure]
        a.json:1:32: error: Book.isbn must be text, but is 1. [type.wrong]
        a.json:1:59: error: Book.author refers to the Author "x", which does not exist. \
        [reference.broken]
        c:1:12: error: Passport.number must be at least 1, but is 0. [range.tooSmall]
        c:2:12: error: Passport.number must be a whole number, but is "1". [type.wrong]
        """)
  }

  @Test func `the readable text tells objects, places and paths`() throws {
    let report = try context.loadReport(
      .text(
        #"{"Author": {"name": "Ann", "books": [{"isbn": "1000", "title": "", "pages": "x"}]}}"#,
        name: "data.json"))
    let text = report.rendered(as: .text)
    #expect(
      text.contains(
        """
        Book 1000
          error: Book.title must have 1 to 12 characters, but has 0. [length.tooShort]
            at data.json:1:64 ($.Author.books[0].title)
        """))
    #expect(
      text.contains(
        """
          error: Book.pages must be a whole number, but is "x". [type.wrong]
            at data.json:1:77 ($.Author.books[0].pages)
        """))
  }

  /// Each kind of failure of a load, with its path.
  @Test(arguments: [
    (#"{"Book": [{"isbn": 1, "title": "T"}]}"#, ["type.wrong $.Book[0].isbn"]),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "format": "x"}]}"#,
      ["type.notRepresentable $.Book[0].format"]
    ),
    (#"{"Book": [7]}"#, ["type.structure $.Book[0]"]),
    (#"{"Book": [{"isbn": "1000", "title": "T", "x y": 1}]}"#, [#"key.unknown $.Book[0]["x y"]"#]),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "memo": 1}]}"#,
      ["key.notAllowed $.Book[0].memo"]
    ),
    (#"{"tags": [{"name": "x", "name": "y"}]}"#, ["key.duplicate $.tags[0].name"]),
    (#"{"Nothing": [1]}"#, ["entity.unknown $.Nothing"]),
    (#"{"Medium": [{"id": 1}]}"#, ["entity.abstract $.Medium[0]"]),
    (#"{"Author": [{"name": "A"}, {}]}"#, ["value.missing $.Author[1]"]),
    (#"{"Author": [{"name": null}]}"#, ["required $.Author[0].name"]),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "shelf": 70000, "pages": 1.5}]}"#,
      ["value.outOfRange $.Book[0].shelf", "value.inexact $.Book[0].pages"]
    ),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "published": "x", "code": "x"}]}"#,
      ["value.badDate $.Book[0].published", "value.badFormat $.Book[0].code"]
    ),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "tags": ["x", "y"]}]}"#,
      ["reference.broken $.Book[0].tags[0]", "reference.broken $.Book[0].tags[1]"]
    ),
    (
      #"{"tags": [{"name": "x"}, {"name": "x"}]}"#, ["identity.duplicate $.tags[1].name"]
    ),
    (
      #"{"Book": [{"isbn": "1000", "title": "T", "price": 1}, {"isbn": "x", "title": "U"}]}"#,
      ["rule $.Book[0]", "pattern $.Book[1].isbn"]
    ),
    (
      #"{"Book": {"isbn": "1000", "title": "T", "printer": {"street": "A", "position": {"x": 1}}}}"#,
      [
        "value.missing $.Book.printer.position", "value.missing $.Book.printer.position",
        "key.unknown $.Book.printer.position.x",
      ]
    ),
    (#"{"Author": [{"name": "A"}, {"name": "B", x}]}"#, ["syntax $.Author[1]"]),
    (#"{"Author": [{"name": "A"}, {"name": nix}]}"#, ["syntax $.Author[1].name"]),
    (#"{"Author": [{"name": "A"}"#, ["syntax $.Author[0]"]),
    (#"{"Author": [{"name": "A"}], "tags": [{"name": "a"}, {"name" 5}]}"#, ["syntax $.tags[1]"]),
    (
      #"{"Author": {"name": "A", "books": [{"isbn": "1000", "title": "T"}, {"isbn": "1001"}]}}"#,
      ["value.missing $.Author.books[1]"]
    ),
  ])
  func `every kind of failure has the path of what is wrong`(json: String, paths: [String]) throws {
    let report = try context.loadReport(.text(json))
    #expect(report.map { "\($0.code) \($0.source?.path ?? "-")" } == paths)
  }

  @Test func `a failure names the object even where the identity comes behind it`() throws {
    let report = try context.loadReport(
      .text(#"{"pages": 0, "title": 5, "isbn": "1000"}"#, as: "Book"))
    #expect(report.map(\.label) == ["1000", "1000"])
  }

  @Test func `the other object of a conflict has its place, in whatever source`() throws {
    let report = try context.loadReport(
      .text("[\n  {\"name\": \"Ann\"}]", as: "Author", name: "a.json"),
      .text("[{\"name\": \"Bea\"}, {\"name\": \"Ann\"}]", as: "Author", name: "b.json"))
    #expect(
      report.rendered(as: .lines) == """
        b.json:1:28: error: Author.name must identify one Author, but Author "Ann" (a.json:2:3) \
        has "Ann", too. [identity.duplicate]
        """)
    guard case .duplicateIdentity(let other)? = report.first?.kind else {
      Issue.record("no duplicate was found")
      return
    }
    #expect(other.source == InputPosition(file: "a.json", line: 2, column: 3))
    // Existing objects have no position in data.
    try context.load(.text(#"{"name": "Ann"}"#, as: "Author"))
    let again = try context.loadReport(.text(#"{"name": "Ann"}"#, as: "Author", name: "c.json"))
    #expect(
      again.first?.message
        == #"Author.name must identify one Author, but Author "Ann" has "Ann", too."#)
  }

  @Test func `places count characters, not bytes, whatever is around them`() throws {
    var random = SplitMix64(seed: 43)
    let pieces = ["a", "é", "日本", "😀", "👨‍👩‍👧", "\\n", "\\u00e9", "e\u{301}", "ß", " "]
    let breaks = ["\n", "\r\n", "\r", "\n\n", "", "  "]
    for _ in 0..<300 {
      let mood = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
      let (first, second) = (random.pick(breaks), random.pick(breaks))
      let before =
        "{\(first)\"isbn\": \"1000\",\(second)\"mood\": \"xx\(mood)\", \"title\":\(first)"
      let mark = random.oneIn(3) ? "\u{FEFF}" : ""
      let report = try context.loadReport(
        .text("\(mark)\(before)5\(second)}", as: "Book", name: "x"))
      // Counted again in the simplest way: a scalar is a column, and "\r\n" is one line break.
      let scalars = Array(before.replacing("\r\n", with: "\n").unicodeScalars)
      let lastBreak = scalars.lastIndex { $0 == "\n" || $0 == "\r" }
      let line = scalars.count { $0 == "\n" || $0 == "\r" } + 1
      let column = scalars.count - (lastBreak.map { $0 + 1 } ?? 0) + 1
      #expect(
        report.map(\.source)
          == [InputPosition(file: "x", line: line, column: column, path: "$.title")])
    }
  }

  @Test func `a place late in a long text is exact`() throws {
    let records = (0..<20_000).map { "  {\"name\": \"tag ü \($0)\"}" }
    let text = "[\n" + records.joined(separator: ",\n") + ",\n  {\"name\": 5}\n]"
    let report = try context.loadReport(.text(text, as: "Tag", name: "t"))
    #expect(
      report.map(\.source)
        == [InputPosition(file: "t", line: 20_002, column: 12, path: "$[20000].name")])
  }

  @Test func `names of files are shown as they were given, without what terminals obey`() throws {
    let report = try context.loadReport(
      .text("[5]", as: "Tag", name: "a\u{1B}[31m\n.json"))
    #expect(
      report.rendered(as: .lines)
        == #"a\u{1B}[31m\n.json:1:2: error: Tag must be an object, but is a number. [type.structure]"#
    )
  }

  @Test func `each failure can be printed in every format`() throws {
    let report = try context.loadReport(
      .text(#"[{"name": "x", "nmae": 1, "name": "y"}, 5, {"#, as: "Tag", name: "t.json"))
    #expect(report.count == 4)
    for format in ReportFormat.allCases {
      let text = report.rendered(as: format)
      #expect(text.contains("t.json"))
      #expect(text.contains("key.unknown") && text.contains("syntax"))
    }
  }
}
