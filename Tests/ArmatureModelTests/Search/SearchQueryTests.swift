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
          FullText("number", "parts.title", "whole", weights: [0, 1])
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
