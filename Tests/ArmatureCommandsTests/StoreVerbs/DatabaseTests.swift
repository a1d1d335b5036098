import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureCommands

/// Commands with the address of a database in place of a file.
@Suite struct DatabaseTests {
  @Test(arguments: [
    ("postgresql://db.example/shop", "postgresql://db.example/shop"),
    (
      "postgres://u:secret@db.example:5432/shop?sslmode=require",
      "postgresql://db.example:5432/shop"
    ),
    ("postgresql://u@a:1,b:2/shop?schema=x", "postgresql://a:1,b:2/shop, schema x"),
    ("postgresql:///shop?host=/tmp&password=secret", "postgresql:///tmp/shop"),
    ("postgresql://%2Ftmp:1/?dbname=a%20b", "postgresql:///tmp:1/a b"),
    ("postgresql://[::1]:5/x", "postgresql://[::1]:5/x"),
    ("postgresql://u@h", "postgresql://h/u"),
    ("host=db.example port=5432 dbname=shop password='a b'", "postgresql://db.example:5432/shop"),
    (" dbname = 'my \\' shop' schema=x host=/tmp", "postgresql:///tmp/my ' shop, schema x"),
    ("host=h dbname=x password='secret", "postgresql://…"),
    ("host=h password=a b", "postgresql://…"),
    ("host=h dbname=postgresql://u:secret@h/x", "postgresql://…"),
    ("postgresql://u:secret", "postgresql://…"),
    ("postgresql://u:se/cret@host/x", "postgresql://…"),
    ("postgresql://u:se?cret@host/x", "postgresql://…"),
    ("postgresql://u:secr#et@h", "postgresql://…"),
    ("postgresql://u:se@cret@host/x", "postgresql://…"),
    ("postgresql://host/x?password=se@cret", "postgresql://…"),
  ])
  func `an address is shown without its secrets`(operand: String, name: String) {
    #expect(DatabaseAddress(operand)?.name == name)
    for path in ["shop.sqlite", "host", "./host=x", "hosts=x", "a host=x", "=x"] {
      #expect(DatabaseAddress(path) == nil && DatabaseAddress.misspelling(path) == nil)
    }
  }

  @Test(arguments: [
    ("postgresq://u:hush@h/x", "postgresq://"), ("POSTGRESQL://u:hush@h/x", "POSTGRESQL://"),
    ("postgres:hush", "postgres:"), ("dbname:hush", "dbname:"), ("Host=h password=hush", "Host="),
  ])
  func `what is no address and looks like one is no file`(operand: String, beginning: String) throws
  {
    #expect(DatabaseAddress.misspelling(operand) == beginning)
    let shop = try Shop()
    for verb in [["load", shop.model, operand, shop.model], ["export", shop.model, operand]] {
      let outcome = Outcome.of(verb)
      #expect(outcome.status == 64 && !outcome.talk.contains("hush"), "\(outcome)")
      #expect(outcome.talk.contains("but begins with \"\(beginning)\". For a file of that name"))
    }
  }

  @Test func `the schema is taken out of what libpq reads`() throws {
    let address = try #require(DatabaseAddress("postgresql://h/x?a=1&schema=shop&b=2"))
    #expect(address.text == "postgresql://h/x?a=1&b=2" && address.schema == "shop")
    let plain = try #require(DatabaseAddress("postgresql://h/x?schema=shop"))
    #expect(plain.text == "postgresql://h/x")
    #expect(DatabaseAddress("postgresql://h/x")?.schema == "public")
    let words = try #require(DatabaseAddress("host=h schema='my shop'  password='a b'"))
    #expect(words.text == "host=h password='a b'" && words.schema == "my shop")
    let outcome = Outcome.of(["store", "info", "-", "postgresql://h/x?schema="])
    #expect(outcome.status == 64 && outcome.talk.contains("schema of an address must have a name"))
  }

