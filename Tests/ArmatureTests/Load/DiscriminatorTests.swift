import Armature
import Foundation
import Testing

/// Records that tell their entity by a key of the data.
@Suite struct DiscriminatorTests {
  private func drawing() throws -> ManagedObjectModel {
    try ManagedObjectModel("Drawing") {
      Entity("Page") {
        Attribute("name", String.self).identifying()
        Relationship("shapes", to: "Shape", .toMany).owned()
        Relationship("frame", to: "Square").owned()
      }
      Entity("Shape", isAbstract: true) { Attribute("color", String?.self) }.discriminator("type")
      Entity("Circle", parent: "Shape") { Attribute("radius", Double.self) }
        .discriminator(value: "circle")
      Entity("Square", parent: "Shape") { Attribute("side", Double.self) }.discriminator(value: 4)
      Entity("Point", parent: "Shape") {}.discriminator(value: false)
      Entity("Star", parent: "Shape") { Attribute("rays", Int.self) }
    }
  }

  private static let text = """
    {"name": "a", "frame": {"type": 4, "side": 10}, "shapes": [
      {"type": "circle", "radius": 2}, {"side": 3, "color": "red", "type": 4.0}, {"type": false},
      {"type": "Star", "rays": 5}]}
    """

  private func loaded(
    _ text: String, as entity: String = "Page", _ options: LoadOptions = LoadOptions()
  ) throws -> (context: ManagedObjectContext, objects: [ManagedObject]) {
    let context = ManagedObjectContext(model: try drawing())
    return (context, try context.load(.text(text, as: entity), options: options).objects)
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  private func failures(_ text: String, as entity: String = "Page") throws -> [String] {
    let report = #expect(throws: ValidationReport.self) { try loaded(text, as: entity) }
    return report?.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0) \($0.message)" } ?? []
  }

  @Test func `text, numbers and Booleans tell entities, and come out again`() throws {
    let (context, objects) = try loaded(Self.text)
    let shapes = objects[0].many("shapes")
    #expect(shapes.map(\.entity.name) == ["Circle", "Square", "Point", "Star"])
    let value = try JSONValue(parsing: Self.text)
    #expect(try JSONValue(parsing: text(context.json(of: objects[0]))) == value)
    #expect(try JSONValue(parsing: text(context.json())) == ["Page": [value]])
    try context.save()
  }

