import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import TestSupport
import Testing

@testable import ArmatureCommands

@Suite struct StoreVerbTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: Shop.stores)
  func `an empty store is made once`(store: String) {
    let made = shop.call("store", "create", store: store)
    #expect(made == Outcome(status: 0, result: "", talk: "\(store) is a store of Shop.\n"))
    #expect(shop.query(store, "Product", "--count").result == "0\n")
    let again = shop.call("store", "create", store: store)
    #expect(again.status == 64 && again.talk.contains("already exists"))
  }

  @Test(arguments: Shop.stores)
  func `what a store is can be read, whatever model it was saved with`(store: String) throws {
    #expect(shop.fill(store).status == 0)
    let info = shop.call("store", "info", store: store).result
    #expect(info.contains("\nMaker: 2\nProduct: 3\nSet: 1\n") && info.contains("history: none"))
    #expect(!info.contains("armature migrate"))
    let other = try shop.folder.write(Shop.model(adding: "color"), to: "other.json")
    let differing = shop.call("store", "info", store: store, model: other).result
    #expect(differing.contains("which differs from the model: see armature migrate"))
    #expect(differing.contains("\nProduct: 3\n"))
    let json = shop.call("store", "info", store: store, model: "-", ["--format", "json"])
    #expect(json.status == 0 && json.result.contains("\"isOfModel\" : true"), "\(json)")
  }

  @Test(arguments: Shop.stores)
  func `a check finds broken rules, and says where there are none`(store: String) throws {
    #expect(shop.fill(store).status == 0)
    let whole = shop.call("store", "check", store: store)
    #expect(whole == Outcome(status: 0, result: "\(store): nothing is wrong.\n", talk: ""))
    let strict = try ManagedObjectModel("Shop") {
      Entity("Thing") { Attribute("size", Int.self).range(1...) }
    }
    let loose = try ManagedObjectModel("Shop") { Entity("Thing") { Attribute("size", Int.self) } }
    let paths = try [
      shop.folder.write(loose, to: "loose.json"), shop.folder.write(strict, to: "strict.json"),
    ]
    let data = try shop.folder.write(#"[{"size": 0}]"#, to: "thing.json")
    #expect(shop.call("load", store: "thing-\(store)", model: paths[0], [data]).status == 0)
    let found = shop.call(
      "store", "check", store: "thing-\(store)", model: paths[1], ["--format", "lines"])
    #expect(found.status == 1 && found.result.contains("Thing.size must be at least 1"), "\(found)")
    let data2 = shop.call(
      "store", "check", store: "thing-\(store)", model: paths[1], ["--data-only"])
    #expect(data2.status == 0, "\(data2)")
  }

  @Test(arguments: Shop.stores + (PostgreSQLServer.shared == nil ? [] : ["PostgreSQL"]))
  func `a check finds links without an inverse that lead nowhere`(kind: String) throws {
    let model = try ManagedObjectModel("Marks") {
      Entity("Mark") {
        Relationship("place", to: "Place")
        Relationship("seen", to: "Place", .toMany)
        Relationship("way", to: "Place", .ordered)
      }
      Entity("Place") { Attribute("name", String.self) }
    }
    let file = try shop.folder.write(model, to: "marks.json")
    let data = try shop.folder.write(
      """
      {"Mark": [{"place": 1, "seen": [1, 2], "way": [2, 1]}],
       "Place": [{"@id": 1, "name": "a"}, {"@id": 2, "name": "b"}]}
      """, to: "places.json")
    var path = shop.path(kind)
    let store: any PersistentStore
    switch kind {
    case "shop.sqlite": store = SQLiteStore(path)
    case "shop.json": store = JSONFileStore(path)
    default:
      let server = try #require(PostgreSQLServer.shared)
      let schema = server.newSchema()
      path = "\(server.address)&schema=\(schema)"
      store = PostgreSQLStore(server.address, schema: schema)
    }
    #expect(Outcome.of(["load", file, path, data]).status == 0)
    let context = try PersistentContainer(model: model, store: store).makeContext()
    let places = try context.fetch(FetchRequest("Place", where: FetchPredicate("name == 'a'")))
    try context.delete(try #require(places.first))
    try context.save()
    let found = Outcome.of(["store", "check", file, path, "--format", "lines"])
    // A JSON file has no links to missing objects.
    let names = kind == "shop.json" ? [] : ["place", "seen", "way"]
    #expect(found.status == 0, "\(found)")
    let lines = found.result.split(separator: "\n")
    #expect(lines.count == names.count, "\(found)")
    for (line, name) in zip(lines, names) {
      #expect(
        line.hasPrefix("warning: ")
          && line.contains("Mark.\(name) must refer to an object that exists, but Place"),
        "\(line)")
    }
  }

  @Test func `a check finds wrong derived values, and puts them right when it is told to`() throws {
    let store = "shop.sqlite"
    func model(_ derivation: FetchExpression) throws -> ManagedObjectModel {
      try ManagedObjectModel("Shop") {
        Entity("Thing") {
          Attribute("size", Int.self)
          Attribute("sum", Int.self).derived(from: derivation)
        }
      }
    }
    let once = try shop.folder.write(model(.keyPath(["size"])), to: "once.json")
    let twice = try shop.folder.write(
      model(.arithmetic(.keyPath(["size"]), .multiply, 2)), to: "twice.json")
    let data = try shop.folder.write(#"[{"size": 4}, {"size": 0}]"#, to: "thing.json")
    #expect(shop.call("load", store: store, model: once, [data]).status == 0)
    let lines = ["--format", "lines"]
    let found = shop.call("store", "check", store: store, model: twice, lines)
    #expect(
      found.status == 1
        && found.result.contains(
          "Thing.sum must be 8, since it is derived from other values, but is 4"),
      "\(found)")
    #expect(shop.call("store", "check", store: store, model: twice, lines) == found)
    let repaired = shop.call("store", "check", store: store, model: twice, ["--repair"])
    #expect(
      repaired
        == Outcome(
          status: 0, result: "\(store): nothing is wrong.\n",
          talk: "\(store): 1 derived value was wrong, and is right now.\n"))
    #expect(shop.call("store", "check", store: store, model: twice, lines).status == 0)
    let refused = shop.call("store", "info", store: store, ["--repair"])
    #expect(refused.status == 64 && refused.talk.contains("--repair is about check"))
  }

  @Test(arguments: Shop.stores)
  func `a store that is not there is to be made by a model, and not by its own`(store: String) {
    for action in ["create", "info"] {
      #expect(
        shop.call("store", action, store: store, model: "-").talk.hasSuffix(
          "Create one with the file of a model: armature store create model.swift \(store)\n"))
    }
    #expect(
      shop.call("store", "info", store: store, model: shop.model).talk.hasSuffix(
        "Make one: armature store create shop.model.json \(store)\n"))
  }

  @Test(arguments: Shop.stores)
  func `a copy is a store of its own`(store: String) {
    #expect(shop.fill(store).status == 0)
    let copy = "copy-\(store)"
    let made = shop.call("store", "backup", store: store, [shop.path(copy)])
    #expect(made == Outcome(status: 0, result: "", talk: ""))
    #expect(shop.call("export", store: copy).result == shop.call("export", store: store).result)
    let again = shop.call("store", "backup", store: store, [shop.path(copy)])
    #expect(again.status == 64 && again.talk.contains("already exists"))
    #expect(shop.call("store", "backup", store: store).talk.contains("backup must have <copy>."))
  }

  @Test func `room of what was deleted goes back to the system`() throws {
    let records = (0..<3000).map { #"{"sku": "CUP-\#(1000 + $0)"}"# }.joined(separator: "\n")
    let data = try shop.folder.write(records, to: "product.ndjson")
    #expect(shop.call("load", store: "shop.sqlite", [data]).status == 0)
    let store = SQLiteStore(shop.path("shop.sqlite"))
    let context = try PersistentContainer(model: Shop.model(), store: store).makeContext()
    for product in try context.fetch("Product") { try context.delete(product) }
    try context.save()
    let compacted = shop.call("store", "compact", store: "shop.sqlite")
    #expect(compacted.status == 0 && compacted.talk.contains(" bytes, and had "), "\(compacted)")
    #expect((FileStatus(shop.path("shop.sqlite"))?.size ?? 0) < 150_000)
    #expect(shop.fill("shop.json").status == 0)
    #expect(shop.call("store", "compact", store: "shop.json").talk.contains("no unused space"))
  }

  @Test func `a damaged file is told, and only its action takes an option`() throws {
    #expect(shop.fill("shop.sqlite").status == 0)
    var bytes = try Files.read(shop.path("shop.sqlite"))
    for place in 8192..<min(12288, bytes.count) { bytes[place] = 0x55 }
    try Files.write(bytes, to: shop.path("damaged.sqlite"))
    let damaged = shop.call("store", "check", store: "damaged.sqlite")
    #expect(damaged.status == 65 || damaged.status == 74, "\(damaged)")
    #expect(damaged.talk.hasPrefix("error: ") && damaged.result == "")
    for (action, option, part) in [
      ("info", "--history", "--history is about create, and not about info."),
      ("create", "--data-only", "--data-only is about check, and not about create."),
      ("chek", "--quiet", "\"chek\" is not an action of store. Did you mean \"check\"?"),
    ] {
      let outcome = shop.call("store", action, store: "shop.sqlite", [option])
      #expect(outcome.status == 64 && outcome.talk.contains(part), "\(outcome)")
    }
  }

  @Test func `the history has each save, and can be forgotten`() throws {
    #expect(shop.call("store", "create", store: "shop.sqlite", ["--history"]).status == 0)
    #expect(
      shop.call("load", store: "shop.sqlite", [shop.path("data.json"), "--author", "importer"])
        .status == 0)
    let update = try shop.folder.write(#"[{"sku": "CUP-0001", "pieces": 13}]"#, to: "product.json")
    #expect(shop.call("load", store: "shop.sqlite", [update, "--update"]).status == 0)
    let all = shop.call("history", store: "shop.sqlite")
    #expect(all.status == 0 && all.result.contains("  importer\n"), "\(all)")
    let last = shop.call("history", store: "shop.sqlite", ["--limit", "1"]).result
    #expect(last.hasSuffix(": pieces\n") && last.split(separator: "\n").count == 2, "\(last)")
    let own = shop.call(
      "history", store: "shop.sqlite", ["--author", "importer", "--format", "json"])
    #expect(own.result.contains("\"author\" : \"importer\""), "\(own)")
    #expect(own.result.contains(#/"date" : "2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/#), "\(own)")
    let makers = shop.call("history", store: "shop.sqlite", ["--entity", "Maker"]).result
    #expect(makers.contains("insert Maker#") && !makers.contains("Product#"), "\(makers)")
    let number = last.prefix { $0 != " " }
    #expect(shop.call("history", store: "shop.sqlite", ["--since", "\(number)"]).result == "")
    #expect(shop.call("history", store: "shop.sqlite", ["--purge-up-to", "\(number)"]).status == 0)
    #expect(shop.call("history", store: "shop.sqlite").result == "")
    #expect(shop.fill("shop.json").status == 0)
    let none = shop.call("history", store: "shop.json")
    #expect(none.status == 64 && none.talk.contains("must keep a history"), "\(none)")
  }
}
