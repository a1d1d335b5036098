import Armature
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Law: what was loaded into a server and saved is found by its identity, whatever others do meanwhile.
@Suite(.needsPostgreSQL) struct PostgreSQLIdentityTests {
  @Test func `what is loaded and saved is found by its identity in a server`() throws {
    let (problem, _) = try IdentityHistory.play(block: 6, count: 15) { try PostgreSQLStore.new() }
    #expect(problem == nil)
  }
}
