import Armature
import ArmatureDocuments
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct ExampleModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func proposal(_ text: String, path: String = "books.json") throws -> ExampleModel {
    try ExampleModel(JSONText(text), path: path)
  }

  /// Returns the properties of an entity, each in a line.
  private func properties(
    _ proposal: ExampleModel, _ entity: String = "Book"
  ) throws -> [String] {
    try #require(proposal.model[entity]).properties.map { "\($0)" }
  }

  // MARK: Types

  @Test(arguments: [
    ("1, 2", "Int"), ("1, 2.5", "Double"), ("1.0, 2", "Double"),
    ("9007199254740993, 0.5", "Decimal"),
    ("9223372036854775808, 1", "Decimal"), ("9223372036854775809, 1", "Decimal"),
    ("true, false", "Bool"),
    ("1e400, 1", "JSONValue"), ("1, \"a\"", "JSONValue"), ("\"a\", \"b\"", "String"),
    ("\"2024-01-31\", \"2024-02-01\"", "CalendarDate"),
    ("\"2024-02-30\", \"2024-02-01\"", "String"),
    ("\"2024-01-31T10:00:00Z\", \"2024-01-31T10:00:00.5Z\"", "Date"),
    ("\"2024-01-31T10:00:00.0Z\", \"2024-01-31T10:00:00Z\"", "String"),
    ("\"2024-01-31T10:00:00+02:00\", \"2024-01-31T10:00:00Z\"", "ZonedDate"),
    ("\"2024-01-31\", \"2024-01-31\"", "String"),
    ("\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\", \"00000000-0000-0000-0000-000000000001\"", "UUID"),
    (
      "\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\", \"00000000-0000-0000-0000-000000000001\"", "String"
    ),
    ("\"https://example.org/a\", \"https://example.org/b\"", "URL"), ("\"a:b\", \"c:d\"", "String"),
    ("[1], [2, 3]", "[Int]"), ("[1], [\"a\"]", "JSONValue"), ("[], []", "JSONValue"),
    ("[[1]], [[2]]", "JSONValue"),
    ("null, 1", "Int?"), ("null, null", "JSONValue?"), ("{}, {}", "JSONValue"),
  ])
  func `the type of a property keeps all values exactly`(values: String, type: String) throws {
    let parts = try JSONValue(parsing: "[\(values)]").arrayValue ?? []
    let text =
      "[" + parts.map { "{\"other\": true, \"value\": \($0)}" }.joined(separator: ",") + "]"
    let attribute = try #require(try proposal(text).model["Book"]?.property(named: "value"))
    let found = try #require(attribute.asAttribute)
    #expect(found.type.swiftName + (found.isOptional ? "?" : "") == type)
  }

  @Test func `a key that some records lack is optional, and one record requires all of its keys`()
    throws
  {
    let two = try proposal(#"[{"title": "Emma", "pages": 474}, {"title": "Dune"}]"#)
    #expect(try properties(two) == ["title: String", "pages: Int?"])
    let one = try proposal(#"[{"title": "Emma", "pages": 474}]"#)
    #expect(try properties(one) == ["title: String", "pages: Int"])
    #expect(
      one.issues.map(\.message) == [
        "Book is proposed from one record only, so each key of it is required."
      ])
  }

  @Test func `names follow Swift, and keys stay as they are`() throws {
    let found = try proposal(
      #"[{"Unit Price": 1, "unit_price": true, "class": "a", "objectID": "b", "1st": 2}]"#,
      path: "order_lines.json")
    let entity = try #require(found.model["OrderLine"])
    #expect(entity.key == "order_lines")
    #expect(
      entity.attributes.map { "\($0.name)=\($0.key ?? "-")" } == [
        "unitPrice=Unit Price", "unitPrice2=unit_price", "class=-", "orderLineObjectID=objectID",
        "_1st=1st",
      ])
  }

  @Test(arguments: [
    ("addresses", "Address"), ("news", "News"), ("people", "Person"), ("categories", "Category"),
    ("boxes", "Box"), ("movies", "Movie"), ("series", "Series"), ("status", "Status"),
    ("data", "Data"),
    ("statuses", "Status"), ("order-lines", "OrderLine"),
  ])
  func `an entity has the singular of the name of its file`(file: String, entity: String) throws {
    #expect(try proposal("[{\"a\": 1}]", path: "\(file).json").model.entities[0].name == entity)
  }

  // MARK: Objects

  @Test func `objects with the same single values are composites, and other objects are entities`()
    throws
  {
    let found = try proposal(
      """
      [
        {"title": "Emma", "size": {"w": 1, "h": 2}, "lines": [{"no": 1}, {"no": 2, "text": "x"}], "cover": {"by": "A"}},
        {"title": "Dune", "size": {"w": 3, "h": 4}, "lines": [], "cover": {"year": 1965}}
      ]
      """)
    #expect(found.model.entities.map(\.name) == ["Book", "BookLine", "BookCover"])
    let book = try #require(found.model["Book"])
    guard case .composite(let elements)? = book.property(named: "size")?.asAttribute?.type else {
      Issue.record("The size must be a composite.")
      return
    }
    #expect(elements.map(\.name) == ["w", "h"])
    let lines = try #require(book.property(named: "lines")?.asRelationship)
    #expect(lines.arity == .ordered && lines.isOwned)
    let cover = try #require(book.property(named: "cover")?.asRelationship)
    #expect(cover.arity == .toOne && !cover.isOptional)
    let back = try #require(found.model["BookLine"]?.property(named: "bookOfLines")?.asRelationship)
    #expect(!back.isOptional)
  }

  @Test(arguments: [
    (#"{"a/b": 1, "c/d": 2, "e/f": 3}"#, "maps, whose keys are values"),
    (#"{"": 1}"#, "keys that no property can have"),
    (#"[{"a": 1}, null]"#, "lists with null"), (#"[{"a": 1}, 2]"#, "lists of different values"),
  ])
  func `objects that are no records become JSON, with the reason`(value: String, reason: String)
    throws
  {
    let found = try proposal("[{\"title\": \"x\", \"other\": \(value)}, {\"title\": \"y\"}]")
    #expect(
      try properties(found)
        == ["title: String, identifying", "other: JSONValue?"].map {
          $0.replacing(", identifying", with: "")
        })
    #expect(
      found.issues.map(\.message).contains(
        "Book.other may be any JSON value: the examples have \(reason)."))
  }

  @Test func `maps with rare keys become JSON`() throws {
    let records = (0..<10).map {
      "{\"title\": \"t\($0)\", \"prices\": {\"k\($0)\": 1, \"m\($0)\": 2}}"
    }
    let found = try proposal("[\(records.joined(separator: ","))]")
    #expect(try properties(found)[1] == "prices: JSONValue")
  }

  @Test func `trees become JSON below their first level`() throws {
    let text = #"{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}]}"#
    let found = try proposal(text, path: "tree.json")
    #expect(found.model.entities.map(\.name) == ["Tree", "TreeChild"])
    #expect(
      try properties(found, "TreeChild") == [
        "name: String", "children: JSONValue",
        "treeOfChildren: one Tree, required, inverse children",
      ])
    try ExampleLaw.check(text, path: "tree.json")
  }

  // MARK: Guesses

  @Test func `keys that identify records and lead to others are verified with all values`() throws {
    let text = """
      {
        "authors": [{"name": "Eliot", "id": 7}, {"name": "Herbert", "id": 9}],
        "books": [
          {"isbn": "1", "author_id": 7, "editors": [9, 7]}, {"isbn": "2", "author_id": 9, "editors": []},
          {"isbn": "3", "author_id": null, "editors": [7]}
        ]
      }
      """
    let found = try proposal(text, path: "library.json")
    #expect(
      found.issues.map(\.message) == [
        "Author.id identifies the objects: its 2 values are all different.",
        "Book.isbn identifies the objects: its 3 values are all different.",
        "Book.author leads to Author: each of the 2 values is in Author.id.",
      ])
    let author = try #require(found.model["Book"]?.property(named: "author")?.asRelationship)
    #expect(author.destination == "Author" && author.inverse == "books" && author.isOptional)
    #expect(author.key == "author_id")
    #expect(found.model["Book"]?.property(named: "editors")?.asAttribute?.type == .list(.int64))
    try ExampleLaw.check(text, path: "library.json")
    // A single value without a record, and nothing leads anywhere.
    let broken = try proposal(
      text.replacing("\"author_id\": 9", with: "\"author_id\": 8"), path: "library.json")
    #expect(broken.model["Book"]?.property(named: "authorId")?.asAttribute?.type == .int64)
    // A repeated value does not identify.
    let repeated = try proposal(
      text.replacing("\"id\": 9", with: "\"id\": 7"), path: "library.json")
    #expect(repeated.model["Author"]?.identifyingAttributes.map(\.name) == ["name"])
  }

  @Test func `links in both directions have no inverse`() throws {
    let text = """
      {
        "authors": [{"id": "a", "books": ["x", "y"]}, {"id": "b", "books": []}],
        "books": [{"id": "x", "author": "a"}, {"id": "y", "author": "a"}]
      }
      """
    let found = try proposal(text, path: "library.json")
    #expect(try properties(found, "Author") == ["id: String", "books: many ordered Book"])
    #expect(try properties(found) == ["id: String", "author: one Author, required"])
    #expect(found.issues.filter { $0.message.contains("both directions") }.count == 2)
    try ExampleLaw.check(text, path: "library.json")
  }

  @Test func `texts with few values must be one of them`() throws {
    func proposal(_ count: Int) throws -> ExampleModel {
      let records = (0..<count).map {
        "{\"id\": \($0), \"genre\": \"\(["novel", "drama"][$0 % 2])\"}"
      }
      return try self.proposal("[\(records.joined(separator: ","))]")
    }
    #expect(try properties(proposal(8))[1] == "genre: String, one of \"drama\", \"novel\"")
    #expect(try properties(proposal(7))[1] == "genre: String")
  }

  @Test func `comments in source state what was seen`() throws {
    let found = try proposal(
      #"[{"id": 4, "pages": 474, "note": "a\nb"}, {"id": 2, "pages": 612}]"#)
    #expect(
      SwiftSource(of: found.model).text == """
        import Armature

        let model = try ManagedObjectModel("Books") {
          // Proposed from 2 records in books.json.
          Entity("Book") {
            // From 2 to 4.
            Attribute("id", Int.self).identifying()
            // From 474 to 612.
            Attribute("pages", Int.self)
            // Up to 3 characters. In 1 of 2 records.
            Attribute("note", String?.self)
          }
          .key("books")
        }

        """)
    #expect(
      SwiftSource(of: found.model, as: .typed).text.contains(
        "  // From 2 to 4.\n  let id = Attribute<Int>().identifying()\n"))
    let data = try JSONEncoder().encode(found.model)
    let copy = try JSONDecoder().decode(ManagedObjectModel.self, from: data)
    #expect(SwiftSource(of: copy).text == SwiftSource(of: found.model).text)
  }

  // MARK: Files

  @Test func `a folder becomes one model, with links between its files`() throws {
    try folder.write("id;name\n1;Eliot\n2;Herbert\n", to: "data/authors.csv")
    try folder.write(
      "{\"title\": \"Emma\", \"author\": 1}\n{\"title\": \"Dune\", \"author\": 2}\n",
      to: "data/books.ndjson")
    try folder.write("# Notes", to: "data/README.md")
    let found = try ExampleModel(contentsOf: folder.file("data"))
    #expect(found.model.name == "Data")
    #expect(
      try properties(found) == ["title: String", "author: one Author, required, inverse books"])
    #expect(found.files.map(\.entity) == ["Author", "Book"])
    #expect(Set(found.issues.map(\.site.file)) == Set(found.files.map(\.path)))
    let context = ManagedObjectContext(model: found.model)
    #expect(try context.load(found.sources).report.isEmpty)
    #expect(context.objects(of: "Author")[1]["name"] == "Herbert")
  }

  @Test func `documents in a folder that have the same keys become one entity`() throws {
    try folder.write(#"{"name": "a", "version": 1}"#, to: "packages/a.json")
    try folder.write(#"{"name": "b", "version": 2, "private": true}"#, to: "packages/b.json")
    try folder.write(#"{"colors": ["red"]}"#, to: "packages/settings.json")
    let found = try ExampleModel(contentsOf: folder.file("packages"))
    #expect(found.model.entities.map(\.name) == ["Package", "Settings"])
    #expect(try properties(found, "Package") == ["name: String", "version: Int", "private: Bool?"])
    #expect(found.files.map(\.isDocument) == [true, true, true])
    let context = ManagedObjectContext(model: found.model)
    #expect(try context.load(found.sources).report.isEmpty)
  }

  @Test func `in a table, other notations of numbers are texts`() throws {
    let path = try folder.write(
      "zip,price,big,flag,empty\n00501,1.50,1e3,true,\n10115,2,2,false,\n", to: "places.csv")
    let found = try ExampleModel(contentsOf: path)
    #expect(
      try properties(found, "Place") == [
        "zip: String", "price: Double", "big: String", "flag: Bool", "empty: JSONValue?",
      ])
  }

  @Test(arguments: [
    ("a.json", "{\"a\": 1,\n  \"b\" 2}", 2, 7, "A colon is expected here"),
    ("a.json", "", 1, 1, "A value is expected here, but the text ends."),
    ("a.json", "7", 1, 1, "The file must have objects, but has a single value."),
    ("a.json", "[]", 0, 0, "The file must have at least one record, but has none."),
    (
      "a.json", "[{\"a\": 1}, 2]", 1, 12,
      "Each record must be an object, but this is another value."
    ),
    (
      "a.json", "{\"a\": 1}\n{\"a\": 2}", 2, 1,
      "If each line is a record, let the name of the file end in .ndjson."
    ),
    (
      "a.json", "[{\"a\": 1, \"a\": 2}]", 1, 11,
      "An object must have each key once, but \"a\" is repeated."
    ),
    ("a.json", "[{\"\": 1}]", 0, 0, "Each key must have at least one character, but one is empty."),
    ("a.json", "[{\"é\": 1, \"e\u{301}\": 2}]", 0, 0, "occurs with two different encodings"),
    ("a.ndjson", "{\"a\": 1}\n\n{\"a\": }\n", 3, 7, "A value is expected here"),
    ("a.ndjson", "\n", 0, 0, "The file must have at least one record, but has none."),
    ("a.csv", "", 1, 1, "The text must start with a row of keys, but is empty."),
    ("a.csv", "a,b\n", 0, 0, "The table must have rows below its header, but has none."),
    (
      "a.csv", "a,b\n1\n", 2, 2,
      "A row must have 2 cells, as the header row has, but this one has 1."
    ),
    (
      "a.csv", "a,,b\n1,2,3\n", 1, 3,
      "Each column must have a key in the header row, but this one has none."
    ),
    ("a.csv", "a,b,a\n1,2,3\n", 1, 5, "Each column must have its own key, but \"a\" is repeated."),
  ])
  func `unusable files are reported with their place`(
    name: String, text: String, line: Int, column: Int, message: String
  ) throws {
    let path = try folder.write(text, to: name)
    let error = try #require(throws: ModelError.self) { try ExampleModel(contentsOf: path) }
    let issue = error.issues[0]
    #expect(issue.message.contains(message), "\(issue.message)")
    #expect(issue.site.line == line && issue.site.column == column, "\(issue.site)")
    #expect(issue.site.file == path && issue.code == .unusableExamples)
  }

  @Test func `a missing file and a folder without data are errors`() throws {
    #expect(throws: FileReadError(path: "none.json", reason: .missing)) {
      try ExampleModel(contentsOf: "none.json")
    }
    let error = try #require(throws: ModelError.self) { try ExampleModel(contentsOf: folder.path) }
    #expect(
      error.issues[0].message
        == "The folder must contain files that end in .json, .ndjson, .jsonl, .csv, .tsv, but contains none."
    )
  }

  @Test(arguments: [
    ("books.json", #"[{"title": "Dune"}]"#), ("books.ndjson", #"{"title": "Dune"}"#),
    ("books.tsv", "title\nDune\n"),
  ])
  func `a table and another file cannot have the same name`(other: String, contents: String) throws
  {
    let table = try folder.write("title\nEmma\n", to: "data/books.csv")
    try folder.write(
      contents, to: "data/\(other)")
    let error = try #require(throws: ModelError.self) {
      try ExampleModel(contentsOf: folder.file("data"))
    }
    #expect(error.issues[0].message.contains("but those in \(table) have the key"))
  }

  @Test func `large and deep data needs linear time, and too many keys are an error`() throws {
    let many = (0..<100_000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    let error = try #require(throws: ModelError.self) { try proposal("{\(many)}") }
    #expect(error.issues[0].message.hasPrefix("A record must have at most 500 different keys"))
    let inner = try proposal("[{\"a\": 1, \"map\": {\(many)}}]")
    #expect(try properties(inner) == ["a: Int", "map: JSONValue"])
    let deep = String(repeating: "{\"a\": ", count: 600) + "1" + String(repeating: "}", count: 600)
    let tooDeep = try #require(throws: ModelError.self) { try proposal(deep) }
    #expect(tooDeep.issues[0].message.contains("nested at most 512 deep"))
    let levels =
      (0..<400).map { "{\"k\($0)\": " }.joined() + "1" + String(repeating: "}", count: 400)
    #expect(try proposal(levels).model.entities.count < 20)
    try ExampleLaw.check(levels, path: "levels.json")
  }
}
