import Armature
import Testing

@testable import ArmatureCommands

/// Commands that take a model, with the model in a Swift file.
@Suite struct ModelVerbTests {
  private let command = Command.shared
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func write(_ edit: (String, String)...) throws -> String {
    let text = edit.reduce(shopModel) { $0.replacing($1.0, with: $1.1) }
    return try folder.write(text, to: "shop.swift")
  }

  @Test func `data is validated against a model in Swift, closures included`() throws {
    let model = try write(
      (".range(0...)", ".range(0...).rule(\"is even\") { $0.description.hasSuffix(\"2\") }"),
      ("let model", "print(CommandLine.arguments.count, \"argument\")\nlet model"))
    let data = try folder.write(
      #"[{"sku": "TEA-0001", "price": 2}, {"sku": "TEA-1", "price": 3}]"#, to: "Product.json")
    let outcome = try command.run(["validate", model, data, "--format", "lines"])
    // Output of the model file is not part of the result, and the command's arguments are not the file's.
    #expect(outcome.status == 1 && outcome.talk == "1 argument\n", "\(outcome)")
    #expect(
      outcome.result == """
        \(data):1:43: error: Product.sku must match the pattern "[A-Z]{3}-[0-9]{4}", but is "TEA-1". \
        [pattern]
        \(data):1:61: error: Product.price must satisfy the rule "is even", but is 3. [rule]

        """, "\(outcome)")
  }

  @Test func `the places in a data dictionary are those that check prints`() throws {
    let model = try write()
    let outcome = try command.run(["schema", model, "--format", "markdown"])
    #expect(outcome.status == 0 && outcome.result.contains("\(model):"), "\(outcome)")
    #expect(!outcome.result.contains("script/"), "\(outcome)")
  }

