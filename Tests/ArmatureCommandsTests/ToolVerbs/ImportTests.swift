import Armature
import ArmatureSQLite
import Foundation
import Testing

@testable import ArmatureCommands

@Suite struct ImportTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model>
        <entity name="Cup">
          <attribute name="sku" attributeType="String" minValueString="1"/>
          <attribute name="photo" optional="YES" attributeType="Transformable"/>
        </entity>
      </model>
      """, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
    ).parentPath.parentPath
  }

  private var report: String {
    "\(model)/Shop.xcdatamodel/contents:5:44: warning: Cup.photo has attributeType "
      + "\"Transformable\", which is stored as data: Armature has no value transformers. It is "
      + "kept in the user info, "
      + "as \"xcode.attributeType\". [keptAsUserInfo]\n"
  }

  @Test func `a model becomes JSON that verbs take, with a report beside it`() throws {
    let outcome = Outcome.of(["import", model])
    #expect(outcome.status == 0 && outcome.talk == report)
    let path = try folder.write(outcome.result, to: "shop.json")
    #expect(Outcome.of(["check", path]).status == 0)
    #expect(Outcome.of(["describe", path]).result.contains("sku: String, a length of at least 1"))
    #expect(Outcome.of(["import", model, "--quiet"]).talk.isEmpty)
  }

  @Test func `the ending of the file says whether the model is written as Swift`() throws {
    let swift = folder.path.appendingPath("shop.swift")
    #expect(Outcome.of(["import", model, "--quiet", "-o", swift]).status == 0)
    let text = String(decoding: try Files.read(swift), as: UTF8.self)
    #expect(text == Outcome.of(["import", model, "--quiet", "--as", "dynamic"]).result)
    #expect(text.contains("import Armature"))
  }

  @Test func `with the model in a file its path is the result, and the report is for programs`()
    throws
  {
    let path = folder.path.appendingPath("shop.json")
    let written = Outcome(status: 0, result: path + "\n", talk: report)
    for option in [["-o", path], ["--output", path], ["--output=\(path)"]] {
      Files.remove(path)
      #expect(Outcome.of(["import", model, "--dry-run"] + option) == written)
      #expect(FileStatus(path) == nil)
      #expect(Outcome.of(["import", model] + option) == written)
      #expect(FileStatus(path) != nil)
    }
    let quiet = Outcome.of(["import", model, "-o", path, "--quiet"])
    #expect(quiet == Outcome(status: 0, result: path + "\n", talk: ""))
    let github = Outcome.of(["import", model, "-o", path, "--format", "github"]).result
    #expect(github.contains(",line=5,col=44,title=keptAsUserInfo::Cup.photo has"))
    let json = Outcome.of(["import", model, "-o", path, "--format", "json"]).result
    #expect(json.contains("\"column\" : 44") && json.contains("\"line\" : 5"))
  }

  @Test func `the model is written as Swift of each tier`() throws {
    for (tier, word) in [
      ("dynamic", "Entity(\"Cup\")"), ("typed", "struct Cup: EntityType"),
      ("classes", "class CupProperties: ManagedObject"),
    ] {
      let path = folder.path.appendingPath(tier)
      let files =
        tier == "classes" ? ["Cup.swift", "Model.swift"].map { path.appendingPath($0) } : [path]
      let written = Outcome(
        status: 0, result: files.map { $0 + "\n" }.joined(), talk: report)
      #expect(Outcome.of(["import", model, "--as", tier, "-o", path, "--dry-run"]) == written)
      #expect(FileStatus(path) == nil)
      #expect(Outcome.of(["import", model, "--as", tier, "-o", path]) == written)
      let file = tier == "classes" ? path.appendingPath("Model.swift") : path
      #expect(try String(decoding: Files.read(file), as: UTF8.self).contains(word))
    }
    #expect(FileStatus(folder.path.appendingPath("classes/Cup.swift")) != nil)
  }

  @Test func `a wrong model is told, and nothing is written`() throws {
    let wrong = try folder.write("<model>\n<entity/></model>", to: "wrong.xml")
    let path = folder.path.appendingPath("none.json")
    let outcome = Outcome.of(["import", wrong, "-o", path])
    #expect(outcome.status == 65 && FileStatus(path) == nil)
    #expect(
      outcome.talk
        == "\(wrong):2:1: error: The model must have a name for each entity, but one has none. [invalidMarkup]\n"
    )
    let version = Outcome.of(["import", model, "--version", "Shop 2"])
    #expect(version.status == 65 && version.talk.contains("[unknownVersion]"))
    for name in ["none", "none.db", "none.json", "none.xcdatamodeld"] {
      let outcome = Outcome.of(["import", folder.path.appendingPath(name)])
      #expect(outcome.status == 66 && outcome.talk.contains("no file has this path"))
    }
    let foreign = folder.path.appendingPath(String(systemBytes: [0x61, 0xFF]))
    #expect(
      Outcome.of(["import", foreign]).talk.contains("must be UTF-8, but \(folder.path)/a\\xFF"))
    let empty = folder.path.appendingPath("None.xcdatamodeld")
    try Files.makeFolder(empty)
    #expect(
      Outcome.of(["import", empty]).talk.contains(
        "The model must contain a version, a folder .xcdatamodel, but does not."))
    #expect(Outcome.of(["import", model, "--into", path]).status == 64)
  }

  @Test func `the standard output is one by its names, too, and the report stays beside it`() throws
  {
    let printed = Outcome.of(["import", model])
    for name in ["-", "/dev/stdout"] {
      #expect(Outcome.of(["import", model, "-o", name]) == printed)
    }
    #expect(FileStatus("-") == nil)
  }

  @Test func `classes that Swift does not have are told`() throws {
    let path = try folder.write(
      #"<model><entity name="Cup" representedClassName="Shop.TeaCup"/></model>"#, to: "cup.xml")
    let outcome = Outcome.of(["import", path, "--as", "dynamic"])
    #expect(outcome.status == 0 && outcome.talk.contains(": TeaCup (of Cup). [missingInSource]"))
    #expect(Outcome.of(["import", path]).talk.isEmpty)
  }

  @Test func `what is no store of Core Data is told, and no store is made`() throws {
    let file = try folder.write("nothing", to: "shop.sqlite")
    let new = folder.path.appendingPath("new.sqlite")
    let outcome = Outcome.of(["import", file, "--core-data", model, "--into", new])
    #expect(outcome.status == 65 && FileStatus(new) == nil)
    #expect(outcome.talk.contains("must be a SQLite file that Core Data has written"))
  }

  @Test func `a schema becomes a model, with a report beside it`() throws {
    let schema = try folder.write(
      #"{"title": "Cup", "type": "object", "properties": {"mail": {"type": "string", "format": "idn-email"}}}"#,
      to: "cup.schema.json")
    let outcome = Outcome.of(["import", schema])
    #expect(outcome.status == 0)
    #expect(outcome.talk.contains("\(schema):1:78: warning: Cup.mail has format \"idn-email\""))
    let path = try folder.write(outcome.result, to: "cup.json")
    #expect(Outcome.of(["check", path]).status == 0)
    let again = Outcome.of(["import", path])
    #expect(again.status == 65 && again.talk.contains("which every verb accepts directly"))
    #expect(Outcome.of(["import", schema, "--version", "2"]).status == 64)
    #expect(Outcome.of(["import", schema, "--data"]).status == 64)
    let yaml = Outcome.of(["import", try folder.write("openapi: 3.1.0", to: "api.yaml")])
    #expect(yaml.status == 65 && yaml.talk.contains("Convert it"))
  }

  @Test func `a database becomes a model, and with its rows a store`() throws {
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in [
      "CREATE TABLE cup (sku TEXT PRIMARY KEY, maker_id INTEGER REFERENCES maker)",
      "CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      "INSERT INTO cup VALUES ('a', 3)", "INSERT INTO maker VALUES (3, 'Anne')",
    ] { try database.forEachRow(of: statement, columns: 0) { _ in } }
    let model = Outcome.of(["import", path])
    #expect(
      model.status == 0 && model.talk.contains("Maker.id is the number of the row. SQLite assigns"))
    let data = Outcome.of(["import", path, "--data", "--quiet"])
    #expect(data.status == 0 && data.result.contains("\"Anne\""))
    #expect(
      Outcome.of(["import", path, "--data"]).talk.hasSuffix(
        "shop.db has 2 entities and 2 objects.\n"))
    let new = folder.path.appendingPath("new.sqlite")
    let trial = Outcome.of(["import", path, "--data", "--into", new, "--dry-run", "--quiet"])
    #expect(trial == Outcome(status: 0, result: new + "\n", talk: ""))
    #expect(FileStatus(new) == nil)
    for (option, name) in [("--into", "no/new.sqlite"), ("--into", "no/new.json"), ("-o", "no/x")] {
      let place = folder.path.appendingPath(name)
      for rest in [["--dry-run"], []] {
        let refused = Outcome.of(["import", path, "--data", option, place, "--quiet"] + rest)
        #expect([66, 74].contains(refused.status) && refused.result.isEmpty, "\(refused)")
      }
    }
    #expect(Outcome.of(["import", path, "--data", "--into", new]).result == new + "\n")
    let query = Outcome.of(["query", "-", new, "Cup", "--count"])
    #expect(query.status == 0 && query.result == "1\n")
    // A broken rule is reported, and no store is created.
    try database.forEachRow(of: "INSERT INTO cup VALUES ('b', 4)", columns: 0) { _ in }
    let other = folder.path.appendingPath("other.sqlite")
    let broken = Outcome.of(["import", path, "--data", "--into", other])
    #expect(broken.status == 1 && FileStatus(other) == nil)
    #expect(broken.talk.contains("no row has 4. [brokenReference]"))
    #expect(!(broken.result + broken.talk).contains("objects."))
    #expect(
      broken.talk.hasSuffix(
        "\nNothing was written. Correct the rows above in a copy of \(path), and import the copy.\n"
      ))
    let own = Outcome.of(["import", new])
    #expect(own.status == 65 && own.talk.contains("it is a store of Armature"))
  }

  @Test func `values of other types are told with the option that reads them`() throws {
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in [
      "CREATE TABLE \"my cups\" (id INTEGER PRIMARY KEY, size INTEGER, made DATETIME, colour TEXT)",
      "INSERT INTO \"my cups\" VALUES (1, 'big', 0, X'00'), (2, 3, 'soon', 'red')",
    ] { try database.forEachRow(of: statement, columns: 0) { _ in } }
    let refused = Outcome.of(["import", path, "--data"])
    let options = "'my cups.size=String' --type 'my cups.made=String' --type 'my cups.colour=Data'"
    #expect(refused.status == 1)
    #expect(
      refused.talk.hasSuffix(
        "and import the copy, or read the columns as other types: --type \(options)\n"),
      "\(refused)")
    let types = [
      "--type", "my cups.size=String", "--type=my cups.made=text", "--type", "my cups.colour=data",
    ]
    let new = folder.path.appendingPath("new.sqlite")
    let outcome = Outcome.of(["import", path, "--data", "--into", new, "--quiet"] + types)
    #expect(outcome == Outcome(status: 0, result: new + "\n", talk: ""))
    let rows = Outcome.of(["query", "-", new, "MyCups", "--format", "csv"])
    #expect(rows.result.contains("1,big,") && rows.result.contains(",soon,"), "\(rows)")
    let model = Outcome.of(["import", path, "--drop-row-numbers", "--quiet"] + types)
    #expect(model.status == 0 && !model.result.contains("\"id\""))
    for wrong in ["size", "my cups.size=", "my cups.size=Strnig"] {
      let outcome = Outcome.of(["import", path, "--type", wrong])
      #expect(outcome.status == 64 && outcome.talk.contains("The types are Int16, "), "\(outcome)")
    }
    let unknown = Outcome.of(["import", path, "--type", "my cups.sizes=String"])
    #expect(unknown.status == 65 && unknown.talk.contains("Did you mean \"my cups.size\"?"))
    for options in [["--type", "a.b=String"], ["--drop-row-numbers"]] {
      let outcome = Outcome.of(["import", self.model] + options)
      #expect(outcome.status == 64 && outcome.talk.contains("needs a SQLite database"))
    }
  }

  @Test(arguments: ["new.sqlite", "new.json"])
  func `tables without rows make a store without objects`(name: String) throws {
    let path = try folder.write("", to: "shop.db")
    try ForeignDatabase(path).forEachRow(of: "CREATE TABLE cup (sku TEXT)", columns: 0) { _ in }
    let new = folder.path.appendingPath(name)
    let outcome = Outcome.of(["import", path, "--data", "--into", new])
    #expect(outcome.status == 0 && outcome.result == new + "\n", "\(outcome)")
    #expect(Outcome.of(["query", "-", new, "Cup", "--count"]).result == "0\n")
  }

  @Test(arguments: ["hello", "", "\u{0}\u{1}", "name,price\n"])
  func `a file of no kind that is read is told with the kinds`(text: String) throws {
    let path = try folder.write(text, to: "some.txt")
    let outcome = Outcome.of(["import", path])
    #expect(
      outcome
        == Outcome(
          status: 65, result: "",
          talk:
            "error: \(path) must be an Xcode model (an .xcdatamodeld, or XML in one), a JSON "
            + "Schema or OpenAPI as JSON, a SQLite database, JSON data, or a file that ends in "
            + ".csv, .tsv, .ndjson or .jsonl, but does not begin like one of them.\n"))
    let store = try folder.write("", to: "store.sqlite")
    let model = Outcome.of(["import", store, "--core-data", path])
    #expect(
      model.status == 64 && model.talk.contains("--core-data must name an Xcode model"),
      "\(model)")
  }

  @Test func `rows with text that cannot be read are an error, and nothing is written`() throws {
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in [
      "CREATE TABLE cup (sku TEXT NOT NULL, colour TEXT)",
      "INSERT INTO cup VALUES ('a', CAST(X'66FC72' AS TEXT)), ('b', 'red')",
    ] { try database.forEachRow(of: statement, columns: 0) { _ in } }
    let message =
      "Cup.colour, row 1 of cup: the column colour must have readable text, but has text that "
      + "is not UTF-8."
    for option in ["--into", "--output"] {
      let new = folder.path.appendingPath("new.sqlite")
      let outcome = Outcome.of(["import", path, "--data", option, new])
      #expect(outcome.status == 1 && FileStatus(new) == nil)
      #expect(
        outcome.talk.hasPrefix("\(path): error: \(message) [unreadableValue]\n"), "\(outcome)")
    }
    let outcome = Outcome.of(["import", path, "--data"])
    #expect(outcome.status == 1 && outcome.result.isEmpty && outcome.talk.contains(message))
    #expect(Outcome.of(["import", path]).status == 0)
  }

  @Test func `the report of data as JSON is one list`() throws {
    struct Finding: Decodable {
      let severity, code, entity, message, file: String
      let property, path: String?
    }
    let path = try folder.write("", to: "shop.db")
    let database = try ForeignDatabase(path)
    for statement in [
      "CREATE TABLE cup (sku TEXT CHECK (length(sku) < 3), colour TEXT COLLATE NOCASE)",
      "INSERT INTO cup VALUES ('a', CAST(X'66FC72' AS TEXT))",
      "PRAGMA ignore_check_constraints = 1",
      "INSERT INTO cup VALUES ('long', NULL)",
    ] { try database.forEachRow(of: statement, columns: 0) { _ in } }
    let new = folder.path.appendingPath("new.json")
    for options in [["--output", new], ["--into", new], []] {
      let outcome = Outcome.of(["import", path, "--data", "--format", "json", "--quiet"] + options)
      #expect(outcome.status == 1 && FileStatus(new) == nil)
      let text = options.isEmpty ? outcome.talk : outcome.result
      let found = try JSONDecoder().decode([Finding].self, from: Data(text.utf8))
      #expect(
        found.map { "\($0.severity) \($0.code) \($0.entity).\($0.property ?? "") \($0.path ?? "")" }
          == (options.isEmpty ? [] : ["warning changedByImport Cup.colour "]) + [
            "error unreadableValue Cup.colour ", "error length.tooLong Cup.sku Cup, row 2",
          ])
      #expect(found.allSatisfy { $0.file == path && $0.message.hasPrefix("Cup.") })
    }
    try database.forEachRow(of: "DELETE FROM cup", columns: 0) { _ in }
    let outcome = Outcome.of(["import", path, "--data", "--format", "json", "--output", new])
    #expect(outcome.status == 0 && FileStatus(new) != nil)
    #expect(try JSONDecoder().decode([Finding].self, from: Data(outcome.result.utf8)).count == 1)
  }

  @Test func `nothing is written over what is read, by whatever name it is called`() throws {
    let contents = "\(model)/Shop.xcdatamodel/contents"
    let link = folder.path.appendingPath("link.json")
    let path = try folder.write(Outcome.of(["import", model]).result, to: "own.json")
    let source = folder.path.appendingPath("link.swift")
    for name in [link, source] {
      try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: path)
    }
    let calls = [
      ["import", model, "-o", contents], ["import", contents, "-o", contents],
      ["generate", path, "--as", "dynamic", "-o", source], ["schema", path, "-o", path],
      ["schema", path, "-o", link], ["diagram", link, "-o", path],
    ]
    for call in calls {
      let (before, model) = (try Files.read(path), try Files.read(contents))
      let outcome = Outcome.of(call)
      #expect(outcome.status == 64, "\(call) \(outcome)")
      #expect(outcome.talk.contains("--output must be another file than the input"))
      #expect(try Files.read(path) == before && Files.read(contents) == model)
    }
  }
}
