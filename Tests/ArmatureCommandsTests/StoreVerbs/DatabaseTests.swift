import Armature
import ArmatureSQLite
import TestSupport
import Testing

@testable import ArmatureCommands

/// Verbs with the address of a database in the place of a file.
@Suite struct DatabaseTests {
  @Test(arguments: [
    ("postgresql://db.example/shop", "postgresql://db.example/shop"),
    (
      "postgres://u:secret@db.example:5432/shop?sslmode=require",
      "postgresql://db.example:5432/shop"
    ),
    ("postgresql://u@a:1,b:2/shop?schema=x", "postgresql://a:1,b:2/shop, schema x"),
    ("postgresql:///shop?host=/tmp&password=secret", "postgresql:///shop"),
    ("postgresql://u:secret", "postgresql://…"),
    ("postgresql://u:se/cret@host/x", "postgresql://…"),
    ("postgresql://u:se?cret@host/x", "postgresql://…"),
    ("postgresql://u:secr#et@h", "postgresql://…"),
    ("postgresql://u:se@cret@host/x", "postgresql://…"),
    ("postgresql://host/x?password=se@cret", "postgresql://…"),
  ])
  func `an address is shown without its secrets`(operand: String, name: String) {
    #expect(DatabaseAddress(operand)?.name == name)
    #expect(DatabaseAddress("shop.sqlite") == nil)
  }

  @Test func `the schema is taken out of what libpq reads`() throws {
    let address = try #require(DatabaseAddress("postgresql://h/x?a=1&schema=shop&b=2"))
    #expect(address.text == "postgresql://h/x?a=1&b=2" && address.schema == "shop")
    let plain = try #require(DatabaseAddress("postgresql://h/x?schema=shop"))
    #expect(plain.text == "postgresql://h/x")
    #expect(DatabaseAddress("postgresql://h/x")?.schema == "public")
  }

