import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct HostileReportTests {
  private static let hostile = "a\n\"b\"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}"

  /// The text in each place that data can fill.
  private static let report = ValidationReport([
    ValidationFailure(
      entity: "Book", label: hostile, keyPath: [hostile], .unknownKey(suggestion: hostile),
      value: .string(hostile), source: InputPosition(file: hostile, line: 1, column: 2)),
    ValidationFailure(
      entity: "Book", label: "dune", .threw(name: hostile, error: hostile), severity: .warning,
      ruleSite: DeclarationSite(file: hostile, line: 3)),
    ValidationFailure(
      entity: "Book", .rule(.pattern(hostile)), value: .string(hostile), customMessage: hostile),
  ])

  @Test(arguments: ReportFormat.allCases)
  func `nothing that a terminal obeys is printed`(format: ReportFormat) {
    let text = Self.report.rendered(as: format)
    let obeyed = text.unicodeScalars.filter { $0 != "\n" && $0.mustBeEscaped }
    #expect(obeyed.isEmpty)
    #expect(text.contains("👨‍👩‍👧"))
    for failure in Self.report {
      #expect(!failure.description.unicodeScalars.contains { $0.mustBeEscaped })
    }
  }

  @Test func `a failure stays on its line`() {
    #expect(
      Self.report.rendered(as: .lines) == ##"""
        a\n"b"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}:1:2: error: Book."a\n\"b\"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}" is not a property of Book. Did you mean "a\n\"b\"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}"? [key.unknown]
        warning: Book "dune": the rule "a\n"b"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}" must hold, but threw an error: a\n"b"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE} (rule at a\n"b"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}:3) [rule.threw]
        error: a\n"b"]]>%<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE} [pattern]
        """##)
  }

  @Test func `GitHub gets its own escapes, in properties also for the delimiters`() {
    let lines = Self.report.rendered(as: .github).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        ##"::error file=a%0A"b"]]>%25<&'\u{1B}[31m%2C%3A%3A👨‍👩‍👧\u{0}\u{202E}\u{FFFE},line=1,col=2,title=key.unknown::Book."##
      ))
    #expect(
      lines[2]
        == ##"::error title=pattern::a%0A"b"]]>%25<&'\u{1B}[31m,::👨‍👩‍👧\u{0}\u{202E}\u{FFFE}"##)
  }

  @Test(arguments: 0..<100)
  func `any report is well-formed XML with its messages in it`(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let report = seed == 0 ? Self.report : generator.report()
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(report.rendered(as: .junit).utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.attributes["testsuites"]?.first?["tests"] == "\(report.count)")
    let cases = reader.attributes["testcase"] ?? []
    #expect(cases.count == report.count)
    let suites = reader.attributes["testsuite"] ?? []
    #expect(suites.compactMap { $0["tests"].flatMap(Int.init) }.reduce(0, +) == report.count)
    #expect(reader.attributes["failure"]?.count ?? 0 == report.errors.count)
    let messages = (reader.attributes["failure"] ?? []).compactMap { $0["message"] }
    #expect(messages.sorted() == report.errors.map { $0.message.displayEscaped() }.sorted())
  }

  @Test(arguments: 0..<100)
  func `any report has one line and one command per failure`(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    let report = generator.report()
    let lines = report.rendered(as: .lines).split(separator: "\n", omittingEmptySubsequences: false)
    let commands = report.rendered(as: .github)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == max(1, report.count))
    #expect(commands.count == max(1, report.count))
    for (command, failure) in zip(commands, report) {
      #expect(command.hasPrefix("::\(failure.severity.rawValue) "))
    }
  }

  @Test func `keys and messages that are only equivalent keep their bytes`() throws {
    let texts = ["\u{E9}", "e\u{301}", "\u{E9}"]
    let report = ValidationReport(
      texts.map { ValidationFailure(entity: "A", .missingValue(), customMessage: $0) })
    let lines = report.rendered(as: .lines).split(separator: "\n").map { Array($0.utf8) }
    #expect(lines[0] != lines[1] && lines[0] == lines[2])
    let model = try ManagedObjectModel("A") { Entity("A") { Attribute("name", String?.self) } }
    let loaded = try ManagedObjectContext(model: model).loadReport(
      .text("[\(texts.map { "{\"\($0)\": 1}" }.joined(separator: ","))]", as: "A"))
    #expect(loaded.map { Array($0.keyPath[0].utf8) } == texts.map { Array($0.utf8) })
  }

  @Test func `a name of a million scalars is cut`() {
    let long = "e" + String(repeating: "\u{301}", count: 1_000_000)
    let failure = ValidationFailure(entity: "Book", .rule(.custom(name: long, properties: [])))
    #expect(failure.message.utf8.count < 1000)
    #expect(
      long.quotedName(limit: 3).unicodeScalars.elementsEqual("\"e\u{301}\u{301}…\"".unicodeScalars))
  }
}

/// Collects the attributes of all elements by name.
private final class JUnitReader: NSObject, XMLParserDelegate {
  var attributes: [String: [[String: String]]] = [:]

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    self.attributes[elementName, default: []].append(attributes)
  }

  @Test(arguments: ["::error file=x::y", " ::stop-commands::z", "\u{A0}::debug::", "a::error::b"])
  func `a file name is no command to a workflow`(file: String) {
    let source = InputPosition(file: file, line: 1, column: 2)
    let failure = ValidationFailure(entity: "A", keyPath: ["n"], .missingValue(), source: source)
    // Syntax errors are listed under the file's name, and an unknown entity has no further information.
    let report = ValidationReport([
      failure, ValidationFailure(entity: "", .syntax("x"), source: source),
      ValidationFailure(entity: file, .missingValue()),
    ])
    let lines =
      report.rendered(as: .lines).split(separator: "\n")
      + report.rendered(as: .text).split(separator: "\n")
      + "\(failure)".split(separator: "\n") + "\(InputPosition(file: file))".split(separator: "\n")
    #expect(lines.allSatisfy { !$0.drop(while: \.isWhitespace).hasPrefix("::") })
    #expect(lines.contains { $0.contains(file) })
  }
}
