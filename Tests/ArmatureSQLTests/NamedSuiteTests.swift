import Foundation
import Testing

/// The suites of the engine stand where a reader looks for them.
@Suite struct NamedSuiteTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

  /// The types of the engine: their folders, and the lines of all their files.
  private static func types() throws -> [String: (folder: String, lineCount: Int)] {
    let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/ArmatureSQL")
    let files = try #require(FileManager.default.subpaths(atPath: sources.path))
      .filter { $0.hasSuffix(".swift") }
    var types: [String: (folder: String, lineCount: Int)] = [:]
    for file in files.sorted() {
      let url = URL(filePath: file)
      let name = url.deletingPathExtension().lastPathComponent
      let type = String(name.prefix { $0 != "+" })
      let folder = file.dropLast(url.lastPathComponent.count + 1)
      let count =
        try String(contentsOf: sources.appending(path: file), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).count - 1
      var known = types[type] ?? (String(folder), 0)
      // The folder of the type itself, and not of its extensions.
      if name == type { known.folder = String(folder) }
      known.lineCount += count
      types[type] = known
    }
    return types
  }

  @Test func `each type of more than 150 lines has a suite of its name in the same folder`() throws
  {
    let types = try Self.types().filter { $0.value.lineCount > 150 }
    #expect(types.count >= 15)
    for (type, place) in types {
      let file = Self.tests.appending(path: "\(place.folder)/\(type)Tests.swift")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      #expect(
        text.contains("struct \(type)Tests"),
        "\(type) has \(place.lineCount) lines, but no suite in \(place.folder)/\(type)Tests.swift")
      #expect(text.contains("@Test"), "\(type)Tests has no test")
    }
  }
}
