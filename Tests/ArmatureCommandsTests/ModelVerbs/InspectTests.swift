import Armature
import Testing

@testable import ArmatureCommands

@Suite struct InspectTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(Shop.model(), to: "shop.json")
  }

  @Test func `a model becomes a page, which is written to a file`() throws {
    let path = folder.path.appendingPath("shop.html")
    let printed = Outcome.of(["inspect", model])
    #expect(printed.status == 0 && printed.result.hasPrefix("<!doctype html>"), "\(printed.talk)")
    #expect(Outcome.of(["inspect", model, "-o", path]).result == path + "\n")
    #expect(String(decoding: try Files.read(path), as: UTF8.self) == printed.result)
  }

  @Test func `objects that are not valid are on the page, with what is wrong`() throws {
    let data = folder.path.appendingPath("Maker.json")
    try Files.write(#"[{"name": "Anna"}, {"name": 7}]"#, to: data)
    let outcome = Outcome.of(["inspect", model, data])
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.result.contains(#"{"entity":"Maker","count":2"#))
    #expect(
      outcome.result.contains(#""code":"type.wrong","entity":"Maker","property":"name""#))
  }

  @Test func `data that is no JSON makes a page that says so`() throws {
    let data = folder.path.appendingPath("Maker.json")
    try Files.write("[{", to: data)
    let outcome = Outcome.of(["inspect", model, data])
    #expect(outcome.status == 65 && outcome.result.contains(#""failures":[{"severity":"error""#))
    #expect(outcome.talk.contains("\n    at \(data):1:3"), "\(outcome.talk)")
    let written = Outcome.of(["inspect", model, data, "-o", folder.path.appendingPath("page")])
    #expect(written.status == 65 && written.talk == outcome.talk)
  }

  @Test
  func `options of data are refused where they mean nothing, and an entity that is not there`() {
    let near = Outcome.of(["inspect", model, "--entity", "Produkt"])
    #expect(
      near.status == 64
        && near.talk.contains("\"Produkt\" is not an entity of Shop. Did you mean \"Product\"?"))
    for options in [["--entity", "Product"], ["--csv"], ["--lines"], ["--lenient"]] {
      let outcome = Outcome.of(["inspect", model] + options)
      #expect(
        outcome.status == 64
          && outcome.talk.contains("\(options[0]) applies to data, but no data is given."))
    }
  }

  @Test func `an older version shows what changed`() throws {
    let next = try folder.write(Shop.model(adding: "colour", without: ["tags"]), to: "next.json")
    let result = Outcome.of(["inspect", next, "--against", model]).result
    #expect(result.contains(#""kind":"added","property":"colour""#))
  }

  @Test func `a page that is opened must be a file`() {
    let outcome = Outcome.of(["inspect", model, "--open"])
    #expect(outcome.status == 64 && outcome.talk.contains("needs --output"))
  }
}