  @Test func `no server and no address are told without secrets`() throws {
    let shop = try Shop()
    for address in ["postgresql://u:hush@127.0.0.1:1/x", "postgresql://u:hu/sh@h/x"] {
      let outcome = Outcome.of(["export", shop.model, address])
      #expect([64, 69].contains(outcome.status), "\(outcome)")
      #expect(!outcome.talk.contains("hush") && !outcome.talk.contains("hu/"), "\(outcome)")
    }
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `verbs work with a database as with a file`() throws {
    let (shop, server) = (try Shop(), try #require(PostgreSQLServer.shared))
    let database = "\(server.address)&schema=\(server.newSchema())"
    func call(_ arguments: String..., model: String? = nil, rest: [String] = []) -> Outcome {
      Outcome.of(arguments + [model ?? shop.model, database] + rest)
    }
    let name = "postgresql:///postgres, schema \(database.split(separator: "=").last ?? "")"
    #expect(call("export").talk.contains("\(name) must have a store, but has none."))
    let loaded = call("load", rest: [shop.path("data.json")])
    #expect(loaded.status == 0, "\(loaded)")
    #expect(shop.fill("shop.sqlite").status == 0)
    #expect(call("export").result == shop.call("export", store: "shop.sqlite").result)
    let question = ["Product", "price > 5", "--sort", "-price", "--columns", "sku"]
    let found = call("query", model: "-", rest: question)
    #expect(found.result == shop.call("query", store: "shop.sqlite", question).result, "\(found)")
    #expect(call("query", rest: ["Product", "--sql"]).result.hasPrefix("SELECT "))
    let info = call("store", "info", model: "-")
    #expect(info.result.hasPrefix("database: \(name)\n") && info.result.contains("\nProduct: 3\n"))
    #expect(call("store", "check").status == 0)
    #expect(call("store", "create").talk.contains("must have no store yet, but has"))
    #expect(call("store", "backup", rest: ["x"]).talk.contains("Use pg_dump"))
    let back = call("store", "copy", rest: [shop.path("back.json")])
    #expect(back.talk == "\(shop.path("back.json")) has the 6 objects of \(name).\n", "\(back)")
    let other = "\(server.address)&schema=\(server.newSchema())"
    let copied = shop.call("store", "copy", store: "shop.sqlite", [other])
    #expect(copied.status == 0, "\(copied)")
    let copy = Outcome.of(["export", "-", other])
    #expect(copy.result == shop.call("export", store: "back.json").result, "\(copy)")
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `rows of another database are imported into one, and nothing of them if some are wrong`()
    throws
  {
    let (folder, server) = (try Folder(), try #require(PostgreSQLServer.shared))
    let address = "\(server.address)&schema=\(server.newSchema())"
    let name = "postgresql:///postgres, schema \(address.split(separator: "=").last ?? "")"
    let path = try folder.write("", to: "cups.db")
    let source = try ForeignDatabase(path)
    func run(_ statement: String) throws {
      try source.forEachRow(of: statement, columns: 0) { _ in }
    }
    func call(_ options: [String] = []) -> Outcome {
      Outcome.of(["import", path, "--data", "--into", address, "--quiet"] + options)
    }
    try run("CREATE TABLE cup (sku TEXT NOT NULL CHECK (length(sku) < 4))")
    try run("INSERT INTO cup VALUES ('a')")
    try run("PRAGMA ignore_check_constraints = 1")
    try run("INSERT INTO cup VALUES ('much too long')")
    let wrong = call()
    #expect(wrong.status == 1 && wrong.result.isEmpty, "\(wrong)")
    #expect(wrong.talk.contains("Cup, row 2"))
    let exported = Outcome.of(["export", "-", address])
    #expect(exported.talk.contains("must have a store, but has none"), "\(exported)")
    try run("DELETE FROM cup WHERE length(sku) > 3")
    for options in [["--dry-run"], []] {
      #expect(call(options) == Outcome(status: 0, result: name + "\n", talk: ""))
    }
    #expect(Outcome.of(["query", "-", address, "Cup", "--count"]).result == "1\n")
    #expect(call().talk.contains("must have no store yet, but has"))
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `a database is migrated as a file is`() throws {
    let (shop, server) = (try Shop(), try #require(PostgreSQLServer.shared))
    let database = "\(server.address)&schema=\(server.newSchema())"
    let name = "postgresql:///postgres, schema \(database.split(separator: "=").last ?? "")"
    let next = try shop.folder.write(Shop.model(adding: "color", renaming: true), to: "next.json")
    let lossy = try shop.folder.write(Shop.model(without: ["tags", "pieces"]), to: "lossy.json")
    #expect(Outcome.of(["load", shop.model, database, shop.path("data.json")]).status == 0)
    func migrate(_ model: String, _ options: String...) -> Outcome {
      Outcome.of(["migrate", model, database] + options)
    }
    #expect(Outcome.of(["export", next, database]).talk.contains("armature migrate"))
    for options in [[], ["--check"], ["--dry-run"]] {
      let outcome = Outcome.of(["migrate", lossy, database] + options)
      #expect(outcome.status == 1 && outcome.result.contains("Product.tags"), "\(outcome)")
    }
    let plan = migrate(next, "--plan")
    #expect(plan.status == 0 && plan.result.contains("Product.color"), "\(plan)")
    #expect(migrate(next, "--check").status == 0)
    let trial = migrate(next, "--dry-run")
    #expect(trial.status == 0 && trial.result.contains("Product.code"), "\(trial)")
    let statements = migrate(next, "--sql")
    #expect(
      statements.result.hasPrefix("LOCK TABLE ")
        && statements.result.contains("RENAME COLUMN \"sku\" TO \"code\""), "\(statements)")
    #expect(migrate(next, "--backup", "x").talk.contains("Use pg_dump."))
    let done = migrate(next)
    #expect(
      done == Outcome(status: 0, result: "", talk: "\(name) is in the form of the model now.\n"))
    let count = Outcome.of(["query", "-", database, "Product", "code == 'CUP-0001'", "--count"])
    #expect(count.result == "1\n", "\(count)")
    #expect(migrate(lossy, "--yes").status == 0)
  }
}
