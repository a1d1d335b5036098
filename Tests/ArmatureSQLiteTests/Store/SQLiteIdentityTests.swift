import Armature
import ArmatureSQLite
import TestSupport
import Testing

/// Law: an object that was loaded and saved in a file is found by its identity, despite concurrent changes.
@Suite(.needsSQLite) struct SQLiteIdentityTests {
  @Test func `what is loaded and saved is found by its identity in a file`() throws {
    let folder = try TemporaryFolder()
    let (problem, _) = try IdentityHistory.play(block: 5, count: 40) {
      SQLiteStore(folder.file(), durability: .normal)
    }
    #expect(problem == nil)
  }
}
