import Armature
import Testing

/// Both sides of every relationship agree after each write.
@Suite struct RelationshipTests {
  private let shelf: Bookshelf

  init() throws { shelf = try Bookshelf() }

  @Test func `one to many: setting either side sets the other`() throws {
    let (frank, jane) = (try shelf.author("Frank"), try shelf.author("Jane"))
    let (a, b, c) = (try shelf.book("A"), try shelf.book("B"), try shelf.book("C"))
    a.author = frank
    #expect(frank.many("books") == [a])
    frank.books = [c, a, b]
    #expect([a, b, c].map { $0.one("author") } == [frank, frank, frank])
    b.author = jane
    #expect(frank.many("books") == [c, a] && jane.many("books") == [b])
    jane.books = [c, b]
    #expect(frank.many("books") == [a] && jane.many("books") == [c, b])
    #expect(c.one("author") === jane)
    c.author = nil as ManagedObject?
    #expect(jane.many("books") == [b])
    jane.books = [] as [ManagedObject]
    #expect(b.one("author") == nil)
  }

  @Test func `one to one: a taken partner is set free`() throws {
    let (a, b) = (try shelf.book("A"), try shelf.book("B"))
    let (x, y) = (try shelf.context.insert("Cover"), try shelf.context.insert("Cover"))
    a.cover = x
    b.cover = y
    #expect(x.one("book") === a && y.one("book") === b)
    a.cover = y
    #expect(y.one("book") === a && b.one("cover") == nil && x.one("book") == nil)
    x.book = a
    #expect(a.one("cover") === x && y.one("book") == nil)
    x.book = b
    #expect(b.one("cover") === x && a.one("cover") == nil)
    b.cover = nil as ManagedObject?
    #expect(x.one("book") == nil)
  }

  @Test func `many to many: both lists follow`() throws {
    let (a, b) = (try shelf.book("A"), try shelf.book("B"))
    let (x, y) = (try shelf.tag("x"), try shelf.tag("y"))
    a.tags = [x, y]
    y.books = [b, a]
    #expect(b.many("tags") == [y] && a.many("tags") == [x, y] && x.many("books") == [a])
    x.books = [b]
    #expect(a.many("tags") == [y] && b.many("tags") == [y, x])
    a.tags = Set<ManagedObject>()
    #expect(y.many("books") == [b])
  }

  @Test func `to oneself: parent and children, a partner, a chain in a cycle`() throws {
    let (a, b, c) = (try shelf.author("a"), try shelf.author("b"), try shelf.author("c"))
    a.patron = a
    #expect(a.many("clients") == [a])
    b.patron = a
    a.patron = b
    #expect(a.many("clients") == [b] && b.many("clients") == [a])
    c.clients = [a, b, c]
    #expect([a, b, c].allSatisfy { $0.one("patron") === c } && a.many("clients") == [])
    c.clients = [c]
    #expect(a.one("patron") == nil && c.one("patron") === c)
  }

  @Test func `a relationship that is its own inverse is the same from both sides`() throws {
    let (a, b, c) = (try shelf.author("a"), try shelf.author("b"), try shelf.author("c"))
    func spouses() -> [ManagedObject?] { [a, b, c].map { $0.one("spouse") } }
    a.spouse = b
    #expect(spouses() == [b, a, nil])
    c.spouse = a
    #expect(spouses() == [c, nil, a])
    c.spouse = c
    #expect(spouses() == [nil, nil, c])
    b.spouse = c
    #expect(spouses() == [nil, c, b])
    b.spouse = b
    #expect(spouses() == [nil, b, nil])
    b.spouse = nil as ManagedObject?
    #expect(spouses() == [nil, nil, nil])
  }

  @Test func `a many-to-many relationship that is its own inverse is symmetric`() throws {
    let model = try ManagedObjectModel("Friends") {
      Entity("Person") { Relationship("friends", to: "Person", .toMany, inverse: "friends") }
    }
    let context = ManagedObjectContext(model: model)
    let people = try (0..<3).map { _ in try context.insert("Person") }
    let (a, b, c) = (people[0], people[1], people[2])
    a.friends = [a, b, c]
    #expect(a.many("friends") == [a, b, c] && b.many("friends") == [a] && c.many("friends") == [a])
    b.friends = [c]
    #expect(a.many("friends") == [a, c] && c.many("friends") == [a, b])
    a.friends = [] as [ManagedObject]
    #expect(a.many("friends") == [] && c.many("friends") == [b])
    try a.insert(a, into: "friends")
    try a.remove(a, from: "friends")
    #expect(a.many("friends") == [])
  }

  @Test func `a list has each object once`() throws {
    let author = try shelf.author()
    let (a, b) = (try shelf.book("A"), try shelf.book("B"))
    author.books = [b, a, b, a, a]
    #expect(author.many("books") == [b, a])
    let tag = try shelf.tag()
    a.tags = [tag, tag]
    #expect(tag.many("books") == [a])
  }

  @Test func `a refused write changes nothing`() throws {
    let other = try Bookshelf()
    let author = try shelf.author()
    let (a, b) = (try shelf.book("A", by: author), try shelf.book("B"))
    try shelf.context.save()
    let stranger = try other.book("S")
    let deleted = try shelf.book("D")
    try shelf.context.delete(deleted)
    for wrong in [stranger, deleted, try shelf.context.model.makeObject("Book"), author] {
      #expect(throws: ManagedObjectError.self) {
        try author.setValue([b, wrong, a], forKey: "books")
      }
      #expect(throws: ManagedObjectError.self) { try author.insert(wrong, into: "books", at: 0) }
    }
    #expect(author.many("books") == [a] && b.one("author") == nil)
    #expect(!shelf.context.hasChanges && other.context.insertedObjects == [stranger])
    #expect(stranger.one("author") == nil)
  }

  @Test func `links are made to objects of sub-entities and not to those of others`() throws {
    let model = try ManagedObjectModel(
      "Media",
      entities: [
        EntityDescription(
          "Shelf",
          properties: [.relationship(.init("items", to: "Item", .ordered, inverse: "shelf"))]),
        .item("Item", parent: nil), .item("Film", parent: "Item"), .item("Short", parent: "Film"),
        EntityDescription("Other"),
      ])
    let context = ManagedObjectContext(model: model)
    let shelf = try context.insert("Shelf")
    let (film, short) = (try context.insert("Film"), try context.insert("Short"))
    shelf.items = [short, film, try context.insert("Item")]
    #expect(film.one("shelf") === shelf && shelf.many("items").count == 3)
    #expect(context.objects(of: "Film") == [film, short])
    let other = try context.insert("Other")
    #expect(
      throws: ManagedObjectError.wrongEntity(
        entity: "Shelf", property: "items", expected: "Item", found: "Other")
    ) { try shelf.insert(other, into: "items") }
  }
}

extension EntityDescription {
  /// Returns an item of a shelf; a sub-entity has its parent's properties.
  fileprivate static func item(_ name: String, parent: String?) -> EntityDescription {
    let properties: [PropertyDescription] = [
      .relationship(.init("shelf", to: "Shelf", inverse: "items"))
    ]
    return EntityDescription(
      name, parent: parent, properties: parent == nil ? properties : [])
  }
}
