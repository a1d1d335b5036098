import Armature
import Testing

@testable import ArmatureCommands

@Suite struct SchemaTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(Shop.model(), to: "shop.json")
  }

  @Test(arguments: [
    ("json-schema", "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""),
    ("openapi", "\"openapi\": \"3.1.0\""), ("sql", "CREATE TABLE \"Product\" ("),
    ("markdown", "# Shop\n"),
  ])
  func `a model is told in each form`(format: String, part: String) {
    let outcome = Outcome.of(["schema", model, "--format", format])
    #expect(outcome.status == 0 && outcome.talk == "", "\(outcome)")
    #expect(outcome.result.contains(part), "\(outcome.result)")
  }

  @Test func `what a schema leaves to a load is told to who wants to know`() {
    let outcome = Outcome.of(["schema", model, "--verbose"])
    #expect(outcome.talk.contains("left to load: Product: unique sku\n"), "\(outcome.talk)")
  }

  @Test func `the tables are those that a store makes`() throws {
    let store = folder.path.appendingPath("shop.sqlite")
    #expect(Outcome.of(["store", "create", model, store]).status == 0)
    let text = Outcome.of(["schema", model, "--format", "sql"]).result
    let made = String(decoding: try Files.read(store), as: UTF8.self)
    for statement in text.split(separator: ";\n") {
      #expect(made.contains(statement), "\(statement)")
    }
  }

  @Test func `a schema is written to a file unless it only would be`() throws {
    let path = folder.path.appendingPath("schema.json")
    #expect(Outcome.of(["schema", model, "-o", path, "--dry-run"]).result == path + "\n")
    #expect(FileStatus(path) == nil)
    #expect(Outcome.of(["schema", model, "-o", path]).result == path + "\n")
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(text == Outcome.of(["schema", model]).result)
  }
}
