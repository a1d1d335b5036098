import Armature
import Foundation
import Testing

/// Unknown keys that a load keeps, and documents that come out as they went in.
@Suite struct KeptKeysTests {
  private func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("number", Int?.self)
        Attribute("state", String?.self).default("new")
        Attribute("placed", Date?.self)
        Attribute("token", UUID?.self)
        Attribute("days", [Date]?.self)
        Attribute("weight", Double?.self)
        Attribute("ratios", [Float]?.self)
        Attribute("extra", JSONValue?.self)
        Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
        Relationship("next", to: "Order")
        Relationship("people", to: "Person", .toMany).owned().keyed(by: "role")
      }
      Entity("Person") {
        Attribute("role", String.self)
        Attribute("name", String?.self)
        Attribute("extra", JSONValue?.self)
      }
      Entity("Line") {
        Attribute("pieces", Int?.self)
        Attribute("extra", JSONValue?.self)
        Relationship("order", to: "Order", inverse: "lines")
      }
      Entity("Note") { Attribute("text", String?.self) }
    }
  }

  private static let options = LoadOptions(keeping: .unknownKeys(in: "extra"))

  private func load(
    _ text: String, as entity: String = "Order", _ options: LoadOptions = Self.options
  ) throws -> (context: ManagedObjectContext, object: ManagedObject) {
    let context = ManagedObjectContext(model: try shop())
    return (context, try context.load(.text(text, as: entity), options: options).objects[0])
  }

  private func written(_ context: ManagedObjectContext, _ object: ManagedObject) throws -> String {
    let data = try context.json(of: object, layout: .compact, keeping: .unknownKeys(in: "extra"))
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [
    "{}", #"{"gift":true}"#, #"{"number":1,"a":{"b":[1.50,null]},"@id":"x","@id2":7}"#,
    #"{"@id":7}"#,
    #"{"number":null}"#, #"{"lines":[]}"#, #"{"lines":null,"next":null}"#, #"{"extra":1,"é":2}"#,
    #"{"state":null}"#, #"{"state":"new"}"#, #"{"placed":"2024-02-29T12:00:00+02:00"}"#,
    #"{"placed":"2024-02-29T12:00:00Z"}"#, #"{"token":"2eb8aa08-aa98-41ea-b4aa-73b441d16380"}"#,
    #"{"days":["2024-02-29T12:00:00.50Z","2024-02-29T12:00:00Z"]}"#,
    #"{"people":{}}"#, #"{"people":null}"#, #"{"people":{"":{"x":1},"role":{"name":null}}}"#,
    #"{"weight":-12345678901234567890.5,"ratios":[0.1,16777217,2.50]}"#,
    #"{"number":1,"lines":[{"pieces":2,"x":[]},{"y":1},{}],"next":{"number":2,"z":"ü"}}"#,
  ])
  func `a document comes out as it went in`(text: String) throws {
    let (context, order) = try load(text)
    let (read, given) = try (JSONValue(parsing: written(context, order)), JSONValue(parsing: text))
    #expect(read == given, "\(read)")
    // And again, from a file.
    let other = ManagedObjectContext(model: context.model)
    try other.load(.data(try context.json()))
    let copy = try #require(other.objects(of: "Order").first { $0["number"] == order["number"] })
    #expect(try JSONValue(parsing: written(other, copy)) == given)
  }

  @Test func `an object with an identity is written once, and then by its value`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") { Relationship("lines", to: "Line", .ordered) }
      Entity("Line") { Relationship("product", to: "Product") }
      Entity("Product") { Attribute("sku", String.self).identifying() }
    }
    let text = #"{"lines":[{"product":{"sku":"a"}},{"product":"a"}]}"#
    let context = ManagedObjectContext(model: model)
    let order = try context.load(.text(text, as: "Order")).objects.first {
      $0.objectID.entityName == "Order"
    }
    let data = try context.json(of: #require(order), layout: .compact)
    #expect(String(decoding: data, as: UTF8.self) == text)
  }

  @Test func `a changed value replaces the notation and the null that were kept`() throws {
    let (context, order) = try load(#"{"number":null,"placed":"2024-02-29T12:00:00+02:00"}"#)
    order["number"] = 3
    order["placed"] = .date(Date(timeIntervalSinceReferenceDate: 0))
    #expect(try written(context, order) == #"{"number":3,"placed":"2001-01-01T00:00:00Z"}"#)
  }

  @Test func `a record without a key gets no default, but a new object does`() throws {
    let (context, order) = try load("{}")
    #expect(order["state"] == .null || order["state"] == nil)
    #expect(try context.insert("Order")["state"] == "new")
    let plain = try load("{}", LoadOptions()).object
    #expect(plain["state"] == "new")
  }

  @Test func `rows of a table have no other keys, and get their defaults`() throws {
    let context = ManagedObjectContext(model: try shop())
    let source = LoadSource.text("number\n1\n", as: "Order", layout: .csv())
    let order = try context.load(source, options: Self.options).objects[0]
    #expect(order["state"] == "new" && order["number"] == 1)
    let other = LoadSource.text("number,color\n1,red\n", as: "Order", layout: .csv())
    #expect(throws: ValidationReport.self) { try context.load(other, options: Self.options) }
  }

  @Test func `a repeated key is a failure, and so is an unknown key of another entity`() throws {
    func failures(_ text: String, _ entity: String = "Order") -> [String] {
      let report = #expect(throws: ValidationReport.self) { try load(text, as: entity) }
      return (report?.failures ?? []).map {
        "\($0.source?.column ?? 0) \($0.code) \($0.property ?? "")"
      }
    }
    #expect(failures(#"{"a": 1, "a": 2}"#) == ["10 key.duplicate a"])
    #expect(failures(#"{"a": {"b": 1, "b": 2}}"#) == ["16 key.duplicate extra"])
    #expect(failures(#"{"b": 1}"#, "Note") == ["2 key.unknown b"])
  }

  @Test func `a name that no entity has is an error`() throws {
    let context = ManagedObjectContext(model: try shop())
    let options = LoadOptions(keeping: .unknownKeys(in: "extras"))
    #expect(
      throws: ManagedObjectError.noAttributeForUnknownKeys(name: "extras", suggestion: "extra")
    ) {
      try context.load(.text("{}", as: "Order"), options: options)
    }
  }

  @Test func `an object that leads back to itself is no document, unless it has an identity`()
    throws
  {
    let (context, order) = try load(#"{"number":1}"#)
    let other = try context.insert("Order")
    order["next"] = .object(other.objectID)
    other["next"] = .object(order.objectID)
    #expect(throws: ValidationReport.self) { try written(context, order) }
    try context.delete(other)
    #expect(throws: ManagedObjectError.self) { try written(context, other) }
    let foreign = ManagedObjectContext(model: context.model)
    #expect(throws: ManagedObjectError.self) { try written(foreign, order) }
  }

  @Test func `documents are exported on a line each`() throws {
    let container = try PersistentContainer(model: shop(), store: InMemoryStore())
    let context = container.makeContext()
    let lines =
      #"{"number":1,"lines":[{"pieces":2}],"b":1}"# + "\n" + #"{"number":2,"lines":[]}"# + "\n"
    try context.load(.text(lines, as: "Order", layout: .lines), options: Self.options)
    try context.save()
    var text = ""
    let reader = container.makeContext()
    try reader.exportDocuments(of: "Order", keeping: .unknownKeys(in: "extra")) {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(text == lines)
  }

  @Test func `an entity with many attributes keeps absence, too`() throws {
    let wide = try ManagedObjectModel(
      "Wide",
      entities: [
        EntityDescription(
          "Wide",
          properties: (0..<150).map {
            .attribute(
              AttributeDescription("a\($0)", .int64, isOptional: true, default: .constant(.int(7))))
          } + [.attribute(AttributeDescription("extra", .json, isOptional: true))])
      ])
    let context = ManagedObjectContext(model: wide)
    let text = #"{"a3":1,"a100":2,"a149":null,"q":1}"#
    let object = try context.load(.text(text, as: "Wide"), options: Self.options).objects[0]
    #expect(try JSONValue(parsing: written(context, object)) == JSONValue(parsing: text))
    #expect(object["a100"] == 2 && object["a64"] ?? .null == .null)
  }
}
