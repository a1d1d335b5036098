import ArmatureModel
import Foundation
import Testing

/// The meaning of search texts, and the words of texts.
@Suite struct SearchQueryTests {
  private static let text = "The spice must flow: Éléonore's DÜNE, don't herbs x1"

  @Test(arguments: [
    ("spice", true), ("SPICE", true), ("spic", false), ("spic*", true), ("dune", true),
    ("dünë", true), ("eleonore", true), ("\"must flow\"", true), ("\"flow must\"", false),
    ("\"must fl\"*", true), ("spice worm", false), ("spice AND worm", false),
    ("spice OR worm", true), ("worm OR spice dune", true), ("worm OR spice worm", false),
    ("NOT worm", true), ("-spice", false), ("spice -worm", true), ("spice NOT flow", false),
    ("(worm OR spice) flow", true), ("(worm OR spice) worm", false), ("NOT (worm OR spice)", false),
    ("don't", true), ("d'on", false), ("x1", true), ("x", false), ("or", false), ("and", false),
    ("must-flow", true), ("flow-must", false), ("NOT NOT spice", true),
  ]) func `a query finds a text or does not`(_ query: String, _ isFound: Bool) {
    #expect(
      FetchPredicate.Comparison.search.holds(.string(Self.text), .string(query)) == isFound)
  }

  @Test(arguments: [
    "", " ", "\"", "(", ")", "((((", "))))", "AND", "OR", "NOT", "- -", "*", "\"\"", "()", "( OR )",
    "AND OR NOT", "\u{0}", ":", "-", "…", "🎉",
  ]) func `a query without words finds nothing`(_ query: String) {
    #expect(!FetchPredicate.Comparison.search.holds(.string(Self.text), .string(query)))
  }

  @Test(arguments: [
    "spice)", "(spice", "spice OR", "OR spice", "AND spice AND", "spice \"", "spice -",
    "NOT ((spice",
    "spice * flow", "((((((((((((((((((((((((((((((((((((((((spice",
  ]) func `signs without a meaning are ignored`(_ query: String) {
    let holds = FetchPredicate.Comparison.search.holds(.string(Self.text), .string(query))
    #expect(holds == !query.hasPrefix("NOT"))
  }

  @Test(arguments: [
    ("une", true), ("e spi", true), ("xyz", false), ("pi", false), ("DÜNE", true),
    ("spice xyz", false),
  ]) func `parts of words are found with the option`(_ query: String, _ isFound: Bool) {
    #expect(
      FetchPredicate.Comparison.search.holds(
        .string(Self.text), .string("\"\(query)\""), .partsOfWords) == isFound)
  }

  @Test(arguments: [
    ("herb*,", true), ("\"must fl*\"", true), ("herb;*", false), ("spice, (worm)", false),
    (String(repeating: ")", count: 100_000) + "dune", true),
    (String(repeating: "(", count: 100_000) + "dune", true),
    (String(repeating: "worm OR ", count: 20_000) + "dune", true),
  ]) func `signs after a word leave its meaning, however many there are`(
    _ query: String, _ isFound: Bool
  ) {
    #expect(
      FetchPredicate.Comparison.search.holds(.string(Self.text), .string(query)) == isFound)
  }

  @Test(arguments: [
    ("title:dune", true), ("title:spice", false), ("title: dune", true), ("title: spice", false),
    ("title:(spice OR dune)", true), ("title:(spice OR worm)", false),
    ("title:(spice) worm", false),
    ("title:(dune) spice", true), ("title:(body:spice dune)", true), ("-title:(spice worm)", true),
    ("title:(title:OR dune)", false), ("title:", false), ("title:) dune", true),
    ("(title:) dune", true),
  ]) func `the name of a property is for the next word or parentheses`(
    _ query: String, _ isFound: Bool
  ) {
    let search = SearchQuery(query, properties: ["title", "body"])
    #expect(search.holds(for: [.string("Dune"), .string("spice")]) == isFound)
  }

  @Test(arguments: [
    ("herb*", true), ("Dune,", true), ("dune, herb", true), ("(eser)", true), ("*eser*", true),
    ("\"ne H\"", true), ("\"ne, H\"", false), ("du", false),
  ]) func `signs around parts of words have no meaning`(_ query: String, _ isFound: Bool) {
    let search = SearchQuery(query, tokenizer: .trigrams)
    #expect(search.holds(for: [.string("Dune Herbert, the deserted")]) == isFound)
  }

  @Test func `marks and characters of the layout belong to the letter before them`() {
    var reader = TokenReader(.words)
    let tokens = reader.tokens(
      of: "❤\u{FE0F} 1\u{FE0F}\u{20E3} co\u{AD}operate می\u{200C}خواهم 👩\u{200D}💻 \u{200E}x\u{200E}"
    ).map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(tokens == ["1", "cooperate", "میخواهم", "x"])
  }

  @Test func `no part of a word has the character U+0000`() {
    var reader = TokenReader(.trigrams)
    let tokens = reader.tokens(of: "ab\0cde\0fg").map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(tokens == ["cde"])
  }

  @Test func `a very long word is cut`() {
    var reader = TokenReader(.words)
    let long = String(repeating: "a", count: 40_000)
    let tokens = reader.tokens(of: "\(long) É\(long)").map(\.bytes.count)
    #expect(tokens == [32_768, 32_768])
  }

  private func excerpt(_ text: String, _ query: String, _ length: Int) -> (String, [String])? {
    SearchQuery(query).excerpt(of: text, "text", at: 0, length: length).map { found in
      (found.excerpt.text, found.excerpt.matches.map { String(found.excerpt.text[$0]) })
    }
  }

  @Test func `an excerpt has the part with the most different words`() throws {
    let text = "one two one three four two one five six two three one"
    let found = try #require(excerpt(text, "two three five", 4))
    #expect(found.1.count == 2 && Set(found.1).count == 2)
    let all = try #require(excerpt(text, "two", .max))
    #expect(all.0 == text && all.1 == ["two", "two", "two"])
  }

  @Test func `an excerpt with very many words takes linear time`() throws {
    let text = String(repeating: "dune ", count: 50_000)
    #expect(try #require(excerpt(text, "dune", 24)).1.count == 24)
  }

  @Test func `ranges of an excerpt contain whole characters`() throws {
    let parts = SearchQuery("cafe", tokenizer: .trigrams)
    let found = try #require(parts.excerpt(of: "un cafe\u{301} noir", "text", at: 0, length: 9))
    #expect(found.excerpt.matches.map { found.excerpt.text[$0] } == ["cafe\u{301}"])
  }

  @Test func `words are sequences of letters, digits and marks`() {
    var reader = TokenReader(.words)
    let tokens = reader.tokens(of: "A_b, Ünï-2 — ἀ 日本語 क्षि\u{301} e\u{301}t 🎉 \u{301}!")
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(tokens == ["a", "b", "uni", "2", "α", "日本語", "क्षि", "et"])
  }

  @Test func `folding a word again changes nothing`() {
    var reader = TokenReader(.words)
    for block in 0..<0x300 {
      let scalars = (block << 8..<(block + 1) << 8).compactMap { Unicode.Scalar(UInt32($0)) }
      let words = reader.tokens(of: scalars.map { "a\($0)b" }.joined(separator: " ")).map(\.bytes)
      let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      #expect(reader.tokens(of: text).map(\.bytes) == words, "U+\(String(block << 8, radix: 16))")
    }
  }

  @Test func `a search prints as text that is the same search`() throws {
    for text in [
      "SEARCH(SELF, \"dune herb*\")", "SEARCH(title, author.name, \"dune\")",
      "SEARCH[p](title, $QUERY)", "NOT SEARCH(title, \"a\") OR pages > 3",
    ] {
      let predicate = try FetchPredicate(text)
      #expect("\(predicate)" == text)
    }
    #expect(try FetchPredicate("search('dune' , 'x')") == FetchPredicate("SEARCH(\"dune\", \"x\")"))
    #expect(throws: (any Error).self) { try FetchPredicate("SEARCH(title)") }
  }

  @Test(arguments: [
    (["Note"], "FullText(…)", "has none named")
  ]) func `a full-text index of an unknown property is an issue`(
    _ names: [String], _ part: String, _ other: String
  ) {
    #expect {
      try ManagedObjectModel("M") {
        Entity("Note") {
          Attribute("title", String.self)
          FullText("titel")
        }
      }
    } throws: {
      "\($0)".contains(part) && "\($0)".contains(other) && "\($0)".contains("title")
    }
  }

  @Test func `full-text indexes of numbers, of to-many paths, and second ones are issues`() {
    #expect {
      try ManagedObjectModel("M") {
        Entity("Note") {
          Attribute("title", String.self)
          Attribute("number", Int.self)
          Relationship("parts", to: "Note", .toMany, inverse: "whole")
          Relationship("whole", to: "Note", inverse: "parts")
          FullText("number", "parts.title", "whole", weights: [0, 1e9])
          FullText("title")
        }
      }
    } throws: { error in
      ["number", "to-many", "a relationship", "positive weights", "one full-text index"]
        .allSatisfy("\(error)".contains)
    }
  }

  @Test func `a search without an index is an issue that names a remedy`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Note") { Attribute("title", String.self) }
    }
    let issues = FetchPredicate.comparison(.keyPath([]), .search, .constant(.string("x")))
      .issues(entity: try #require(model["Note"])) { model[$0] }
    #expect(issues.map(\.message).joined().contains("Add FullText(\"title\")"))
  }

  @Test func `a search of a related object says that it is no text, though it has an index`()
    throws
  {
    let model = try ManagedObjectModel("M") {
      Entity("Author") {
        Attribute("name", String.self)
        Relationship("books", to: "Book", .toMany, inverse: "author")
        FullText("name")
      }
      Entity("Book") { Relationship("author", to: "Author", inverse: "books") }
    }
    let predicate = try FetchPredicate("SEARCH(author, 'x')")
    let issues = predicate.issues(entity: try #require(model["Book"])) { model[$0] }
    #expect(issues.count == 1)
    #expect(issues.map(\.message).joined().contains("must test text, but"))
  }

  @Test func `a model with a full-text index survives its encoded form`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Note") {
        Attribute("title", String.self)
        FullText("title", weights: [2.5], tokenizer: .trigrams)
      }
    }
    let copy = try JSONDecoder().decode(ManagedObjectModel.self, from: JSONEncoder().encode(model))
    #expect(copy["Note"]?.indexes == model["Note"]?.indexes)
    #expect(copy["Note"]?.indexes.first?.tokenizer == .trigrams)
  }
}
