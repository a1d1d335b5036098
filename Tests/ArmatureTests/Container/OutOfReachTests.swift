@testable import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Objects deleted by other contexts, and answers missing from a store: these are not programmer errors, so nothing
/// traps and every failed operation is reported.
@Suite struct OutOfReachTests {
  private let store = CountingStore()
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext

  init() throws {
    container = try PersistentContainer(model: Library.model(), store: store)
    let first = container.makeContext()
    try Library.stock(first)
    try first.save()
    (context, other) = (container.makeContext(), container.makeContext())
  }

  private func book(_ title: String, in context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch("Book", where: { $0.title == title }).first)
  }

  private func delete(_ object: ManagedObject) throws {
    try other.delete(try other.existingObject(with: object.objectID))
    try other.save()
  }

  /// The properties that the ways write.
  static let written = ["title", "note", "next", "tags"]
  /// Ways to write to a book.
  static let writes: [(String, @Sendable (ManagedObject) throws -> Void)] = [
    ("an attribute", { $0.title = "new" }),
    ("an attribute, cleared", { $0.note = nil as String? }),
    ("a to-one relationship", { $0.next = nil as ManagedObject? }),
    ("a to-many relationship", { $0.tags = [] as [ManagedObject] }),
  ]

  @Test(arguments: 0..<4) func `a write to what others have deleted is told by the save`(
    _ number: Int
  ) throws {
    let book = try book("Dune", in: context)
    try delete(book)
    try context.refresh(book)
    try Self.writes[number].1(book)
    let missing = ManagedObjectError.missing(book.objectID, property: Self.written[number])
    #expect(throws: missing) { try context.save() }
    try context.save()
    #expect(try other.count("Book") == 2)
  }

  @Test(arguments: 0..<4) func `a write to a fault without a row is told by the save`(
    _ number: Int
  ) throws {
    let id = try #require(try context.fetchIDs(FetchRequest("Book")).first)
    let book = try #require(context.object(with: id))
    try delete(book)
    #expect(context.isFault(book))
    try Self.writes[number].1(book)
    let missing = ManagedObjectError.missing(book.objectID, property: Self.written[number])
    #expect(throws: missing) { try context.save() }
    #expect(!context.hasChanges)
  }

  @Test(arguments: 0..<4) func `a write to a fault whose store fails is told by the save`(
    _ number: Int
  ) throws {
    let id = try #require(try context.fetchIDs(FetchRequest("Book")).first)
    let book = try #require(context.object(with: id))
    store.fails = true
    try Self.writes[number].1(book)
    #expect(throws: (any Error).self) { try context.save() }
    store.fails = false
    try Self.writes[number].1(book)
    #expect(context.hasChanges)
    try context.save()
  }

  @Test func `a link to what others have deleted is told by the save`() throws {
    let (dune, left) = (try book("Dune", in: context), try book("The Left Hand", in: context))
    try delete(dune)
    try context.refresh(dune)
    left.next = dune
    let missing = ManagedObjectError.missing(dune.objectID, property: nil)
    #expect(throws: missing) { try context.save() }
    #expect(throws: missing) {
      try left.setValue(dune, forKey: "next")
    }
    #expect((left.next as ManagedObject?) == nil)
  }

  @Test func `an object of a class that others have deleted keeps its last values`() throws {
    let loan = try #require(try context.fetch("Loan").first as? Loan)
    try delete(loan)
    try context.refresh(loan)
    #expect(loan.days == 3 && loan.caption == nil)
    loan.days = 5
    let missing = ManagedObjectError.missing(loan.objectID, property: "days")
    #expect(throws: missing) { try context.save() }
  }

  @Test func `an object of a class without a row has values that do no harm`() throws {
    let loan = try #require(try context.fetch("Loan").first as? Loan)
    try delete(loan)
    try context.refresh(loan, mergeChanges: false)
    _ = loan.days
    loan.days = 5
    let missing = ManagedObjectError.missing(loan.objectID, property: "days")
    #expect(throws: missing) { try context.save() }
  }

  @Test func `a list that the store does not give is asked for again`() throws {
    let author = try #require(try context.fetch("Author", where: { $0.name == "Frank" }).first)
    store.fails = true
    #expect(author.memberCount(of: "books") == 0)
    let error = #expect(throws: ManagedObjectError.self) {
      try author.setValue([] as [ManagedObject], forKey: "books")
    }
    #expect(
      error?.description
        == "\(author.objectID) must be read before it is changed, but its store failed: Failure()."
        + " Try again."
    )
    #expect(throws: CountingStore.Failure.self) { try context.save() }
    store.fails = false
    #expect(author.memberCount(of: "books") == 2)
  }

  @Test func `a deletion whose links the store does not give changes nothing`() throws {
    let book = try book("Dune", in: context)
    store.fails = true
    #expect(throws: CountingStore.Failure.self) { try context.delete(book) }
    #expect(!book.isDeleted && !context.hasChanges)
    store.fails = false
    try context.delete(book)
    try context.save()
    #expect(try other.count("Chapter") == 0)
    #expect(
      try other.fetch("Author", where: { $0.name == "Frank" }).first?.best == nil as ManagedObject?)
  }

  @Test func `the other end that the store does not give keeps its link, and so does this one`()
    throws
  {
    let dune = try book("Dune", in: context)
    let ursula = try #require(try context.fetch("Author", where: { $0.name == "Ursula" }).first)
    let frank = try #require(dune.bestOf as ManagedObject?)
    store.fails = true
    #expect(throws: ManagedObjectError.self) { try dune.setValue(ursula, forKey: "bestOf") }
    store.fails = false
    #expect(dune.bestOf == frank && frank.best == dune && ursula.best == nil as ManagedObject?)
    #expect(!context.hasChanges)
  }

  @Test func `a condition over what the store does not give finds nothing silently`() throws {
    let dune = try book("Dune", in: context)
    dune.pages = 500
    store.fails = true
    #expect(throws: (any Error).self) { try context.fetch("Book") { $0.author.name == "Frank" } }
    store.fails = false
    #expect(try context.fetch("Book") { $0.author.name == "Frank" }.count == 2)
  }

  @Test func `a load that gets no keys from the store throws, and leaves nothing`() throws {
    let context = container.makeContext()
    store.fails = true
    let tags = LoadSource.text(#"{"Tag": [{"name": "a"}, {"name": "b"}]}"#)
    for onFailure in [LoadOptions.OnFailure.keepNothing, .keepValid] {
      var options = LoadOptions()
      options.onFailure = onFailure
      #expect(throws: CountingStore.Failure.self) { try context.load(tags, options: options) }
      #expect(context.registeredObjects.isEmpty && !context.hasChanges)
    }
    store.fails = false
    try context.load(tags)
    try context.save()
    #expect(try other.count("Tag") == 4)
  }

  @Test func `conditions know the time of the context's clock, also in the store`() throws {
    let model = try ManagedObjectModel("Diary") {
      Entity("Day") { Attribute("date", Date.self) }
    }
    let noon = Date(timeIntervalSinceReferenceDate: 1_000)
    let container = try PersistentContainer(model: model, now: { noon })
    let context = container.makeContext()
    for seconds in [900.0, 1_000, 1_100] {
      try context.insert("Day").date = Date(timeIntervalSinceReferenceDate: seconds)
    }
    try context.save()
    let past = FetchRequest("Day", where: try FetchPredicate("date < now()"))
    #expect(try container.makeContext().fetch(past).count == 1)
    #expect(try context.count(past) == 1)
  }
}
