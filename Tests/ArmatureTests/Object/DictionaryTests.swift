import Armature
import Testing

@Suite struct DictionaryTests {
  @Test func `keys are the attributes and relationships in the order of declaration`() throws {
    let book = try Bookshelf().book("Dune")
    #expect(
      book.properties.keys == [
        "title", "pages", "price", "rating", "note", "author", "tags", "cover",
      ])
  }

  @Test func `values stand in the order of the keys, absent ones as null`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author("Frank")
    let book = try shelf.book("Dune", by: author)
    #expect(
      book.properties.values == [
        "Dune", 1, .null, .null, .null, .object(author.objectID), .objects([]), .null,
      ])
  }

  @Test func `iteration yields each property once`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("Dune")
    book.note = "read"
    var seen: [String] = []
    for (key, value) in book.properties { seen.append("\(key) = \(value)") }
    #expect(
      seen == [
        "title = \"Dune\"", "pages = 1", "price = no value", "rating = no value",
        "note = \"read\"", "author = no value", "tags = []", "cover = no value",
      ])
    #expect(Dictionary(uniqueKeysWithValues: book.properties.map { ($0.key, $0.value) }).count == 8)
  }

  @Test func `a description shows the identity and the present values, escaped`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book("\"Dune\"\n\u{1B}[31m")
    #expect(
      book.description == #"Book#1* {title: "\"Dune\"\n\u{1B}[31m", pages: 1, tags: []}"#)
    try shelf.context.save()
    #expect("\(book)".hasPrefix("Book#1 {"))
  }
}
