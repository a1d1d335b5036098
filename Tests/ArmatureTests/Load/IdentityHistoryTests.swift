import Armature
import TestSupport
import Testing

/// Law: an object that was loaded and saved is found by its identity, despite concurrent changes.
@Suite struct IdentityHistoryTests {
  @Test(arguments: 0..<4)
  func `what is loaded and saved is found by its identity in memory`(_ block: Int) throws {
    let (problem, counts) = try IdentityHistory.play(block: block, count: 60) { InMemoryStore() }
    #expect(problem == nil)
    for event in ["save", "rename", "delete", "swap", "make again", "refused load"] {
      #expect(counts[event] ?? 0 > 0, "\(event) in \(counts)")
    }
  }

  @Test func `what is loaded and saved is found by its identity in a file of JSON`() throws {
    let folder = try TemporaryFolder()
    let (problem, _) = try IdentityHistory.play(block: 4, count: 15) {
      JSONFileStore(folder.file())
    }
    #expect(problem == nil)
  }
}
