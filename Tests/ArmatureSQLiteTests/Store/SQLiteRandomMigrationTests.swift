import Armature
import ArmatureModel
import ArmatureSQLite
import ArmatureTesting
import Foundation
import TestSupport
import Testing

/// Files of random models, opened with other ones.
@Suite(.needsSQLite) struct SQLiteRandomMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The number of pairs of models; an environment variable allows a long run.
  private static var count: UInt64 {
    ProcessInfo.processInfo.environment["ARMATURE_PAIRS"].flatMap(UInt64.init) ?? 60
  }

  @Test(arguments: FileKind.allCases)
  func `a few changes keep every object, or are refused and change nothing`(_ kind: FileKind)
    throws
  {
    var (migrated, refused) = (0, 0)
    for seed in 0..<Self.count {
      guard let (old, new) = try ChangedModel.models(seed: seed) else { continue }
      let path = folder.file()
      let before: StorePicture
      do {
        before = try SQLiteCorpusMigrationTests.fill(path, old, kind, seed: seed)
      } catch is GenerationError {
        continue
      }
      do {
        if try SQLiteCorpusMigrationTests.migrate(
          path, kind, before, from: old, to: new, "seed \(seed)")
        {
          migrated += 1
        } else {
          refused += 1
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      if seed % 10 == 0 { kind.expectWhole(path) }
    }
    #expect(migrated > 8 && refused > 8, "\(migrated) were migrated, and \(refused) refused")
  }
}
