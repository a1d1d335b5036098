import Armature
import ArmaturePostgreSQL
import TestSupport
import Testing

/// What stands in the way of a migration in a database, and what its message offers.
@Suite(.needsPostgreSQL) struct PostgreSQLMigrationRemedyTests {
  @Test(arguments: RefusedChange.allCases)
  func `a change that would lose something is refused, and its remedy makes it possible`(
    _ change: RefusedChange
  ) throws {
    let store = try PostgreSQLStore.new()
    #expect(try change.differences { store.again() } == [])
  }
}
