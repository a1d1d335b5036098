import TestSupport
import Testing

@testable import Armature

/// Links saved by other contexts to an object that is about to be deleted.
@Suite struct LateLinkTests {
  @Test func `a deletion that undo takes back leaves no link that the store has cleared`() throws {
    let (container, context) = try Library.stocked()
    let other = container.makeContext()
    context.recordsUndo = true
    let frank = try context.first("Author", "name", "Frank")
    let left = try context.first("Book", "title", "The Left Hand")
    try context.delete(frank)
    try other.same(left).author = try other.same(frank)
    try other.save()
    // The row leads to the object deleted here.
    try context.refresh(left)
    try context.save()
    context.undo()
    try context.save()
    let fresh = container.makeContext()
    for book in context.objects(of: "Book") {
      let author = try fresh.same(book).one("author")
      #expect(book.one("author")?.objectID == author?.objectID)
      #expect(frank.many("books").contains(book) == (author != nil))
    }
    #expect(frank.many("books").count == 2 && brokenInvariants(of: context) == [])
  }

  @Test func `so it is with a list of many to many`() throws {
    let store = ShadowedStore()
    let container = try PersistentContainer(model: Library.model(), store: store)
    let (context, other) = (container.makeContext(), container.makeContext())
    try Library.stock(context)
    try context.save()
    context.recordsUndo = true
    let desert = try context.first("Tag", "name", "desert")
    let left = try context.first("Book", "title", "The Left Hand")
    try context.delete(desert)
    try other.same(left).insert(try other.same(desert), into: "tags")
    try other.save()
    try context.refresh(left)
    #expect(left.many("tags").map { $0["name"] } == ["space"])
    try context.save()
    context.undo()
    try context.save()
    #expect(store.problem == nil && brokenInvariants(of: context) == [])
    let fresh = container.makeContext()
    let books = try fresh.same(desert).many("books").map(\.objectID)
    #expect(Set(desert.many("books").map(\.objectID)) == Set(books))
    #expect(left.many("tags").contains(desert) == books.contains(left.objectID))
  }

  @Test func `what has lost its change by what others have linked is read again`() throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Late") {
        Entity("Owner") {
          Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: .cascade)
        }
        Entity("Part") {
          Relationship("owner", to: "Owner", inverse: "parts")
          Relationship("notes", to: "Note", .toMany, inverse: "part")
        }
        Entity("Note") {
          Attribute("text", String?.self)
          Relationship("part", to: "Part", inverse: "notes")
        }
      })
    let (context, other) = (container.makeContext(), container.makeContext())
    let (owner, part) = (try context.insert("Owner"), try context.insert("Part"))
    let (mine, late) = (try context.insert("Note"), try context.insert("Note"))
    late.part = part
    try context.save()
    mine.part = part
    try context.delete(owner)
    try other.same(part).owner = try other.same(owner)
    try other.same(mine).text = "theirs"
    try other.same(late).text = "theirs, too"
    try other.save()
    context.mergePolicy = .overwrite
    try context.save()
    #expect(part.objectState == .detached && mine.one("part") == nil)
    #expect(mine["text"] == "theirs" && late["text"] == "theirs, too")
    let fresh = container.makeContext()
    #expect(try fresh.fetch("Note").map { $0["text"] } == ["theirs", "theirs, too"])
  }

  /// A part, which others have taken out of its owner and given a badge, survives the deletion of the owner. So must its
  /// badge, which the save first takes for an object to be deleted with it.
  @Test(arguments: MergePolicy.all(keeping: "owner").map(\.name))
  func `what others have linked to an object that they have rescued is not deleted`(_ name: String)
    throws
  {
    let policy = try #require(MergePolicy.all(keeping: "owner").first { $0.name == name }).policy
    let container = try PersistentContainer(
      model: ManagedObjectModel("Rescue") {
        Entity("Owner") {
          Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: .cascade)
        }
        Entity("Part") {
          Relationship("owner", to: "Owner", inverse: "parts")
          Relationship("badge", to: "Badge", inverse: "part", onDelete: .cascade)
        }
        Entity("Badge") { Relationship("part", to: "Part", inverse: "badge").required() }
      })
    let (context, other) = (container.makeContext(), container.makeContext())
    context.mergesChangesAutomatically = false
    let (owner, part) = (try context.insert("Owner"), try context.insert("Part"))
    part.owner = owner
    try context.save()
    let (badge, theirs) = (try other.insert("Badge"), try other.same(part))
    theirs.owner = nil
    badge.part = theirs
    try other.save()
    try context.delete(owner)
    context.mergePolicy = policy
    do {
      try context.save()
      #expect(try container.makeContext().fetch("Owner").isEmpty)
    } catch is MergeConflicts {
      #expect(name == "error")
      context.rollback()
      try context.refreshAll()
    }
    let fresh = container.makeContext()
    #expect(try fresh.same(part).one("badge")?.objectID == badge.objectID)
    #expect(try container.verify().isEmpty)
    #expect(brokenInvariants(of: context) == [])
  }
}
