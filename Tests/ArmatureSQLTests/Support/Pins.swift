import ArmatureModel
import Foundation
import Testing

@testable import ArmaturePostgreSQL
@testable import ArmatureSQL
@testable import ArmatureSQLite

/// Texts that are pinned in the files of the folder `Pins`. After a wanted change, run the tests with
/// `ARMATURE_PINS=write`, and read the difference.
enum Pins {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pins")

  /// The dialects, by the names in file names.
  static let dialects: [String: any SQLDialect] = [
    "sqlite": SQLiteDialect(), "postgresql": PostgreSQLDialect(),
  ]

  /// Expects that a file contains some texts. An empty line separates two texts.
  static func expect(
    _ found: [String], in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["ARMATURE_PINS"] == "write" {
      try Data((found.joined(separator: "\n\n") + "\n").utf8).write(to: file)
    }
    let pinned = try String(contentsOf: file, encoding: .utf8)
      .trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(pinned.count == found.count, sourceLocation: sourceLocation)
    for (found, pinned) in zip(found, pinned) {
      #expect(found == pinned, sourceLocation: sourceLocation)
    }
  }
}

extension SQLStatement {
  /// The lines of a pin: the statement and its values.
  var pinnedLines: [String] {
    [text + ";"] + (values.isEmpty ? [] : ["-- \(values.map { "\($0)" }.joined(separator: ", "))"])
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests if the library below the trial's database is not available.
  static var needsDatabase: Self {
    .enabled("The library of SQLite must be installed.") { (try? TrialLibrary()) != nil }
  }
}
