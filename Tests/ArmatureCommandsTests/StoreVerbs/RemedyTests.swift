import Armature
import ArmatureSQLite
import ArmatureTools
import Testing

@testable import ArmatureCommands

/// The commands that errors tell users to run.
@Suite struct RemedyTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test func `a command to run has the name of the model, and quotes what the shell would split`()
    throws
  {
    func line(_ verb: String, _ arguments: [String]) throws -> String {
      let session = Session(
        arguments: [], variables: [:], result: Output(descriptor: nil),
        talk: Output(descriptor: nil))
      let call = try Call(.query, of: .armature, arguments + ["Bike"], session)
      return call.command(verb, [call.operand("store") ?? ""])
    }
    #expect(
      try line("migrate", ["My Model.swift", "--model", "shop", "v2.sqlite"])
        == "armature migrate --model shop 'My Model.swift' v2.sqlite")
    #expect(
      try line("store create", ["--model=Shop.model", "m.swift", "it's.sqlite"])
        == #"armature store create --model Shop.model m.swift 'it'\''s.sqlite'"#)
    #expect(try line("export", ["-", "--model", "shop", "a"]) == "armature export - a")
    #expect(try line("export", ["m.json", "--model", "shop", "a"]) == "armature export m.json a")
    #expect(try line("export", ["--", "-m.swift", "-a"]) == "armature export ./-m.swift ./-a")
  }

  @Test(arguments: Shop.stores)
  func `errors name commands with the options of the call`(store: String) throws {
    let arguments = ["shop.swift", "--model", "shop", shop.path(store)]
    let missing = Outcome.of(["query"] + arguments + ["Product"], model: try Shop.model())
    #expect(
      missing.talk.hasSuffix(
        " Make one: armature store create --model shop shop.swift \(shop.path(store))\n"),
      "\(missing)")
    #expect(shop.fill(store).status == 0)
    let next = try Shop.model(adding: "color")
    let outcome = Outcome.of(["query"] + arguments + ["Product"], model: next)
    #expect(
      outcome.status == 1
        && outcome.talk.hasSuffix(
          "\nTo migrate it to the model: armature migrate --model shop shop.swift "
            + "\(shop.path(store))\n"),
      "\(outcome)")
    #expect(Outcome.of(["migrate"] + arguments, model: next).status == 0)
  }

  @Test(arguments: ["validate", "inspect", "load"])
  func `a store in the place of data is exported first`(verb: String) throws {
    #expect(shop.fill("shop.sqlite").status == 0)
    let path = shop.path("shop.sqlite")
    let operands = verb == "load" ? [shop.model, shop.path("new.sqlite")] : [shop.model]
    let outcome = Outcome.of([verb] + operands + [path])
    let sentence = " must be a JSON or CSV file, but is a store. Export its objects to a file, "
    #expect(
      outcome
        == Outcome(
          status: 65, result: "",
          talk: "error: \(path)\(sentence)and pass this file: armature export - \(path) > "
            + "shop.json\n"))
    #expect(FileStatus(shop.path("new.sqlite")) == nil)
    // The command works.
    let data = try shop.folder.write(Outcome.of(["export", "-", path]).result, to: "exported.json")
    #expect(Outcome.of([verb] + operands + [data]).status == 0)
  }

  @Test func `a database in the place of data is imported or exported first`() throws {
    let path = try shop.folder.write("", to: "notes.db")
    try ForeignDatabase(path).forEachRow(of: "CREATE TABLE note (text TEXT)", columns: 0) { _ in }
    let foreign = Outcome.of(["validate", shop.model, path])
    #expect(
      foreign.status == 65
        && foreign.talk.hasSuffix(
          " but is a SQLite database. Export its rows to a file, and pass this file: armature "
            + "import \(path) --data > notes.json\n"),
      "\(foreign)")
    #expect(Outcome.of(["import", path, "--data"]).status == 0)
    let server = Outcome.of(["validate", shop.model, "postgresql://me:secret@db.example/shop"])
    #expect(
      server.status == 64 && server.talk.contains("armature export, with the same address."),
      "\(server)")
    #expect(!server.talk.contains("secret"))
  }

  @Test(arguments: ["validate", "run", "describe"])
  func `a store in the place of a model is told in one line`(verb: String) throws {
    #expect(shop.fill("shop.sqlite").status == 0)
    let path = shop.path("shop.sqlite")
    let rest = verb == "validate" ? [shop.path("data.json")] : []
    let outcome = try Command.shared.run([verb, path] + rest)
    #expect(
      outcome
        == Outcome(
          status: 65, result: "",
          talk: "error: \(path) must be a Swift file, but is a store. To use the model kept in it, "
            + "pass - for the model, and the store after it.\n"))
  }

  @Test func `records in the place of a store are told, with the command that loads them`() throws {
    let path = shop.path("data.json")
    for (model, option) in [("-", []), (shop.model, [])] as [(String, [String])] {
      let outcome = Outcome.of(["store", "info", model, path] + option)
      let name = model == "-" ? "model.swift" : model
      #expect(
        outcome
          == Outcome(
            status: 65, result: "",
            talk: "error: \(path) must be a store, but is a JSON file with records, such as an "
              + "export. Load it into a store: armature load \(name) new.sqlite \(path)\n"))
    }
    #expect(Outcome.of(["load", shop.model, shop.path("new.sqlite"), path]).status == 0)
  }

  @Test(arguments: Shop.stores)
  func `a record of a stored object is told as such, with the option that updates it`(
    store: String
  ) throws {
    #expect(shop.fill(store).status == 0)
    let data = try shop.folder.write(#"[{"name": "Wedgwood"}]"#, to: "maker.json")
    let again = shop.call("load", store: store, [data, "--format", "lines"])
    #expect(
      again
        == Outcome(
          status: 1,
          result: "maker.json:1:11: error: Maker.name must identify one Maker, but Maker "
            + "\"Wedgwood\", which is already stored, has \"Wedgwood\", too. "
            + "[identity.duplicate]\n",
          talk: "Use --update to update the objects that are already in the store.\n"))
    #expect(shop.call("load", store: store, [data, "--update"]).status == 0)
    let twice = try shop.folder.write(#"[{"name": "Spode"}, {"name": "Spode"}]"#, to: "maker.json")
    let double = shop.call("load", store: store, [twice, "--format", "lines"])
    #expect(!double.talk.contains("--update") && !double.result.contains("already stored"))
  }

  @Test(arguments: Shop.stores)
  func `a blocked migration says how the model can change`(store: String) throws {
    #expect(shop.fill(store).status == 0)
    let model = try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self).identifying()
        Attribute("country", String.self)
        Relationship("products", to: "Product", .toMany, inverse: "maker")
      }
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(0...)
        Attribute("pieces", Bool.self)
        Relationship("maker", to: "Maker", inverse: "products").required()
      }
      Entity("Set", parent: "Product") { Attribute("parts", Int?.self) }
    }
    let outcome = Outcome.of(["migrate", "shop.swift", shop.path(store)], model: model)
    #expect(outcome.status == 1)
    #expect(
      outcome.talk == """
        error: The model does not say how to convert these rows. Nothing was changed. Change the \
        model or the rows:
          Maker.country: give it a default or make it optional.
          Product.price: give it a default or keep it optional, or set it in these rows.
          Product.pieces: keep the type Int, or correct these values.
          Product.maker: keep it optional, or set it in these rows.
        Or migrate with a program that converts the rows, as the article Migration describes.

        """)
  }

  @Test func `a difference says what the migration does`() throws {
    let old = try shop.folder.write(
      ManagedObjectModel("Shop") {
        Entity("Bike") {
          Attribute("size", Int?.self)
          Attribute("color", String?.self)
        }
      }, to: "old.json")
    let new = try shop.folder.write(
      ManagedObjectModel("Shop") { Entity("Bike") { Attribute("size", String?.self) } },
      to: "new.json")
    let text = try shop.folder.write(
      ManagedObjectModel("Shop") {
        Entity("Bike") {
          Attribute("size", String?.self)
          Attribute("color", String?.self)
        }
      }, to: "text.json")
    #expect(
      Outcome.of(["diff", old, new]).result == """
        Bike.size: the type changed from Int to String (lightweight). Each value becomes its text, \
        as JSON has it.
        Bike.color: removed (may lose). Its values are dropped.

        """)
    #expect(Outcome.of(["diff", old, new, "--breaking"]).status == 1)
    #expect(Outcome.of(["diff", old, text, "--breaking"]).status == 0)
    let page = Outcome.of(["inspect", new, "--against", old]).result
    #expect(page.contains(#""compatibility":"mayLose""#))
  }
}
