import Armature
import Testing

@Suite struct LoadMistakeTests {
  private static let model = Result { try ManagedObjectModel.catalogue() }

  static let all =
    InvalidInput.inSyntax + InvalidInput.inStructure + InvalidInput.inValues + InvalidInput.inRules
    + InvalidInput.inLenientMode

  @Test(arguments: all)
  func `every mistake is reported with its place, and leaves nothing behind`(mistake: InvalidInput)
    throws
  {
    let context = ManagedObjectContext(model: try Self.model.get())
    let report = try mistake.report(in: context)
    #expect(report.placedLines == mistake.expected)
    #expect(report.isValid == !mistake.expected.contains(": error: "))
    if !report.isValid {
      #expect(context.registeredObjects.isEmpty && !context.hasChanges)
      #expect(report.description.hasPrefix("\(report.errors.count) error"))
    }
    for failure in report {
      let source = try #require(failure.source)
      #expect(source.path?.hasPrefix("$") == true)
    }
  }

  @Test(arguments: all)
  func `a mistake is reported in the same words at each run`(mistake: InvalidInput) throws {
    let model = try Self.model.get()
    let reports = try (0..<2).map { _ in
      try mistake.report(in: ManagedObjectContext(model: model)).rendered(as: .sarif)
    }
    #expect(reports[0] == reports[1])
  }

  @Test func `the tables have enough mistakes, of every kind that data can have`() {
    #expect(Self.all.count >= 300)
    let codes = Self.all.reduce(into: Set<String>()) { codes, mistake in
      for line in mistake.expected.split(separator: "\n") {
        if let code = line.split(separator: "[").last?.dropLast() { codes.insert(String(code)) }
      }
    }
    #expect(
      codes.sorted() == [
        "count.tooMany", "entity.abstract", "entity.unknown", "identity.duplicate",
        "key.duplicate", "key.notAllowed", "key.unknown", "length.tooLong", "length.tooShort",
        "membership", "pattern", "range.tooLarge", "range.tooSmall", "reference.broken",
        "reference.contradictory",
        "required", "rule", "syntax", "type.notRepresentable", "type.structure", "type.wrong",
        "unique", "value.badDate", "value.badFormat", "value.inexact", "value.missing",
        "value.outOfRange",
      ])
  }
}
