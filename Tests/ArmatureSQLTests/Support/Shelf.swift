import ArmatureModel

/// A small model with each kind of relationship, for the suites about changes.
enum Shelf {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Entity("Author") {
        Attribute("name", String.self).unique()
        Attribute("born", Int?.self)
        Relationship("books", to: "Book", .ordered, inverse: "author")
        Relationship("friends", to: "Author", .toMany, inverse: "friends")
        Relationship("club", to: "Club", inverse: "members")
        Relationship("prizes", to: "Prize", .ordered, inverse: "winners")
      }
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("pages", Int?.self)
        Relationship("author", to: "Author", inverse: "books")
        Relationship("sequel", to: "Book")
      }
      Entity("Club") {
        Attribute("name", String?.self)
        Relationship("members", to: "Author", .toMany, inverse: "club", onDelete: .deny)
        Relationship("rooms", to: "Room", .toMany, inverse: "clubs", onDelete: .deny)
      }
      Entity("Prize") {
        Attribute("name", String?.self)
        Relationship("winners", to: "Author", .toMany, inverse: "prizes")
      }
      Entity("Room") {
        Attribute("number", Int?.self)
        Relationship("clubs", to: "Club", .toMany, inverse: "rooms")
      }
    }
  }
}
