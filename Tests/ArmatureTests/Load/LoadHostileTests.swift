@testable import Armature
import Foundation
import TestSupport
import Testing

@Suite struct LoadHostileTests {
  private static let model = Result { try ManagedObjectModel.catalogue() }

  private static let document = """
    {"Author": [{"name": "Ann \\u00e9", "born": "1970-01-01", "passport": {"number": 7}},
                {"name": "Bea", "mentor": "Ann \\u00e9", "books": ["1001"]}],
     "Book": [{"isbn": "1000", "title": "日本語", "pages": 12, "price": 9.90, "rating": 4.5e0,
               "author": "Bea", "tags": ["x"], "seen": "2024-05-01T10:00:00+02:00[Europe/Berlin]",
               "printer": {"street": "A", "position": {"latitude": 1, "longitude": -2.5}},
               "chapters": [{"title": "a"}, {"title": "b"}], "cover": "AQI=", "format": "paper"},
              {"isbn": "1001", "title": "B", "inPrint": false, "shelf": -5, "weight": 0.5}],
     "tags": [{"name": "x"}], "Medium": [{"id": 1, "@entity": "Film", "minutes": 90}]}
    """

  /// Loads into a context with objects and checks that a failed load leaves it unchanged.
  private func load(
    _ bytes: some Sequence<UInt8>, as entity: String? = nil,
    layout: LoadSource.Layout = .document, options: LoadOptions = LoadOptions(),
    _ location: SourceLocation = #_sourceLocation
  ) throws -> ValidationReport {
    let context = ManagedObjectContext(model: try Self.model.get())
    try context.load(.text(#"{"Author": [{"name": "Old", "passport": {"number": 1}}]}"#))
    try context.save()
    let before = ContextSnapshot(context)
    let report = try context.loadReport(
      .data(Data(bytes), as: entity, layout: layout, name: "hostile"), options: options)
    if report.isValid {
      #expect(report.isEmpty, sourceLocation: location)
    } else {
      #expect(ContextSnapshot(context) == before, sourceLocation: location)
      for failure in report {
        let source = try #require(failure.source, sourceLocation: location)
        #expect(source.line > 0 && source.column > 0, sourceLocation: location)
        #expect(!failure.message.isEmpty, sourceLocation: location)
      }
    }
    #expect(brokenInvariants(of: context).isEmpty, sourceLocation: location)
    return report
  }

  @Test func `a document cut at any byte is an error with its place`() throws {
    let bytes = Array(Self.document.utf8)
    for length in 0..<bytes.count {
      let report = try load(bytes.prefix(length))
      #expect(report.map(\.code).contains("syntax"), "\(length)")
      // Truncated data is not reported as missing.
      #expect(report.allSatisfy { $0.code == "syntax" }, "\(length): \(report)")
    }
    #expect(try load(bytes).isEmpty)
  }

  @Test func `lines cut at any byte are an error on the last line only`() throws {
    let text = Self.document.split(separator: "\n").joined(separator: " ")
    let line = Array(("{\"tags\": {\"name\": \"y\"}}\n" + text).utf8)
    for length in stride(from: 26, to: line.count, by: 7) {
      let report = try load(line.prefix(length), layout: .lines)
      #expect(report.map(\.code) == ["syntax"] && report.first?.source?.line == 2)
    }
  }

  @Test(arguments: 0..<10)
  func `flipped bits are an error or valid data, and never more`(group: UInt64) throws {
    var random = SplitMix64(seed: 500 + group)
    let original = Array(Self.document.utf8)
    for _ in 0..<100 {
      var bytes = original
      for _ in 0...random.below(3) {
        bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      }
      for mode in [LoadOptions.Mode.strict, .lenient] {
        let context = ManagedObjectContext(model: try Self.model.get())
        let report = try context.loadReport(.data(Data(bytes)), options: LoadOptions(mode))
        #expect(context.registeredObjects.isEmpty == !report.isValid)
        #expect(brokenInvariants(of: context).isEmpty)
        #expect(report.allSatisfy { ($0.source?.line ?? 0) > 0 && !$0.message.isEmpty })
        #expect(!report.rendered(as: .sarif).isEmpty)
      }
    }
  }

  @Test func `random members in random places never trap`() throws {
    var random = SplitMix64(seed: 77)
    let values = [
      "null", "true", "1", "-1.5", "1e999", #""x""#, #""""#, "[]", "{}", "[null]", "[[]]",
      #"[{"name": "x"}]"#, #"{"name": 5}"#, #"{"@entity": "Film"}"#, #""2024-02-30""#, #""\u0000""#,
    ]
    let keys = [
      "name", "isbn", "title", "pages", "author", "tags", "chapters", "books", "mentor", "owner",
      "printer", "street", "position", "@entity", "id", "sequel", "x", "", "Book", "Author",
    ]
    func record(_ depth: Int) -> String {
      let members = (0..<random.below(6)).map { _ in
        let value = depth > 0 && random.oneIn(3) ? record(depth - 1) : random.pick(values)
        return "\"\(random.pick(keys))\": \(random.oneIn(4) ? "[\(value), \(value)]" : value)"
      }
      return "{\(members.joined(separator: ", "))}"
    }
    for _ in 0..<1000 {
      _ = try load(
        Array(record(4).utf8), as: random.pick(["Author", "Book", "Medium", "Film", nil]))
    }
  }

  @Test(arguments: ["[", "{\"mentor\":", "{\"books\":[", "{\"x\":", "{\"printer\":", "[{\"name\":"])
  func `nesting beyond the limit is an error`(open: String) throws {
    let report = try load(String(repeating: open, count: 10_000).utf8, as: "Author")
    let syntax = try #require(report.filter { $0.code == "syntax" }.first)
    if open != "[{\"name\":" || report.count == 1 {
      #expect(
        syntax.message
          == "Arrays and objects must be nested at most 512 deep, but this one is deeper."
      )
    }
    #expect(syntax.source?.line == 1)
    let depth = LoadOptions(depthLimit: 3)
    #expect(
      try load(#"[{"name": "x", "books": [{}]}]"#.utf8, as: "Author", options: depth).count == 1)
    // A limit of 0 counts as 1.
    #expect(
      try load("[[]]".utf8, as: "Author", options: LoadOptions(depthLimit: 0)).map(\.code)
        == ["syntax"])
  }

  @Test func `numbers of a million digits are read or refused`() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    for key in ["pages", "shelf", "stock", "price", "rating", "weight", "level", "published"] {
      for number in [digits, "-\(digits)", "0.\(digits)", "1e\(digits)", "\(digits)e-999999"] {
        let report = try load(
          #"{"isbn": "1000", "title": "T", "\#(key)": \#(number)}"#.utf8, as: "Book")
        let message = report.first?.message ?? ""
        #expect(message.utf8.count < 300)
        #expect(report.isEmpty || report.first?.property == key || report.first?.code == "rule")
      }
    }
    let text = String(repeating: "x", count: 1_000_000)
    let report = try load(#"{"isbn": "\#(text)", "\#(text)": 1}"#.utf8, as: "Book")
    #expect(report.map(\.code) == ["value.missing", "pattern", "key.unknown"])
    #expect(report.allSatisfy { $0.message.utf8.count < 500 })
  }

  @Test(
    arguments: [
      #"{"Book": [{"isbn": "1000", "title": "T", "KEY": 1}]}"#, #"{"KEY": [{"isbn": "1000"}]}"#,
      #"{"Book": {"isbn": "1000", "title": "T", "printer": {"street": "A", "KEY": {"KEY": 1}}}}"#,
      #"{"Book": {"isbn": "1000", "title": "T", "KEY": {"KEY": ["#,
    ], ["x", "é \u{1B}", "e\u{301}\u{301}\u{301}", "👨‍👩‍👧‍👦"])
  func `a report is small however long a key is`(json: String, unit: String) throws {
    let key = String(repeating: unit, count: 100_000).replacing("\u{1B}", with: "\\u001B")
    let report = try load(json.replacing("KEY", with: key).utf8)
    #expect(!report.isEmpty)
    for format in ReportFormat.allCases {
      #expect(report.rendered(as: format).utf8.count < 20_000, "\(format)")
    }
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 2), ([0x22, 0xC3, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
      ([0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22], 3), ([0x22, 0xC0, 0xAF, 0x22], 2),
      ([0xFF], 1), ([0x22, 0x62, 0xE2, 0x82], 3),
    ] as [([UInt8], Int)])
  func `bytes that are not UTF-8 are an error where they stand`(value: [UInt8], column: Int) throws
  {
    let start = Array("{\"name\": \"x\",\n \"books\": ".utf8)
    for (key, count) in [(start, 11), (Array("{\n \"nmae\": ".utf8), 10)] {
      let report = try load(key + value + Array("}".utf8), as: "Author")
      let syntax = try #require(report.first { $0.code == "syntax" || $0.code == "type.structure" })
      #expect(syntax.source?.line == 2)
      if syntax.code == "syntax" { #expect(syntax.source?.column == count - 1 + column) }
    }
    let inKey = Array("{\"a".utf8) + [0xFF] + Array("\": 1}".utf8)
    #expect(try load(inKey, as: "Author").map(\.source?.column).contains(4))
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x7B], "UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"),
    ] as [([UInt8], String)])
  func `a text in another encoding is reported with its name`(bytes: [UInt8], name: String) throws {
    #expect(
      try load(bytes).map(\.message)
        == ["The text must be UTF-8, but starts like \(name). Save the file as UTF-8."])
  }

  @Test func `ten million wrong elements end in bounded time and memory`() throws {
    let count = 10_000_000
    var bytes: [UInt8] = [0x5B]
    bytes.reserveCapacity(count * 2 + 2)
    for index in 0..<count {
      bytes.append(index & 1 == 0 ? 0x30 : 0x35)
      bytes.append(index == count - 1 ? 0x5D : 0x2C)
    }
    let report = try load(bytes, as: "Author", options: LoadOptions(failureLimit: 1000))
    #expect(report.count == 1001)
    #expect(
      report.last?.description == """
        hostile:1:2002: At most 1000 failures are listed, but the data has 9999000 more. The first of \
        them is here.
        """)
  }
}
