import ArmatureModel
import TestSupport
import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ValidationReportTests {
  private func failure(
    _ entity: String, _ number: Int? = nil, label: String? = nil, _ keyPath: String...,
    kind: ValidationFailure.Kind = .rule(.required),
    severity: ValidationRule.Severity = .error, source: InputPosition? = nil
  ) -> ValidationFailure {
    let id = number.map {
      ManagedObjectID(entityName: entity, key: Int64($0), storeID: .none, isTemporary: false)
    }
    return ValidationFailure(
      entity: entity, objectID: id, label: label, keyPath: keyPath, kind, severity: severity,
      source: source)
  }

  @Test func `a report with warnings only is valid`() {
    var report = ValidationReport()
    #expect(report.isValid && report.isEmpty)
    report.append(failure("Book", 1, "title", severity: .warning))
    #expect(report.isValid && !report.isEmpty)
    report.merge(ValidationReport([failure("Book", 2, "title")]))
    #expect(!report.isValid)
    #expect(report.errors.map(\.objectID?.description) == ["Book#2"])
    #expect(report.warnings.map(\.objectID?.description) == ["Book#1"])
    #expect(report.merging(report).count == 4)
  }

  @Test func `the Core Data code is that of the only error, or the one for several`() {
    let warning = failure("Book", 1, "a", severity: .warning)
    #expect(ValidationReport([]).coreDataCode == nil)
    #expect(ValidationReport([warning]).coreDataCode == nil)
    #expect(ValidationReport([warning, failure("Book", 1, "b")]).coreDataCode == 1570)
    #expect(
      ValidationReport([failure("Book", 1, "a"), failure("Book", 1, "b")]).coreDataCode == 1560)
  }

  @Test func `failures are found by entity, property, object and code`() {
    let report = ValidationReport([
      failure("Book", 1, "title"), failure("Book", 2, "lines[3]", "name"),
      failure("Author", 3, "name"), failure("Book", 1, "title", kind: .duplicateKey),
    ])
    #expect(report.failures(inEntity: "Book").count == 3)
    #expect(report.failures(inEntity: "Book", property: "lines").count == 1)
    #expect(report.failures(inEntity: "Book", property: "name").isEmpty)
    #expect(report[0].objectID.map { report.failures(for: $0).count } == 2)
    #expect(report.counts == ["required": 3, "key.duplicate": 1])
    #expect(report.map(\.entity) == ["Book", "Book", "Author", "Book"])
  }

  @Test func `sorting goes by entity, object, path with numbers, and place`() {
    let file = { InputPosition(file: "a.json", line: $0, column: 1) }
    let report = ValidationReport([
      failure("Book", 2, "title"), failure("Book", 10, "title"), failure("Book", 1, "title"),
      failure("Book", 2, "lines[10]", "name"), failure("Book", 2, "lines[9]", "name"),
      failure("Book", 2, "lines[9]"), failure("Author", 1, "name", kind: .duplicateKey),
      failure("Author", 1, "name"), failure("Book", label: "b", source: file(9)),
      failure("Book", label: "b", source: file(2)), failure("Book", label: "a"), failure(""),
    ])
    #expect(
      report.sorted().map { "\($0.address) \($0.code) \($0.source?.line ?? 0)" } == [
        " required 0",
        "Author#1.name key.duplicate 0", "Author#1.name required 0",
        "Book#1.title required 0",
        "Book#2.lines[9] required 0", "Book#2.lines[9].name required 0",
        "Book#2.lines[10].name required 0", "Book#2.title required 0",
        "Book#10.title required 0",
        #"Book "a" required 0"#, #"Book "b" required 2"#, #"Book "b" required 9"#,
      ])
    #expect(report.sorted().sorted() == report.sorted())
  }

  @Test func `sorting by source goes by file, line and column, what has no place last`() {
    let places = [(2, 1), (1, 7), (1, 10), (0, 0)]
    var report = ValidationReport([failure("Author", 1, "name")])
    for (line, column) in places {
      report.append(
        failure("Book", source: InputPosition(file: "b.json", line: line, column: column)))
      report.append(
        failure("Book", source: InputPosition(file: "a.json", line: line, column: column)))
    }
    #expect(
      report.sortedBySource().map { $0.source?.description ?? "none" } == [
        "a.json", "a.json:1:7", "a.json:1:10", "a.json:2:1",
        "b.json", "b.json:1:7", "b.json:1:10", "b.json:2:1", "none",
      ])
  }

  @Test(arguments: [
    (0, 0, 0, "No errors, no warnings"), (1, 0, 1, "1 error in 1 object"),
    (2, 0, 1, "2 errors in 1 object"), (0, 1, 1, "1 warning in 1 object"),
    (0, 2, 2, "2 warnings in 2 objects"), (3, 1, 2, "3 errors and 1 warning in 2 objects"),
    (1, 2, 0, "1 error and 2 warnings"),
  ])
  func `the first line counts`(errors: Int, warnings: Int, objects: Int, expected: String) {
    let failures = (0..<errors + warnings).map { index in
      failure(
        objects == 0 ? "" : "Book", objects == 0 ? nil : index % objects,
        severity: index < errors ? .error : .warning)
    }
    let text = ValidationReport(failures).description
    #expect(text.split(separator: "\n").first.map(String.init) == expected)
  }

  @Test(arguments: 0..<200)
  func `a report comes back from JSON as it was`(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let report = generator.report()
    let text = report.rendered(as: .json)
    let decoded = try JSONDecoder().decode(ValidationReport.self, from: Data(text.utf8))
    #expect(decoded.map(\.description) == report.map(\.description))
    // Sites always compare equal, so they are compared as text.
    #expect(decoded.map(\.ruleSite?.description) == report.map(\.ruleSite?.description))
    #expect(decoded.rendered(as: .json) == text)
    let plain = try JSONDecoder().decode(ValidationReport.self, from: JSONEncoder().encode(report))
    #expect(plain == report)
  }

  @Test(arguments: 0..<200)
  func `what is written by hand is what the conformances encode`(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    let report = generator.report()
    let encoder = ReportEncoder(MessageCatalog.english.writer)
    encoder.encodeValue(report)
    var text = ""
    encoder.passOn(to: &text, atLeast: 0)
    #expect(report.rendered(as: .json) == text)
  }

  @Test(arguments: ReportFormat.allCases)
  func `a large report reaches a stream in portions`(format: ReportFormat) {
    var generator = SplitMix64(seed: 3)
    let report = ValidationReport((0..<2_000).map { _ in generator.failure() })
    var stream = Chunks()
    report.write(as: format, to: &stream)
    #expect(stream.texts.joined() == report.rendered(as: format))
    // A SARIF log lists its rules after its results and is written as a whole; the text format has few lines per rule.
    guard format != .sarif, format != .text else { return }
    #expect(stream.texts.count > 1)
    let sizes = stream.texts.map(\.utf8.count)
    // A chunk ends with the failure that fills it, and one failure can have any length.
    #expect(sizes.dropLast().allSatisfy { $0 >= 65_536 })
  }

  @Test func `failures share what they have in common, but no sites of different rules`() {
    var report = ValidationReport(
      (0..<4).map { number in
        ValidationFailure(
          entity: "Book", label: "\(number)", keyPath: ["title"], .rule(.required),
          ruleSite: DeclarationSite(file: "Model.swift", line: number / 2))
      })
    let before = report
    report.shareTopics()
    #expect(report == before && report.rendered(as: .json) == before.rendered(as: .json))
    #expect(report[0].topic === report[1].topic && report[2].topic === report[3].topic)
    #expect(report[1].topic !== report[2].topic)
    var changed = report[0]
    changed.entity = "Film"
    #expect(report[1].entity == "Book" && changed.entity == "Film")
  }

  @Test func `a date that is no number does not cost the report`() {
    let date = AttributeValue.date(Date(timeIntervalSinceReferenceDate: .infinity))
    let report = ValidationReport([
      ValidationFailure(entity: "Book", keyPath: ["added"], .badDate, value: date)
    ])
    #expect(report.rendered(as: .json).contains(#""date": "inf""#))
  }
}

/// A stream that keeps its chunks separate.
private struct Chunks: TextOutputStream {
  var texts: [String] = []

  mutating func write(_ text: String) { texts.append(text) }
}
