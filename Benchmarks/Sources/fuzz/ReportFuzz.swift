import Armature
import ArmatureModel
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Random reports: every format must be valid for its readers, and contain all failures.
enum ReportFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var failures: [ValidationFailure] = []
    for _ in 0..<choices.below(4) { failures.append(failure(&choices)) }
    let report = ValidationReport(failures)
    for failure in report { trace.note("\(failure.kind), \(failure)".debugDescription) }
    return try problemOfLines(report) ?? problemOfXML(report) ?? problemOfJSON(report)
  }

  // MARK: Formats

  private static func problemOfLines(_ report: ValidationReport) -> String? {
    let lines = report.rendered(as: .lines).split(separator: "\n", omittingEmptySubsequences: false)
    let commands = report.rendered(as: .github)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == max(1, report.count), commands.count == max(1, report.count) else {
      return "\(report.count) failures are \(lines.count) lines and \(commands.count) commands"
    }
    for (line, failure) in zip(lines, report) where !line.hasSuffix("[\(failure.code)]") {
      return "a line does not end with the code: \(line.debugDescription)"
    }
    for (command, failure) in zip(commands, report) {
      let start = "::\(failure.severity == .error ? "error" : "warning") "
      guard command.hasPrefix(start), command.dropFirst(start.count).contains("::") else {
        return "no command: \(command.debugDescription)"
      }
    }
    for line in lines + report.rendered(as: .text).split(separator: "\n") {
      if line.drop(while: \.isWhitespace).hasPrefix("::") {
        return "a line is a command: \(line.debugDescription)"
      }
    }
    for format in [ReportFormat.text, .lines, .github] {
      let text = report.rendered(as: format)
      if let scalar = text.unicodeScalars.first(where: { $0 != "\n" && isObeyed($0) }) {
        return "\(format) has the control character \(scalar.debugDescription)"
      }
    }
    return nil
  }

  /// Returns whether a terminal would interpret a scalar rather than show it.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  private static func problemOfXML(_ report: ValidationReport) -> String? {
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(report.rendered(as: .junit).utf8))
    parser.delegate = counter
    guard parser.parse(), parser.parserError == nil else {
      return "broken XML: \(parser.parserError.map { "\($0)" } ?? "")"
    }
    let errors = report.errors.count
    guard counter.counts["testcase"] ?? 0 == report.count,
      counter.counts["failure"] ?? 0 == errors
    else { return "XML has \(counter.counts) for \(report.count) failures, \(errors) errors" }
    return nil
  }

  private static func problemOfJSON(_ report: ValidationReport) throws -> String? {
    let json = Data(report.rendered(as: .json).utf8)
    let tree = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let messages = (tree?["failures"] as? [[String: Any]])?.compactMap { $0["message"] as? String }
    guard tree?["errors"] as? Int == report.errors.count,
      let messages,
      messages.elementsEqual(report.map(\.message), by: { $0.utf8.elementsEqual($1.utf8) })
    else { return "JSON has \(String(describing: messages)), not \(report.map(\.message))" }
    let again = try JSONDecoder().decode(ValidationReport.self, from: JSONEncoder().encode(report))
    guard again == report else { return "decoding yields \(again)" }
    let sarif = Data(report.rendered(as: .sarif).utf8)
    let log = try JSONSerialization.jsonObject(with: sarif) as? [String: Any]
    let results = (log?["runs"] as? [[String: Any]])?.first?["results"] as? [Any]
    guard results?.count == report.count else { return "SARIF has \(results?.count ?? -1) results" }
    return nil
  }

  // MARK: Failures

  private static let parts = [
    "a", "dune", "\"", "\\", "\n", "\r", "\t", "\u{1B}[31m", "\u{0}", "\u{9B}", "\u{202E}", "%",
    "::", "::error ", ",", "]]>", "<b>", "&amp;", "'", "👨‍👩‍👧", "é", "e\u{301}", "\u{FFFE}",
    "\u{2028}", "{place}", "{value}", "/", " ", "$", "[3]", "\u{10FFFF}", "\u{7F}", "\u{85}",
  ]

  private static func text(_ choices: inout Choices) -> String {
    var text = ""
    for _ in 0..<choices.below(5) { text += choices.pick(parts) }
    return text
  }

  private static func failure(_ choices: inout Choices) -> ValidationFailure {
    let kind = kind(&choices)
    var path: [String] = []
    for _ in 0..<choices.below(3) { path.append(text(&choices)) }
    var failure = ValidationFailure(
      entity: choices.oneIn(2) ? "Book" : text(&choices), keyPath: path, kind)
    if choices.oneIn(2) { failure.label = text(&choices) }
    if choices.oneIn(2) { failure.value = value(&choices) }
    if choices.oneIn(3) { failure.severity = .warning }
    if choices.oneIn(3) { failure.customMessage = text(&choices) }
    if choices.oneIn(3) {
      failure.ruleSite = DeclarationSite(file: text(&choices), line: choices.below(3))
    }
    if choices.oneIn(2) {
      failure.source = InputPosition(
        file: text(&choices), line: choices.below(4), column: choices.below(4),
        path: choices.oneIn(2) ? text(&choices) : nil)
    }
    return failure
  }

  private static func value(_ choices: inout Choices) -> AttributeValue {
    switch choices.below(8) {
    case 0: .null
    case 1: .string(text(&choices))
    case 2: .int(Int64(bitPattern: choices.word()))
    case 3:
      .double(
        [1, -0.0, .nan, .infinity, 1e300, 0.1, Double(bitPattern: choices.word())][choices.below(7)]
      )
    case 4: .decimal(Decimal(choices.below(1_000_000)) / 1000)
    case 5: .date(Date(timeIntervalSinceReferenceDate: Double(choices.below(1_000_000)) / 8))
    case 6: .data(Data(text(&choices).utf8))
    default: .composite([text(&choices): .bool(true), "b": .string(text(&choices))])
    }
  }

  private static func kind(_ choices: inout Choices) -> ValidationFailure.Kind {
    let other = ValidationFailure.Object(entity: text(&choices), label: text(&choices))
    return switch choices.below(17) {
    case 0: .missingValue()
    case 1: .rule(.length(minimum: 1, maximum: choices.below(9)), actual: choices.below(20))
    case 2: .rule(.pattern(text(&choices)))
    case 3: .rule(.custom(name: text(&choices), properties: [text(&choices)]))
    case 4: .rule(.membership([value(&choices), value(&choices)]))
    case 5: .unknownKey(suggestion: choices.oneIn(2) ? text(&choices) : nil)
    case 6: .wrongType(expected: .int64, found: text(&choices))
    case 7: .outOfRange(.int16, text: text(&choices))
    case 8: .unknownEntity(name: text(&choices), suggestion: text(&choices))
    case 9: .brokenReference(entity: text(&choices), identifier: value(&choices))
    case 10: .contradictoryReference(of: other, to: [other])
    case 11: .duplicateIdentity(of: other)
    case 12: .syntax(text(&choices))
    case 13: .deleteDenied(relationship: text(&choices), count: choices.below(5), first: [other])
    case 14: .threw(name: text(&choices), error: text(&choices))
    case 15: .rule(.predicate(name: text(&choices), .constant(false)), others: [other])
    default: .danglingReference(other)
    }
  }
}

/// Counts the elements of XML by name.
private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    counts[elementName, default: 0] += 1
  }
}
