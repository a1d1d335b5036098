@testable import Armature
import Testing

/// What a program sees while a document arrives.
@Suite struct PartialDocumentTests {
  private let model: ManagedObjectModel

  init() throws {
    model = try ManagedObjectModel("Shop") {
      Entity("Invoice") {
        Attribute("title", String.self).length(1...20)
        Attribute("note", String?.self)
        Attribute("total", Decimal?.self)
        Attribute("due", Date?.self)
        Attribute("tags", [String]?.self)
        Relationship("lines", to: "Line", .ordered, onDelete: .cascade)
        Relationship("payer", to: "Payer")
        Rule("a total has a date") { $0.total == nil || $0.due != nil }
      }
      Entity("Line") {
        Attribute("name", String?.self)
        Attribute("price", Decimal.self).range(0...)
      }
      Entity("Payer") { Attribute("name", String.self).identifying() }
    }
  }

  private func document(_ options: LoadOptions = LoadOptions()) throws -> PartialDocument {
    try PartialDocument(model, as: "Invoice", options: options)
  }

  @Test func `a text shows the part that cannot change`() throws {
    let document = try document()
    document.append(#"{"title""#)
    #expect(document.object?["title"] == nil)
    document.append(#": ""#)
    #expect(document.object?["title"] == "")
    let pieces: [(piece: String, shown: AttributeValue)] = [
      ("a", "a"), (#"\"#, "a"), ("n", "a\n"), (#"\u00"#, "a\n"), ("e", "a\n"), ("9", "a\né"),
      (#"\ud83"#, "a\né"), ("d", "a\né"), (#"\ude0"#, "a\né"), ("0", "a\né😀"), ("z", "a\né😀z"),
    ]
    for (piece, shown) in pieces {
      #expect(document.append(piece).isEmpty)
      #expect(document.object?["title"] == shown)
      #expect(!document.isFinal("title"))
    }
    document.append("\"")
    #expect(document.isFinal("title") && !document.isFinal("note"))
  }

  @Test func `a character that arrives in single bytes appears as a whole`() throws {
    let document = try document()
    document.append(#"{"title": "a"#)
    for byte in Array("😀".utf8).dropLast() {
      document.append([byte])
      #expect(document.object?["title"] == "a")
    }
    document.append("😀".utf8.suffix(1))
    #expect(document.object?["title"] == "a😀")
  }

  @Test func `a number appears once it has ended`() throws {
    let document = try document()
    document.append(#"{"lines": [{"price": 12"#)
    let line = try #require(document.object?.many("lines").first)
    #expect(line["price"] == nil && !document.isFinal("lines[0].price"))
    document.append(".5")
    #expect(line["price"] == nil)
    document.append(" ")
    #expect(line["price"] == .decimal(12.5) && document.isFinal("lines[0].price"))
  }

  @Test func `an object keeps its identity while more arrives, and after the end`() throws {
    let document = try document()
    document.append("{")
    let invoice = try #require(document.object)
    document.append(#""title": "Tea", "lines": [{"#)
    let line = try #require(invoice.many("lines").first)
    document.append(#""price": 2}, {"price": 3}], "payer": {"name": "Anne"}}"#)
    let warnings = try document.finish()
    #expect(warnings.isEmpty && document.failures.isEmpty)
    #expect(document.object === invoice && invoice.many("lines").first === line)
    #expect(invoice.many("lines").map { $0["price"] } == [.decimal(2), .decimal(3)])
    #expect(invoice.one("payer")?["name"] == "Anne")
    #expect(document.context.registeredObjects.count == 4)
  }

  @Test func `failures are reported at once, with their places`() throws {
    let document = try document()
    #expect(document.append(#"{"title": ""#).isEmpty)
    #expect(
      document.append(#"", "#).map(\.description) == [
        "<input>:1:11: Invoice.title must have 1 to 20 characters, but has 0."
      ])
    #expect(document.append("\n\"lines\": [{\"price\": -1").isEmpty)
    let price = try #require(document.append(",").first)
    #expect(price.source == InputPosition(file: "", line: 2, column: 21, path: "$.lines[0].price"))
    #expect(price.objectID == document.object?.many("lines").first?.objectID)
    #expect(document.append(#" "name": 5}"#).map(\.code) == ["type.wrong"])
    #expect(document.append(", {").isEmpty)
    #expect(document.append("}").map(\.code) == ["value.missing"])
    #expect(document.append(#"], "total": 3, "#).isEmpty)
    #expect(document.append(#""nte": 1"#).isEmpty)
    #expect(document.append("}").map(\.code) == ["key.unknown", "rule"])
    let report = #expect(throws: ValidationReport.self) { try document.finish() }
    #expect(report?.count == 6 && document.failures.count == 6)
  }

  @Test func `the paths of values tell which are final and which are not`() throws {
    let document = try document()
    document.append(#"{"title": "Tea", "tags": ["a"], "lines": [{"price": 1}, {"name": "x"#)
    #expect(document.finalPaths == ["title", "tags", "lines[0].price", "lines[0]"])
    #expect(document.openPaths == ["lines", "lines[1]", "lines[1].name"])
    #expect(document.isFinal("lines[0].name") && !document.isFinal("lines[1].name"))
    #expect(!document.isFinal("lines") && !document.isFinal("lines[2]") && !document.isFinal("x"))
    #expect(!document.isFinal(""))
    document.append(#""}]"#)
    #expect(document.isFinal("lines") && document.isFinal("lines[1]"))
    document.append("}")
    #expect(document.isFinal("") && document.isFinal("note") && document.openPaths.isEmpty)
  }

  @Test func `an incomplete document keeps the values that are final`() throws {
    let document = try document()
    document.append(#"{"title": "Tea", "note": "to be con"#)
    #expect(document.object?["note"] == "to be con")
    let report = #expect(throws: ValidationReport.self) { try document.finish() }
    #expect(report?.map(\.code) == ["syntax"] && report?.first?.source?.column == 26)
    #expect(document.openPaths == ["note"])
    #expect(document.object?["title"] == "Tea" && document.object?["note"] == nil)
    #expect(document.append("x").isEmpty)
    #expect(throws: ValidationReport.self) { try document.finish() }
  }

  @Test func `an array has an object for each record`() throws {
    let document = try document()
    document.append(#"[{"title": "a"}, {"title": "b"#)
    #expect(document.objects.map { $0["title"] } == ["a", "b"])
    #expect(
      document.isFinal("[0].title") && document.isFinal("[0]") && !document.isFinal("[1].title"))
    #expect(document.openPaths == ["[1]", "[1].title"])
    document.append(#""}]"#)
    try document.finish()
    #expect(document.objects.count == 2)
  }

  @Test func `a wrong value in the place of the document is reported`() throws {
    let document = try document()
    #expect(
      document.append(#""text""#).map(\.message) == ["Invoice must be an object, but is text."])
    let report = #expect(throws: ValidationReport.self) { try document.finish() }
    #expect(report?.count == 1 && document.object == nil)
  }

  @Test func `a second document is reported at its place`() throws {
    let document = try document()
    let failures = document.append(#"{"title": "a"} {"#)
    #expect(failures.map(\.code) == ["syntax"] && failures.first?.source?.column == 16)
  }

  @Test func `a repeated key is reported, and the first value counts`() throws {
    let document = try document()
    let failures = document.append(#"{"title": "a", "title": "b", "lines": [], "lines": [{}]}"#)
    #expect(failures.map(\.code) == ["key.duplicate", "key.duplicate"])
    #expect(document.object?["title"] == "a" && document.object?.many("lines").isEmpty == true)
  }

  @Test func `a deep document is an error and not a crash`() throws {
    let document = try document()
    var failures: [ValidationFailure] = []
    for _ in 0..<100_000 { failures += document.append(#"{"x":["#) }
    #expect(failures.map(\.code) == ["syntax"])
    #expect(failures.first?.message.contains("nested at most 512 deep") == true)
  }

  @Test func `the record of a sub-entity appears once its entity is known`() throws {
    let document = try PartialDocument(try .catalogue(), as: "Medium")
    document.append(#"[{"@entity": "Film"#)
    #expect(document.object == nil)
    document.append(#"", "id": 1, "sequel": {"@entity": "Song", "id": 2"#)
    #expect(document.object?.entity.name == "Film" && document.object?["id"] == 1)
    #expect(document.object?.one("sequel")?.entity.name == "Song")
    document.append(#"}, "minutes": 3}, {"id": 4, "@entity": "Song"}]"#)
    #expect(document.objects.count == 1)
    try document.finish()
    #expect(document.objects.map(\.entity.name) == ["Film", "Song"])
  }

  @Test func `a record that names its entity late does not stop the others`() throws {
    let document = try PartialDocument(try .catalogue(), as: "Medium")
    document.append(
      #"[{"@entity": "Film", "sequel": {"id": 2, "@entity": "Song"}, "minutes": "x","#)
    #expect(document.isFinal("[0].sequel.id"))
    #expect(document.failures.map(\.code) == ["type.wrong"])
  }

  @Test func `a rule about nested records is reported with their record`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("total", Int.self)
        Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
        Rule("the total is the sum") { $0.total == $0.lines.sum("price") }
      }
      Entity("Line") {
        Attribute("price", Int?.self)
        Relationship("order", to: "Order", inverse: "lines")
        Rule("a price is at most the total") { $0.price <= $0.order.total }
      }
    }
    let document = try PartialDocument(model, as: "Order")
    #expect(
      document.append(#"[{"lines": [{"price": 2}, {"price": 3}], "total": 5}, {"total": 5,"#)
        .isEmpty)
    #expect(document.append(#""lines": [{"price": 1}, {"price": 9}]"#).isEmpty)
    let sum = document.append("}")
    #expect(sum.map(\.code) == ["rule"] && sum.first?.source?.path == "$[1]")
    document.append("]")
    let report = #expect(throws: ValidationReport.self) { try document.finish() }
    #expect(report?.compactMap(\.source?.path) == ["$[1]", "$[1].lines[1]"])
  }

  @Test func `references lead to their objects at the end`() throws {
    let document = try PartialDocument(try .catalogue(), as: "Author")
    document.append(#"[{"name": "A", "mentor": "B"}, {"name": "B"}]"#)
    #expect(document.object?.one("mentor") == nil)
    try document.finish()
    #expect(document.object?.one("mentor")?["name"] == "B")
  }

  @Test func `an unknown entity is an error with a suggestion`() throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try PartialDocument(model, as: "Invoise")
    }
    #expect(error == .unknownEntity(name: "Invoise", suggestion: "Invoice"))
  }

  @Test func `objects that the program deletes meanwhile come back at the end`() throws {
    let document = try document()
    document.append(#"{"title": "a", "lines": [{"price": 1}, {"price""#)
    let line = try #require(document.object?.many("lines").first)
    try document.context.delete(line)
    document.append(": 2}]}")
    try document.finish()
    #expect(document.object?.many("lines").map { $0["price"] } == [.decimal(1), .decimal(2)])
  }

  @Test func `records that a load leaves out are no longer objects`() throws {
    let document = try document(LoadOptions(onFailure: .keepValid))
    document.append(#"[{"title": ""}, {"title": "a"}]"#)
    let report = try document.finish()
    #expect(report.errors.count == 1)
    #expect(document.objects.map { $0["title"] } == ["a"])
    #expect(document.context.objects(of: "Invoice").count == 1)
  }

  @Test func `a typed key path tells whether a value is final`() throws {
    struct Note: EntityType {
      static let schema = Note()
      let text = Attribute<String>()
    }
    let model = try ManagedObjectModel("Notes") { Note.self }
    let document = try PartialDocument(model, as: "Note")
    document.append(#"{"text": "a"#)
    #expect(!document.isFinal(\Note.text))
    document.append("\"")
    #expect(document.isFinal(\Note.text))
  }

  // MARK: Cost

  @Test func `the work is linear in the text, even for single bytes`() throws {
    let lines = (0..<2_000).map { #"{"price": \#($0), "name": "line \u00e9 \#($0)"}"# }
    let text =
      #"{"title": "a", "lines": [\#(lines.joined(separator: ", "))], "note": ""#
      + String(repeating: "0123456789", count: 5_000) + #""}"#
    let whole = try document()
    whole.append(text)
    let bytes = try document()
    for byte in text.utf8 { bytes.append(CollectionOfOne(byte)) }
    #expect(whole.work <= 3 * text.utf8.count)
    #expect(bytes.work <= 4 * text.utf8.count)
    #expect(bytes.object?["note"] == whole.object?["note"])
  }
}
