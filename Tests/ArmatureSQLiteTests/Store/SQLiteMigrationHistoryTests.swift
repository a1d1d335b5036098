import TestSupport
import Testing

/// Random models, from version to version: a file contains the migrated rows, or is unchanged.
@Suite(.needsSQLite) struct SQLiteMigrationHistoryTests {
  @Test(arguments: 0..<40 as Range<UInt64>, FileKind.allCases)
  func `a model that changes at random loses nothing`(seed: UInt64, kind: FileKind) throws {
    let folder = try TemporaryFolder()
    var lines: [String] = []
    var history = try MigrationHistory(
      SplitMix64(seed: seed),
      on: { kind.store(folder.file("sketch.\(kind)")) },
      note: { lines.append($0) })
    let problem = try history.problem(versions: 4)
    #expect(problem == nil, Comment(rawValue: lines.joined(separator: "\n")))
  }
}