  @Test func `a record without the key, or with an unknown value, is told at its place`() throws {
    let choices = #""circle", 4, false, "Star""#
    let text = """
      {"name": "a", "shapes": [
      {"radius": 2},
      {"type": "circel"},
      {"type": [1]},
      {"type": "circle", "radius": 1, "type": "circle"}],
      "frame": {"side": 1}}
      """
    #expect(
      try failures(text) == [
        "2:1 Shape.type must have a value, but its key is missing.",
        "3:10 Shape.type must be one of \(choices), but is \"circel\".",
        "4:10 Shape.type must be text, but is an array.",
        "5:33 Circle.type must occur once, but occurs again.",
        "6:10 Square.type must have a value, but its key is missing.",
      ])
    #expect(
      try failures(#"{"name": "a", "frame": {"type": "circle", "side": 1}}"#) == [
        "1:33 Square.type must be 4, but is \"circle\"."
      ])
  }

  @Test func `rows tell their entity in a column of the key`() throws {
    let (context, _) = try loaded(Self.text)
    for entity in ["Shape", "Square"] {
      let csv = try context.csv(of: entity)
      #expect(String(decoding: csv, as: UTF8.self).hasPrefix("type,"))
      let copy = ManagedObjectContext(model: try drawing())
      try copy.load(
        .text(#"{"name": "a"}"#, as: "Page"), .text(text(csv), as: entity, layout: .csv()))
      let kinds = { (context: ManagedObjectContext) in
        try context.fetch(FetchRequest(entity)).map(\.entity.name).sorted()
      }
      #expect(try kinds(copy) == kinds(context))
    }
  }

  @Test func `a strategy for keys must leave the discriminator to itself`() throws {
    let model = try ManagedObjectModel("Drawing") {
      Entity("Shape") { Attribute("shapeType", String?.self) }.discriminator("shape_type")
    }
    let context = ManagedObjectContext(model: model)
    let report = #expect(throws: ValidationReport.self) { try context.json(keys: .snakeCase) }
    #expect(
      report?.first?.message
        == #"Shape.shapeType must have a key of its own in JSON, but "shape_type" belongs to the discriminator, too."#
        + " Declare another with key(_:).")
  }

  @Test func `an update needs the key, and finds the object`() throws {
    let model = try ManagedObjectModel("Zoo") {
      Entity("Animal", isAbstract: true) { Attribute("name", String.self).identifying() }
        .discriminator("kind")
      Entity("Dog", parent: "Animal") { Attribute("tricks", Int?.self) }
      Entity("Cat", parent: "Animal") { Attribute("lives", Int?.self) }
    }
    let context = ManagedObjectContext(model: model)
    try context.load(
      .text(#"[{"name": "Rex", "kind": "Dog"}, {"name": "Tom", "kind": "Cat"}]"#, as: "Animal"))
    let options = LoadOptions(onDuplicate: .update)
    let changes =
      #"[{"kind": "Dog", "name": "Rex", "tricks": 3}, {"name": "Tom", "lives": 8, "kind": "Cat"}]"#
    try context.load(.text(changes, as: "Animal"), options: options)
    #expect(try context.count(FetchRequest("Animal")) == 2)
    #expect(try context.fetch(FetchRequest("Cat")).first?["lives"] == 8)
  }
}

/// Records of abstract entities whose content tells their entity.
@Suite struct EntityCandidateTests {
  private func zoo() throws -> ManagedObjectModel {
    try ManagedObjectModel("Zoo") {
      Entity("Cage") { Relationship("animals", to: "Animal", .toMany).owned() }
      Entity("Animal", isAbstract: true) { Attribute("name", String?.self) }
      Entity("Dog", parent: "Animal") {
        Attribute("sound", String.self).oneOf(["bark", "growl"])
        Attribute("tricks", Int?.self)
      }
      Entity("Cat", parent: "Animal") {
        Attribute("sound", String.self).oneOf(["meow"])
        Attribute("lives", Int.self)
      }
      Entity("Snake", parent: "Animal") {
        Attribute("length", Double.self)
        Attribute("poison", Bool?.self)
      }
      Entity("Worm", parent: "Animal") { Attribute("length", Double.self) }
    }
  }

  private func kinds(_ text: String, _ options: LoadOptions = LoadOptions()) throws -> [String] {
    let context = ManagedObjectContext(model: try zoo())
    let cage = try context.load(.text(text, as: "Cage"), options: options).objects[0]
    let animals = cage.many("animals")
    #expect(
      try JSONValue(parsing: String(decoding: context.json(of: cage), as: UTF8.self)) != .null)
    return animals.map(\.entity.name)
  }

  @Test func `required keys and possible values tell the entity`() throws {
    let text = """
      {"animals": [{"sound": "growl"}, {"lives": 9, "sound": "meow"}, {"length": 2, "poison": true},
        {"@entity": "Worm", "length": 3}]}
      """
    #expect(try kinds(text) == ["Dog", "Cat", "Snake", "Worm"])
  }

  @Test func `the values of a record that fits no entity may still tell which one is meant`() throws
  {
    let report = #expect(throws: ValidationReport.self) {
      try kinds(#"{"animals": [{"sound": "meow", "livs": 9}]}"#)
    }
    #expect(
      report?.map(\.message) == [
        "Cat.lives must have a value, but its key is missing.",
        #"Cat.livs is not a property of Cat. Did you mean "lives"?"#,
      ])
  }

  @Test func `all candidates and their failures are told, those with the fewest first`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try kinds(#"{"animals": [{"name": "x", "length": "2", "sound": 3}]}"#)
    }
    let failure = try #require(report?.first)
    #expect(failure.code == "entity.none")
    guard case .noEntity(let candidates) = failure.kind else {
      Issue.record("The failure has no candidates.")
      return
    }
    #expect(candidates.map(\.count) == candidates.map(\.count).sorted())
    #expect(Set(candidates.map(\.entity)) == ["Dog", "Cat", "Snake", "Worm"])
    #expect(
      failure.message.hasPrefix(
        "Animal must be an object of one of 4 sub-entities, but fits none: "))
  }

  @Test func `a record that fits two entities equally has to name one`() throws {
    let report = #expect(throws: ValidationReport.self) {
      try kinds(#"{"animals": [{"length": 0.1, "name": "w"}]}"#)
    }
    #expect(report?.map(\.code) == ["entity.abstract"])
  }

  @Test func `null in a JSON value is a value, so the key is not missing`() throws {
    let model = try ManagedObjectModel("Events") {
      Entity("Event", isAbstract: true) { Attribute("payload", JSONValue.self) }
      Entity("Click", parent: "Event") { Attribute("x", Int.self) }
      Entity("Key", parent: "Event") { Attribute("code", Int.self) }
    }
    let context = ManagedObjectContext(model: model)
    let event = try context.load(.text(#"{"payload": null, "code": 7}"#, as: "Event")).objects[0]
    #expect(event.entity.name == "Key")
    #expect(event["payload"] == .json(.null))
  }

  @Test func `ignored and kept keys do not decide`() throws {
    let text = #"{"animals": [{"sound": "bark", "other": 1}]}"#
    #expect(try kinds(text, LoadOptions(ignoring: .allUnknown)) == ["Dog"])
  }

  @Test func `a deep or wide record takes linear time`() throws {
    let members = (0..<200_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let report = #expect(throws: ValidationReport.self) {
      try kinds("{\"animals\": [{\(members)}]}")
    }
    #expect(report?.count == 1)
  }
}
