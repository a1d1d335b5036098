import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private enum Colour: String, CaseIterable, AttributeConvertible { case red, green, blue }

private struct Shirt: EntityType {
  static let schema = Shirt()
  let name = Attribute<String>().identifying()
  let tags = Attribute<[String]>().length(1...3)
  let sizes = Attribute<[Int]?>()
  let colours = Attribute<[Colour]>().default([.red])
  let bought = Attribute<CalendarDate?>()

  static var rules: Rules<Shirt> {
    Rule("shirts for sale have two sizes") { !$0.tags.contains("sale") || $0.sizes.count > 1 }
  }
}

/// An attribute with a list of values, and one with calendar dates.
@Suite struct ListAttributeTests {
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext

  init() throws {
    model = try ManagedObjectModel("Wardrobe") { Shirt.self }
    context = ManagedObjectContext(model: model)
  }

  @Test func `a list is read and written in every tier`() throws {
    let shirt = try context.insert(Shirt.self)
    #expect(shirt.colours == [.red])
    shirt.tags = ["linen", "summer"]
    shirt.sizes = [40, 42]
    let object = shirt.managedObject
    let tags: [String]? = object.tags
    #expect(tags == ["linen", "summer"])
    object.tags = ["wool"]
    #expect(shirt.tags == ["wool"])
    #expect(try object.value(forKey: "sizes") == .list([40, 42]))
    try object.setValue(["a", "b"], forKey: "tags")
    #expect(shirt.tags == ["a", "b"])
    shirt.sizes = nil
    #expect(shirt.sizes == nil)
    #expect(throws: (any Error).self) { try object.setValue([1], forKey: "tags") }
    #expect(throws: (any Error).self) { try object.setValue([String?.none], forKey: "tags") }
    #expect(shirt.tags == ["a", "b"])
  }

  @Test func `JSON brings lists and days, and gets them back`() throws {
    let text = """
      [{"name":"A","tags":["x","ü"],"sizes":[1,2],"colours":["red","blue"],"bought":"2026-11-22"},\
      {"name":"B","tags":["y"],"colours":[]}]
      """
    try context.load(.text(text, as: "Shirt", name: "s"))
    #expect(
      String(decoding: try context.json(of: "Shirt", layout: .compact), as: UTF8.self) == text)
    try context.save()
  }

  @Test func `each wrong value of a list is told at its place, and no rule tells it again`() throws
  {
    let text = """
      [{"name": "A", "tags": ["x", 1, null, "y", {}, [2]], "colours": ["red", "pink"],
        "sizes": "40", "bought": "2026-11-22T10:00:00Z"},
       {"name": "B", "tags": ["a", "b", "sale", "d"], "sizes": [7]}]
      """
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(text, as: "Shirt", name: "s"))
    }
    #expect(
      report?.rendered(as: .lines) == """
        s:1:30: error: Shirt.tags[1] must be text, but is 1. [type.wrong]
        s:1:33: error: Shirt.tags[2] must have a value, but has none. [required]
        s:1:44: error: Shirt.tags[4] must be text, but is an object. [type.wrong]
        s:1:48: error: Shirt.tags[5] must be text, but is an array. [type.wrong]
        s:1:73: error: Shirt.colours[1] must be one of "red", "green", "blue", but is "pink". \
        [type.notRepresentable]
        s:2:12: error: Shirt.sizes must be a list of values, but is "40". [type.wrong]
        s:2:28: error: Shirt.bought must be a day (YYYY-MM-DD), but is "2026-11-22T10:00:00Z". \
        [value.badFormat]
        s:3:2: error: Shirt "B": the rule "shirts for sale have two sizes" must hold, but does not \
        (tags ["a", "b", "sale", "d"], sizes [7]). [rule]
        s:3:24: error: Shirt.tags must have 1 to 3 values, but has 4. [length.tooLong]
        """)
  }

  @Test func `a changeset takes lists, and tells a value of another type`() throws {
    let shirt = try context.insert(Shirt.self).managedObject
    let all = ["tags", "sizes"]
    let changes = Changeset(shirt, casting: ["tags": ["a"], "sizes": [1.0]], allowing: all)
    #expect(changes.isValid)
    #expect(changes.pending["sizes"] == [1])
    let wrong = Changeset(shirt, casting: ["tags": ["a", 1]], allowing: all)
    #expect(
      wrong.report.failures.map(\.message) == [
        "Shirt.tags must be of type String, but is 1 of type Int."
      ])
    let json = Changeset(shirt, casting: #"{"tags": ["a", 1, null]}"#, allowing: all)
    #expect(
      json.report.failures.map(\.message) == [
        "Shirt.tags[1] must be text, but is 1.",
        "Shirt.tags[2] must have a value, but has none.",
      ])
  }

  @Test(
    arguments: [
      (["a"], nil, true), (["sale"], nil, false), (["sale"], [1], false),
      (["sale", "b"], [1, 2], true),
      (["sale"], [1, 2, 3], true), (["SALE"], [], true),
    ] as [([String], [Int]?, Bool)])
  func `conditions look into lists`(_ tags: [String], _ sizes: [Int]?, _ isValid: Bool) throws {
    let shirt = try context.insert(Shirt.self)
    shirt.name = "A"
    shirt.tags = tags
    shirt.sizes = sizes
    #expect(shirt.managedObject.isValid == isValid)
  }

  @Test func `conditions find values, count them and add them up`() throws {
    let shirt = try context.insert(Shirt.self)
    shirt.tags = ["wool", "Winter"]
    shirt.sizes = [40, 42]
    func holds(_ condition: FetchPredicate) throws -> Bool {
      try condition.holds(for: shirt.managedObject)
    }
    let tags = FetchExpression.keyPath(["tags"])
    let sizes = FetchExpression.keyPath(["sizes"])
    #expect(try holds(.comparison(tags, .contains, .constant("wool"))))
    #expect(try !holds(.comparison(tags, .contains, .constant("winter"))))
    #expect(try holds(.comparison(.constant("wool"), .in, tags)))
    #expect(try holds(.comparison(tags, .beginsWith, .constant("W"), quantifier: .any)))
    #expect(try !holds(.comparison(sizes, .greater, .constant(40), quantifier: .all)))
    #expect(try holds(.comparison(.aggregate(.sum, of: sizes), .equal, .constant(82))))
    #expect(try holds(.comparison(.aggregate(.count, of: tags), .equal, .constant(2))))
    #expect(try holds(.comparison(sizes, .notEqual, .constant(nil))))
    shirt.sizes = nil
    #expect(try holds(.comparison(sizes, .equal, .constant(nil))))
    #expect(throws: (any Error).self) {
      try holds(.comparison(tags, .contains, .constant(1)))
    }
  }

  @Test func `a length rule counts the values of a list`() throws {
    let shirt = try context.insert(Shirt.self)
    shirt.name = "A"
    shirt.tags = ["a", "b", "c", "d"]
    let report = shirt.managedObject.validate()
    #expect(report.failures.map(\.message) == ["Shirt.tags must have 1 to 3 values, but has 4."])
  }

  @Test func `a list of lists or composites is refused with a remedy`() throws {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("M") { Entity("A") { Attribute("grid", [[Int]].self) } }
    }
    #expect(error?.description.contains("must be a list of simple values") == true)
  }

  @Test func `a model with lists and days survives being encoded`() throws {
    let copy = try JSONDecoder().decode(
      ManagedObjectModel.self, from: try JSONEncoder().encode(model))
    #expect(copy.fingerprint == model.fingerprint)
    #expect(copy["Shirt"]?.property(named: "tags")?.asAttribute?.type == .list(.string))
  }
}
