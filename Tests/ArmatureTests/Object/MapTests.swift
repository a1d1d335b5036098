import Armature
import Foundation
import Testing

/// Attributes that are maps of values.
@Suite struct MapTests {
  enum Size: String, AttributeConvertible, JSONConvertible, CaseIterable { case small, large }

  struct Product: EntityType {
    static let schema = Product()
    let name = Attribute<String>().identifying()
    let stock = Attribute<[String: Int]>().default([:])
    let words = Attribute<[String: [String]]?>()
    let prices = Attribute<[String: Decimal?]?>()
    let sizes = Attribute<[String: Size]?>()
    let nested = Attribute<[String: [String: Bool]]?>()
    let ratios = Attribute<[String: [[String: Double]]]?>()
  }

  final class Box: ManagedObject {
    @Property("stock") var stock: [String: Int]
    @Property("words") var words: [String: [String]]?
  }

  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(model: try ManagedObjectModel("Shop") { Product.self })
  }

  @Test func `values are read as they were set`() throws {
    let context = try context()
    let product = try context.insert(Product.self)
    product.name = "Tea"
    #expect(product.stock == [:])
    product.stock = ["red": 3, "blue": .max]
    product.words = ["a": ["x", "y"], "": []]
    product.prices = ["eu": Decimal(string: "12.50"), "us": nil]
    product.sizes = ["a": .large]
    product.nested = ["a": ["b": true], "c": [:]]
    try context.save()
    try context.refresh(product.managedObject, mergeChanges: false)
    #expect(product.stock == ["red": 3, "blue": .max])
    #expect(product.words == ["a": ["x", "y"], "": []])
    #expect(product.prices == ["eu": Decimal(string: "12.50"), "us": nil])
    #expect(product.sizes == ["a": .large])
    #expect(product.nested == ["a": ["b": true], "c": [:]])
    product.stock["red", default: 0] += 1
    #expect(product.stock["red"] == 4)
    product.words = nil
    try context.save()
    #expect(product.words == nil)
  }

  @Test func `dynamic members and classes have maps`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Boxes") {
        Entity("Box", class: Box.self) {
          Attribute("stock", [String: Int].self).default(["a": 1])
          Attribute("words", [String: [String]]?.self)
        }
      })
    let box = try context.insert(Box.self)
    #expect(box.stock == ["a": 1])
    box.stock["b"] = 2
    box.words = ["x": ["y"]]
    let stock: [String: Int]? = (box as ManagedObject).stock
    #expect(stock == ["a": 1, "b": 2])
    #expect(box["words"] == .json(["x": ["y"]]))
  }

  @Test func `conditions read the value of a key`() throws {
    let context = try context()
    for (name, count) in [("Tea", 3), ("Jam", 1)] {
      let product = try context.insert(Product.self)
      product.name = name
      product.stock = ["red": count]
    }
    try context.save()
    #expect(try context.fetch(Product.self, where: { $0.stock["red"] > 2 }).map(\.name) == ["Tea"])
    #expect(try context.count("Product", where: { $0.stock.red < 3 }) == 1)
    for (text, count) in [("stock.red == 3", 1), ("stock.blue == nil", 2)] {
      let request = FetchRequest("Product", where: try FetchPredicate(text))
      #expect(try context.count(request) == count)
    }
  }

  @Test(arguments: [
    (#"{"name": "a", "stock": {"x": 1, "y": "2", "z": 1.5}}"#, 2, "stock.y"),
    (#"{"name": "a", "stock": [1]}"#, 1, "stock"),
    (#"{"name": "a", "words": {"x": ["a", 1]}}"#, 1, "words.x[1]"),
    (#"{"name": "a", "sizes": {"x": "medium"}}"#, 1, "sizes.x"),
    (#"{"name": "a", "nested": {"x": {"y": null}}}"#, 1, "nested.x.y"),
    (#"{"name": "a", "stock": {"x": 9223372036854775808}}"#, 1, "stock"),
    (#"{"name": "a", "stock": null}"#, 1, "stock"),
  ]) func `invalid values are told at their places`(text: String, count: Int, path: String) throws {
    let context = try context()
    let report = try #require(throws: ValidationReport.self) {
      try context.load(.text(text, as: "Product"))
    }
    #expect(report.count == count, "\(report)")
    #expect(report.first?.message.hasPrefix("Product." + path) == true, "\(report)")
  }

  @Test func `loaded maps keep the order of their keys and the spelling of their numbers`() throws {
    let context = try context()
    let text = #"{"name":"a","stock":{"z":1,"a":2},"prices":{"x":1.50,"y":null}}"#
    let product = try context.load(.text(text, as: "Product")).objects[0]
    let written = try context.json(of: product, layout: .compact)
    #expect(String(decoding: written, as: UTF8.self) == text)
  }

  @Test func `NaN is rejected`() throws {
    let context = try context()
    let product = try context.insert(Product.self)
    product.name = "Tea"
    product.ratios = ["a": [["x": .nan]]]
    #expect(context.validate().map(\.message).count == 1)
  }

  @Test func `the description names the map and not its schema`() throws {
    let entity = try #require(context().model["Product"])
    #expect(
      entity.attributes.map(\.description) == [
        "name: String", "stock: [String: Int]", "words: [String: [String]]?",
        "prices: [String: Decimal?]?",
        #"sizes: JSONValue?, the schema "{\"type\":\"object\",\"additionalProperties\":{\"enum\":[\"small\",\"large\"]}}""#,
        "nested: [String: [String: Bool]]?", "ratios: [String: [[String: Double]]]?",
      ])
  }
}
