import Armature
import Testing

@testable import ArmatureCommands

/// The import of models from data.
@Suite struct ExampleImportTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let books = """
    {
      "authors": [{"name": "Eliot"}, {"name": "Herbert"}],
      "books": [{"title": "Emma", "author": "Eliot", "pages": 474}, {"title": "Dune", "author": "Herbert"}]
    }
    """

  @Test func `data becomes a model by which it is valid`() throws {
    let data = try folder.write(Self.books, to: "library.json")
    let path = folder.path.appendingPath("model.json")
    let outcome = Outcome.of(["import", data, "-o", path])
    #expect(outcome.status == 0 && outcome.result == path + "\n")
    #expect(
      outcome.talk == """
        \(data): warning: Author.name identifies the objects: its 2 values are all different. [guessedFromExamples]
        \(data): warning: Book.title identifies the objects: its 2 values are all different. [guessedFromExamples]
        \(data): warning: Book.author leads to Author: each of the 2 values is in Author.name. [guessedFromExamples]
        Next: armature validate \(path) \(data)

        """)
    #expect(Outcome.of(["validate", path, data]).status == 0)
    let described = Outcome.of(["describe", path]).result
    #expect(described.contains("author: one Author, required, inverse books"), "\(described)")
    let wrong = try folder.write(
      Self.books.replacing("474", with: "\"474\""), to: "wrong.json")
    #expect(Outcome.of(["validate", path, wrong]).status == 1)
  }

  @Test func `a document is validated as its entity`() throws {
    let data = try folder.write(#"{"name": "tide", "type": "module"}"#, to: "package.json")
    let path = folder.path.appendingPath("model.json")
    let outcome = Outcome.of(["import", data, "-o", path])
    #expect(outcome.talk.hasSuffix("Next: armature validate \(path) \(data) --entity Package\n"))
    #expect(Outcome.of(["validate", path, data, "--entity", "Package"]).status == 0)
  }

  @Test(arguments: [
    ("books.csv", "title;pages\nEmma;474\n"), ("books.tsv", "title\tpages\nEmma\t474\n"),
    ("books.ndjson", #"{"title": "Emma", "pages": 474}"#),
    ("books.jsonl", #"{"title": "Emma", "pages": 474}"#),
    ("books.json", #"[{"title": "Emma", "pages": 474}]"#),
  ])
  func `each kind of data file is recognized, alone and in a folder`(name: String, text: String)
    throws
  {
    let data = try folder.write(text, to: "data/\(name)")
    for path in [data, data.parentPath] {
      let outcome = Outcome.of(["import", path, "--as", "dynamic"])
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.result.contains("Attribute(\"pages\", Int.self)"), "\(outcome)")
    }
  }

  @Test func `a schema is read as data only with an option`() throws {
    let schema = try folder.write(
      #"{"title": "Cup", "type": "object", "properties": {"size": {"type": "integer"}}}"#,
      to: "cup.json")
    #expect(Outcome.of(["import", schema, "--as", "dynamic"]).result.contains("\"otherKeys\""))
    let forced = Outcome.of(["import", schema, "--examples", "--as", "dynamic"])
    #expect(forced.result.contains("Attribute(\"title\", String.self)"), "\(forced)")
    let both = Outcome.of(["import", schema, "--examples", "--data"])
    #expect(both.status == 64 && both.talk.contains("--examples reads data files"))
  }

  @Test func `unusable data is reported with its place, and nothing is written`() throws {
    let path = folder.path.appendingPath("model.json")
    let broken = try folder.write("[{\"a\": 1},\n  {\"a\" 2}]", to: "books.json")
    let outcome = Outcome.of(["import", broken, "-o", path])
    #expect(outcome.status == 65 && FileStatus(path) == nil)
    #expect(
      outcome.talk.hasPrefix("\(broken):2:8: error: A colon is expected here"), "\(outcome)")
    let empty = folder.path.appendingPath("empty")
    try Files.makeFolder(empty)
    let none = Outcome.of(["import", empty, "-o", path])
    #expect(none.status == 65 && none.talk.contains("The folder must contain files that end in"))
    #expect(FileStatus(path) == nil)
  }

  // MARK: The form of the output

  @Test(arguments: [
    (["import", "DATA"], "a.swift", "import Armature\n"), (["import", "DATA"], "a.json", "{\n"),
    (["import", "DATA", "--as", "typed"], "a.swift", "import Armature\n"),
    (["generate", "MODEL"], "a.swift", "import Armature\n"),
    (["schema", "MODEL"], "a.md", "# "), (["schema", "MODEL"], "a.sql", "CREATE TABLE"),
    (["schema", "MODEL"], "a.json", "{\n"),
  ])
  func `the ending of the file names its form`(call: [String], name: String, start: String) throws {
    let outcome = try run(call, name)
    #expect(outcome.status == 0, "\(outcome)")
    let text = String(decoding: try Files.read(folder.path.appendingPath(name)), as: UTF8.self)
    #expect(text.contains(start) && text.prefix(400).contains(start), "\(text.prefix(200))")
  }

  @Test(arguments: [
    (
      ["import", "DATA", "--as", "dynamic"], "a.json",
      "--as dynamic writes no file that ends in .json. Leave out --as, or use a name that ends in .swift."
    ),
    (
      ["import", "DATA", "--as", "classes"], "a.swift",
      "--as classes writes no file that ends in .swift. Leave out --as, or use a name that belongs to a folder."
    ),
    (
      ["generate", "MODEL"], "a.json",
      "generate writes no file that ends in .json. Use a name that ends in .swift."
    ),
    (
      ["generate", "MODEL", "--as", "xcdatamodel"], "a.swift",
      "--as xcdatamodel writes no file that ends in .swift. Leave out --as, or use a name that ends in .xcdatamodel."
    ),
    (
      ["schema", "MODEL"], "a.swift",
      "schema writes no file that ends in .swift. Use a name that ends in .json."
    ),
    (
      ["schema", "MODEL", "--format", "sql"], "a.md",
      "--format sql writes no file that ends in .md. Leave out --format, or use a name that ends in .sql."
    ),
  ])
  func `an option that contradicts the ending is an error`(
    call: [String], name: String, message: String
  ) throws {
    let outcome = try run(call, name)
    #expect(outcome.status == 64 && outcome.talk.contains(message), "\(outcome)")
    #expect(FileStatus(folder.path.appendingPath(name)) == nil)
  }

  /// Runs a call with a data file or model in place of a word, and with an output.
  private func run(_ call: [String], _ name: String) throws -> Outcome {
    let data = try folder.write(Self.books, to: "library.json")
    let model = try folder.write(Shop.model(), to: "shop.json")
    let words = call.map { $0 == "DATA" ? data : $0 == "MODEL" ? model : $0 }
    return Outcome.of(words + ["-o", folder.path.appendingPath(name)])
  }
}
