import Armature
import ArmatureSQLite
import ArmatureTesting
import TestSupport
import Testing

struct SQLiteConformanceTests {
  @Test(arguments: StoreCheck.allCases)
  func `the store does what stores must`(_ check: StoreCheck) async throws {
    let folder = try TemporaryFolder()
    await expectConformance(
      StoreConformance(
        count: 60,
        reopen: { store in
          SQLiteStore(try #require(store as? SQLiteStore).path, inlineLimit: 1)
        },
        // Data of two bytes is stored in external files where allowed.
        makeStore: { SQLiteStore(folder.file(), inlineLimit: 1, keepsHistory: true) }), [check])
  }
}
