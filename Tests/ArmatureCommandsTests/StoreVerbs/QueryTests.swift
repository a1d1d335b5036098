import Armature
import Foundation
import Testing

@testable import ArmatureCommands

@Suite struct QueryTests {
  private let shop: Shop

  init() throws {
    shop = try Shop()
    for store in Shop.stores { #expect(shop.fill(store).status == 0) }
  }

  @Test(arguments: Shop.stores)
  func `a table has the attributes, and what links lead to`(store: String) {
    #expect(
      shop.query(store, "Product", "--sort", "-sku")
        == Outcome(
          status: 0,
          result: """
            @entity  sku       price  pieces  tags                  maker
            -------  --------  -----  ------  --------------------  --------
            Set      SET-0001     40       2
            Product  JUG-0001              0  ["blue","old, rare"]  Wedgwood
            Product  CUP-0002     12       1                        名古屋
            Product  CUP-0001    4.5      12                        Wedgwood

            """, talk: ""))
  }

  @Test(arguments: Shop.stores)
  func `a store is read in a folder where nothing can be made`(store: String) async throws {
    let manager = FileManager.default
    let folder = shop.folder.path
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    await #expect(processExitsWith: .success) {
      [
        path = shop.path(store) as String, model = shop.model as String,
        data = shop.path("data.json") as String
      ] in
      // Nothing is forbidden to the superuser.
      if geteuid() == 0 { precondition(setuid(65_534) == 0) }
      for call in [
        ["query", model, path, "Maker"], ["export", model, path], ["store", "info", model, path],
        ["store", "check", model, path],
      ] {
        let outcome = Outcome.of(call)
        precondition(outcome.status == 0, "\(call) \(outcome)")
      }
      let change = Outcome.of(["load", model, path, data])
      precondition(change.status != 0, "\(change)")
    }
  }

  @Test(
    arguments: Shop.stores,
    [
      (["pieces > 1 AND maker.name BEGINSWITH 'W'", "--columns", "sku"], "sku\r\nCUP-0001\r\n"),
      (
        ["--sort", "-pieces", "--limit", "1", "--offset", "1", "--columns", "sku"],
        "sku\r\nSET-0001\r\n"
      ),
      (
        [
          "--group-by", "maker.name", "--columns", "count(), sum(pieces) as pieces", "--sort",
          "-pieces",
        ],
        "maker.name,count,pieces\r\nWedgwood,2,12\r\n,1,2\r\n名古屋,1,1\r\n"
      ),
      (
        ["--group-by", "maker.name", "--having", "count > 1"], "maker.name,count\r\nWedgwood,2\r\n"
      ),
      (["--columns", "max(price), min(pieces) as least"], "max(price),least\r\n40,0\r\n"),
      (
        ["--columns", "maker.name", "--distinct", "--sort", "maker.name"],
        "maker.name\r\n\"\"\r\nWedgwood\r\n名古屋\r\n"
      ),
      (
        ["price == NIL", "--columns", "sku,tags"],
        "sku,tags\r\nJUG-0001,\"blue|old, rare\"\r\n"
      ),
    ])
  func `conditions, orders, pages and groups are those of requests`(
    store: String, _ question: ([String], String)
  ) {
    let outcome = shop.call(
      "query", store: store, ["Product"] + question.0 + ["--format", "csv"])
    #expect(outcome == Outcome(status: 0, result: question.1, talk: ""))
  }

  @Test(arguments: Shop.stores)
  func `programs get JSON, as a whole or by lines`(store: String) {
    let rows = #"{"sku":"CUP-0001","price":4.5,"maker":"Wedgwood"}"#
    let question = ["Product", "sku == 'CUP-0001'", "--columns", "sku, price, maker.name as maker"]
    #expect(
      shop.call("query", store: store, question + ["--format", "ndjson"]).result == rows + "\n")
    let whole = shop.call("query", store: store, question + ["--format", "json"]).result
    #expect(whole.filter { !$0.isWhitespace } == "[\(rows)]")
    let none = shop.query(store, "Product", "pieces > 100", "--format", "json")
    #expect(none.result == "[]\n" && none.status == 0)
  }

  @Test(arguments: Shop.stores)
  func `a number alone answers how many`(store: String) {
    #expect(shop.query(store, "Product", "--count").result == "4\n")
    #expect(shop.query(store, "Set", "parts > 5", "--count").result == "1\n")
    #expect(shop.query(store, "Maker", "products.@count > 1", "--count").result == "1\n")
  }

  @Test func `how a question is answered is told`() {
    let explained = shop.query("shop.sqlite", "Product", "pieces > 1", "--explain")
    #expect(explained.status == 0 && explained.result.hasPrefix("Product: "), "\(explained)")
    let statements = shop.query("shop.sqlite", "Product", "pieces > 1", "--sql", "--limit", "2")
    #expect(statements.status == 0 && statements.result.hasPrefix("SELECT "), "\(statements)")
    #expect(statements.result.contains("LIMIT") && !statements.result.contains("_armature"))
    let json = shop.query("shop.json", "Product", "--sql")
    #expect(json.status == 64 && json.talk.contains("is a store of JSON"), "\(json)")
  }

  @Test(arguments: [
    (["Prodcut"], "\"Prodcut\" is not an entity of Shop. Did you mean \"Product\"?"),
    (["Product", "pices > 1"], "Did you mean \"pieces\"?"),
    (["Product", "pieces >"], "Expected a value, but the text ends."),
    (["Product", "--columns", "summ(pieces)"], "Did you mean \"sum\"?"),
    (["Product", "--columns", "sum()"], "as in \"sum(pages)\""),
    (["Product", "--columns", "pieces least"], "has \"pieces least\""),
    (["Product", "--sort", "sku desc"], "in descending order, \"-pages\""),
    (["Product", "--sort", "skuu"], "Did you mean \"sku\"?"),
    (["Product", "--group-by", "maker.name", "--columns", "sku"], "group by it, too."),
    (["Product", "--group-by", "count()"], "is an aggregate: name it in --columns."),
    (["Product", "--count", "--columns", "sku"], "--count and --explain apply to objects."),
    (
      ["Product", "--columns", "sku", "--having", "sku > 1"], "no column is one. Put it into where."
    ),
  ])
  func `a wrong question says what to write`(question: [String], part: String) {
    for store in Shop.stores {
      let outcome = shop.call("query", store: store, question)
      #expect(outcome.status == 64 && outcome.result == "", "\(outcome)")
      #expect(outcome.talk.contains(part), "\(outcome)")
    }
  }
}
