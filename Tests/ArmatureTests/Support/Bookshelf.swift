import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// Returns a model of authors with ordered books, books with bidirectional tags, and a patron who can be the author.
  static func bookshelf() throws -> ManagedObjectModel {
    try ManagedObjectModel("Bookshelf") {
      Entity("Author") {
        Attribute("name", String.self).default("N.N.")
        Attribute("born", Int?.self)
        Relationship("books", to: "Book", .ordered, inverse: "author", onDelete: .cascade)
        Relationship("patron", to: "Author", inverse: "clients")
        Relationship("clients", to: "Author", .toMany, inverse: "patron")
        Relationship("spouse", to: "Author", inverse: "spouse")
      }
      Entity("Book") {
        Attribute("title", String.self).default("Untitled")
        Attribute("pages", Int.self).default(1)
        Attribute("price", Decimal?.self)
        Attribute("rating", Double?.self)
        Attribute("note", String?.self).transient()
        Relationship("author", to: "Author", inverse: "books")
        Relationship("tags", to: "Tag", .toMany, inverse: "books")
        Relationship("cover", to: "Cover", inverse: "book")
      }
      Entity("Cover") {
        Attribute("artist", String?.self)
        Relationship("book", to: "Book", inverse: "cover")
      }
      Entity("Tag") {
        Attribute("name", String.self).default("tag")
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
    }
  }
}

/// A context with the bookshelf, and methods to fill it.
struct Bookshelf {
  let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .bookshelf()) }

  func author(_ name: String = "N.N.") throws -> ManagedObject {
    let author = try context.insert("Author")
    author.name = name
    return author
  }

  func book(_ title: String = "Untitled", by author: ManagedObject? = nil) throws -> ManagedObject {
    let book = try context.insert("Book")
    book.title = title
    book.author = author
    return book
  }

  func tag(_ name: String = "tag") throws -> ManagedObject {
    let tag = try context.insert("Tag")
    tag.name = name
    return tag
  }

  /// Makes every kind of change to an author with three saved books, and to a new book.
  func changeAll(
    _ author: ManagedObject, _ books: [ManagedObject], _ fresh: ManagedObject?
  ) throws {
    books[0].title = "changed"
    books[0].note = "transient"
    books[0].price = 5
    author.born = 1929
    try author.insert(books[2], into: "books", at: 0)
    books[1].author = nil
    let other = try self.author("Other")
    other.patron = author
    author.spouse = other
    let third = try self.author("Third")
    third.spouse = author
    try author.setValue([books[1], books[0]], forKey: "books")
    try other.insert(books[2], into: "books")
    try books[0].insert(tag(), into: "tags")
    fresh?.title = "fresh"
    if let fresh { try author.insert(fresh, into: "books", at: 1) }
    try context.delete(books[1])
    if let fresh { try context.delete(fresh) }
    try context.delete(other)
  }
}

extension ManagedObject {
  /// Returns the objects of a to-many relationship.
  func many(_ name: String) -> [ManagedObject] {
    guard let value = try? value(forKey: name, as: [ManagedObject].self) else { return [] }
    return value
  }

  /// Returns the object of a to-one relationship.
  func one(_ name: String) -> ManagedObject? {
    (try? value(forKey: name, as: ManagedObject.self)) ?? nil
  }
}
