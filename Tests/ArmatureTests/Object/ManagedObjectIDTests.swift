import Armature
import Testing

@Suite struct ManagedObjectIDTests {
  @Test func `an ID is temporary until the first save and equal to itself after it`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book()
    let temporary = book.objectID
    #expect(temporary.isTemporary && temporary.description == "Book#1*")
    let ratings = [temporary: 5]
    try shelf.context.save()
    let permanent = book.objectID
    #expect(!permanent.isTemporary && permanent.description == "Book#1")
    #expect(temporary == permanent && ratings[permanent] == 5)
    #expect(shelf.context.registeredObject(for: temporary) === book)
    book.title = "changed"
    #expect(!book.objectID.isTemporary)
  }

  @Test func `an object that left keeps its ID, which finds nothing`() throws {
    let shelf = try Bookshelf()
    let (saved, unsaved, other) = (try shelf.book(), try shelf.book(), try shelf.book())
    try shelf.context.delete(unsaved)
    try shelf.context.save()
    let ids = [saved.objectID, unsaved.objectID, other.objectID]
    #expect(ids.map(\.description) == ["Book#1", "Book#2*", "Book#3"])
    try shelf.context.delete(saved)
    #expect(shelf.context.registeredObject(for: ids[0]) === saved)
    try shelf.context.save()
    shelf.context.reset()
    #expect([saved.objectID, unsaved.objectID, other.objectID] == ids)
    #expect(saved.objectID.description == "Book#1" && unsaved.objectID.description == "Book#2*")
    for id in ids { #expect(shelf.context.registeredObject(for: id) == nil) }
    let next = try shelf.book()
    #expect(next.objectID.description == "Book#4*" && !ids.contains(next.objectID))
  }

  @Test func `IDs of two contexts differ, and each finds only its own`() throws {
    let (here, there) = (try Bookshelf(), try Bookshelf())
    let (a, b) = (try here.book(), try there.book())
    #expect(a.objectID != b.objectID && Set([a.objectID, b.objectID]).count == 2)
    #expect(there.context.registeredObject(for: a.objectID) == nil)
    here.context.reset()
    there.context.reset()
    #expect(a.objectID != b.objectID)
  }

  @Test func `an object that was in no context yet has the number 0`() throws {
    let model = try ManagedObjectModel.bookshelf()
    let book = try model.makeObject("Book")
    #expect(book.objectID.description == "Book#0*")
    #expect(book.validate().failures.allSatisfy { $0.objectID == nil })
  }
}
