import Armature
import ArmatureTesting
import TestSupport
import Testing

@Suite struct JSONFileStoreConformanceTests {
  @Test(arguments: StoreCheck.allCases)
  func `a store in a file of JSON does what stores must`(_ check: StoreCheck) async throws {
    let folder = try TemporaryFolder()
    let conformance = StoreConformance(
      count: 60,
      reopen: { store in
        guard let store = store as? JSONFileStore else { return store }
        return JSONFileStore(store.path)
      }
    ) { JSONFileStore(folder.file()) }
    await expectConformance(conformance, [check])
  }
}
