import Armature
import ArmatureTools
import Testing

@testable import ArmatureCommands

@Suite struct GenerateTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(Shop.model(), to: "shop.json")
  }

  private func text(_ path: String) throws -> String {
    try String(decoding: Files.read(path), as: UTF8.self)
  }

  @Test func `what is generated from a model file is printed, or written whole`() throws {
    let outcome = Outcome.of(["generate", model])
    #expect(try outcome.status == 0 && outcome.result == SwiftSource(of: Shop.model()).text)
    let path = folder.path.appendingPath("Model.swift")
    #expect(Outcome.of(["generate", model, "--as", "dynamic", "-o", path]).result == path + "\n")
    #expect(try text(path) == outcome.result)
    let typed = Outcome.of(["generate", model, "--as", "typed"])
    #expect(try typed.result == SwiftSource(of: Shop.model(), as: .typed).text)
  }

  @Test func `the files of classes are written where there are none, and the model's each time`()
    throws
  {
    let source = SwiftSource(of: try Shop.model(), as: .classes)
    let place = folder.path.appendingPath("Sources/Shop")
    let names = source.classFiles.map(\.name)
    let all = (names + ["Model.swift"]).map { place.appendingPath($0) + "\n" }
    let arguments = ["generate", model, "--as", "classes", "-o", place]
    #expect(Outcome.of(arguments + ["--dry-run"]).result == all.joined())
    #expect(FileStatus(place) == nil)
    let outcome = Outcome.of(arguments)
    #expect(outcome.status == 0 && outcome.result == all.joined(), "\(outcome)")
    #expect(try Files.names(in: place) == (names + ["Model.swift"]).sorted())
    let model = place.appendingPath("Model.swift")
    #expect(try text(model) == source.text)
    let edited = place.appendingPath(names[0])
    #expect(try text(edited) == source.classFiles[0].text)
    try folder.write("// mine\n", to: "Sources/Shop/\(names[0])")
    try folder.write(source.text + "// lost\n", to: "Sources/Shop/Model.swift")
    let again = Outcome.of(arguments + ["--verbose"])
    #expect(again.result == model + "\n" && again.talk.contains("have classes already"), "\(again)")
    #expect(try text(edited) == "// mine\n" && text(model) == source.text)
  }

  @Test func `what is not in the source is told beside it, but not to those who want errors only`()
    throws
  {
    let folder = try Folder()
    let entity = EntityDescription("Cup", className: "TeaCup")
    let model = try folder.write(ManagedObjectModel("Shop", entities: [entity]), to: "shop.json")
    let outcome = Outcome.of(["generate", model])
    #expect(outcome.status == 0)
    #expect(outcome.talk.hasPrefix("\(model): warning: The model has classes of entities"))
    #expect(outcome.talk.hasSuffix(": TeaCup (of Cup). [missingInSource]\n"))
    #expect(Outcome.of(["generate", model, "--quiet"]).talk.isEmpty)
  }

  @Test func `no file of somebody else is written over, and classes need a folder`() throws {
    #expect(Outcome.of(["generate", model, "--as", "classes"]).status == 64)
    #expect(Outcome.of(["generate", model, "--as", "classes", "-o", model]).status == 64)
    let other = try folder.write("let model = 1\n", to: "Here/Model.swift")
    let outcome = Outcome.of(["generate", model, "--as", "classes", "-o", other.parentPath])
    #expect(outcome.status == 64 && outcome.talk.contains("must be a file that this command"))
    #expect(try Files.names(in: other.parentPath) == ["Model.swift"])
    #expect(try text(other) == "let model = 1\n")
  }

  @Test func `a bundle for Xcode is read back as the model`() throws {
    let shop = try Shop.model(without: ["tags"])
    let model = try folder.write(shop, to: "shop.json")
    let path = folder.path.appendingPath("Shop.xcdatamodeld")
    let outcome = Outcome.of(["generate", model, "--as", "xcdatamodel", "-o", path])
    #expect(outcome.status == 0)
    #expect(
      outcome.result
        == "\(path)/Shop.xcdatamodel/contents\n\(path)/.xccurrentversion\n")
    #expect(try XcodeModel(contentsOf: path).model.fingerprint == shop.fingerprint)
    let printed = Outcome.of(["generate", model, "--as", "xcdatamodel"])
    #expect(try printed.result == text("\(path)/Shop.xcdatamodel/contents"))
  }

  @Test func `what the result says otherwise is reported`() throws {
    let model = try folder.write(
      ManagedObjectModel("Odd") {
        Entity("Date") { Attribute("first name", String.self).length(1...5).key("name") }
      }, to: "odd.json")
    let path = folder.path.appendingPath("Odd.swift")
    let typed = Outcome.of(["generate", model, "--as", "typed", "-o", path])
    #expect(typed.result == path + "\n")
    #expect(
      typed.talk.contains(
        "warning: Date must have a schema with a name that is free in Swift, but \"Date\" is not. It is called"
          + " DateEntity. [changedInSource]"), "\(typed)")
    #expect(typed.talk.contains("warning: Date.first name must have a name that"), "\(typed)")
    let xcode = Outcome.of(["generate", model, "--as", "xcdatamodel", "--format", "json"])
    #expect(xcode.talk.contains("\"code\" : \"omittedForXcode\""), "\(xcode)")
    #expect(Outcome.of(["generate", model, "--as", "xcdatamodel", "--quiet"]).talk.isEmpty)
  }
}
