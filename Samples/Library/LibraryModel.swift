import Armature
import Foundation

/// Creates the model of a lending library: works, their authors and editions, members and loans.
func makeLibraryModel() throws -> ManagedObjectModel {
  let genres = [
    "novel", "short stories", "poetry", "drama", "essay", "science", "history", "philosophy",
    "biography", "children",
  ]
  return try ManagedObjectModel("Library") {
    Entity("Author") {
      Attribute("name", String.self).length(2...100).identifying()
      Attribute("born", Int?.self).range(-800...2020)
      Attribute("died", Int?.self).range(-800...2026)
      Attribute("nationality", String?.self).length(2...60)
      Relationship("books", to: "Book", .toMany, inverse: "authors", onDelete: .deny)
      Rule("an author dies after being born") {
        $0.born == nil || $0.died == nil || $0.died >= $0.born
      }
    }
    .key("authors")

    Entity("Book") {
      Attribute("id", String.self).matching("[a-z0-9]+(-[a-z0-9]+)*").identifying()
      Attribute("title", String.self).length(1...200)
      Attribute("firstPublished", Int.self).range(-800...2026)
      Attribute("language", String.self).matching("[a-z]{2,3}")
      Attribute("genre", String.self).oneOf(genres)
      Relationship("authors", to: "Author", .ordered, inverse: "books").required().count(1...4)
      Relationship("editions", to: "Edition", .toMany, inverse: "book", onDelete: .cascade)
      Rule("no author publishes before being born") { book in
        !book.authors.any { $0.born > book.firstPublished }
      }
      Rule("the book was published in its authors' lifetime", severity: .warning) { book in
        !book.authors.any { $0.died < book.firstPublished }
      }
    }
    .key("books")

    Entity("Edition") {
      Attribute("isbn", String.self)
        .matching("97[89]-[0-9]{1,5}-[0-9]{1,7}-[0-9]{1,7}-[0-9]")
        .rule("has the check digit that its other digits make", check: hasValidCheckDigit)
        .identifying()
      Attribute("publisher", String.self).length(1...100)
      Attribute("year", Int.self).range(1450...2026)
      Attribute("pages", Int.self).range(1...10_000)
      Attribute("format", String.self).oneOf(["hardcover", "paperback", "ebook", "audio"])
      Attribute("language", String.self).matching("[a-z]{2,3}")
      Attribute("price", Decimal?.self).range(0..<1000)
        .rule("has at most two decimals", check: { ($0 ?? 0).exponent >= -2 })
      Relationship("book", to: "Book", inverse: "editions").required()
      Relationship("loans", to: "Loan", .toMany, inverse: "edition", onDelete: .deny)
      Rule("an edition is no older than its book") { $0.year >= $0.book.firstPublished }
    }
    .key("editions")

    Entity("Member") {
      Attribute("number", Int.self).range(1...).identifying()
      Attribute("name", String.self).length(1...100)
      Attribute("email", String.self).matching("[^@\\s]+@[^@\\s]+\\.[a-z]{2,}").unique()
      Attribute("joined", Date.self)
      Relationship("loans", to: "Loan", .toMany, inverse: "member", onDelete: .cascade)
    }
    .key("members")

    Entity("Loan") {
      Attribute("out", Date.self)
      Attribute("due", Date.self)
      Attribute("returned", Date?.self)
      Attribute("renewals", Int.self).default(0).range(0...3)
      Relationship("edition", to: "Edition", inverse: "loans").required()
      Relationship("member", to: "Member", inverse: "loans").required()
      Rule("a loan is due after it went out") { $0.due > $0.out }
      Rule("a loan comes back after it went out") { $0.returned == nil || $0.returned >= $0.out }
    }
    .key("loans")
  }
}

/// Returns true if the last digit of an ISBN-13 is the checksum of the others, weighted 1, 3, 1, 3, …
@Sendable private func hasValidCheckDigit(_ isbn: String) -> Bool {
  let digits = isbn.compactMap(\.wholeNumberValue)
  guard digits.count == 13 else { return false }
  let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
  return sum % 10 == 0
}
