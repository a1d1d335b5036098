import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct LoadLimitTests {
  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .catalogue()) }

  private func lines(
    _ json: String, as entity: String, _ options: LoadOptions
  ) throws -> [String] {
    try context.loadReport(.text(json, as: entity), options: options).placedLines
      .split(separator: "\n").map(String.init)
  }

  @Test func `failures beyond the limit are counted`() throws {
    let json = "[{\"name\": 1}, {\"name\": 2}, {\"name\": 3}, {\"name\": \"\"}, {}]"
    #expect(
      try lines(json, as: "Author", LoadOptions(failureLimit: 2)) == [
        "1:11: error: Author.name must be text, but is 1. [type.wrong]",
        "1:24: error: Author.name must be text, but is 2. [type.wrong]",
        "1:37: error: At most 2 failures are listed, but the data has 3 more. The first of them is here. "
          + "[report.limit]",
      ])
    #expect(
      try lines(json, as: "Author", LoadOptions(failureLimit: 1)).last
        == "1:24: error: At most 1 failure is listed, but the data has 4 more. The first of them is "
        + "here. [report.limit]")
    #expect(try lines(json, as: "Author", LoadOptions(failureLimit: 0)).count == 1)
    #expect(try lines(json, as: "Author", LoadOptions(failureLimit: 5)).count == 5)
    #expect(!context.hasChanges)
  }

  @Test func `warnings beyond the limit do not make data invalid`() throws {
    let json = "[{\"name\": \"a\", \"x\": 1, \"y\": 2}, {\"name\": \"b\", \"x\": 3}]"
    let result = try context.load(
      .text(json, as: "Author"), options: LoadOptions(.lenient, failureLimit: 1))
    #expect(result.count == 2 && result.report.isValid)
    #expect(result.report.map(\.severity) == [.warning, .warning])
    #expect(
      result.report.last?.message
        == "At most 1 failure is listed, but the data has 2 more. The first of them is here.")
  }

  @Test func `objects whose failures are only counted are left out all the same`() throws {
    let json = """
      [{"name": ""}, {"name": "Ann"}, {"name": "Ann"}, {"born": "1970-01-01"}, {"name": "Bea"}]
      """
    let result = try context.load(
      .text(json, as: "Author"), options: LoadOptions(onFailure: .keepValid, failureLimit: 1))
    #expect(result.objects.map { $0["name"] } == ["Ann", "Bea"])
    #expect(result.leftOut == ["Author": 3])
    #expect(!result.report.isValid && result.report.count == 2)
  }

  @Test(arguments: [0, 1, 2])
  func `text that cannot be read is told, however few failures are listed`(limit: Int) throws {
    let json = "[{\"name\": []}, {\"name"
    for mode in [LoadOptions.Mode.strict, .lenient] {
      for onFailure in [LoadOptions.OnFailure.keepNothing, .keepValid] {
        let report = try context.loadReport(
          .text(json, as: "Author"),
          options: LoadOptions(mode, onFailure: onFailure, failureLimit: limit))
        #expect(report.hasSyntaxErrors)
        #expect(report.last?.code == (limit == 2 ? "syntax" : "report.limit"))
        let copy = try JSONDecoder().decode(
          ValidationReport.self, from: JSONEncoder().encode(report))
        #expect(copy == report && copy.hasSyntaxErrors)
      }
    }
    let report = try context.loadReport(
      .text("[{\"name\": 1}, {\"name\": 2}]", as: "Author"),
      options: LoadOptions(failureLimit: 1))
    #expect(!report.hasSyntaxErrors)
  }

  @Test func `a record that contradicts another only loses the link`() throws {
    let json = """
      {"Passport": {"number": 7},
       "Author": [{"name": "Ann", "passport": 7}, {"name": "Bea", "passport": 7}]}
      """
    let result = try context.load(.text(json), options: LoadOptions(onFailure: .keepValid))
    #expect(result.counts == ["Passport": 1, "Author": 2])
    #expect(
      context.objects(of: "Author").map { $0.one("passport")?["number"] } == [7, nil])
    #expect(result.report.map(\.code) == ["reference.contradictory"])
    try context.save()
  }

  @Test func `a file that is larger than the limit is not read`() throws {
    let (folder, json) = (try TemporaryFolder(), #"[{"name": "Ann"}]"#)
    let path = try folder.write(json, to: "authors.json")
    for limit in [json.utf8.count - 1, 0, -1] {
      let error = #expect(throws: FileReadError.self) {
        try context.load(.file(path, as: "Author"), options: LoadOptions(sizeLimit: limit))
      }
      #expect(error?.reason == .tooLarge(limit: max(limit, 0)))
    }
    for limit in [json.utf8.count, .max] {
      let options = LoadOptions(sizeLimit: limit)
      #expect(try context.load(.file(path, as: "Author"), options: options).count == 1)
      context.reset()
    }
    #expect(
      FileReadError(path: "a.json", reason: .tooLarge(limit: 10)).description
        == "a.json must have at most 10 bytes, but has more. Raise sizeLimit in LoadOptions, or "
        + "read lines with forEachLine.")
  }

  @Test func `a file without an end is refused`() throws {
    let report = try context.loadReport(.file("/dev/zero", as: "Author"))
    #expect(report.map(\.code) == ["syntax"] && report[0].source?.column == 1)
    let error = #expect(throws: FileReadError.self) {
      try context.load(
        .file("/dev/zero", as: "Author", layout: .lines), options: LoadOptions(sizeLimit: 1 << 20))
    }
    #expect(error?.reason == .tooLarge(limit: 1 << 20))
  }

  @Test(arguments: [.max, 1_000_000, 300])
  func `the depth that is allowed costs nothing until it is used`(limit: Int) throws {
    let open = String(repeating: #"{"a":["#, count: 150)
    let json = #"[{"name": "Ann"}, {"x": \#(open)1\#(String(repeating: "]}", count: 150))}]"#
    let found = try lines(json, as: "Author", LoadOptions(depthLimit: limit))
    if limit == 300 {
      #expect(found.count == 1 && found[0].contains("300"))
    } else {
      #expect(found.contains { $0.contains("Author.x is not a property of Author.") })
      #expect(found.count == 2)
    }
  }

  @Test func `very many unknown keys are reported quickly, with the same near miss`() throws {
    let json =
      "["
      + (0..<5000).map { "{\"name\": \"\($0)\", \"nmae\": 1, \"k\($0)\": 2}" }
      .joined(separator: ",") + "]"
    let report = try context.loadReport(.text(json, as: "Tag"))
    #expect(report.counts == ["key.unknown": 10_000])
    #expect(report[0].message.hasSuffix(#"Did you mean "name"?"#))
    #expect(report[9_998].message == report[0].message)
    // At the end, no more near misses are searched for.
    #expect(report[9_999].message == "Tag.k4999 is not a property of Tag.")
  }

  @Test func `very many objects that agree are reported in linear time`() throws {
    let json = "[" + (0..<20_000).map { _ in "{\"name\": \"x\"}" }.joined(separator: ",") + "]"
    let report = try context.loadReport(.text(json, as: "Tag"))
    #expect(report.counts == ["identity.duplicate": 19_999])
    let books = (0..<20_000).map { "{\"isbn\": \"\($0)\", \"title\": \"T\", \"author\": \"A\"}" }
    let all = "{\"Author\": {\"name\": \"A\"}, \"Book\": [\(books.joined(separator: ","))]}"
    #expect(try context.loadReport(.text(all)).counts["unique"] == 19_999)
  }

  @Test func `very many unknown entities are reported quickly`() throws {
    let json = "{" + (0..<5000).map { "\"Passport\($0)\": []" }.joined(separator: ",") + "}"
    let report = try context.loadReport(.text(json))
    #expect(report.counts == ["entity.unknown": 5000])
    #expect(report[0].message.contains("Did you mean") && !report[4999].message.contains("mean"))
  }

  @Test func `very many small loads into one context take linear time`() throws {
    for number in 0..<10_000 {
      let mentor = number == 0 ? "" : ", \"mentor\": \"\(number - 1)\""
      try context.load(.text("{\"name\": \"\(number)\"\(mentor)}", as: "Author"))
    }
    #expect(context.registeredObjects.count == 10_000)
    #expect(context.registeredObjects.last?.one("mentor")?["name"] == "9998")
    for object in context.registeredObjects.reversed() {
      try context.delete(object)
      _ = context.hasChanges
    }
    #expect(!context.hasChanges)
  }

  @Test(arguments: 0...9)
  func `what stands first in the text is listed, whenever it is found`(limit: Int) throws {
    // Unknown keys are found before broken references, and these before missing values.
    let json = """
      {"Author": [{"nam": 1}, {"passport": 1}, {"name": "", "x": 1}, {"passport": 2, "y": 2}, {"name": 5}]}
      """
    let all = try reported(json, .max)
    let some = try reported(json, limit)
    try #require(all.count > 6)
    #expect(Array(some.prefix(limit)) == Array(all.prefix(limit)))
    #expect(some.count == min(limit + 1, all.count))
    if limit < all.count {
      let place = try #require(all[limit].split(separator: " ").first)
      #expect(some.last?.hasPrefix(place) == true)
      #expect(some.last?.contains("the data has \(all.count - limit) more.") == true)
    }
  }

  private func reported(_ json: String, _ limit: Int) throws -> [String] {
    try context.loadReport(.text(json), options: LoadOptions(failureLimit: limit)).placedLines
      .split(separator: "\n").map(String.init)
  }
}
