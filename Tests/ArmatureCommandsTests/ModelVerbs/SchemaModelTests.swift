import Armature
import Testing

@testable import ArmatureCommands

/// Commands that take a JSON Schema as their model.
@Suite struct SchemaModelTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let package = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
     "properties": {
       "name": {"type": "string", "pattern": "^[a-z-]+$"},
       "homepage": {"type": "string", "format": "uri"},
       "author": {"$ref": "#/$defs/person"},
       "files": {"type": "array", "items": {"type": "string"}}},
     "required": ["name"],
     "$defs": {"person": {"type": "object", "properties": {
       "email": {"type": "string", "format": "email"}}, "required": ["email"]}}}
    """

  private func outcome(_ arguments: String...) -> Outcome {
    let outcome = Outcome.of(arguments)
    func short(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
    return Outcome(
      status: outcome.status, result: short(outcome.result), talk: short(outcome.talk))
  }

  @Test func `a document of one object is an instance of the root`() throws {
    let schema = try folder.write(Self.package, to: "package.schema.json")
    let valid = try folder.write(
      #"{"name": "a-b", "author": {"email": "a@b.org"}, "files": ["x"], "version": 1}"#,
      to: "package.json")
    let found = outcome("validate", schema, valid)
    #expect(found.status == 0 && found.result == "Package: 1\nPerson: 1\n", "\(found)")
    #expect(found.talk.isEmpty, "\(found)")
    let invalid = try folder.write(
      #"{"name": "A", "homepage": "b", "author": {"email": "c"}}"#, to: "invalid.json")
    let failures = outcome("validate", schema, invalid, "--format", "lines", "--quiet")
    #expect(failures.status == 1 && failures.talk.isEmpty)
    #expect(
      failures.result == """
        invalid.json:1:10: error: Package.name must match the pattern "[a-z-]+", but is "A". [pattern]
        invalid.json:1:27: error: Package.homepage must be a URI, such as https://example.com/a, but is "b". [format]
        invalid.json:1:52: error: Person.email must be an email address, such as jane@example.com, but is "c". [format]

        """)
  }

  @Test func `a list is one of instances, and lines are instances`() throws {
    let schema = try folder.write(Self.package, to: "package.schema.json")
    let list = try folder.write(#"[{"name": "a"}, {"name": "b"}]"#, to: "all.json")
    #expect(outcome("validate", schema, list).result == "Package: 2\nPerson: 0\n")
    let lines = try folder.write("{\"name\": \"a\"}\n{\"name\": \"b\"}\n", to: "all.ndjson")
    #expect(outcome("validate", schema, lines).result == "Package: 2\nPerson: 0\n")
    let person = try folder.write(#"{"email": "a@b.org"}"#, to: "one.json")
    #expect(
      outcome("validate", schema, person, "--entity", "Person").result == "Package: 0\nPerson: 1\n")
  }

  @Test func `other keys are errors if the schema excludes them`() throws {
    let text = #"{"type": "object", "properties": {"a": {"type": "string"}}"#
    let closed = try folder.write(text + #", "additionalProperties": false}"#, to: "closed.json")
    let open = try folder.write(text + "}", to: "open.json")
    let data = try folder.write(#"{"a": "x", "b": 1}"#, to: "data.json")
    #expect(outcome("validate", open, data).status == 0)
    let found = outcome("validate", closed, data, "--format", "lines")
    #expect(found.status == 1 && found.result.contains("Closed.b must be absent, since its schema"))
  }

  @Test func `check lists what a model expresses differently, and issues are errors`() throws {
    let schema = try folder.write(Self.package, to: "package.schema.json")
    let found = outcome("check", schema)
    #expect(found.status == 0 && found.talk.isEmpty)
    #expect(!found.result.contains("not checked here"), "\(found)")
    let ahead = try folder.write(
      #"{"properties": {"a": {"type": "string", "pattern": "(?=b)"}}}"#, to: "ahead.json")
    #expect(
      outcome("check", ahead).result.contains("ahead.json:1:41: warning: Ahead.a has pattern"))
    let wrong = try folder.write(##"{"properties": {"a": {"$ref": "#/b"}}}"##, to: "wrong.json")
    #expect(outcome("check", wrong).result.hasPrefix("wrong.json:1:31: error: The model must have"))
    #expect(outcome("validate", wrong, schema).status == 65)
  }

  @Test func `other verbs take a schema, too`() throws {
    let schema = try folder.write(Self.package, to: "package.schema.json")
    #expect(
      outcome("describe", schema).result.contains("email: String, the form of an email address"))
    #expect(outcome("generate", schema).result.contains(".format(.email)"))
    let sample = outcome("sample", schema, "--seed", "1", "--quiet")
    #expect(sample.status == 0 && sample.result.contains("@"), "\(sample)")
  }

  @Test func `JSON without the keys of a schema must be a model`() throws {
    let path = try folder.write(#"{"a": 1}"#, to: "a.json")
    let found = outcome("check", path)
    #expect(found.status == 65 && found.talk.contains("This must be a JSON model, but is not"))
  }
}
