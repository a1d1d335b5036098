import Armature

/// All three tiers in one model, created on any actor.
nonisolated func makeLibrary() throws -> ManagedObjectModel {
  try ManagedObjectModel("Library") {
    Writer.self
    Work.self
    Medium.self
    Film.self
    Entity("Book", class: Book.self) {
      Attribute("title", String.self).length(1...200).rule("is tidy") { isTidy($0) }
      Attribute("pages", Int.self).default(1).range(1...)
      Attribute("added", Date.self).default { Date() }
      Attribute("format", Format.self).default(.paper)
      Attribute("colour", Colour?.self)
      Attribute("size", Size?.self)
      Relationship("sequel", to: "Book", inverse: "original")
      Relationship("original", to: "Book", inverse: "sequel")
      Relationship("reviews", to: "Review", .ordered, inverse: "book", onDelete: .cascade)
      Rule("long books are on paper") { $0.pages < 1000 || $0.format == "paper" }
      Rule("no book is its own sequel", check: { book in book.sequel != book })
    }
    Entity("Item", class: Item.self, isAbstract: true) { Attribute("text", String.self) }
    Entity("Review", class: Review.self, parent: "Item") {
      Relationship("book", to: "Book", inverse: "reviews").required()
    }
  }
}
