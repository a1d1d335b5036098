import Armature
import Testing

@testable import ArmatureCommands

/// Loading data into stores, and exporting it.
@Suite struct LoadAndExportTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: Shop.stores)
  func `data makes a store, and come out of it as they went in`(store: String) throws {
    #expect(
      shop.fill(store)
        == Outcome(status: 0, result: "Maker: 2\nProduct: 3\nSet: 1\n", talk: ""))
    let exported = shop.call("export", store: store)
    #expect(exported.status == 0 && exported.talk == "", "\(exported)")
    try shop.folder.write(exported.result, to: "again.json")
    #expect(shop.call("load", store: "copy-\(store)", [shop.path("again.json")]).status == 0)
    #expect(shop.call("export", store: "copy-\(store)").result == exported.result)
    #expect(exported.result.contains(#""tags": ["#) || exported.result.contains(#""tags":["#))
  }

  @Test(arguments: Shop.stores, DataOutput.Format.allCases)
  func `a folder of files makes the same store`(store: String, format: DataOutput.Format) throws {
    #expect(shop.fill(store).status == 0)
    let place = shop.path("files")
    let files = shop.call(
      "export", store: store, ["--format", format.rawValue, "--into", place])
    let expected = ["Maker", "Product"].map { "files/\($0).\(format.rawValue)\n" }.joined()
    #expect(files == Outcome(status: 0, result: expected, talk: ""))
    #expect(shop.call("load", store: "copy-\(store)", [place]).status == 0)
    #expect(
      shop.call("export", store: "copy-\(store)").result
        == shop.call("export", store: store).result)
    let again = shop.call(
      "export", store: store, ["--format", format.rawValue, "--into", place])
    #expect(again.status == 64 && again.talk.contains("already exists"))
  }

  @Test(arguments: Shop.stores)
  func `objects come out in the order of their insertion, whatever leads to them`(
    store: String
  ) throws {
    let chain = try ManagedObjectModel("Chain") {
      Entity("Ring") {
        Attribute("name", String.self).identifying()
        Relationship("next", to: "Ring")
      }
    }
    let model = try shop.folder.write(chain, to: "chain.json")
    let data = try shop.folder.write(
      #"{"Ring": [{"name": "a", "next": "c"}, {"name": "b"}, {"name": "c"}]}"#, to: "rings.json")
    #expect(shop.call("load", store: "rings-\(store)", model: model, [data]).status == 0)
    let arguments = ["--entity", "Ring", "--format", "csv"]
    let table = shop.call("export", store: "rings-\(store)", model: model, arguments).result
    #expect(table.split(whereSeparator: \.isNewline) == ["name,next", "a,c", "b,", "c,"])
  }

  @Test(arguments: Shop.stores)
  func `nothing is saved if there is a mistake, and no store is made`(store: String) throws {
    let bad = try shop.folder.write(
      #"[{"sku": "CUP-0003", "pieces": 1}, {"sku": "cup", "pieces": -1}]"#, to: "product.json")
    let first = shop.call("load", store: store, [bad, "--format", "lines"])
    #expect(first.status == 1 && first.talk == "", "\(first)")
    #expect(first.result.hasPrefix("product.json:1:44: error: Product.sku must match the pattern"))
    #expect(
      try Files.names(in: shop.folder.path).filter {
        $0.hasPrefix("shop.s") || $0.hasPrefix("shop.json")
      } == [])
    #expect(shop.fill(store).status == 0)
    #expect(shop.call("load", store: store, [bad]).status == 1)
    #expect(shop.query(store, "Product", "--count").result == "4\n")
  }

  @Test(arguments: Shop.stores)
  func `what is there is a mistake, or changes`(store: String) throws {
    #expect(shop.fill(store).status == 0)
    let data = try shop.folder.write(
      #"[{"sku": "CUP-0001", "pieces": 13}, {"sku": "CUP-0009", "pieces": 9}]"#,
      to: "product.json")
    let again = shop.call("load", store: store, [data])
    #expect(again.status == 1 && again.result.contains("CUP-0001"), "\(again)")
    #expect(shop.query(store, "Product", "sku == 'CUP-0009'", "--count").result == "0\n")
    let update = shop.call("load", store: store, [data, "--update"])
    #expect(
      update
        == Outcome(
          status: 0, result: "Maker: 0\nProduct: 1\nSet: 0\nupdated: 1\n", talk: ""))
    let pieces = shop.query(
      store, "Product", "pieces > 5", "--columns", "sku, pieces", "--sort", "pieces", "--format",
      "csv")
    #expect(pieces.result == "sku,pieces\r\nCUP-0009,9\r\nCUP-0001,13\r\n")
  }

  @Test(arguments: Shop.stores)
  func `an update by records that nothing identifies is refused, and changes nothing`(store: String)
    throws
  {
    let site = try ManagedObjectModel("Site") {
      Entity("Page") {
        Attribute("path", String.self).identifying()
        Relationship("visits", to: "Visit", .toMany, inverse: "page")
      }
      Entity("Visit") {
        Attribute("seconds", Int.self)
        Attribute("ticket", String?.self).unique()
        Relationship("page", to: "Page", inverse: "visits")
      }
      Entity("Country") {
        Attribute("code", String.self).identifying()
        Attribute("name", String.self).identifying()
      }
    }
    let model = try shop.folder.write(site, to: "site.model.json")
    let visits = try shop.folder.write(
      """
      {"Page": [{"path": "/"}], "Visit": [{"seconds": 1, "page": "/"}, {"seconds": 2}],
        "Country": [{"code": "at", "name": "Austria"}]}
      """,
      to: "visits.json")
    let pages = try shop.folder.write(#"[{"path": "/"}, {"path": "/a"}]"#, to: "page.json")
    func load(_ options: String...) -> Outcome {
      shop.call("load", store: store, model: model, options)
    }
    func expectRejection() {
      let outcome = load(visits, "--update", "--format", "lines")
      let must = " must have an identity, by which a later load finds its object, but "
      let lines = outcome.result.split(separator: "\n").filter { $0.contains(must) }
      let ticket =
        "no attribute of Visit is identifying(). Make a unique attribute identifying(): ticket."
      let expected = [
        ("1:37: error: Visit#", ticket), ("1:66: error: Visit#", ticket),
        (
          "2:15: error: Country \"at, Austria\"",
          "several attributes of Country are identifying(): code, name. Keep one of them."
        ),
      ]
      #expect(outcome.status == 1 && lines.count == expected.count, "\(outcome)")
      for (line, (place, reason)) in zip(lines, expected) {
        #expect(line.hasPrefix("visits.json:\(place)"))
        #expect(line.hasSuffix("\(must)\(reason) [identity.missing]"))
      }
      #expect(
        outcome.talk.contains("Each load would insert records without an identity again."),
        "\(outcome)")
    }
    expectRejection()
    #expect(FileStatus(shop.path(store)) == nil)
    #expect(load(visits).status == 0)
    expectRejection()
    #expect(load(pages, "--update").result.hasSuffix("unchanged: 1\n"))
    #expect(shop.query(store, "Visit", "--count").result == "2\n")
    #expect(shop.query(store, "Page", "--count").result == "2\n")
  }

  @Test(arguments: Shop.stores)
  func `what agrees with saved objects is told with all other mistakes`(store: String) throws {
    let seats = try ManagedObjectModel("Seats") {
      Entity("Hall") {
        Attribute("name", String.self).identifying()
        Relationship("seats", to: "Seat", .toMany, inverse: "hall")
      }
      Entity("Seat") {
        Attribute("code", String.self).unique()
        Attribute("row", Int.self).range(1...)
        Attribute("place", Int.self)
        Relationship("hall", to: "Hall", inverse: "seats")
        Unique("row", "place", "hall")
      }
      Entity("Box", parent: "Seat") { Attribute("curtain", Bool?.self) }
    }
    let model = try shop.folder.write(seats, to: "seats.model.json")
    func load(_ data: String, _ options: String...) throws -> Outcome {
      let path = try shop.folder.write(data, to: "seats.json")
      return shop.call("load", store: store, model: model, [path, "--format", "lines"] + options)
    }
    let first = """
      {"Hall": [{"name": "A"}, {"name": "B"}], "Seat": [
      {"code": "1", "row": 1, "place": 1, "hall": "A"}, {"code": "2", "row": 2, "place": 2, "hall": "A"}]}
      """
    #expect(try load(first).status == 0)
    let second = try load(
      """
      {"Hall": [{"name": "C"}], "Seat": [
      {"code": "3", "row": 0, "place": 1, "hall": "A"},
      {"code": "1", "row": 1, "place": 2, "hall": "A"},
      {"code": "4", "row": 1, "place": 1, "hall": "A"},
      {"code": "5", "row": 1, "place": 1, "hall": "B"},
      {"code": "6", "row": 1, "place": 1, "hall": "C"},
      {"code": "7", "row": 2, "place": 2, "hall": "A"},
      {"@entity": "Box", "code": "8", "row": 2, "place": 2, "hall": "A"}]}
      """)
    let places = second.result.split(separator: "\n").map { $0.split(separator: " ")[0] }
    let codes = second.result.split(separator: "\n").map { $0.split(separator: "[").last ?? "" }
    #expect(
      places == [
        "seats.json:2:22:", "seats.json:3:10:", "seats.json:4:1:", "seats.json:7:1:",
        "seats.json:8:1:",
      ], "\(second)")
    #expect(codes == ["range.tooSmall]"] + Array(repeating: "unique]", count: 4))
    #expect(second.result.contains(#"but Seat#3 has 1, 1, "A", too."#), "\(second)")
    #expect(second.result.contains(#"but Seat#4 has 2, 2, "A", too."#), "\(second)")
    // The failures of a save are all that would be reported.
    let third = try load(
      #"{"Seat": [{"code": "1", "row": 1, "place": 2, "hall": "A"}]}"#, "--quiet")
    #expect(third.result.contains("Seat.code must be unique, but "), "\(third)")
  }

  @Test(arguments: Shop.stores)
  func `data without records makes an empty store`(store: String) throws {
    let data = try shop.folder.write("{}", to: "empty.json")
    #expect(shop.call("load", store: store, [data]).status == 0)
    #expect(shop.query(store, "Product", "--count").result == "0\n")
  }

  @Test(arguments: Shop.stores)
  func `a store of another model is left alone`(store: String) throws {
    #expect(shop.fill(store).status == 0)
    let before = try Files.read(shop.path(store))
    let other = try shop.folder.write(Shop.model(adding: "color"), to: "other.json")
    for call in [
      shop.call("load", store: store, model: other, [shop.path("data.json")]),
      shop.call("export", store: store, model: other),
      shop.call("query", store: store, model: other, ["Product"]),
    ] {
      #expect(call.status == 1 && call.result == "", "\(call)")
      #expect(call.talk.contains("armature migrate "), "\(call)")
      #expect(call.talk.contains("color"), "\(call)")
    }
    #expect(try Files.read(shop.path(store)) == before)
  }

  @Test func `what is no store is told, and stays as it is`() throws {
    try shop.folder.write("no store at all, but 40 bytes of text\n", to: "text.sqlite")
    try shop.folder.write("{\"Product\": [", to: "broken.json")
    for (name, status) in [("text.sqlite", Int32(65)), ("broken.json", 65), ("missing.sqlite", 66)]
    {
      let outcome = shop.call("query", store: name, ["Product"])
      #expect(outcome.status == status && outcome.talk.hasPrefix("error: "), "\(outcome)")
    }
    #expect(FileStatus(shop.path("missing.sqlite")) == nil)
    let folder = shop.call("query", store: "", ["Product"])
    #expect(folder.status == 66 && folder.talk.contains("must be the file of a store"), "\(folder)")
  }
}
