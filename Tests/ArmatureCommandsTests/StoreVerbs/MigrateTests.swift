import Armature
import ArmatureSQLite
import Testing

@testable import ArmatureCommands

@Suite struct MigrateTests {
  private let shop: Shop
  private let harmless: String
  private let lossy: String

  init() throws {
    shop = try Shop()
    for store in Shop.stores { #expect(shop.fill(store).status == 0) }
    harmless = try shop.folder.write(Shop.model(adding: "color", renaming: true), to: "next.json")
    lossy = try shop.folder.write(Shop.model(without: ["tags", "pieces"]), to: "lossy.json")
  }

  private func bytes(_ store: String) throws -> [UInt8] { try Files.read(shop.path(store)) }

  @Test(arguments: Shop.stores)
  func `what loses nothing is done`(store: String) throws {
    let plan = shop.call("migrate", store: store, model: harmless, ["--plan"])
    #expect(plan.status == 0 && plan.talk == "", "\(plan)")
    #expect(
      plan.result.contains("Product.color") && plan.result.contains("Product.code"), "\(plan)")
    #expect(shop.call("migrate", store: store, model: harmless, ["--check"]).status == 0)
    #expect(shop.query(store, "Product", "sku == 'CUP-0001'", "--count").result == "1\n")
    let done = shop.call(
      "migrate", store: store, model: harmless, ["--backup", shop.path("old-\(store)")])
    #expect(
      done == Outcome(status: 0, result: "", talk: "\(store) now has the form of the model.\n"))
    #expect(shop.query(store, "Product", "code == 'CUP-0001'", "--count").result == "1\n")
    #expect(shop.query("old-\(store)", "Product", "sku == 'CUP-0001'", "--count").result == "1\n")
    let again = shop.call("migrate", store: store, model: harmless)
    #expect(
      again == Outcome(status: 0, result: "", talk: "\(store) already has the form of the model.\n")
    )
  }

  @Test(arguments: Shop.stores)
  func `a plan has the rows that it meets, and tries nothing`(store: String) throws {
    let before = try bytes(store)
    let plan = shop.call("migrate", store: store, model: lossy, ["--plan"])
    #expect(plan.status == 0 && plan.talk == "", "\(plan)")
    let lines = plan.result.split(separator: "\n")
    let tags = try #require(lines.firstIndex { $0.contains("Product.tags: removed") })
    #expect(lines[tags].hasSuffix(" 4 rows."), "\(plan)")
    #expect(lines[tags + 1].hasPrefix("  1 row is an obstacle: Product "), "\(plan)")
    let json = shop.call("migrate", store: store, model: lossy, ["--plan", "--format", "json"])
    #expect(json.result.contains("\"rowCount\" : 4"), "\(json)")
    #expect(try bytes(store) == before)
  }

  @Test(arguments: Shop.stores)
  func `what would be lost is listed, and stays until somebody says otherwise`(store: String) throws
  {
    let before = try bytes(store)
    for options in [[], ["--check"], ["--dry-run"]] {
      let outcome = shop.call("migrate", store: store, model: lossy, options)
      #expect(outcome.status == 1, "\(outcome)")
      #expect(
        outcome.result.contains("Product.tags")
          && outcome.result.contains("1 row is an obstacle"))
      #expect(
        outcome.result.contains("Product.pieces")
          && outcome.result.contains("4 rows are obstacles"))
    }
    #expect(try bytes(store) == before)
    let json = shop.call("migrate", store: store, model: lossy, ["--check", "--format", "json"])
    #expect(json.status == 1 && json.result.contains("\"count\" : 4"), "\(json)")
    #expect(shop.call("migrate", store: store, model: lossy, ["--yes"]).status == 0)
    let rows = shop.query(store, "Product", "--sort", "sku", "--format", "csv").result
    #expect(
      rows.hasPrefix("@entity,sku,price,maker\r\nProduct,CUP-0001,4.5,Wedgwood\r\n"), "\(rows)")
  }

  @Test(arguments: Shop.stores)
  func `what needs a program is not done, whatever is said`(store: String) throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", Int.self).identifying()
        Relationship("products", to: "Product", .toMany, inverse: "maker")
      }
      Entity("Product") {
        Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
        Attribute("price", Decimal?.self).range(0...)
        Attribute("pieces", Int.self).default(1).range(0...)
        Attribute("tags", [String]?.self)
        Relationship("maker", to: "Maker", inverse: "products")
      }
      Entity("Set", parent: "Product") { Attribute("parts", Int?.self) }
    }
    let path = try shop.folder.write(model, to: "numbers.json")
    let before = try bytes(store)
    for options in [[], ["--yes"], ["--check"]] {
      let outcome = shop.call("migrate", store: store, model: path, options)
      #expect(outcome.status == 1 && outcome.result.contains("Maker.name"), "\(outcome)")
      #expect(
        options == ["--check"] || outcome.talk.contains("as the article Migration describes"),
        "\(outcome)")
    }
    #expect(try bytes(store) == before)
  }

  @Test(arguments: Shop.stores)
  func `rows whose links break a rule are kept where that is wanted, and listed`(store: String)
    throws
  {
    func model(isUnique: Bool = false) throws -> ManagedObjectModel {
      try ManagedObjectModel("Shop") {
        Entity("Maker") {
          Attribute("name", String.self).identifying()
          Relationship("products", to: "Product", .toMany, inverse: "maker").count(2...)
        }
        Entity("Product") {
          Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
          Attribute("price", Decimal?.self).range(0...)
          if isUnique {
            Attribute("pieces", Int.self).default(1).range(1...)
            Attribute("lot", Int.self).default(7).unique()
          } else {
            Attribute("pieces", Int.self).default(1).range(1...)
          }
          Attribute("tags", [String]?.self)
          Relationship("maker", to: "Maker", inverse: "products").required()
        }
        Entity("Set", parent: "Product") { Attribute("parts", Int?.self) }
      }
    }
    let strict = try shop.folder.write(model(), to: "strict.json")
    let unique = try shop.folder.write(model(isUnique: true), to: "unique.json")
    let before = try bytes(store)
    let refused = shop.call("migrate", store: store, model: strict)
    #expect(refused.status == 1 && refused.result.contains("Product.maker"), "\(refused)")
    let plan = shop.call("migrate", store: store, model: strict, ["--plan", "--keep"])
    #expect(plan.status == 0 && !plan.result.contains("obstacle"), "\(plan)")
    let same = shop.call("migrate", store: store, model: unique, ["--keep"])
    #expect(same.status == 1 && same.result.contains("rows are obstacles"), "\(same)")
    #expect(
      same.talk.contains("values must be present, valid and unique in every store"), "\(same)")
    #expect(try bytes(store) == before)
    let kept = shop.call("migrate", store: store, model: strict, ["--keep"])
    #expect(kept.status == 1 && kept.talk.contains("now has the form of the model"), "\(kept)")
    // The only maker of a product, the set without a maker, and the jug without pieces.
    for part in ["products", "maker", "pieces"] {
      #expect(kept.result.contains(part), "\(kept)")
    }
    #expect(shop.query(store, "Product", "--count").result == "4\n")
    let again = shop.call("store", "check", store: store, model: strict)
    #expect(again.status == 1 && again.result.contains("maker"), "\(again)")
  }

  @Test func `statements are for reading`() throws {
    let sql = shop.call("migrate", store: "shop.sqlite", model: harmless, ["--sql"])
    #expect(sql.status == 0 && sql.result.contains("ALTER TABLE"), "\(sql)")
    let json = shop.call("migrate", store: "shop.json", model: harmless, ["--sql"])
    #expect(json.status == 64 && json.talk.contains("is a store of JSON"), "\(json)")
    for (options, part) in [
      (["--plan", "--yes"], "--plan and --yes cannot be used together."),
      (["--check", "--dry-run"], "--check and --dry-run cannot be used together."),
    ] {
      let outcome = shop.call("migrate", store: "shop.sqlite", model: harmless, options)
      #expect(outcome.status == 64 && outcome.talk.contains(part), "\(outcome)")
    }
    let own = shop.call("migrate", store: "shop.sqlite", model: "-")
    #expect(own.status == 64 && own.talk.contains("name the file of the new model"), "\(own)")
  }

  @Test func `what no plan is made for has no statements either`() throws {
    try ForeignDatabase(shop.path("shop.sqlite")).forEachRow(
      of: "ALTER TABLE \"Product\" ADD COLUMN extra INTEGER", columns: 0
    ) { _ in }
    let next = try shop.folder.write(Shop.model(adding: "color"), to: "next.json")
    let outcomes = ["--plan", "--sql", "--check"].map {
      shop.call("migrate", store: "shop.sqlite", model: next, [$0])
    }
    #expect(outcomes[0].status == 65 && outcomes[0].result == "", "\(outcomes[0])")
    #expect(outcomes[0].talk.contains("its table Product is not the one"), "\(outcomes[0])")
    #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "\(outcomes)")
  }
}
