import Armature
import Testing

@testable import ArmatureCommands

/// Tables that commands write and read.
@Suite struct TableTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(
      try ManagedObjectModel("Shop") {
        Entity("Maker") { Attribute("name", String.self).identifying() }
        Entity("Product") {
          Attribute("sku", String.self).identifying()
          Attribute("note", String?.self).default("new")
          Attribute("price", Double?.self)
          Attribute("isSold", Bool?.self)
          Attribute("tags", [String]?.self)
          Composite("box") {
            Attribute("label", String?.self)
            Attribute("width", Int?.self)
          }
          .optional()
          Relationship("maker", to: "Maker")
          Relationship("similar", to: "Product", .ordered)
        }
      }, to: "shop.model.json")
  }

  private static let data = #"""
    {"Maker": [{"name": "=a|b"}, {"name": ""}, {"name": "Zoë"}],
     "Product": [
      {"sku": "a|b", "note": "", "price": -0.0, "isSold": true, "tags": ["", "|", "\\"], "maker": "=a|b"},
      {"sku": "-1", "note": null, "tags": [""], "box": {}, "maker": "", "similar": ["a|b", "\\N"]},
      {"sku": "\\N", "tags": [], "isSold": false, "box": {"label": ""}},
      {"sku": "\\'=1", "tags": ["=1", "NULL"], "box": {"width": 1}, "similar": ["\\'=1"]},
      {"sku": "NULL", "note": "NULL", "similar": ["NULL"]}]}
    """#

  private func path(_ name: String) -> String { folder.path.appendingPath(name) }

  @Test(
    arguments: ["shop.sqlite", "shop.json"],
    [
      [], ["--separator", "semicolon"], ["--separator", "|", "--list-separator", ","],
      ["--separator", "\\t", "--null", "NULL"], ["--true", "ja", "--false", "nein"],
      ["--encoding", "windows-1252"], ["--encoding", "utf-16", "--guard-formulas"],
      ["--null", "-1", "--guard-formulas"],
    ])
  func `an exported folder is loaded equal`(store: String, options: [String]) throws {
    let data = try folder.write(Self.data, to: "data.json")
    #expect(Outcome.of(["load", model, path(store), data]).status == 0)
    let exported = Outcome.of(
      ["export", model, path(store), "--format", "csv", "--into", path("tables")] + options)
    #expect(exported.status == 0, "\(exported)")
    let reading = options.filter { $0 != "--guard-formulas" }
    let loaded = Outcome.of(["load", model, path("copy-" + store), path("tables")] + reading)
    #expect(loaded.status == 0, "\(loaded)")
    let (before, after) = (
      Outcome.of(["export", model, path(store)]),
      Outcome.of(["export", model, path("copy-" + store)])
    )
    #expect(before.result == after.result && before.status == 0)
  }

  @Test(arguments: [[], ["--guard-formulas"]])
  func `the command and a context write the same table`(options: [String]) throws {
    let data = try folder.write(Self.data, to: "data.json")
    #expect(Outcome.of(["load", model, path("shop.json"), data]).status == 0)
    let table = Outcome.of(
      ["export", model, path("shop.json"), "--format", "csv", "--entity", "Maker"] + options)
    let guarded = options.isEmpty ? "" : "\\'"
    #expect(table.result == "name\r\n\(guarded)=a|b\r\n\"\"\r\nZoë\r\n")
  }

  @Test func `a query has the cells of an export`() throws {
    let data = try folder.write(Self.data, to: "data.json")
    #expect(Outcome.of(["load", model, path("shop.json"), data]).status == 0)
    let table = Outcome.of([
      "query", model, path("shop.json"), "Product", "--columns", "sku,note,price,tags", "--format",
      "csv",
    ])
    #expect(
      table.result
        == "sku,note,price,tags\r\na|b,\"\",-0.0,|\\||\\\r\n-1,,,\\E\r\n\"\\N\",new,,\"\"\r\n"
        + "\\\\'=1,new,,=1|NULL\r\nNULL,NULL,,\r\n")
  }

  @Test func `the tables of other programs are read with options`() throws {
    let table = try folder.write(
      "sku;note;isSold;tags\nA;NA;ja;x/y\nB;\"NA\";nein;\n", to: "Product.csv")
    let options = [
      "--separator", ";", "--null", "NA", "--true", "ja", "--false", "nein", "--list-separator",
      "/",
    ]
    #expect(Outcome.of(["validate", model, table] + options).status == 0)
    #expect(Outcome.of(["load", model, path("shop.json"), table] + options).status == 0)
    let exported = Outcome.of([
      "export", model, path("shop.json"), "--format", "csv", "--entity", "Product",
    ])
    #expect(
      exported.result
        == "sku,note,price,isSold,tags,box.label,box.width,maker,similar\r\n"
        + "A,\\N,,true,x|y,,,,\r\nB,NA,,false,,,,,\r\n")
    let lenient = try folder.write("sku,isSold\nA,YES\nB,0\nC,TRUE\n", to: "lenient/Product.csv")
    #expect(Outcome.of(["validate", model, lenient, "--lenient"]).status == 0)
    let strict = Outcome.of(["validate", model, lenient])
    #expect(strict.status == 1 && strict.talk.contains("Use --lenient"), "\(strict)")
  }

  @Test func `the encoding is named in advice, and read`() throws {
    try Files.write(to: path("Maker.csv")) { write in
      try Array("name\nZo".utf8 + [0xEB]).withUnsafeBytes(write)
    }
    let failed = Outcome.of(["validate", model, path("Maker.csv")])
    #expect(failed.status == 65 && failed.talk.contains("Use --encoding"), "\(failed)")
    let read = Outcome.of(["validate", model, path("Maker.csv"), "--encoding", "latin-1"])
    #expect(read.status == 0, "\(read)")
  }

  @Test(
    arguments: [
      (["--separator", "colon"], "It takes , ; \\t |, or comma, semicolon, tab, pipe."),
      (["--separator", "semicolons"], "Did you mean \"semicolon\"?"),
      (["--list-separator", "||"], "--list-separator must be one character"),
      (["--list-separator", "\\"], "--list-separator must have no backslash"),
      (["--null", ""], "--null must have a character, but is empty."),
      (["--null", "true"], "--null must be another text than that of true"),
      (["--true", "no", "--false", "no"], "--false must be another text than that of true"),
      (["--encoding", "utf8"], "It takes utf-8, utf-16, latin-1, windows-1252."),
    ])
  func `an unusable option is told with what is possible`(options: [String], message: String) throws
  {
    let table = try folder.write("name\nA\n", to: "Maker.csv")
    let outcome = Outcome.of(["validate", model, table] + options)
    #expect(outcome.status == 64 && outcome.talk.contains(message), "\(outcome)")
  }

  @Test func `options for tables need a table`() throws {
    let data = try folder.write(Self.data, to: "data.json")
    let validated = Outcome.of(["validate", model, data, "--null", "NA"])
    #expect(validated.status == 64 && validated.talk.contains("--null applies to tables"))
    #expect(Outcome.of(["load", model, path("shop.json"), data]).status == 0)
    let exported = Outcome.of(["export", model, path("shop.json"), "--guard-formulas"])
    #expect(
      exported.status == 64
        && exported.talk.contains("--guard-formulas applies to tables: use it with --format csv."))
  }
}
