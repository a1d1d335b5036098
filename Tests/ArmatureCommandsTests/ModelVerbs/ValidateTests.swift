import Armature
import Dispatch
import Testing

@testable import ArmatureCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Commands that take a model, with the model in JSON, so that nothing is compiled.
@Suite struct ValidateTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(0...)
      }
      .key("products")
      Entity("Order") {
        Attribute("number", Int.self).default(1).key("no")
        Relationship("products", to: "Product", .toMany).required()
      }
    }
    model = try folder.write(try JSONForm.text(shop), to: "shop.model.json")
  }

  private func validate(_ arguments: String...) -> Outcome {
    let outcome = Outcome.of(["validate", model] + arguments)
    func short(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
    return Outcome(
      status: outcome.status, result: short(outcome.result), talk: short(outcome.talk))
  }

  @Test func `valid data is counted`() throws {
    let data = try folder.write(
      #"{"products": [{"sku": "TEA-0001", "price": 2}], "Order": [{"no": 1, "products": ["TEA-0001"]}]}"#,
      to: "data.json")
    #expect(validate(data) == Outcome(status: 0, result: "Product: 1\nOrder: 1\n", talk: ""))
    for format in ReportFormat.allCases where format != .text {
      let outcome = validate(data, "--format", format.rawValue)
      let isEmpty = format == .lines || format == .github
      #expect(outcome.status == 0 && outcome.result.isEmpty == isEmpty && outcome.talk == "")
    }
  }

  @Test func `a folder has a file for each entity, by name or key`() throws {
    try folder.write(#"[{"sku": "TEA-0001", "price": 2}]"#, to: "data/Products.json")
    try folder.write(#"{"no": 1, "products": ["TEA-0001"]}"#, to: "data/order.ndjson")
    try folder.write("no data", to: "data/README.md")
    let outcome = validate(folder.path.appendingPath("data"))
    #expect(outcome == Outcome(status: 0, result: "Product: 1\nOrder: 1\n", talk: ""))
  }

  @Test func `a table tells each mistake at its cell`() throws {
    let data = try folder.write("sku,price\nTEA-0001,2\ntea,-1\n", to: "product.csv")
    let outcome = validate(data, "--format", "lines")
    #expect(outcome.status == 1)
    #expect(
      outcome.result == """
        product.csv:3:1: error: Product.sku must match the pattern "[A-Z]{3}-[0-9]{4}", but is "tea". \
        [pattern]
        product.csv:3:5: error: Product.price must be at least 0, but is -1. [range.tooSmall]

        """)
  }

  @Test func `mistakes are grouped by entity, property and code`() throws {
    let rows = (1...12).map { #"{"sku": "TEA-00\#($0 + 10)", "price": \#(-$0)}"# }
    let data = try folder.write(
      "[\(rows.joined(separator: ",\n")), {\"sku\": \"x\", \"price\": 0}]", to: "product.json")
    let outcome = validate(data, "--group")
    #expect(outcome.status == 1 && outcome.talk == "")
    #expect(
      outcome.result == """
        12 Product.price [range.tooSmall] at product.json:1:31, product.json:2:30, product.json:3:30
         1 Product.sku [pattern] at product.json:12:44

        """)
    let first = validate(data, "--group", "--limit", "1").result.split(separator: "\n")
    #expect(first.count == 2 && first[1].hasPrefix("and ") && first[1].hasSuffix(" more"))
    #expect(validate(data, "--group", "--format", "json").result.contains("\"count\" : 12"))
    #expect(
      validate(data, "--limit", "2", "--format", "lines").result.contains("the data has 11 more"))
    let kept = validate(data, "--keep-valid")
    #expect(kept.result.hasPrefix("Product: 0, and 13 not valid\nOrder: 0\n13 errors"), "\(kept)")
  }

  @Test func `lenient data may have numbers as text and keys that nobody knows`() throws {
    let data = try folder.write(
      #"[{"sku": "TEA-0001", "price": "2", "colour": 1}]"#, to: "product.json")
    let strict = validate(data)
    #expect(
      strict.status == 1
        && strict.talk == """
          Use --lenient to read numbers and Booleans written as text.
          Use --lenient to get warnings for unknown keys instead of errors.

          """,
      "\(strict)")
    let lenient = validate(data, "--lenient", "--format", "lines")
    #expect(lenient.status == 0 && lenient.result.contains("warning: Product.colour"))
    #expect(lenient.talk == "")
  }

  @Test func `records of a union are told how to name their entities`() throws {
    let shapes = try ManagedObjectModel("Shapes") {
      Entity("Shape", isAbstract: true) { Attribute("kind", String.self) }
      Entity("Circle", parent: "Shape") { Attribute("radius", Decimal.self) }
      Entity("Disc", parent: "Shape") { Attribute("radius", Decimal.self) }
    }
    let path = try folder.write(shapes, to: "shapes.json")
    let data = try folder.write(
      #"{"kind": "circle", "radius": "1.50"}"#, to: "dump.json")
    let whole = Outcome.of(["validate", path, data])
    #expect(
      whole.status == 1
        && whole.talk
          == "Use --entity to name the entity of records that are not listed under its name.\n",
      "\(whole)")
    let named = Outcome.of(["validate", path, data, "--entity", "Shape"])
    #expect(
      named.status == 1 && named.talk == ""
        && named.result.contains(
          "itself. Name the sub-entity in the record, with "
            + "\"@entity\"."),
      "\(named)")
  }

  @Test(
    arguments: [
      ("missing.json", nil, 66, "missing.json must be a file, but no file has this path."),
      ("empty.json", "", 65, ""),
      ("order.json", "[{\"sku\": \"TEA", 65, ""),
      ("product.json", "[1]", 1, ""),
      ("unknown.json", "{\"Prodcut\": []}", 1, ""),
      ("things.json", "[]", 64, "things.json must name the entity of its records, but does not."),
      ("Prodct.ndjson", "", 64, "Use --entity, as in --entity Product."),
      (
        "empty/x.txt", "", 66,
        "must contain files that end in .json, .ndjson, .jsonl, .csv, .tsv, but contains none."
      ),
    ] as [(String, String?, Int32, String)])
  func `data that cannot be read is told`(
    name: String, text: String?, status: Int32, sentence: String
  ) throws {
    if let text { try folder.write(text, to: name) }
    let outcome = validate(
      folder.path.appendingPath(name.hasSuffix(".txt") ? name.parentPath : name))
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.talk.contains(sentence), "\(outcome)")
    #expect(outcome.result.isEmpty == (status == 64 || status == 66), "\(outcome)")
  }

  @Test func `text that cannot be read ends with 65, whatever is listed`() throws {
    let data = try folder.write(
      #"[{"sku": "TEA", "price": 2}, {"sku": "CUP", "price": 2}, {"sku"#, to: "product.json")
    for options in [
      [], ["--limit", "1"], ["--limit", "0"], ["--group", "--limit", "1"], ["--keep-valid"],
    ] {
      for mode in [[], ["--lenient"]] {
        let outcome = Outcome.of(["validate", model, data] + options + mode)
        #expect(outcome.status == 65, "\(options + mode): \(outcome)")
      }
    }
  }

  @Test func `only files are read out of a folder, and a pipe by its name`() throws {
    let data = folder.path.appendingPath("data")
    try folder.write(#"[{"sku": "TEA-0001", "price": 2}]"#, to: "data/product.json")
    try folder.write("[]", to: "data/order.json/x")
    let pipe = data.appendingPath("pipe.json")
    try #require(mkfifo(pipe, 0o600) == 0)
    // A command that still waits for the other end of the pipe continues after a minute and fails the test. A time
    // limit of the test would include waiting for a thread.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60)) {
      close(open(pipe, O_RDWR | O_NONBLOCK))
    }
    let outcome = validate(data)
    #expect(
      outcome
        == Outcome(
          status: 0, result: "Product: 1\nOrder: 0\n",
          talk: ["order.json", "pipe.json"].map {
            "warning: data/\($0) is skipped, because it is not a file.\n"
          }.joined()))

    let text = #"echo '[{"no": 1}]' > "$1" & "$0" validate "$2" "$1" --entity Order --format lines"#
    let named = try Command.run(
      "/bin/sh", ["-c", text, Command.shared.path, pipe, model],
      variables: Command.shared.variables)
    #expect(
      named.status == 1 && named.result.contains("Order.products must have a value"), "\(named)")

    Files.remove(data.appendingPath("product.json"))
    #expect(validate(data).status == 66)
  }

  #if os(Linux)
    @Test func `names that are no UTF-8 are names of files`() throws {
      let names = [
        "Product\u{10FEE9}.json", "\u{10FEFF}/Product.json", "\u{10FE80}\u{10FEF4}.json",
      ]
      #expect(names.map(\.systemBytes.count) == [13, 14, 7])
      for name in names {
        let data = try folder.write(#"[{"sku": "tea", "price": 2}]"#, to: "names/" + name)
        let path = name.hasSuffix("/Product.json") ? data.parentPath : data
        let outcome = try Command.shared.run(
          ["validate", model, path, "--entity", "Product", "--format", "lines"])
        let shown = data.shown
        #expect(shown.contains("\\x"))
        #expect(
          outcome
            == Outcome(
              status: 1,
              result: "\(shown):1:10: error: Product.sku must match the pattern "
                + "\"[A-Z]{3}-[0-9]{4}\", but is \"tea\". [pattern]\n", talk: ""))
      }
      let missing = try Command.shared.run(["check", "\u{10FEE9}.json"])
      #expect(
        missing
          == Outcome(
            status: 66, result: "",
            talk: "error: \\xE9.json must be a file, but no file has this path.\n"
          ))
    }
  #endif

  @Test(
    arguments: [
      ("missing.model.json", nil, 66, "must be a file, but no file has this path."),
      ("model.json", "{}", 65, "must be a JSON model, but is not"),
      ("model.json", "", 65, "must be a JSON model, but is not"),
      (
        "model.json", #"{"name": "A", "entities": [{}]}"#, 65, "must be a JSON model, but is not"
      ),
      ("model.json/x", "", 66, "must be a file, but is a folder."),
    ] as [(String, String?, Int32, String)])
  func `a model that cannot be read is told`(
    name: String, text: String?, status: Int32, sentence: String
  ) throws {
    if let text { try folder.write(text, to: name) }
    let path = folder.path.appendingPath(name.hasSuffix("/x") ? name.parentPath : name)
    let outcome = Outcome.of(["check", path])
    #expect(outcome.status == status && outcome.talk.contains(sentence), "\(outcome)")
  }

  @Test func `files without an end of their own are refused before they are read`() throws {
    let data = try folder.write("[]", to: "product.json")
    // A sparse file of 10 GB.
    try #require(truncate(data, 10_000_000_000) == 0)
    let sentence = "must have at most 2147483648 bytes, but has more."
    for arguments in [["validate", model, data], ["check", data]] {
      let outcome = Outcome.of(arguments)
      #expect(outcome.status == 65 && outcome.talk.contains(sentence), "\(outcome)")
    }
  }

  @Test(.disabled(if: geteuid() == 0, "the permissions of files are nothing to this user"))
  func `files that must not be read are told`() throws {
    let data = try folder.write("[]", to: "product.json")
    try Files.setMode(data, 0)
    let outcome = validate(data)
    #expect(outcome.status == 66 && outcome.talk.contains("but its permissions forbid it."))
  }

  @Test func `an entity that does not exist is told with the one that was meant`() throws {
    let outcome = validate(model, "--entity", "Prodct")
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains("\"Prodct\" is not an entity of Shop. Did you mean \"Product\"?"))
  }

  @Test func `two hundred hostile names of files are names of files`() throws {
    let marks = [
      " ", "-", "--", "\n", "\t", "\u{1B}[31m", "\"", "'", "\\", "%", "$", "`", ";", "&", "|", "*",
      "?",
      "é", "e\u{301}", "名", "\u{202E}", "👩‍👩‍👧", "::", "=", ",",
    ]
    let names = marks.flatMap { mark in
      [
        "\(mark)", "a\(mark)", "\(mark)a", "a\(mark)a", ".\(mark)", "\(mark)\(mark)", "~\(mark)",
        "#\(mark)",
      ]
    }
    #expect(names.count == 200)
    for (number, name) in names.enumerated() {
      let data = try folder.write(
        #"[{"sku": "TEA-\#(1000 + number)", "price": -1}]"#, to: "names/\(name).json")
      let outcome = validate(data, "--entity", "Product", "--format", "lines")
      #expect(outcome.status == 1 && outcome.talk == "", "\(outcome)")
      // One line without characters that terminals or CI runners interpret.
      #expect(outcome.result.split(separator: "\n").count == 1)
      #expect(!outcome.result.contains("\u{1B}") && !outcome.result.hasPrefix("::"))
    }
  }

  @Test func `a model is described as text and as JSON`() throws {
    let text = Outcome.of(["describe", model])
    #expect(
      text.result == """
        Shop: 2 entities

        Product
          sku: String, the pattern "[A-Z]{3}-[0-9]{4}", identifying
          price: Decimal, a value of at least 0
          unique sku

        Order
          number: Int, 1 by default, key "no"
          products: many Product, required

        """, "\(text)")
    let json = Outcome.of(["describe", model, "--format", "json"])
    let expected = try Files.read(model) + [10]
    #expect(json.status == 0 && Array(json.result.utf8) == expected)
    #expect(!Outcome.of(["describe", model, "--entity", "Order"]).result.contains("Product\n"))
  }

  @Test func `a description says what is stored externally`() throws {
    let file = try folder.write(
      """
      {"name": "Shop", "entities": [{"name": "Product", "properties": [
        {"attribute": {"name": "photo", "type": "data", "allowsExternalBinaryDataStorage": true}},
        {"attribute": {"name": "icon", "type": "data"}}]}]}
      """, to: "photos.json")
    let text = Outcome.of(["describe", file])
    #expect(
      text.result == """
        Shop: 1 entity

        Product
          photo: Data, stored externally
          icon: Data

        """, "\(text)")
  }

  @Test func `warnings of a model are listed, and are no mistakes`() throws {
    let check = Outcome.of(["check", model])
    #expect(check.status == 0 && check.talk == "")
    #expect(check.result.contains(": warning: ") && check.result.hasSuffix("[missingInverse]\n"))
    #expect(
      Outcome.of(["check", model, "--format", "json"]).result.contains("\"severity\" : \"warning\"")
    )
    #expect(Outcome.of(["check", model, "--format", "github"]).result.hasPrefix("::warning file="))
  }
}
