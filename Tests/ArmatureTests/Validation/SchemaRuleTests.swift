import Armature
import Foundation
import Testing

@Suite struct SchemaRuleTests {
  private func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("code", String.self).identifying()
        Attribute("extra", JSONValue?.self).schema([
          "type": "object", "required": ["price"],
          "properties": [
            "price": ["type": "number", "minimum": 0], "tags": ["items": ["type": "string"]],
          ],
        ])
        Attribute("sizes", JSONValue?.self).schema(["items": ["maximum": 9]])
        Attribute("color", String?.self).schema(["not": ["const": "red"]])
        Attribute("ranks", [Int]?.self).schema(["uniqueItems": true])
      }
    }
  }

  private func failures(_ body: () throws -> Void) -> [String] {
    let report = #expect(throws: ValidationReport.self) { try body() }
    return (report?.failures ?? []).map { failure in
      "\(failure.source.map { "\($0.line):\($0.column) " } ?? "")\(failure.code) \(failure.message)"
    }
  }

  private static let text = """
    [{"code": "a",
      "extra": {"price": -1,
        "tags": ["new", 7]},
      "sizes": [1, 2,
        30],
      "color": "red", "ranks": [1, 2, 1]}]
    """

  private static let messages = [
    "2:22 schema Product.extra.price must be at least 0, but is -1.",
    "3:21 schema Product.extra.tags[1] must be text, but is 7.",
    "5:5 schema Product.sizes[2] must be at most 9, but is 30.",
    "6:12 schema Product.color must not match a schema that excludes values, but is \"red\".",
    "6:28 schema Product.ranks must not have equal values, but those at [0], [2] are equal.",
  ]

  @Test func `a load reports each part that a schema rejects at its place`() throws {
    let context = ManagedObjectContext(model: try shop())
    #expect(failures { try context.load(.text(Self.text, as: "Product")) } == Self.messages)
    #expect(context.objects(of: "Product").isEmpty)
  }

  @Test func `an update and a changeset report the same places`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(.text(#"[{"code": "a"}]"#, as: "Product"))
    let options = LoadOptions(onDuplicate: .update)
    #expect(
      failures { try context.load(.text(Self.text, as: "Product"), options: options) }
        == Self.messages)
    let product = try #require(context.objects(of: "Product").first)
    let object = String(Self.text.dropFirst().dropLast())
    let changes = Changeset(
      product, casting: object, allowing: ["extra", "sizes", "color", "ranks", "code"])
    let found = changes.report.failures.filter { $0.severity == .error }
    #expect(
      found.map(\.message)
        == Self.messages.map { String($0.split(separator: " ", maxSplits: 2)[2]) })
    #expect(found.map { $0.source?.line } == [2, 3, 5, 6, 6])
  }

  @Test func `an object and a value are checked`() throws {
    let context = ManagedObjectContext(model: try shop())
    let product = try context.insert("Product")
    product.code = "a"
    product.extra = ["tags": []] as JSONValue
    #expect(
      product.validate().failures.map(\.message) == [
        "Product.extra.price must have a value, but is missing."
      ])
    product.extra = nil as JSONValue?
    #expect(product.validate().isValid)
  }

  @Test func `a message of the rule replaces those of the parts`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("extra", JSONValue?.self).schema(
          ["required": ["a", "b"]], message: "{place} needs a and b.")
      }
    }
    let context = ManagedObjectContext(model: model)
    let product = try context.insert("Product")
    product.extra = [:] as JSONValue
    #expect(product.validate().failures.map(\.message) == ["Product.extra needs a and b."])
  }

  @Test func `an invalid schema is an error of the model, and so is one of a date`() throws {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Shop") {
        Entity("Product") {
          Attribute("extra", JSONValue?.self).schema(["properties": ["a": ["type": "txt"]]])
          Attribute("day", Date?.self).schema(["minLength": 3])
        }
      }
    }
    #expect(error?.issues.map(\.code) == [.invalidSchema, .unsupportedRule])
    #expect(
      error?.issues.first?.message.contains("/properties/a/type must be a type of JSON Schema")
        == true)
  }

  @Test func `an encoded model keeps its schemas`() throws {
    let model = try shop()
    #expect(
      try JSONDecoder().decode(ManagedObjectModel.self, from: JSONEncoder().encode(model)).entities
        == model.entities)
  }
}
