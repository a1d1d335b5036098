import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Notices of other saves to the same file.
///
/// The limit ends a test that hangs. It includes the time that a test waits for other tests.
@Suite(.timeLimit(.minutes(20))) struct RemoteChangesTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Notes") { Entity("Note") { Attribute("text", String.self) } }
  }

  private func save(_ text: String, in container: PersistentContainer) throws {
    let context = container.makeContext()
    try context.insert("Note").setValue(text, forKey: "text")
    do {
      try context.save()
    } catch let error as FileStoreError where error.reason == .changed {
      // Only a context with the current state can save a JSON file.
      try (container.store as? JSONFileStore)?.reload()
      try context.save()
    }
  }

  @Test(.needsSQLite, arguments: FileKind.allCases)
  func `a save of another container is told, and one of its own is not`(_ kind: FileKind)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("notes.\(kind.rawValue)")
    let here = try PersistentContainer(model: Self.model(), store: kind.store(path))
    try save("first", in: here)
    let there = try PersistentContainer(model: Self.model(), store: kind.store(path))
    var points = here.remoteChanges(pollingEvery: .milliseconds(5)).makeAsyncIterator()
    for number in 0..<3 {
      for own in 0..<3 { try save("own \(own)", in: here) }
      try save("\(number)", in: there)
      let point = try #require(await points.next())
      #expect(point == (try here.currentHistoryToken()))
      #expect(try here.makeContext().count("Note") == 1 + 4 * (number + 1))
    }
  }

  @Test func `a store that nobody else can change tells nothing, and ends with its task`()
    async throws
  {
    let container = try PersistentContainer(model: Self.model())
    let task = Task {
      var count = 0
      for await _ in container.remoteChanges(pollingEvery: .milliseconds(1)) { count += 1 }
      return count
    }
    for number in 0..<10 {
      try save("\(number)", in: container)
      try await Task.sleep(for: .milliseconds(2))
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test(.needsSQLite) func `hundreds who watch keep nobody from his work`() async throws {
    let folder = try TemporaryFolder()
    let here = try PersistentContainer(
      model: Self.model(), store: FileKind.sqlite.store(folder.file("notes.sqlite")))
    let there = try PersistentContainer(
      model: Self.model(), store: FileKind.sqlite.store(folder.file("notes.sqlite")))
    let all = (0..<300).map { _ in here.remoteChanges(pollingEvery: .milliseconds(50)) }
    try save("first", in: there)
    // The container's workers wait for system threads, too.
    #expect(try await here.perform { try $0.count("Note") } == 1)
    for points in all {
      var points = points.makeAsyncIterator()
      #expect(await points.next() != nil)
    }
  }
}
