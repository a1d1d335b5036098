import Armature
import Testing

@Suite struct ChangesetKeyTests {
  private let context: ManagedObjectContext
  private let book: ManagedObject

  init() throws {
    let model = try ManagedObjectModel("Keys") {
      Entity("Author") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "author")
      }
      Entity("Book") {
        Attribute("myKey", String?.self).key("my-key")
        Attribute("unitPrice", Int?.self)
        Attribute("pages", Int?.self)
        Composite("size") {
          Attribute("width", Int?.self).key("w")
          Attribute("height", Int?.self)
        }.optional().key("dimensions")
        Attribute("secretCode", Int?.self).key("code")
        Relationship("author", to: "Author", inverse: "books").key("written_by")
      }
    }
    context = ManagedObjectContext(model: model)
    try context.insert("Author").name = "Frank"
    book = try context.insert("Book")
  }

  private let allowed = ["myKey", "unitPrice", "author"]

  @Test(arguments: [
    (KeyStrategy.propertyNames, "unitPrice"), (.snakeCase, "unit_price"),
    (.capitalized, "UnitPrice"), (.custom { "\($0)!" }, "unitPrice!"),
  ])
  func `JSON has the keys that loading reads`(strategy: KeyStrategy, key: String) throws {
    let json = #"{"my-key": "x", "\#(key)": 3, "written_by": "Frank"}"#
    let changes = Changeset(book, casting: json, allowing: allowed, keys: strategy)
    #expect(changes.report.rendered(as: .lines) == "")
    try changes.apply()
    #expect(book["myKey"] == "x" && book["unitPrice"] == 3)
    #expect(book.one("author")?["name"] == "Frank")
    try context.load(
      LoadSource.text("{\"Book\": [\(json)]}"), options: LoadOptions(keys: strategy))
  }

  @Test(arguments: [
    (
      #"{"myKey": "x"}"#, KeyStrategy.propertyNames,
      #"1:2: error: Book.myKey is not a property of Book. Did you mean "my-key"? [key.unknown]"#
    ),
    (
      #"{"author": "x"}"#, .propertyNames,
      #"1:2: error: Book.author is not a property of Book. Did you mean "written_by"? "#
        + "[key.unknown]"
    ),
    (
      #"{"my-kye": "x"}"#, .propertyNames,
      #"1:2: error: Book.my-kye is not a property of Book. Did you mean "my-key"? [key.unknown]"#
    ),
    (
      #"{"unit_prise": 1}"#, .snakeCase,
      #"1:2: error: Book.unit_prise is not a property of Book. Did you mean "unit_price"? "#
        + "[key.unknown]"
    ),
    (
      #"{"unitPrice": 1}"#, .snakeCase,
      #"1:2: error: Book.unitPrice is not a property of Book. Did you mean "unit_price"? "#
        + "[key.unknown]"
    ),
    (
      #"{"secretCode": 1}"#, .propertyNames,
      "1:2: error: Book.secretCode is not a property of Book. [key.unknown]"
    ),
    (
      #"{"code": 1}"#, .propertyNames,
      "1:2: error: Book.secretCode must not be set from this data. [key.notAllowed]"
    ),
    (
      #"{"my-key": "x", "my-key": "y"}"#, .propertyNames,
      "1:17: error: Book.myKey must occur once, but occurs again. [key.duplicate]"
    ),
  ])
  func `an unknown key is reported with the one that would do`(
    json: String, strategy: KeyStrategy, line: String
  ) {
    let changes = Changeset(
      book, casting: json, allowing: allowed, keys: strategy, name: "form.json")
    #expect(changes.report.rendered(as: .lines) == "form.json:\(line)")
  }

  @Test func `loading suggests the key of a property that is called by its name`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try context.load(LoadSource.text(#"{"Book": [{"author": "Frank"}]}"#, name: "b.json"))
    }
    #expect(
      report?.rendered(as: .lines)
        == "b.json:1:12: error: Book.author is not a property of Book. "
        + #"Did you mean "written_by"? [key.unknown]"#)
  }

  @Test(arguments: ["my-key", "myKey"])
  func `values with a type stand under a name or a key`(key: String) {
    let changes = Changeset(book, casting: [key: "x"], allowing: allowed)
    #expect(changes.isValid && changes.pending == ["myKey": "x"])
  }

  @Test func `values with a type stand under the keys of a strategy, too`() {
    let changes = Changeset(
      book, casting: ["unit_price": "3"], allowing: allowed, keys: .snakeCase)
    #expect(changes.isValid && changes.pending == ["unitPrice": 3])
  }

  @Test func `a value under a name and one under its key are one too many`() {
    let changes = Changeset(book, casting: ["my-key": "x", "myKey": "y"], allowing: allowed)
    #expect(changes.report.failures.map(\.code) == ["key.duplicate"])
    #expect(changes.report.failures.first?.keyPath == ["myKey"])
  }

  @Test(
    arguments: [
      (["width": 1, "height": 2], ""), (["w": 1, "height": 2], ""),
      (["w": "1", "height": 2.0], ""),
      (
        ["w": 1, "width": 1, "height": 2],
        "error: Book#2*: Book.size.w is not a property of Book. [key.unknown]"
      ),
    ] as [([String: AttributeValue], String)])
  func `elements of a composite stand under a name or a key, too`(
    size: [String: AttributeValue], lines: String
  ) {
    for key in ["size", "dimensions"] {
      let changes = Changeset(book, casting: [key: .composite(size)], allowing: ["size"])
      #expect(changes.report.rendered(as: .lines) == lines)
      #expect(
        changes.pending == (lines.isEmpty ? ["size": .composite(["width": 1, "height": 2])] : [:]))
    }
    let json = #"{"dimensions": {"w": 1, "height": 2}}"#
    #expect(
      Changeset(book, casting: json, allowing: ["size"]).pending
        == ["size": .composite(["width": 1, "height": 2])])
  }

  @Test func `two properties with one key are a failure, as in loading`() {
    let changes = Changeset(
      book, casting: [:], allowing: allowed, keys: .custom { _ in "same" })
    #expect(
      changes.report.failures.map(\.message) == [
        "Book.pages must have a key of its own in JSON, but \"same\" belongs to unitPrice, too. "
          + "Declare another with key(_:)."
      ])
  }

  @Test func `paths have the keys of the JSON`() {
    let changes = Changeset(
      book, casting: #"{"my-key": 1, "unitPrice": "x"}"#, allowing: allowed)
    #expect(
      changes.report.failures.map { $0.source?.path } == [#"$["my-key"]"#, "$.unitPrice"])
  }

  @Test func `a report is small however long a key is`() throws {
    let key = String(repeating: "x", count: 1_000_000)
    let json = "{\"\(key)\": 1, \"\(key)\": 2}"
    for changes in [
      Changeset(book, casting: json, allowing: allowed),
      Changeset(book, casting: [key: 1], allowing: allowed),
    ] {
      #expect(!changes.isValid && changes.report.rendered(as: .json).utf8.count < 4_000)
    }
  }
}
