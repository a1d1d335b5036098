import Observation
import Synchronization
import TestSupport
import Testing

@testable import Armature

@MainActor @Suite struct ViewContextTests {
  private let container: PersistentContainer
  private let byTitle = FetchRequest("Book", orderedBy: [.ascending("title")])

  init() throws { container = try Library.stocked().0 }

  @Test func `a container keeps one context for views, which tracks reads and merges`() throws {
    let context = container.viewContext
    #expect(context === container.viewContext)
    #expect(context.tracksReads && context.mergesChangesAutomatically)
    let other = container.makeContext()
    try other.insert("Book").setValue("Emphyrio", forKey: "title")
    try other.save()
    #expect(try context.count("Book") == 4)
  }

  @Test func `who observes a list is woken once it has changed`() throws {
    let context = container.viewContext
    let results = try FetchedResults(byTitle, in: context)
    let wakes = Mutex(0)
    withObservationTracking {
      _ = results.objects
    } onChange: {
      wakes.withLock { $0 += 1 }
    }
    try context.insert("Book").setValue("Emphyrio", forKey: "title")
    #expect(wakes.withLock { $0 } == 0)
    context.processPendingChanges()
    #expect(wakes.withLock { $0 } == 1 && results.objects.count == 4)
    // An observer is woken once.
    try context.insert("Book").setValue("Ubik", forKey: "title")
    context.processPendingChanges()
    #expect(wakes.withLock { $0 } == 1 && results.objects.count == 4)
    #expect(try results.update().count == 1)
  }

  @Test func `a list that nobody observes waits for its update`() throws {
    let context = container.viewContext
    let results = try FetchedResults(byTitle, in: context)
    _ = results.objects
    let book = try context.insert("Book")
    context.processPendingChanges()
    #expect(results.objects.count == 3)
    let start = ResultPosition(section: 0, row: 0)
    #expect(try results.update() == [.insert(book.objectID, at: start)])
  }
}
