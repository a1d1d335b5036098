import Armature
import Foundation
import Testing

/// Parts that are the members of one object in JSON.
@Suite struct KeyedPartsTests {
  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Workflows") {
      Entity("Workflow") {
        Attribute("name", String.self).identifying()
        Relationship("jobs", to: "Job", .toMany).owned().keyed(by: "id")
      }
      Entity("Job") {
        Attribute("id", String.self).matching("[a-z]+")
        Attribute("env", [String: String]?.self)
        Relationship("steps", to: "Step", .toMany).owned().keyed(by: "title")
        Relationship("needs", to: "Job", .toMany, inverse: "neededBy")
        Relationship("neededBy", to: "Job", .toMany)
      }
      Entity("Step") {
        Attribute("title", String.self)
        Attribute("run", String?.self)
      }
    }
  }

  private static let text = """
    {"name": "ci", "jobs": {
      "test": {"env": {"B": "2", "A": "1"}, "steps": {"": {"run": "swift test"}, "ä \\"b\\"": {}}},
      "build": {}}}
    """

  private func load(
    _ text: String, into context: ManagedObjectContext, _ options: LoadOptions = LoadOptions()
  ) throws -> ManagedObject {
    try context.load(.text(text, as: "Workflow"), options: options).objects[0]
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func `keys become values, and come out again in order`() throws {
    let context = ManagedObjectContext(model: try model())
    let workflow = try load(Self.text, into: context)
    let jobs = workflow.many("jobs")
    #expect(jobs.map { $0["id"] } == ["test", "build"])
    #expect(jobs[0].many("steps").map { $0["title"] } == ["", "ä \"b\""])
    try context.save()
    let value = try JSONValue(parsing: Self.text)
    for layout in [JSONLayout.compact, .pretty] {
      #expect(try JSONValue(parsing: text(context.json(of: workflow, layout: layout))) == value)
    }
    let document = try #require(JSONValue(parsing: text(context.json()))["Workflow"]?[0])
    // The records have numbers, since relationships lead to them.
    #expect(
      document.jobs?.test == [
        "@id": 1, "env": ["A": "1", "B": "2"],
        "steps": ["": ["run": "swift test"], "ä \"b\"": [:]],
      ])
    let compact = text(try context.json(of: workflow, layout: .compact))
    #expect(compact.contains(#""jobs":{"test":{"env":{"B":"2","A":"1"}"#))
  }

  @Test func `what is exported can be loaded into another context`() throws {
    let context = ManagedObjectContext(model: try model())
    _ = try load(Self.text, into: context)
    let exported = text(try context.json())
    let other = ManagedObjectContext(model: try model())
    try other.load(.text(exported))
    #expect(text(try other.json()) == exported)
  }

  @Test(arguments: [
    (
      #"{"name": "a", "jobs": [{"id": "b"}]}"#,
      ["1:23 Workflow.jobs must be an object with a record of Job for each key, but is an array."]
    ),
    (
      #"{"name": "a", "jobs": {"b": 1, "c": null}}"#,
      [
        "1:29 Workflow.jobs must be an object, but is a number.",
        "1:37 Workflow.jobs must be an object, but is null.",
      ]
    ),
    (#"{"name": "a", "jobs": {"b": {"id": "b"}}}"#, [#"1:30 Job.id must occur once"#]),
    (#"{"name": "a", "jobs": {"B": {}}}"#, ["1:29 Job.id must match"]),
    (#"{"name": "a", "jobs": {"b": {}, "b": {}}}"#, ["1:38 Job"]),
  ]) func `invalid members are told at their places`(text: String, starts: [String]) throws {
    let context = ManagedObjectContext(model: try model())
    let report = try #require(throws: ValidationReport.self) { try load(text, into: context) }
    let found = report.map { "\($0.source?.line ?? 0):\($0.source?.column ?? 0) \($0.message)" }
    #expect(found.count == starts.count, "\(found)")
    for (message, start) in zip(found, starts) { #expect(message.hasPrefix(start), "\(found)") }
    #expect(context.insertedObjects.isEmpty)
  }

  @Test func `two parts of one owner must have different keys`() throws {
    let context = ManagedObjectContext(model: try model())
    let workflow = try load(Self.text, into: context)
    try context.save()
    workflow.many("jobs")[1].id = "test"
    #expect(throws: ValidationReport.self) { try context.save() }
    workflow.many("jobs")[1].id = "other"
    try context.save()
    let second = try load(#"{"name": "b", "jobs": {"test": {}}}"#, into: context)
    try context.save()
    #expect(second.many("jobs").count == 1)
  }

  @Test func `an update replaces the parts`() throws {
    let context = ManagedObjectContext(model: try model())
    let workflow = try load(Self.text, into: context)
    try context.save()
    let change = #"{"name": "ci", "jobs": {"build": {"env": {"C": "3"}}}}"#
    _ = try load(change, into: context, LoadOptions(onDuplicate: .update))
    try context.save()
    #expect(workflow.many("jobs").map { $0["id"] } == ["build"])
    #expect(try context.count("Job") == 1)
    #expect(try context.count("Step") == 0)
    #expect(try JSONValue(parsing: text(context.json(of: workflow))) == JSONValue(parsing: change))
  }

  @Test func `a schema describes the object`() throws {
    struct Package: EntityType {
      static let schema = Package()
      let name = Attribute<String>()
      let people = ToMany<Person>().owned().keyed(by: \.role)
    }
    struct Person: EntityType {
      static let schema = Person()
      let role = Attribute<String>()
      let age = Attribute<Int?>()
    }
    let model = try ManagedObjectModel("Packages") {
      Package.self
      Person.self
    }
    #expect(model["Package"]?.relationships[0].mapKey == "role")
    #expect(
      model["Person"]?.uniquenessConstraints.map(\.properties) == [["packageOfPeople", "role"]])
    let context = ManagedObjectContext(model: model)
    let text = #"{"name": "tea", "people": {"author": {"age": 3}}}"#
    try context.load(.text(text, as: "Package"))
    let package = try context.fetch(Package.self)[0]
    #expect(package.people.map(\.role) == ["author"])
  }

  @Test func `an encoded model keeps the key`() throws {
    let model = try model()
    let decoded = try JSONDecoder().decode(
      ManagedObjectModel.self, from: try JSONEncoder().encode(model))
    #expect(decoded == model)
    #expect(decoded["Workflow"]?.relationships[0].mapKey == "id")
  }
}
