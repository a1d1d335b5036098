import TestSupport
import Testing

@testable import Armature

/// Discarded changes of an object that is the target of one-to-one relationships.
@Suite struct OneToOneRefreshTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let first: ManagedObject
  private let second: ManagedObject
  private let third: ManagedObject

  init() throws {
    container = try PersistentContainer(
      model: ManagedObjectModel("Shelf") {
        Entity("Book") {
          Attribute("pages", Int.self).default(1)
          Relationship("sequel", to: "Book", inverse: "prequel")
          Relationship("prequel", to: "Book", inverse: "sequel")
        }
      })
    context = container.makeContext()
    (first, second, third) = try (
      context.insert("Book"), context.insert("Book"), context.insert("Book")
    )
    first.sequel = second
    try context.save()
  }

  private func sequel(_ book: ManagedObject) -> ManagedObject? { book.sequel }
  private func prequel(_ book: ManagedObject) -> ManagedObject? { book.prequel }

  private func expectSaved(sequel: ManagedObject?, of book: ManagedObject) throws {
    try context.save()
    let fresh = container.makeContext()
    let saved = try fresh.existingObject(with: book.objectID)
    #expect((saved.sequel as ManagedObject?)?.objectID == sequel?.objectID)
    #expect(brokenInvariants(of: fresh).isEmpty && brokenInvariants(of: context).isEmpty)
  }

  @Test(arguments: [false, true])
  func `a link that another object has got stays, as a change of that one`(isNew: Bool) throws {
    let other = isNew ? try context.insert("Book") : third
    other.sequel = second
    second.pages = 7
    try context.refresh(second, mergeChanges: false)
    #expect(sequel(other) === second && prequel(second) === other && sequel(first) == nil)
    #expect(second.pages == 1)
    #expect(brokenInvariants(of: context).isEmpty)
    try expectSaved(sequel: second, of: other)
    try expectSaved(sequel: nil, of: first)
  }

  @Test func `a link that another object has lost stays lost`() throws {
    first.sequel = nil as ManagedObject?
    try context.refresh(second, mergeChanges: false)
    #expect(sequel(first) == nil && prequel(second) == nil)
    try expectSaved(sequel: nil, of: first)
  }
}
