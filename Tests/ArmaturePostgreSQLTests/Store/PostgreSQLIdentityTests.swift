import Armature
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Law: an object that was loaded and saved on a server is found by its identity, despite concurrent changes.
@Suite(.needsPostgreSQL) struct PostgreSQLIdentityTests {
  @Test func `what is loaded and saved is found by its identity in a server`() throws {
    let (problem, _) = try IdentityHistory.play(block: 6, count: 15) { try PostgreSQLStore.new() }
    #expect(problem == nil)
  }
}
