import Armature
import Testing

@testable import ArmatureCommands

@Suite struct DiagramTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(Shop.model(), to: "shop.json")
  }

  @Test(arguments: [
    ("mermaid", "erDiagram\n"), ("classes", "classDiagram\n"), ("dot", "digraph \"Shop\" {\n"),
    ("svg", "<svg xmlns"),
  ])
  func `a model is drawn in each form`(format: String, beginning: String) {
    let outcome = Outcome.of(["diagram", model, "--format", format])
    #expect(outcome.status == 0 && outcome.talk == "", "\(outcome)")
    #expect(outcome.result.hasPrefix(beginning))
    for name in ["Maker", "Product", "Set", "sku"] { #expect(outcome.result.contains(name)) }
  }

  @Test func `a picture is written to a file, twice the same`() throws {
    let path = folder.path.appendingPath("shop.svg")
    for option in ["-o", "--output"] {
      #expect(
        Outcome.of(["diagram", model, "--format", "svg", option, path]).result == path + "\n")
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      #expect(text == Outcome.of(["diagram", model, "--format", "svg"]).result)
    }
  }

  @Test func `a focus and boxes without attributes leave out the rest`() {
    let near = Outcome.of(["diagram", model, "--focus", "Maker", "--no-attributes"]).result
    #expect(
      near == "erDiagram\n  Maker\n  Product\n  Maker |o--o{ Product : \"products / maker\"\n")
    #expect(
      Outcome.of(["diagram", model, "--focus", "Maker", "--depth", "2"]).result.contains("Set"))
    let outcome = Outcome.of(["diagram", model, "--focus", "Makers"])
    #expect(outcome.status == 64 && outcome.talk.contains("Did you mean \"Maker\"?"), "\(outcome)")
    #expect(Outcome.of(["diagram", model, "--depth", "2"]).status == 64)
  }

  @Test func `an older version shows what changed`() throws {
    let next = try folder.write(Shop.model(adding: "colour", without: ["tags"]), to: "next.json")
    let result = Outcome.of(["diagram", next, "--against", model]).result
    #expect(result.contains("    String_optional colour \"added\"\n"))
    #expect(result.contains("    String[]_optional tags \"removed\"\n"))
    #expect(result.contains("  class Product changed\n"), "\(result)")
  }
}
