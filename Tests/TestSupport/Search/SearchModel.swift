package import Armature

/// A model with full-text indexes of words, of texts across relationships, and of parts of words.
package enum SearchModel {
  package static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel("Search") {
      Entity("Country") {
        Attribute("name", String?.self)
        Relationship("authors", to: "Author", .toMany, inverse: "country")
      }
      Entity("Author") {
        Attribute("name", String?.self)
        Relationship("country", to: "Country", inverse: "authors")
        Relationship("notes", to: "Note", .toMany, inverse: "author", onDelete: .cascade)
      }
      Entity("Note") {
        Attribute("title", String?.self)
        Attribute("body", String?.self)
        Attribute("number", Int.self).default(0)
        Relationship("author", to: "Author", inverse: "notes")
        FullText("title", "body", "author.name", "author.country.name", weights: [4, 1, 2])
      }
      Entity("Memo", parent: "Note") { Attribute("reader", String?.self) }
      Entity("Song") {
        Attribute("title", String?.self)
        Attribute("body", String?.self)
        Attribute("number", Int.self).default(0)
        FullText("title", "body", weights: [4, 0.3])
      }
      Entity("Ballad", parent: "Song") { Attribute("singer", String?.self) }
      Entity("Haiku") {
        Attribute("text", String.self).default("")
        FullText("text", tokenizer: .trigrams)
      }
    }
  }

  private static let words = [
    "dune", "Dune", "DÜNE", "dunes", "herb", "Herbert", "herbs", "spice", "Éa", "x1", "the",
    "日本語", "ﬂow", "don't", "naïve", "_", "…",
  ]

  /// Returns a text of some words, or no text.
  package static func text(_ random: inout some RandomNumberGenerator) -> String? {
    let count = Int.random(in: -1...7, using: &random)
    if count < 0 { return nil }
    let signs = [" ", "  ", ", ", "-", "\n"]
    return (0..<count).map { _ in random.pick(words) }
      .joined(separator: random.pick(signs))
  }

  /// Returns a query, which may be of signs that mean nothing.
  package static func query(_ random: inout some RandomNumberGenerator) -> String {
    let signs = [
      "OR", "AND", "NOT", "-", "(", ")", "\"", "title:", "body:", "author.name:", "*", ":",
    ]
    return (0..<Int.random(in: 1...5, using: &random)).map { _ -> String in
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: return random.pick(signs)
      case 2: return random.pick(words).prefix(2) + "*"
      case 3:
        return "\""
          + (0..<Int.random(in: 1...3, using: &random))
          .map { _ in random.pick(words) }.joined(separator: " ") + "\""
      default: return random.pick(words)
      }
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  /// The values of an object, without its identity.
  package static func picture(_ object: ManagedObject) -> String {
    let names = ["title", "body", "text", "name", "number"]
    let values = names.filter { object.entity.property(named: $0) != nil }
      .map { "\(object[$0].map { "\($0)" } ?? "nil")" }
    return "\(object.entity.name)(\(values.joined(separator: ", ")))"
  }
}
