import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct LineScanTests {
  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Log") {
      Entity("Entry") {
        Attribute("level", Int.self).range(0...7)
        Attribute("text", String.self).length(1...)
      }
    }
  }

  @Test func `each line is an object with a report of its own`() throws {
    let text =
      "{\"level\":1,\"text\":\"a\"}\n\n{\"level\":9,\"text\":\"\"}\n[]\n{\"level\":\n{\"level\":2,\"text\":\"b\"}\n"
    try withFile(text) { path in
      var seen: [String] = []
      let count = try model().forEachLine(of: path, as: "Entry") { object, report in
        let level: Int? = object?.level
        seen.append(
          "\(level ?? -1) \(report.failures.map(\.code)) \(report.first?.source?.line ?? 0)")
      }
      #expect(count == 5)
      #expect(
        seen == [
          "1 [] 0", "9 [\"range.tooLarge\", \"length.tooShort\"] 3", "-1 [\"type.structure\"] 4",
          "-1 [\"syntax\"] 5", "2 [] 0",
        ])
    }
  }

  @Test func `an object does not outlive its line unless somebody keeps it`() throws {
    let lines = String(repeating: "{\"level\":1,\"text\":\"a\"}\n", count: 1000)
    try withFile(lines) { path in
      weak var last: ManagedObject?
      var alive = 0
      try model().forEachLine(of: path, as: "Entry") { object, _ in
        if last != nil { alive += 1 }
        last = object
      }
      #expect(alive == 0)
    }
  }

  @Test func `a file that is not there is an error with its path`() throws {
    let error = #expect(throws: FileReadError.self) {
      try model().forEachLine(of: "/nowhere/log.ndjson", as: "Entry") { _, _ in }
    }
    #expect(error?.description == "/nowhere/log.ndjson must be a file, but no file has this path.")
  }

  @Test func `an entity that is not there is an error with the near miss`() throws {
    #expect(throws: ManagedObjectError.unknownEntity(name: "Entri", suggestion: "Entry")) {
      try model().forEachLine(of: "x", as: "Entri") { _, _ in }
    }
  }
}
