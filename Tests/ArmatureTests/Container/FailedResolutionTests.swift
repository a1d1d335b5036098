import TestSupport
import Testing

@testable import Armature

/// The state after a save that has resolved conflicts and then fails in the store.
@Suite struct FailedResolutionTests {
  /// A context with a book that another context has changed or deleted, whose next conflicting save fails in the store.
  private struct Shelf {
    let container: PersistentContainer
    let mine: ManagedObjectContext
    let book: ManagedObject

    init(_ policy: MergePolicy, others: (ManagedObject) throws -> Void) throws {
      let store = CountingStore()
      container = try PersistentContainer(model: Library.model(), store: store)
      let theirs = container.makeContext()
      try Library.stock(theirs)
      try theirs.save()
      mine = container.makeContext()
      mine.mergePolicy = policy
      let dune = try theirs.first("Book", "title", "Dune")
      book = try mine.same(dune)
      try others(dune)
      try theirs.save()
      store.savesUntilFailure = 1
    }

    /// Saves; the store fails after the conflict was resolved.
    func failToSave() { #expect(throws: CountingStore.Failure.self) { try mine.save() } }

    /// Saves without a policy, which must report the conflict.
    func conflicts() -> [MergeConflict] {
      mine.mergePolicy = .error
      let error = #expect(throws: MergeConflicts.self) { try mine.save() }
      return error?.conflicts ?? []
    }

    /// Returns the pages of the book in the store; `nil` if it was deleted.
    func savedPages() throws -> AttributeValue? {
      try container.makeContext().fetch("Book") { $0.title == "Dune" }.first?["pages"]
    }
  }

  private static let deleting = [
    MergePolicy.storeTrumps, .objectTrumps, .overwrite, .resolve { $0.mine },
  ]

  @Test(arguments: deleting)
  func `a deletion that was decided for is told of by the next save`(_ policy: MergePolicy) throws {
    let shelf = try Shelf(policy) { $0.pages = 500 }
    try shelf.mine.delete(shelf.book)
    shelf.failToSave()
    #expect(shelf.mine.deletedObjects.first == shelf.book)
    #expect(shelf.conflicts().map(\.kind) == [.deletedInContext])
    #expect(try shelf.savedPages() == 500)
    shelf.mine.mergePolicy = policy
    try shelf.mine.save()
    #expect(try shelf.savedPages() == nil)
  }

  @Test(arguments: deleting)
  func `a change after the deletion was taken back is told of`(_ policy: MergePolicy) throws {
    let shelf = try Shelf(policy) { $0.pages = 500 }
    try shelf.mine.delete(shelf.book)
    shelf.failToSave()
    shelf.mine.rollback()
    #expect(shelf.book["pages"] == 412)
    shelf.book.pages = 413
    #expect(shelf.conflicts().map(\.kind) == [.changed])
    #expect(try shelf.savedPages() == 500)
  }

  @Test(arguments: [MergePolicy.objectTrumps, .overwrite])
  func `what was to come back is told of by the next save`(_ policy: MergePolicy) throws {
    let shelf = try Shelf(policy) { try $0.managedObjectContext?.delete($0) }
    shelf.book.pages = 413
    shelf.failToSave()
    #expect(shelf.mine.updatedObjects.contains(shelf.book))
    #expect(shelf.conflicts().contains { $0.id == shelf.book.objectID })
    #expect(try shelf.savedPages() == nil)
    shelf.mine.mergePolicy = policy
    try shelf.mine.save()
    #expect(try shelf.savedPages() == 413)
  }

  @Test(arguments: [MergePolicy.objectTrumps, .overwrite])
  func `what was to come back does not after a rollback`(_ policy: MergePolicy) throws {
    let shelf = try Shelf(policy) { try $0.managedObjectContext?.delete($0) }
    shelf.book.pages = 413
    shelf.failToSave()
    shelf.mine.rollback()
    shelf.book.note = "new"
    #expect(shelf.conflicts().map(\.kind) == [.deletedInStore])
    #expect(try shelf.savedPages() == nil)
  }
}