  @Test(arguments: [
    ("let model =", "let shop =", "It declares shop: use --model shop."),
    (
      "let model = try ManagedObjectModel(\"Shop\")", "let model = 1\nfunc f()",
      "Use --model to"
    ),
    ("let model", "func f() {}\nstruct model {}\nlet x", "It declares x: use --model x."),
  ])
  func `a file without the model is told`(old: String, new: String, remedy: String) throws {
    let model = try write((old, new))
    for verb in ["check", "describe"] {
      let outcome = try command.run([verb, model])
      #expect(outcome.status == 65 && outcome.result == "")
      let sentence = "error: \(model) must declare a top-level variable \"model\" that is a "
      if new != "let model = 1\nfunc f()" {
        #expect(
          outcome.talk.hasPrefix(sentence) && outcome.talk.hasSuffix(remedy + "\n"), "\(outcome)")
      }
    }
  }

  @Test(arguments: [0, 1])
  func `a file that ends before its model is taken is no success`(status: Int) throws {
    let model = try folder.write(
      "import Foundation\n" + shopModel.replacing("#!", with: "//") + "exit(\(status))\n",
      to: "shop.swift")
    let data = try folder.write("[]", to: "product.json")
    for arguments in [["validate", model, data], ["check", model], ["diff", model, model]] {
      let outcome = try command.run(arguments)
      #expect(outcome.status == 65 && outcome.result == "", "\(outcome)")
      #expect(outcome.talk.hasSuffix("read, but exited before with \(status).\n"), "\(outcome)")
    }
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal while the file runs leaves nothing behind`(signal: String, status: Int32) throws {
    var command = command
    command.variables["TMPDIR"] = try folder.write("", to: "temporary/x").parentPath
    let started = folder.path.appendingPath("started")
    let model = try folder.write(
      "import Foundation\n" + shopModel.replacing("#!", with: "//")
        + "try Data().write(to: URL(filePath: \"\(started)\"))\nsleep(100)\n", to: "shop.swift")
    let text = """
      "$0" check "$1" & until [ -e "$2" ]; do sleep 0.01; done; kill -\(signal) $!; wait $!
      """
    let outcome = try Command.run(
      "/bin/sh", ["-c", text, command.path, model, started], variables: command.variables)
    #expect(outcome == Outcome(status: status, result: "", talk: ""))
    #expect(try Files.names(in: folder.path.appendingPath("temporary")) == ["x"])
  }

  @Test func `another variable can be the model`() throws {
    let model = try write(("let model", "let shop"))
    let outcome = try command.run(["describe", model, "--model", "shop"])
    #expect(outcome.status == 0 && outcome.result.hasPrefix("Shop: 1 entity\n"), "\(outcome)")
  }

  @Test func `two models of one name are the compiler's to tell`() throws {
    let model = try folder.write(shopModel + shopModel.replacing("#!", with: "//"), to: "two.swift")
    let outcome = try command.run(["check", model])
    #expect(outcome.status == 65 && outcome.talk.contains("two.swift:13:5: error: "), "\(outcome)")
  }

  @Test func `the mistakes of a model are listed by check, and end other verbs`() throws {
    let model = try write(("\"price\"", "\"sku\""))
    let check = try command.run(["check", model])
    #expect(check.status == 1 && check.talk == "")
    #expect(
      check.result == """
        \(model):7: error: Product.sku must be declared once, but is declared again; the first is at \
        \(model):6. Rename one, or remove it. [duplicateProperty]

        """, "\(check)")
    let describe = try command.run(["describe", model])
    #expect(describe.status == 65 && describe.result == "")
    #expect(
      describe.talk.hasPrefix("error: The model has 1 issue:\n  \(model):7: Product.sku must be"))
  }

  @Test(arguments: ["shop.swift", "shop", "two words.swift", "q\"uote\\.swift"])
  func `rules and scripts are told by the path that was given`(name: String) throws {
    let model = try folder.write(
      shopModel.replacing("let model", with: "print(#filePath, #line)\nlet model"), to: name)
    let data = try folder.write(#"[{"sku": "tea", "price": 2}]"#, to: "product.json")
    let text = try command.run(["validate", model, data])
    #expect(text.status == 1 && text.result.contains("rule at \(model):7\n"), "\(text)")
    // A path that no string literal can express is replaced by the path of the compiled copy.
    #expect(name.hasPrefix("q") || text.talk == "\(model) 4\n", "\(text)")
    let json = try command.run(["validate", model, data, "--format", "json"])
    #expect(
      json.result.contains(
        "\"file\": \"\(model.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""),
      "\(json)")
  }

  @Test func `check tells what a profile cannot hold`() throws {
    let model = try write()
    #expect(try command.run(["check", model]).status == 0)
    let outcome = try command.run(["check", model, "--profile", "cloudkit"])
    #expect(outcome.status == 1)
    #expect(outcome.result.contains("[cloudKitRequired]\n"), "\(outcome)")
    #expect(outcome.result.hasPrefix("\(model):"), "\(outcome)")
  }

  @Test func `the difference of two models tells its classes`() throws {
    let old = try write()
    let released = try folder.write(
      try command.run(["describe", old, "--format", "json"]).result, to: "released.json")
    let same = try command.run(["diff", released, old])
    #expect(same == Outcome(status: 0, result: "The models do not differ.\n", talk: ""))
    let new = try folder.write(
      shopModel.replacing("Decimal.self", with: "Decimal?.self"), to: "new.swift")
    let changed = try command.run(["diff", old, new])
    #expect(changed.status == 1 && changed.result.contains("(lightweight)"), "\(changed)")
    #expect(try command.run(["diff", "--breaking", old, new]).status == 0)
    // A missing price needs a value.
    #expect(try command.run(["diff", "--breaking", "--format=json", new, released]).status == 1)
    #expect(try command.run(["diff", old, "missing.swift"]).status == 66)
  }

  @Test func `a description has the elements of composites and the cases of enumerations`() throws {
    let folder = try Folder()
    let model = try folder.write(
      ManagedObjectModel("Shop") {
        Entity("Edition") {
          Attribute("format", Format.self).default(.paper)
          Composite("shelf") {
            Attribute("room", String.self).length(1...20)
            Attribute("row", Int?.self)
          }
        }
      }, to: "model.json")
    let outcome = Outcome.of(["describe", model, "--entity", "Edition"])
    #expect(
      outcome.result == """

        Edition
          format: Format, one of "paper", "audio", "paper" by default
          shelf: composite
            room: String, a length of 1 to 20
            row: Int?

        """, "\(outcome)")
  }
}

private enum Format: String, CaseIterable, AttributeConvertible {
  case paper, audio
}
