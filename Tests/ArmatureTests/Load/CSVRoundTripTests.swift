import Armature
import ArmatureModel
import Foundation
import Testing

/// An exported table is imported again with the options of every load.
@Suite struct CSVRoundTripTests {
  private func trip(_ model: ManagedObjectModel, _ json: String, guardsFormulas: Bool = false)
    throws
    -> (table: String, before: String, after: String)
  {
    let context = ManagedObjectContext(model: model)
    let name = model.entities[0].name
    try context.load(.text(json, as: name))
    let table = try context.csv(of: name, guardsFormulas: guardsFormulas)
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(table, as: name, layout: .csv()))
    func text(_ context: ManagedObjectContext) throws -> String {
      String(decoding: try context.json(of: name, layout: .compact), as: UTF8.self)
    }
    return (String(decoding: table, as: UTF8.self), try text(context), try text(copy))
  }

  @Test(
    arguments: [
      (#"{"stock": null, "note": null}"#, "T,\\N,\\N,,"), (#"{"note": ""}"#, "T,7,\"\",,"),
      (#"{"stock": 0, "note": "\\N"}"#, "T,0,\"\\N\",,"), (#"{"tags": []}"#, "T,7,n/a,\"\","),
      (#"{"tags": [""]}"#, "T,7,n/a,\\E,"), (#"{"tags": ["\\E"]}"#, "T,7,n/a,\"\\E\","),
      (#"{"tags": ["", ""]}"#, "T,7,n/a,|,"), (#"{"data": ""}"#, "T,7,n/a,,\"\""),
      (#"{"note": "a\u0000b"}"#, "T,7,\"a\u{0}b\",,"), (#"{"title": ""}"#, "\"\",7,n/a,,"),
    ])
  func `absent values, empty ones and defaults are told apart`(values: String, row: String) throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("title", String.self).default("T")
        Attribute("stock", Int?.self).default(7)
        Attribute("note", String?.self).default("n/a")
        Attribute("tags", [String]?.self)
        Attribute("data", Data?.self)
      }
    }
    let found = try trip(model, "[\(values)]")
    #expect(found.table == "title,stock,note,tags,data\r\n\(row)\r\n")
    #expect(found.before == found.after)
  }

  @Test(
    arguments: [
      #"[{"box": null}]"#, #"[{"box": {}}]"#, #"[{"box": {"label": ""}}]"#,
      #"[{"box": {"sizes": []}}]"#, #"[{"box": {"sizes": [""]}}]"#, #"[{"box": {"width": 1}}]"#,
      #"[{"box": {"label": "\\N"}}]"#, #"[{}]"#,
    ])
  func `a composite is there or not, whatever its elements have`(json: String) throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") {
        Attribute("title", String.self).default("T")
        Composite("box") {
          Attribute("sizes", [String]?.self)
          Attribute("width", Int?.self)
          Attribute("label", String?.self)
        }
        .optional()
      }
    }
    let found = try trip(model, json)
    #expect(found.before == found.after, "\(found.table)")
  }

  @Test func `a table of one column has a row for each object`() throws {
    let model = try ManagedObjectModel("M") { Entity("Note") { Attribute("text", String?.self) } }
    let found = try trip(model, #"[{"text": "a"}, {}, {"text": ""}, {"text": "b"}]"#)
    #expect(found.table == "text\r\na\r\n\\N\r\n\"\"\r\nb\r\n" && found.before == found.after)
  }

  @Test(
    arguments: [
      ("text\na\n\nb\n", ["a", nil, "b"]), ("text\r\na\r\n\r\n\r\nb", ["a", nil, nil, "b"]),
      ("text\n\na\n\n\n", [nil, "a"]), ("text\n", []),
    ] as [(String, [String?])])
  func `a blank line is a row in a table of one column, but for those at the end`(
    table: String, values: [String?]
  ) throws {
    let model = try ManagedObjectModel("M") { Entity("Note") { Attribute("text", String?.self) } }
    let context = ManagedObjectContext(model: model)
    try context.load(.text(table, as: "Note", layout: .csv()))
    #expect(
      context.objects(of: "Note").map { $0["text"] ?? .null }
        == values.map { $0.map { .string($0) } ?? .null })
  }

  @Test(arguments: ["=b", "'=b", "\\'=b", "+1", "a"])
  func `a guarded identity is found by the references to it`(name: String) throws {
    let model = try ManagedObjectModel("M") {
      Entity("Site") {
        Attribute("name", String.self).identifying()
        Relationship("peers", to: "Site", .toMany, inverse: "peersOf")
        Relationship("peersOf", to: "Site", .toMany, inverse: "peers")
        Relationship("main", to: "Site", inverse: "parts")
        Relationship("parts", to: "Site", .toMany, inverse: "main")
      }
    }
    let context = ManagedObjectContext(model: model)
    let escaped = name.replacing("\\", with: "\\\\")
    try context.load(
      .text(
        #"[{"name": "z"}, {"name": "=b"}, {"name": "'=b"}, {"name": "\#(escaped)2", "peers": ["z", "=b", "'=b"], "main": "=b"}]"#,
        as: "Site"))
    let table = try context.csv(of: "Site", guardsFormulas: true)
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(table, as: "Site", layout: .csv()))
    #expect(copy.objects(of: "Site").count == 4)
    let peers: [ManagedObject]? = copy.objects(of: "Site").last?.peers
    #expect(Set(peers?.map { $0["name"] ?? .null } ?? []) == ["z", "=b", "'=b"])
    #expect(copy.objects(of: "Site").last?.one("main")?["name"] == "=b")
    #expect(String(decoding: table, as: UTF8.self).contains("\\'=b"))
  }

  @Test(
    arguments: [
      ("TRUE", true), ("False", false), ("1", true), ("0", false), ("true", true), ("yes", true),
      ("YES", true), ("No", false),
    ])
  func `truth values of others are read in lenient mode`(text: String, value: Bool) throws {
    let model = try ManagedObjectModel("M") { Entity("P") { Attribute("ok", Bool.self) } }
    func load(_ options: LoadOptions, _ source: LoadSource) throws -> AttributeValue? {
      let context = ManagedObjectContext(model: model)
      return try context.load(source, options: options).objects.first?["ok"]
    }
    let table = LoadSource.text("ok\n\(text)\n", as: "P", layout: .csv())
    #expect(try load(LoadOptions(.lenient), table) == .bool(value))
    #expect(try load(LoadOptions(lenientIn: ["P": ["ok"]]), table) == .bool(value))
    #expect(
      try load(LoadOptions(.lenient), .text(#"[{"ok": "\#(text)"}]"#, as: "P")) == .bool(value))
    if text != "true" {
      #expect(throws: ValidationReport.self) { try load(LoadOptions(), table) }
    }
    if text.count == 1 {
      #expect(
        try load(LoadOptions(.lenient), .text(#"[{"ok": \#(text)}]"#, as: "P")) == .bool(value))
    }
    for wrong in ["2", "yea", ""] {
      let table = LoadSource.text("ok\n\"\(wrong)\"\n", as: "P", layout: .csv())
      #expect(throws: ValidationReport.self) { try load(LoadOptions(.lenient), table) }
    }
  }

  @Test func `columns without a key are passed over if they are empty`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("P") {
        Attribute("name", String.self)
        Attribute("ok", Bool.self)
      }
    }
    func failures(_ table: String, _ mode: LoadOptions.Mode) throws -> [String] {
      do {
        let result = try ManagedObjectContext(model: model).load(
          .text(table, as: "P", layout: .csv()), options: LoadOptions(mode))
        #expect(result.count == 2)
        return result.report.map(\.message)
      } catch let report as ValidationReport {
        return report.errors.map(\.message)
      }
    }
    #expect(try failures("name,ok,,\nA,true,,\nB,true,,\n", .strict) == [])
    for mode in [LoadOptions.Mode.strict, .lenient] {
      #expect(
        try failures("name,,ok,\nA,x,true,\nB,y,true,\n", mode) == [
          "P.\"column 2\" is not a property of P."
        ])
    }
  }
}
