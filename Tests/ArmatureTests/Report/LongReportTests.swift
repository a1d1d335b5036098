import Armature
import Testing

/// Reports with very many failures.
@Suite struct LongReportTests {
  private func report(_ count: Int) throws -> ValidationReport {
    let model = try ManagedObjectModel("Shop") {
      Entity("Payment") {
        Attribute("id", Int.self).identifying()
        Attribute("amount", Int.self).range(0..., severity: .warning)
        Attribute("note", String?.self).length(...3)
        Rule("is round") { $0.amount != -7 }
      }
    }
    let context = ManagedObjectContext(model: model)
    let records = (1...count).map { id in
      "{\"id\": \(id), \"amount\": -\(id)\(id == 3 ? ", \"note\": \"long\"" : "")}"
    }
    return try context.load(
      .text("[\(records.joined(separator: ",\n"))]", as: "Payment", name: "p.json"),
      options: LoadOptions(onFailure: .keepValid)
    ).report
  }

  @Test func `many failures are listed by their rules, the most broken first`() throws {
    let text = try report(12_345).rendered(as: .text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // The line numbers of this file.
      line.replacing(/LongReportTests.swift:[0-9]+/, with: "LongReportTests.swift")
    }
    #expect(
      lines.joined(separator: "\n") == """
        2 errors and 12345 warnings in 12345 objects

        12,345 × warning: Payment.amount [range.tooSmall], rule at ArmatureTests/LongReportTests.swift
          Payment 1: Payment.amount must be at least 0, but is -1.
            at p.json:1:22 ($[0].amount)
          Payment 2: Payment.amount must be at least 0, but is -2.
            at p.json:2:21 ($[1].amount)
          Payment 3: Payment.amount must be at least 0, but is -3.
            at p.json:3:21 ($[2].amount)
          and 12,342 more

        1 × error: Payment.note [length.tooLong], rule at ArmatureTests/LongReportTests.swift
          Payment 3: Payment.note must have at most 3 characters, but has 4.
            at p.json:3:33 ($[2].note)

        1 × error: Payment "is round" [rule], rule at ArmatureTests/LongReportTests.swift
          Payment 7: the rule "is round" must hold, but does not (amount -7).
            at p.json:7:1 ($[6])
        """)
  }

  @Test func `a report of 200 failures is listed by its objects`() throws {
    let text = try report(198).rendered(as: .text)
    #expect(text.split(separator: "\n\n").count == 1 + 198)
    #expect(try report(199).rendered(as: .text).contains("199 × warning"))
  }

  @Test func `keys that data made up are listed as one`() throws {
    let model = try ManagedObjectModel("Shop") { Entity("Thing") { Attribute("n", Int?.self) } }
    let keys = (0..<500).map { "\"k\($0)\": 0" }.joined(separator: ", ")
    let report = #expect(throws: ValidationReport.self) {
      try ManagedObjectContext(model: model).load(.text("{\(keys)}", as: "Thing"))
    }
    #expect(report?.rendered(as: .text).contains("\n500 × error: Thing [key.unknown]\n") == true)
  }
}
