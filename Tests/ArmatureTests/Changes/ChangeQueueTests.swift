import Testing

@testable import Armature

/// What sequences of changes and mailboxes keep that nobody has taken.
@Suite struct ChangeQueueTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let dune: ManagedObject

  init() throws {
    (container, context) = try Library.stocked()
    dune = try context.first("Book", "title", "Dune")
  }

  private func save(_ count: Int) throws {
    for number in 0..<count {
      dune.pages = 1_000 + number
      try context.save()
    }
  }

  @Test func `a sequence joins the older of thousands of saves that nobody has taken`() async throws
  {
    let changes = context.changes
    try save(2_500)
    let tag = try context.insert("Tag")
    tag.name = "late"
    try context.save()
    var iterator = changes.makeAsyncIterator()
    var (count, updates) = (0, 0)
    while let change = await iterator.next() {
      count += 1
      if change.updated == [dune.objectID: ["pages"]] { updates += 1 }
      if change.inserted == [tag.objectID] { break }
    }
    #expect(count > 1_000 && count < 2_200 && updates == count - 1)
  }

  @Test func `joined saves can be merged`() async throws {
    let changes = context.changes
    let other = container.makeContext()
    let theirs = try other.same(dune)
    #expect(theirs["pages"] == 412)
    try save(2_100)
    var iterator = changes.makeAsyncIterator()
    let joined = try #require(await iterator.next())
    try other.mergeChanges(from: joined)
    #expect(theirs["pages"] == .int(Int64(1_000 + 2_099)))
  }

  @Test func `a sequence ends behind what was not taken when its context goes`() async throws {
    var other: ManagedObjectContext? = container.makeContext()
    let changes = try #require(other?.changes)
    let item = try #require(try other?.insert("Tag"))
    item.name = "last"
    try other?.save()
    other = nil
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.inserted == [item.objectID])
    #expect(await iterator.next() == nil)
  }

  @Test func `a sequence whose task is cancelled ends`() async throws {
    let changes = context.changes
    let task = Task {
      var iterator = changes.makeAsyncIterator()
      return await iterator.next()
    }
    for _ in 0..<100 { await Task.yield() }
    task.cancel()
    #expect(await task.value == nil)
    try save(1)
  }

  @Test func `changes that nobody has taken are joined as one that tells what came of them`() throws
  {
    context.tracksPendingChanges = true
    func processed(_ change: () throws -> Void) rethrows -> ObjectChanges {
      try change()
      return context.processPendingChanges()
    }
    let tag = try context.insert("Tag")
    let first = processed { tag.name = "new" }
    let all = [
      first, processed { tag.name = "newer" }, processed { dune.pages = 1 },
      processed { dune.title = "Other" }, try processed { try context.delete(tag) },
    ]
    let joined = try #require(ObjectChanges.joined(all[...]))
    #expect(joined.inserted.isEmpty && joined.deleted.isEmpty && !joined.isReset)
    #expect(joined.updated == [dune.objectID: ["pages", "title"]])
    let (afterReset, book) = (processed { context.reset() }, dune.objectID)
    let whole = try #require(ObjectChanges.joined((all + [afterReset])[...]))
    #expect(whole.isReset && whole.updated[book] == nil)
  }

  @Test func `a mailbox keeps no more than that others have changed very much`() throws {
    let mailbox = ChangeMailbox()
    let id = dune.objectID
    let change = ContextChange(StoreTransaction([StoreChange(id, .update)]), container.model)
    for _ in 0..<4_000 { mailbox.put(change) }
    #expect(mailbox.takeAll().count == 4_000)
    for _ in 0..<10_000 { mailbox.put(change) }
    let kept = mailbox.takeAll()
    #expect(kept.count == 1 && kept[0].isUnknown)
    mailbox.put(change)
    mailbox.putBack([change, change])
    #expect(mailbox.takeAll().count == 3)
  }

  @Test func `a context that has missed very many saves merges them all the same`() throws {
    let other = container.makeContext()
    other.mergesChangesAutomatically = true
    let theirs = try other.same(dune)
    let tags = theirs.many("tags").count
    try save(5_000)
    let tag = try context.insert("Tag")
    tag.name = "late"
    try dune.insert(tag, into: "tags")
    try context.save()
    _ = try other.fetch("Book")
    #expect(theirs["pages"] == .int(5_999) && theirs.many("tags").count == tags + 1)
    #expect(brokenInvariants(of: other).isEmpty)
  }
}
