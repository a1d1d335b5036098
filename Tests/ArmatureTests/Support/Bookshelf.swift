import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// Authors with ordered books, books with tags on both sides, and a patron who may be oneself.
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

/// A context with the bookshelf and short ways to fill it.
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
}

extension ManagedObject {
  /// The objects of a to-many relationship.
  func many(_ name: String) -> [ManagedObject] {
    guard let value = try? value(forKey: name, as: [ManagedObject].self) else { return [] }
    return value
  }

  /// The object of a to-one relationship.
  func one(_ name: String) -> ManagedObject? {
    (try? value(forKey: name, as: ManagedObject.self)) ?? nil
  }
}