  @Test(arguments: ["postgresql://u:hush@127.0.0.1:1/x", "host=127.0.0.1 port=1 dbname=x user=u"])
  func `a server is called the same in all parts of a message`(address: String) throws {
    let shop = try Shop()
    let outcome = Outcome.of(["export", shop.model, address])
    #expect(outcome.status == 69, "\(outcome)")
    #expect(
      outcome.talk.contains("postgresql://127.0.0.1:1/x must accept a connection"), "\(outcome)")
    #expect(DatabaseAddress(address)?.name == "postgresql://127.0.0.1:1/x")
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
    let name =
      "postgresql://\(server.folder)/postgres, schema \(database.split(separator: "=").last ?? "")"
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
    #expect(call("store", "create").talk.contains("already has a store"))
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
    let name = try #require(DatabaseAddress(address)).name
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
    try run("UPDATE cup SET sku = 'a' || char(0) WHERE length(sku) > 3")
    for options in [["--dry-run"], []] {
      let outcome = call(options)
      #expect(outcome.status == 1 && outcome.result.isEmpty, "\(outcome)")
      #expect(
        outcome.talk.contains("Cup.sku must be a value that PostgreSQL has")
          && outcome.talk.contains("Cup, row 2"), "\(outcome)")
    }
    try run("DELETE FROM cup WHERE instr(sku, char(0)) > 0")
    let reading = "\(address)&options=-c%20default_transaction_read_only%3Don"
    let refused = Outcome.of(["import", path, "--data", "--into", reading, "--dry-run"])
    #expect(refused.status == 65 && refused.talk.contains("but it is read-only."), "\(refused)")
    for options in [["--dry-run"], []] {
      #expect(call(options) == Outcome(status: 0, result: name + "\n", talk: ""))
    }
    #expect(Outcome.of(["query", "-", address, "Cup", "--count"]).result == "1\n")
    #expect(call().talk.contains("already has a store"))
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `a database is migrated as a file is`() throws {
    let (shop, server) = (try Shop(), try #require(PostgreSQLServer.shared))
    let database = "\(server.address)&schema=\(server.newSchema())"
    let name =
      "postgresql://\(server.folder)/postgres, schema \(database.split(separator: "=").last ?? "")"
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
      done == Outcome(status: 0, result: "", talk: "\(name) now has the form of the model.\n"))
    let count = Outcome.of(["query", "-", database, "Product", "code == 'CUP-0001'", "--count"])
    #expect(count.result == "1\n", "\(count)")
    #expect(migrate(lossy, "--yes").status == 0)
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `a store in the middle of a migration is told by each verb`() throws {
    let (shop, server) = (try Shop(), try #require(PostgreSQLServer.shared))
    let schema = server.newSchema()
    let database = "\(server.address)&schema=\(schema)"
    let next = try shop.folder.write(Shop.model(adding: "color"), to: "next.json")
    #expect(Outcome.of(["load", shop.model, database, shop.path("data.json")]).status == 0)
    // The state after the first step on a server that changes tables outside of transactions.
    let psql = Process()
    psql.executableURL = URL(filePath: "\(PostgreSQLServer.programs ?? "")/psql")
    psql.arguments = [
      "-qX", "-h", server.folder, "-U", "armature", "-d", "postgres", "-c",
      "UPDATE \(schema)._armature_state SET mark = '\(String(repeating: "0", count: 32))'",
    ]
    try psql.run()
    psql.waitUntilExit()
    #expect(psql.terminationStatus == 0)
    for verb in [
      ["store", "check", "-", database], ["store", "info", "-", database],
      ["export", shop.model, database], ["query", "-", database, "Product", "--count"],
      ["migrate", shop.model, database], ["migrate", next, database],
      ["migrate", next, database, "--plan"], ["migrate", next, database, "--sql"],
    ] {
      let outcome = Outcome.of(verb)
      #expect(outcome.status != 0 && outcome.result.isEmpty, "\(verb): \(outcome)")
      #expect(outcome.talk.contains("is in the middle of a migration"), "\(verb): \(outcome)")
    }
  }

  @Test(
    .enabled("PostgreSQL must be installed: its server, and libpq 14 or later.") {
      PostgreSQLServer.shared != nil
    })
  func `what the server does not have is told with its lines, and leaves no tables`() throws {
    let (shop, server) = (try Shop(), try #require(PostgreSQLServer.shared))
    let schema = server.newSchema()
    let database = "host=\(server.folder) dbname=postgres user=armature schema=\(schema)"
    let bad = try shop.folder.write(
      """
      {"Maker": [
        {"name": "fine"},
        {"name": "a\\u0000b"}],
       "Product": [
        {"sku": "CUP-0001", "tags": ["fine", "\\u0000"]}]}
      """, to: "bad.json")
    let loaded = Outcome.of(["load", shop.model, database, bad, "--format", "lines"])
    #expect(loaded.status == 1, "\(loaded)")
    let lines = loaded.result.split(separator: "\n")
    #expect(lines.count == 2, "\(loaded)")
    #expect(
      lines.first?.contains("bad.json:3:12: error: Maker.name must be a value that PostgreSQL")
        == true, "\(loaded)")
    #expect(lines.last?.contains("bad.json:5:31: error: Product.tags must be") == true, "\(loaded)")
    func expectNoStore() {
      let info = Outcome.of(["store", "info", "-", database])
      #expect(info.status == 66 && info.talk.contains("must have a store, but has none"), "\(info)")
    }
    expectNoStore()
    #expect(shop.call("load", store: "shop.json", [bad]).status == 0)
    for _ in 0..<2 {
      let copied = shop.call("store", "copy", store: "shop.json", [database])
      #expect(copied.status == 65, "\(copied)")
      #expect(
        copied.talk.contains("name must be a value") && copied.talk.contains("tags must be a"),
        "\(copied)")
      expectNoStore()
    }
  }

  @Test func `a number without a text is warned of, refused by export, and kept by a copy`() throws
  {
    let folder = try Folder()
    let path = folder.path.appendingPath("a.sqlite")
    let model = try ManagedObjectModel("Numbers") {
      Entity("Item") { Attribute("ratio", Double.self) }
    }
    let file = try folder.write(model, to: "model.json")
    let context = try PersistentContainer(model: model, store: SQLiteStore(path)).makeContext()
    for ratio in [1.5, .nan, -.infinity] {
      try context.insert("Item").setValue(ratio, forKey: "ratio")
    }
    try context.save()
    let server = PostgreSQLServer.shared
    let copies =
      [path, folder.path.appendingPath("b.json")]
      + (server.map { ["\($0.address)&schema=\($0.newSchema())"] } ?? [])
    for (place, next) in zip(copies, copies.dropFirst()) {
      #expect(Outcome.of(["store", "copy", file, place, next]).status == 0)
    }
    for place in copies {
      let check = Outcome.of(["store", "check", file, place, "--format", "lines"])
      #expect(check.status == 0 && check.result.split(separator: "\n").count == 2, "\(check)")
      #expect(
        check.result.contains("Item.ratio must be a number that JSON can write"),
        "\(check)")
      let export = Outcome.of(["export", file, place])
      #expect(
        export.status == 65 && export.talk.contains("Item.ratio must be a number that JSON"),
        "\(export)")
      let found = Outcome.of(["query", file, place, "Item", "--format", "csv"])
      #expect(found.result == "ratio\r\n1.5\r\n\\NaN\r\n\\-Infinity\r\n", "\(found)")
    }
  }
}
