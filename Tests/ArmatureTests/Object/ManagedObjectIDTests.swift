import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  @Test func `an ID that a store makes is that of the object`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book()
    try shelf.context.save()
    let (id, storeID) = (book.objectID, book.objectID.storeID)
    let made = ManagedObjectID(entityName: "Book", key: id.key, storeID: storeID)
    #expect(made == id && !made.isTemporary && made.uri == id.uri)
    #expect(shelf.context.registeredObject(for: made) === book)
    #expect(ManagedObjectID(entityName: "Book", key: 2, storeID: storeID) != id)
    #expect(ManagedObjectID(entityName: "Book", key: id.key, storeID: UUID()) != id)
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

  /// Returns an ID with arbitrary content.
  private func id(_ entity: String, _ key: Int64) throws -> ManagedObjectID {
    struct Parts: Encodable {
      let entityName: String
      let key: Int64
      let storeID = UUID()
      let isTemporary = false
    }
    let data = try JSONEncoder().encode(Parts(entityName: entity, key: key))
    return try JSONDecoder().decode(ManagedObjectID.self, from: data)
  }

  @Test(
    arguments: [
      "Book", "a/b", "a b", "a%2Fb", "%", "?", "#", "..", "é", "e\u{301}", "👨‍👩‍👧", "\u{0}", "\n", ":",
      "@", "[", "\\", "\u{202E}", String(repeating: "long", count: 500),
    ])
  func `an ID survives as a URI and as JSON, whatever its entity is called`(
    _ entity: String
  ) throws {
    for key in [1, 42, Int64.max] {
      let id = try id(entity, key)
      let back = try #require(ManagedObjectID(uri: id.uri))
      #expect(back == id && back.entityName.utf8.elementsEqual(entity.utf8))
      #expect(id.uri.absoluteString.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      let decoded = try JSONDecoder().decode(
        ManagedObjectID.self, from: JSONEncoder().encode(id))
      #expect(decoded == id && decoded.entityName == entity && decoded.storeID == id.storeID)
    }
  }

  private static let store = "01234567-89ab-cdef-0123-456789abcdef"

  @Test(
    arguments: [
      "", "armature", "armature://", "armature:///Book/1", "https://\(store)/Book/1",
      "armature://\(store)", "armature://\(store)/Book", "armature://\(store)/Book/",
      "armature://\(store)//1", "armature://\(store)/Book/0", "armature://\(store)/Book/-1",
      "armature://\(store)/Book/+1", "armature://\(store)/Book/01", "armature://\(store)/Book/1x",
      "armature://\(store)/Book/9223372036854775808", "armature://\(store)/Book/1/2",
      "armature://\(store)/Book/1?x", "armature://\(store)/Book/1#x",
      "armature://\(store)/%FF/1",
      "armature://\(store)0/Book/1",
      "armature://0123456789abcdef0123456789abcdef0123/Book/1",
    ])
  func `any other URI is no ID`(_ text: String) {
    guard let url = URL(string: text) else { return }
    #expect(ManagedObjectID(uri: url) == nil)
  }

  @Test func `a URI leads to the object of the context that it is from`() throws {
    let (here, there) = (try Bookshelf(), try Bookshelf())
    let book = try here.book()
    let id = try #require(ManagedObjectID(uri: book.objectID.uri))
    #expect(here.context.registeredObject(for: id) === book && !id.isTemporary)
    #expect(there.context.registeredObject(for: id) == nil)
  }
}
