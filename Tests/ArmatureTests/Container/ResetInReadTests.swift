import Testing

@testable import Armature

/// Resetting a context during a read, which continues with its result.
@Suite struct ResetInReadTests {
  private static let message =
    "A context must not be reset while its objects are being read: in awakeFromFetch(), or in the "
    + "closure of forEachBatch(of:_:). Do it after the caller has returned."

  @Test func `a batch must be over`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (_, context) = try Library.stocked()
      try context.forEachBatch(of: FetchRequest("Book")) { _ in context.reset() }
    }
    expect(result, says: Self.message)
  }

  @Test func `so must a batch of a context without a store`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let context = ManagedObjectContext(model: try Library.model())
      try Library.stock(context)
      try context.forEachBatch(of: FetchRequest("Book")) { _ in context.reset() }
    }
    expect(result, says: Self.message)
  }

  @Test func `so must awakeFromFetch`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Page: ManagedObject {
        override func awakeFromFetch() { managedObjectContext?.reset() }
      }
      let container = try PersistentContainer(
        model: ManagedObjectModel("M") { Entity("Page", class: Page.self) {} })
      let first = container.makeContext()
      for _ in 0..<3 { try first.insert("Page") }
      try first.save()
      _ = try container.makeContext().fetch("Page")
    }
    expect(result, says: Self.message)
  }

  @Test func `after a batch that threw the context can be reset`() throws {
    struct Stop: Error {}
    let (_, context) = try Library.stocked()
    #expect(throws: Stop.self) {
      try context.forEachBatch(of: FetchRequest("Book")) { _ in throw Stop() }
    }
    context.reset()
    #expect(context.registeredObjects.isEmpty)
  }
}
