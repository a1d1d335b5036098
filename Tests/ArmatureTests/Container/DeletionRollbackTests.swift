import TestSupport
import Testing

@testable import Armature

/// Deletions that a policy reverts because other contexts have changed the objects.
@Suite struct DeletionRollbackTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let other: ManagedObjectContext

  init() throws {
    (container, context) = try Library.stocked()
    other = container.makeContext()
    context.mergePolicy = .rollback
  }

  @Test func `what had changed by the deletion alone is read again`() throws {
    let frank = try context.first("Author", "name", "Frank")
    let dune = try context.first("Book", "title", "Dune")
    try context.delete(frank)
    try other.same(frank).name = "Frank H."
    try other.same(dune).note = "theirs"
    try other.save()
    try context.save()
    #expect(frank["name"] == "Frank H." && dune["note"] == "theirs")
    #expect(dune.one("bestOf") === frank && frank.one("best") === dune)
    #expect(!context.hasChanges && brokenInvariants(of: context) == [])
  }

  @Test func `a link that others have cut, too, stays cut`() throws {
    let dune = try context.first("Book", "title", "Dune")
    let desert = try context.first("Tag", "name", "desert")
    try dune.remove(desert, from: "tags")
    try context.delete(desert)
    try other.same(dune).remove(try other.same(desert), from: "tags")
    try other.same(desert).name = "dry"
    try other.save()
    try context.save()
    #expect(desert["name"] == "dry" && !desert.isDeleted)
    let fresh = container.makeContext()
    for context in [context, fresh] {
      #expect(try context.same(dune).many("tags").map(\.objectID.key).count == 1)
      #expect(try context.same(desert).many("books").isEmpty)
    }
  }

  @Test func `what a new object leads to stays, on both sides`() throws {
    let store = ShadowedStore()
    let container = try PersistentContainer(
      model: ManagedObjectModel("Shelf") {
        Entity("Book") { Relationship("tags", to: "Tag", .toMany, inverse: "books") }
        Entity("Tag") {
          Attribute("name", String?.self)
          Relationship("books", to: "Book", .toMany, inverse: "tags", onDelete: .deny)
        }
      }, store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    let tag = try context.insert("Tag")
    try context.save()
    let book = try context.insert("Book")
    try book.insert(tag, into: "tags")
    try context.delete(tag)
    try other.same(tag).name = "theirs"
    try other.save()
    context.mergePolicy = .rollback
    try context.save()
    #expect(tag["name"] == "theirs" && tag.many("books") == [book] && book.many("tags") == [tag])
    #expect(store.problem == nil)
  }

  @Test func `an object that was not read yet is when the deletion is taken back`() throws {
    let left = try context.first("Book", "title", "The Left Hand")
    let chapter = try other.insert("Chapter")
    chapter.title = "Late"
    try other.same(left).title = "Left"
    chapter.book = try other.same(left)
    try context.delete(left)
    try other.save()
    try context.save()
    #expect(left["title"] == "Left" && left.many("chapters").map { $0["title"] } == ["Late"])
    #expect(brokenInvariants(of: context) == [])
  }

  @Test
  func `what a deletion has taken along comes back with it where others have linked both anew`()
    throws
  {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Club") {
        Entity("Person") { Relationship("pass", to: "Pass", inverse: "bearer", onDelete: .cascade) }
        Entity("Pass") { Relationship("bearer", to: "Person", inverse: "pass").required() }
      }, store: InMemoryStore())
    let (context, other) = (container.makeContext(), container.makeContext())
    let (person, former, pass) = (
      try context.insert("Person"), try context.insert("Person"), try context.insert("Pass")
    )
    try pass.setValue(former, forKey: "bearer")
    try context.save()
    context.mergePolicy = .rollback
    try person.setValue(pass, forKey: "pass")
    try context.delete(person)
    try other.same(person).setValue(other.same(pass), forKey: "pass")
    try other.save()
    try context.save()
    #expect(!context.hasChanges && person.one("pass") === pass && pass.one("bearer") === person)
    let fresh = container.makeContext()
    #expect(try fresh.same(person).one("pass")?.objectID == pass.objectID)
  }

  @Test func `what a child deletes wins`() throws {
    let child = context.makeChild()
    child.mergePolicy = .rollback
    let author = try context.insert("Author")
    author.name = "New"
    let mine = try child.same(author)
    try child.delete(mine)
    try context.save()
    author.name = "Newer"
    try child.save()
    #expect(author.isDeleted)
  }
}
