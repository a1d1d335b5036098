import Armature
import TestSupport
import Testing

/// Obstacles of a migration and the remedies in their messages: each remedy exists and works.
@Suite(.needsSQLite) struct MigrationRemedyTests {
  @Test(arguments: FileKind.allCases, RefusedChange.allCases)
  func `a change that would lose something is refused, and its remedy makes it possible`(
    _ kind: FileKind, _ change: RefusedChange
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden")
    #expect(try change.differences { kind.store(path) } == [])
    kind.expectWhole(path)
  }
}
