import Armature
import ArmatureTesting
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

@Suite(.needsPostgreSQL) struct PostgreSQLConformanceTests {
  @Test(arguments: StoreCheck.allCases)
  func `the store does what stores must`(_ check: StoreCheck) async throws {
    await expectConformance(
      StoreConformance(
        count: 60, kept: PostgreSQLStore.storedValue(for:),
        reopen: { store in try #require(store as? PostgreSQLStore).again() },
        makeStore: { try PostgreSQLStore.new(keepsHistory: true) }), [check])
  }
}
