import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

/// Attributes of any JSON value, in all stores.
@Suite(.needsSQLite) struct JSONAttributeTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("name", String.self).identifying()
        Attribute("extra", JSONValue?.self)
        Attribute("size", JSONValue.self).default(["width": 1])
        Composite("maker") { Attribute("more", JSONValue?.self) }.optional()
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a value is stored with its order, its digits and its null`(_ kind: StoreKind) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    var values: [String: JSONValue?] = ["none": nil, "null": .null]
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      values["\(seed)"] = .random(&random, depth: 4)
    }
    for (name, value) in values {
      let product = try context.insert("Product")
      try product.setValuesForKeys(["name": name, "extra": value])
      if let value {
        try product.setValue(AttributeValue.composite(["more": .json(value)]), forKey: "maker")
      }
    }
    try context.save()
    for product in try store.container.makeContext().fetch("Product") {
      let name = try #require(try product.value(forKey: "name", as: String.self))
      let value = try #require(values[name])
      let saved = try product.value(forKey: "extra", as: JSONValue.self)
      #expect(saved?.text == value?.text)
      #expect(
        try product.value(forKeyPath: "maker.more") == (value.map(AttributeValue.json) ?? .null))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of order or spelling is a change`(_ kind: StoreKind) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    let product = try context.insert("Product")
    try product.setValuesForKeys(["name": "a", "extra": ["a": 1, "b": 2] as JSONValue])
    try context.save()
    try product.setValue(["b": 2, "a": 1] as JSONValue, forKey: "extra")
    try product.setValue(try JSONValue(parsing: #"{"width":1.0}"#), forKey: "size")
    #expect(product.changedValues.keys.sorted() == ["extra", "size"])
    try context.save()
    let saved = try #require(try store.container.makeContext().fetch("Product").first)
    #expect(try saved.value(forKey: "extra", as: JSONValue.self)?.text == #"{"b":2,"a":1}"#)
    #expect(try saved.value(forKey: "size", as: JSONValue.self)?.text == #"{"width":1.0}"#)
  }

  private static let conditions = [
    ("extra.price > 3", "cd"), ("extra.price == 3", "b"), ("extra.price == 3.0", "b"),
    ("extra.price <= 4.5", "bc"), ("extra.price == nil", "aefgh"), ("extra == nil", "h"),
    ("extra != nil", "abcdefg"), ("extra.name.first BEGINSWITH 'An'", "ef"),
    ("extra.name.first == 'Anna' AND extra.isNew == true", "e"), ("extra.isNew == false", "f"),
    ("extra == CAST('[1, 2]', 'JSONValue')", "g"), ("extra == CAST('null', 'JSONValue')", "a"),
    ("extra.price BETWEEN {3, 4}", "b"), ("extra.price IN {4.5, 'x'}", "c"),
    ("NOT extra.price > 3", "abefgh"), ("maker.more.x == 1", "b"), ("extra.price.deep == 1", ""),
    ("extra.tags CONTAINS 'new'", "c"), ("ANY extra.tags == 7", "c"),
    ("extra.tags[0] == 'new'", "c"),
    ("extra.tags.@count == 2", "c"), ("extra.tags == {'new', 7}", "c"),
    ("size.width == 1", "abcdefgh"), ("extra.price * 2 == 6", "b"),
  ]

  private static let records = """
    [{"name": "a", "extra": null}, {"name": "b", "extra": {"price": 3}, "maker": {"more": {"x": 1}}},
     {"name": "c", "extra": {"price": 4.5, "tags": ["new", 7]}}, {"name": "d", "extra": {"price": 1e30}},
     {"name": "e", "extra": {"name": {"first": "Anna"}, "isNew": true}},
     {"name": "f", "extra": {"name": {"first": "Andrew"}, "isNew": false, "price": null}},
     {"name": "g", "extra": [1, 2]}, {"name": "h"}]
    """

  @Test(arguments: StoreKind.allCases)
  func `conditions over paths find the same here and in the store`(_ kind: StoreKind) throws {
    let store = try AnyStore(kind, Self.model())
    let context = store.container.makeContext()
    #expect(try context.load(.text(Self.records, as: "Product")).report.isEmpty)
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      let reader = isSaved ? store.container.makeContext() : context
      for (condition, names) in Self.conditions {
        let request = FetchRequest("Product", where: try FetchPredicate(condition))
        let found = try reader.fetch(request).compactMap {
          try $0.value(forKey: "name", as: String.self)
        }
        #expect(found.sorted().joined() == names, "\(condition), saved: \(isSaved)")
      }
      let closure = try reader.fetch("Product") { $0.extra.price > 3 && $0.extra.price < 5 }
      #expect(closure.count == 1)
      let sorted = try reader.fetch(
        FetchRequest(
          "Product", where: try FetchPredicate("extra.price != nil"),
          orderedBy: [FetchOrder(.keyPath(["extra", "price"]), isAscending: false)]))
      #expect(sorted.compactMap { $0["name"] } == ["d", "c", "b"])
    }
  }

  @Test func `a record comes out as it went in`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    let text = #"[{"name":"a","extra":{"z":[1.50,{"a":null}],"b":"é"},"size":{"width":1}}]"#
    #expect(try context.load(.text(text, as: "Product")).report.isEmpty)
    let json = try context.json(of: "Product", layout: .compact)
    #expect(String(decoding: json, as: UTF8.self) == text)
  }

  @Test func `a repeated key is a failure at its place`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    let text = "[{\"name\": \"a\",\n  \"extra\": {\"tags\": [{\"x\": 1, \"x\": 2}]}}]"
    let report = try #require(
      #expect(throws: ValidationReport.self) { try context.load(.text(text, as: "Product")) })
    let failure = try #require(report.failures.first)
    #expect(report.failures.count == 1 && failure.code == "key.duplicate")
    #expect(failure.source?.line == 2 && failure.source?.column == 31)
    #expect(failure.keyPath == ["extra", "tags", "[0]", "x"])
  }

  @Test func `a changeset sets and replaces values`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    #expect(try context.load(.text(Self.records, as: "Product")).report.isEmpty)
    let product = try #require(try context.fetch("Product") { $0.name == "b" }.first)
    let changes = Changeset(
      product, casting: #"{"extra": {"price": 7.0}, "size": null}"#, allowing: ["extra", "size"])
    try changes.apply()
    #expect(try product.value(forKey: "extra", as: JSONValue.self)?.text == #"{"price":7.0}"#)
    #expect(try product.value(forKey: "size", as: JSONValue.self) == .null)
  }

  @Test func `CSV has the value as JSON`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    #expect(try context.load(.text(Self.records, as: "Product")).report.isEmpty)
    let csv = try context.csv(of: "Product")
    let other = ManagedObjectContext(model: try Self.model())
    #expect(try other.load(.data(csv, as: "Product", layout: .csv())).report.isEmpty)
    #expect(try other.csv(of: "Product") == csv)
    #expect(try other.json(of: "Product") == context.json(of: "Product"))
    let report = #expect(throws: ValidationReport.self) {
      try other.load(.text("name,extra\nz,{1}\n", as: "Product", layout: .csv()))
    }
    #expect(report?.failures.map(\.code) == ["value.badFormat"])
  }
}
