import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct JSONExportTests {
  private func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Customer") {
        Attribute("name", String.self).identifying()
        Attribute("rating", Int?.self).default(3)
        Relationship("orders", to: "Order", .ordered, inverse: "customer", onDelete: .cascade)
        Relationship("likes", to: "Article", .toMany, inverse: "likedBy")
      }
      .key("customers")
      Entity("Order") {
        Attribute("placed", Date.self)
        Relationship("customer", to: "Customer", inverse: "orders")
        Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade)
      }
      .key("orders")
      Entity("Line") {
        Attribute("quantity", Int.self).default(1)
        Relationship("order", to: "Order", inverse: "lines")
        Relationship("article", to: "Article")
      }
      Entity("Article") {
        Attribute("code", Int.self).identifying()
        Attribute("price", Decimal?.self)
        Attribute("weight", Double?.self)
        Composite("size") {
          Attribute("width", Double.self).key("w")
          Attribute("height", Double?.self)
        }
        .optional()
        Relationship("likedBy", to: "Customer", .toMany, inverse: "likes")
      }
      .key("articles")
    }
  }

  private let document = """
    {
      "customers": [
        {
          "name": "Ada",
          "rating": null,
          "orders": [
            {
              "placed": "2024-02-29T12:30:00Z",
              "lines": [
                {
                  "quantity": 2,
                  "article": 7
                },
                {
                  "quantity": 1
                }
              ]
            },
            {
              "placed": "2024-03-01T00:00:00.5Z"
            }
          ],
          "likes": [
            7,
            8
          ]
        }
      ],
      "orders": [
        {
          "placed": "1999-12-31T23:59:59Z"
        }
      ],
      "articles": [
        {
          "code": 7,
          "price": 19.90,
          "size": {
            "w": 1.5
          }
        },
        {
          "code": 8,
          "weight": 0.25
        }
      ]
    }

    """

  @Test func `what was written is read back, and written again byte for byte`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(.text(document))
    let first = try context.json()
    let other = ManagedObjectContext(model: context.model)
    try other.load(.data(first))
    #expect(try other.json() == first)
    #expect(String(decoding: first, as: UTF8.self) == document.replacing("19.90", with: "19.9"))
  }

  @Test func `parts are nested in what owns them, and those without an owner stand alone`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(.text(document))
    #expect(context.objects(of: "Order").count == 3)
    let ada = try #require(context.object(of: "Customer", identifiedBy: "Ada"))
    #expect(try ada.value(forKeyPath: "orders.@count") == 2)
    #expect(ada["rating"] == nil)
  }

  @Test func `a record per line has no white space`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(.text(document))
    let lines = String(decoding: try context.json(of: "Article", layout: .lines), as: UTF8.self)
    #expect(
      lines == "{\"code\":7,\"price\":19.9,\"size\":{\"w\":1.5}}\n{\"code\":8,\"weight\":0.25}\n")
  }

  @Test func `a number that JSON does not have is refused with its place`() throws {
    let context = ManagedObjectContext(model: try shop())
    let article = try context.insert("Article")
    article.code = 1
    article.weight = Double.nan
    let report = #expect(throws: ValidationReport.self) { try context.json() }
    #expect(report?.failures.map(\.keyPath) == [["weight"]])
  }

  @Test func `a link between what nothing identifies leads to the number of a record`() throws {
    let model = try ManagedObjectModel("Pairs") {
      Entity("Left") {
        Attribute("a", Int?.self)
        Relationship("right", to: "Right", inverse: "left")
      }
      Entity("Right") {
        Attribute("b", Int?.self)
        Relationship("left", to: "Left", inverse: "right")
      }
    }
    let context = ManagedObjectContext(model: model)
    let left = try context.insert("Left")
    left.right = try context.insert("Right")
    let data = try context.json(layout: .compact)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"Left":[{"right":1}],"Right":[{"@id":1}]}"#)
    let copy = ManagedObjectContext(model: model)
    try copy.load(.data(data))
    #expect(copy.objects(of: "Left")[0].one("right") === copy.objects(of: "Right")[0])
    // Alone, the number would be a broken reference.
    let report = #expect(throws: ValidationReport.self) { try context.json(of: "Left") }
    #expect(
      report?.failures.first?.message
        == "Left.right must lead to an object that is written, too, since nothing identifies a Right."
        + " Declare an attribute with identifying(), or write all entities with json().")
  }

  @Test func `a part written by itself names what it is a part of`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(
      .text(#"{"customers": [{"name": "Ada", "orders": [{"placed": "1999-12-31"}]}]}"#))
    let orders = try context.json(of: "Order", layout: .compact)
    #expect(
      String(decoding: orders, as: UTF8.self)
        == #"[{"placed":"1999-12-31T00:00:00Z","customer":"Ada"}]"#)
  }

  @Test func `a part of what nothing names is not written by itself`() throws {
    let context = ManagedObjectContext(model: try shop())
    try context.load(.text(document))
    let report = #expect(throws: ValidationReport.self) { try context.json(of: "Line") }
    #expect(
      report?.failures.first?.message
        == "Line.order must lead to an object that is written, too, since nothing identifies a Order."
        + " Declare an attribute with identifying(), or write all entities with json().")
  }

  @Test func `an entity that is not there is not written as nothing`() throws {
    let context = ManagedObjectContext(model: try shop())
    let report = #expect(throws: ValidationReport.self) { try context.json(of: "Oder") }
    #expect(
      report?.failures.map(\.message)
        == ["\"Oder\" is not an entity of the model. Did you mean \"Order\"?"])
  }

  @Test func `two properties with one key are refused, in and out`() throws {
    let model = try ManagedObjectModel("Items") {
      Entity("Item") {
        Attribute("unitPrice", Int.self).default(1)
        Attribute("unit_price", Int.self).default(2)
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Item")
    let expected = [
      "Item.unit_price must have a key of its own in JSON, but \"unit_price\" belongs to "
        + "unitPrice, too. Declare another with key(_:)."
    ]
    let out = #expect(throws: ValidationReport.self) { try context.json(keys: .snakeCase) }
    #expect(out?.failures.map(\.message) == expected)
    let back = #expect(throws: ValidationReport.self) {
      try context.load(.text("[]", as: "Item"), options: LoadOptions(keys: .snakeCase))
    }
    #expect(back?.failures.map(\.message) == expected)
    #expect(throws: Never.self) { try context.json() }
  }

  @Test func `many objects survive a round trip`() throws {
    let context = ManagedObjectContext(model: try shop())
    for number in 0..<200 {
      let customer = try context.insert("Customer")
      customer.name = "C\(number)"
      let article = try context.insert("Article")
      article.code = number
      article.price = Decimal(number) / 100
      for count in 0..<(number % 4) {
        let order = try context.insert("Order")
        order.placed = Date(timeIntervalSinceReferenceDate: Double(number) * 1e5 + 0.1)
        order.customer = customer
        let line = try context.insert("Line")
        line.quantity = count
        line.order = order
        line.article = article
      }
    }
    let written = try context.json(layout: .compact)
    let other = ManagedObjectContext(model: context.model)
    try other.load(.data(written))
    #expect(try other.json(layout: .compact) == written)
    #expect(other.registeredObjects.count == context.registeredObjects.count)
  }

  @Test func `numbers of every width are written in their shortest form`() throws {
    let model = try ManagedObjectModel("Numbers") {
      Entity("Number") {
        Attribute("small", Int16.self)
        Attribute("medium", Int32.self)
        Attribute("single", Float.self)
        Attribute("double", Double.self)
        Attribute("id", UUID.self)
      }
    }
    let json =
      #"[{"small":-32768,"medium":2147483647,"single":0.1,"double":0.1,"#
      + #""id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"},"#
      + #"{"small":0,"medium":-1,"single":3.4028235e+38,"double":5e-324,"#
      + #""id":"00000000-0000-0000-0000-000000000000"}]"#
    let context = ManagedObjectContext(model: model)
    try context.load(.text(json, as: "Number"))
    let written = try context.json(of: "Number", layout: .compact)
    #expect(String(decoding: written, as: UTF8.self) == json)
    context.objects(of: "Number").first?["single"] = .double(.infinity)
    #expect(throws: ValidationReport.self) { try context.json(of: "Number") }
  }
}
