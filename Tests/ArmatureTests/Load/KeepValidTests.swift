import Armature
import Testing

@Suite struct KeepValidTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(model: try Self.makeModel())
  }

  private static func makeModel() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Customer") {
        Attribute("name", String.self).length(1...20).identifying()
        Attribute("age", Int?.self).range(0...)
        Attribute("rank", Int?.self).default(1)
        Attribute("score", Int.self).default(0).range(0...9, severity: .warning)
        Relationship("friend", to: "Customer")
        Relationship("boss", to: "Customer", inverse: "aides")
        Relationship("aides", to: "Customer", .toMany, inverse: "boss")
        Relationship("orders", to: "Order", .toMany, inverse: "customer")
        Relationship("badge", to: "Badge", inverse: "holder")
        Rule("whoever has an age has a rank") { $0.age == nil || $0.rank != nil }
      }
      Entity("Order") {
        Attribute("number", Int.self).range(1...).identifying()
        Relationship("customer", to: "Customer", inverse: "orders").required()
        Relationship("former", to: "Order", inverse: "next")
        Relationship("next", to: "Order", inverse: "former")
        Relationship("items", to: "Item", .ordered, inverse: "order").required().count(2...)
      }
      Entity("Item") {
        Attribute("text", String.self).length(1...9)
        Relationship("order", to: "Order", inverse: "items")
      }
      Entity("Badge") {
        Attribute("code", String.self).length(...3).identifying()
        Relationship("holder", to: "Customer", inverse: "badge")
      }
      Entity("Link") {
        Attribute("id", Int.self).range(0...).identifying()
        Relationship("former", to: "Link").required()
      }
    }
  }

  private func load(_ json: String, _ mode: LoadOptions.Mode = .strict) throws -> LoadResult {
    try context.load(
      .text(json, name: "shop.json"), options: LoadOptions(mode, onFailure: .keepValid))
  }

  /// Returns the report with positions, one failure per line.
  private func lines(_ result: LoadResult) -> String {
    result.report.map { failure in
      "\(failure.source?.line ?? 0):\(failure.source?.column ?? 0) \(failure.code)"
        + " \(failure.object)\(failure.keyPath.map { "." + $0 }.joined())"
    }
    .joined(separator: "\n")
  }

  private func names(_ entity: String) -> [String] {
    context.objects(of: entity).map { $0["name"] ?? $0["number"] ?? $0["text"] ?? .null }
      .map { String(attributeValue: $0) ?? $0.description }
  }

  @Test func `data without an error loads as ever`() throws {
    let result = try load(#"{"Customer": [{"name": "Ann"}, {"name": "Bea", "score": 12}]}"#)
    #expect(result.counts == ["Customer": 2])
    #expect(result.leftOut.isEmpty)
    #expect(result.report.map(\.code) == ["range.tooLarge"])
    #expect(result.report.isValid)
  }

  @Test func `objects that are not valid are left out and the others stay`() throws {
    let result = try load(
      """
      {"Customer": [
      {"name": "Ann"},
      {"name": ""},
      {"age": 3},
      7,
      {"name": "Bea", "age": -1},
      {"name": "Ann"},
      {"name": "Cid", "score": 99}]}
      """)
    #expect(names("Customer") == ["Ann", "Cid"])
    #expect(result.objects.count == 2)
    #expect(result.leftOut == ["Customer": 4])
    #expect(
      lines(result) == """
        3:10 length.tooShort Customer "".name
        4:1 value.missing Customer.name
        5:1 type.structure Customer
        6:24 range.tooSmall Customer "Bea".age
        7:10 identity.duplicate Customer "Ann".name
        8:26 range.tooLarge Customer "Cid".score
        """)
    try context.save()
  }

  @Test func `a refused value is absent, whatever the default`() throws {
    let result = try load(
      #"{"Customer": [{"name": "Ann", "rank": "high", "colour": 1}, {"name": "Bea"}]}"#)
    let ranks = context.objects(of: "Customer").map { $0["rank"] }
    #expect(ranks == [nil, .int(1)])
    #expect(result.report.map(\.code) == ["type.wrong", "key.unknown"])
    #expect(result.report.allSatisfy { $0.objectID == context.objects(of: "Customer")[0].objectID })
    #expect(!result.report.isValid)
    try context.save()
  }

  @Test func `an object that breaks a rule without its refused value is left out`() throws {
    let result = try load(#"{"Customer": [{"name": "Ann", "age": 3, "rank": 1.5}]}"#)
    #expect(names("Customer").isEmpty)
    #expect(result.report.map(\.code) == ["value.inexact"])
    #expect(result.leftOut == ["Customer": 1])
  }

  @Test func `a key that is there twice has no value`() throws {
    let result = try load(#"{"Customer": [{"name": "Ann", "age": 3, "age": 4}]}"#)
    #expect(context.objects(of: "Customer").map { $0["age"] } == [nil])
    #expect(result.report.map(\.code) == ["key.duplicate"])
  }

  @Test func `references to what is left out lead nowhere`() throws {
    let result = try load(
      """
      {"Customer": [
      {"name": "Ann", "friend": "Bea", "boss": "Cid"},
      {"name": "Bea", "age": -1},
      {"name": "Cid", "friend": "Nobody"}]}
      """)
    #expect(names("Customer") == ["Ann", "Cid"])
    let ann = context.objects(of: "Customer")[0]
    #expect(ann["friend"] == nil)
    #expect(ann.boss?.name == "Cid")
    #expect(
      lines(result) == """
        2:27 reference.leftOut Customer "Ann".friend
        3:24 range.tooSmall Customer "Bea".age
        4:27 reference.broken Customer "Cid".friend
        """)
    try context.save()
  }

  @Test func `what requires an object that is left out goes with it, in linear time`() throws {
    let count = 5_000
    let chain = (0..<count).map { "{\"id\": \($0), \"former\": \(max(0, $0 - 1))}" }
    let broken = #"{"id": -1, "former": -1}, {"id": 900000, "former": 900000}, "#
    let first = #"{"id": 0, "former": -1}"#
    let result = try load(
      "{\"Link\": [\(broken)\(first), \(chain.dropFirst().joined(separator: ", "))]}")
    #expect(result.counts == ["Link": 1])
    #expect(result.leftOut == ["Link": count + 1])
    #expect(result.report.counts == ["range.tooSmall": 1, "reference.leftOut": count])
  }

  @Test func `a record that takes along valid ones inside of it says how many`() throws {
    let result = try load(
      """
      {"Customer": [{"name": "", "orders": [
      {"number": 1, "items": [{"text": "a"}, {"text": "b"}]},
      {"number": 0, "items": [{"text": "c"}, {"text": "d"}]}]},
      {"name": "Ann", "badge": {"code": "long"}},
      {"name": "Maximilian of Habsburg", "badge": {"code": "ok"}}]}
      """)
    #expect(result.leftOut == ["Customer": 2, "Order": 2, "Item": 4, "Badge": 2])
    #expect(
      lines(result) == """
        1:15 record.leftOut Customer ""
        1:24 length.tooShort Customer "".name
        3:1 record.leftOut Order 0
        3:12 range.tooSmall Order 0.number
        4:35 length.tooLong Badge "long".code
        5:1 record.leftOut Customer "Maximilian of Habsburg"
        5:10 length.tooLong Customer "Maximilian of Habsburg".name
        """)
    #expect(
      result.report.filter { $0.code == "record.leftOut" }.map(\.message) == [
        "Customer \"\" was left out because it is invalid, together with 3 valid records inside "
          + "it.",
        "Order 0 was left out because it is invalid, together with 2 valid records inside it.",
        "Customer \"Maximilian of Habsburg\" was left out because it is invalid, together with "
          + "1 valid record inside it.",
      ])
    #expect(result.report.errors.count == 4)
  }

  @Test func `an object goes when too few of its nested objects are left`() throws {
    let result = try load(
      """
      {"Customer": {"name": "Ann"}, "Order": [
      {"number": 1, "customer": "Ann", "items": [{"text": "a"}, {"text": "b"}, {"text": ""}]},
      {"number": 2, "customer": "Ann", "items": [{"text": "c"}, {"text": ""}]},
      {"number": 3, "customer": "Ann", "items": [{"text": ""}, {"text": ""}]}]}
      """)
    #expect(names("Order") == ["1"])
    #expect(names("Item") == ["a", "b"])
    #expect(result.leftOut == ["Order": 2, "Item": 5])
    #expect(
      lines(result) == """
        2:83 length.tooShort Item.text
        3:1 record.leftOut Order 2
        3:43 count.tooFew Order 2.items
        3:68 length.tooShort Item.text
        4:43 required Order 3.items
        4:53 length.tooShort Item.text
        4:67 length.tooShort Item.text
        """)
  }

  @Test func `what a rejected object took is given back`() throws {
    let result = try load(
      """
      {"Customer": [
      {"name": "Ann", "badge": "A"},
      {"name": "Bea", "badge": "A", "age": -1}],
      "Badge": [{"code": "A"}]}
      """)
    #expect(context.objects(of: "Customer").map { $0.badge?.code } == ["A"])
    #expect(result.leftOut == ["Customer": 1])
  }

  @Test func `objects that were there before keep their links and their state`() throws {
    try context.load(
      .text(#"{"Customer": [{"name": "Ann", "badge": "A"}], "Badge": [{"code": "A"}]}"#))
    try context.save()
    let result = try load(
      #"{"Customer": [{"name": "Bea", "badge": "A", "age": -1}, {"name": "Cid", "boss": "Ann"}]}"#)
    #expect(result.counts == ["Customer": 1])
    let (ann, badge) = (context.objects(of: "Customer")[0], context.objects(of: "Badge")[0])
    #expect(badge.holder?.name == "Ann")
    #expect(badge.objectState == .unchanged)
    #expect(ann.objectState == .updated)
    #expect(ann["aides"] == .objects([context.objects(of: "Customer")[1].objectID]))
    context.rollback()
    #expect(names("Customer") == ["Ann"])
  }

  @Test func `objects that go leave no trace in the context`() throws {
    _ = try load(#"{"Customer": [{"name": ""}]}"#)
    #expect(!context.hasChanges)
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func `a bad line leaves the others alone`() throws {
    let text = """
      {"name": "Ann", "friend": "Cid"}
      {"name": "Bea", "age": 3
      {"name": "Cid", "friend": "Bea"}
      """
    let result = try context.load(
      .text(text, as: "Customer", layout: .lines), options: LoadOptions(onFailure: .keepValid))
    #expect(names("Customer") == ["Ann", "Cid"])
    #expect(context.objects(of: "Customer")[0].friend?.name == "Cid")
    #expect(result.report.map(\.code) == ["syntax", "reference.leftOut"])
    #expect(result.leftOut == ["Customer": 1])
  }

  @Test func `a document that breaks off throws and keeps nothing`() throws {
    #expect {
      try load(#"{"Customer": [{"name": "Ann"}, {"name": ""}, {"name": "Be"#)
    } throws: { error in
      (error as? ValidationReport)?.map(\.code).contains("syntax") == true
    }
    #expect(context.registeredObjects.isEmpty && !context.hasChanges)
  }

  @Test func `without validation everything stays that could be read`() throws {
    let result = try context.load(
      .text(#"{"Customer": [{"name": "", "age": "x"}, {"name": "Ann", "boss": "Nobody"}]}"#),
      options: LoadOptions(validates: false, onFailure: .keepValid))
    #expect(result.counts == ["Customer": 2])
    #expect(result.report.map(\.code) == ["type.wrong", "reference.broken"])
  }

  @Test func `warnings about kept objects count once, those about others are not lost`() throws {
    let result = try load(
      #"{"Customer": [{"name": "Ann", "score": 10}, {"name": "", "score": 11}], "Order": [{}]}"#)
    #expect(result.report.warnings.map(\.value) == [.int(10), .int(11)])
    #expect(result.report.warnings.map { $0.objectID == nil } == [false, true])
  }

  @Test func `an unknown key does not hide the property of its name`() throws {
    let model = try ManagedObjectModel("Keys") {
      Entity("Thing") { Attribute("name", String.self).length(2...).key("Name") }
    }
    let things = ManagedObjectContext(model: model)
    #expect {
      try things.load(.text(#"[{"name": 1, "Name": "x"}, {"name": "abc"}]"#, as: "Thing"))
    } throws: { error in
      (error as? ValidationReport)?.map(\.code)
        == ["key.unknown", "length.tooShort", "value.missing", "key.unknown"]
    }
  }

  @Test func `a reference to a record that was left out says so`() throws {
    let result = try load(
      """
      {"Customer": [
      {"name": "Ann", "friend": "Bea"}, {"name": "Bea", "age": -1}, {"name": "Cid", "friend": "Bee"}]}
      """)
    #expect(
      result.report.map(\.message) == [
        #"Customer.friend refers to the Customer "Bea", which was left out because it is invalid."#,
        "Customer.age must be at least 0, but is -1.",
        #"Customer.friend refers to the Customer "Bee", which does not exist."#,
      ])
  }

  @Test func `all rules that a record breaks are told, whatever is kept`() throws {
    let model = try ManagedObjectModel("Clinic") {
      Entity("Pet") {
        Attribute("chip", Int.self).identifying()
        Attribute("code", String.self).matching("[A-Z]+").matching("[^X]*")
        Attribute("year", Int.self)
        Relationship("mother", to: "Pet", inverse: "litter")
        Relationship("litter", to: "Pet", .toMany, inverse: "mother")
        Rule("younger than the mother") { $0.mother == nil || $0.year > $0.mother.year }
        Rule("years are odd") { $0.year % 2 == 1 }
        Rule("years are small") { $0.year < 100 }
      }
    }
    let source = LoadSource.text(
      """
      [{"chip": 1, "code": "A", "year": 5}, {"chip": 2, "code": "xX", "year": 200},
       {"chip": 3, "code": "B", "year": 2, "mother": 1}]
      """, as: "Pet")
    let all = #expect(throws: ValidationReport.self) {
      try ManagedObjectContext(model: model).load(source)
    }
    let context = ManagedObjectContext(model: model)
    let result = try context.load(source, options: LoadOptions(onFailure: .keepValid))
    #expect(result.report.map(\.message) == all?.map(\.message))
    #expect(result.report.count == 6)
    #expect(context.objects(of: "Pet").count == 1)
  }

  @Test func `of links that contradict each other none stays that breaks what is unique`() throws {
    let model = try ManagedObjectModel("Clinic") {
      Entity("Owner") {
        Attribute("number", Int.self).identifying()
        Relationship("pets", to: "Pet", .ordered, inverse: "owner")
      }
      Entity("Pet") {
        Attribute("chip", Int.self).identifying()
        Attribute("name", Int?.self)
        Relationship("owner", to: "Owner", inverse: "pets").required()
        Unique("name", "owner")
      }
    }
    let context = ManagedObjectContext(model: model)
    let result = try context.load(
      .text(
        """
        {"Owner": [{"number": 3, "pets": [4, 7]}, {"number": 4}],
         "Pet": [{"chip": 4, "name": 4}, {"chip": 7, "name": 4, "owner": 4}]}
        """), options: LoadOptions(onFailure: .keepValid))
    #expect(result.report.contains { $0.code == "reference.contradictory" })
    #expect(context.objects(of: "Pet").map { $0["chip"] } == [4])
    #expect(context.validate().isValid)
    try context.save()
  }
}
