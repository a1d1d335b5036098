import Armature
import ArmatureTesting
import Foundation
import Testing

@Suite struct JSONFileStoreConformanceTests {
  @Test(arguments: StoreCheck.allCases)
  func `a store in a file of JSON does what stores must`(_ check: StoreCheck) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let conformance = StoreConformance(
      count: 60,
      reopen: { store in
        guard let store = store as? JSONFileStore else { return store }
        return JSONFileStore(store.path)
      }
    ) { JSONFileStore(folder.appending(path: UUID().uuidString).path) }
    await expectConformance(conformance, [check])
  }
}
