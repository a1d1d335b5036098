@testable import Armature
import Foundation
import TestSupport
import Testing

/// Counts the calls of its hook.
private final class Employee: ManagedObject {
  override func awakeFromInsert() { self["awakened"] = true }
}

/// `LoadOptions(onDuplicate: .update)`.
@Suite struct LoadUpdateTests {
  private let context: ManagedObjectContext

  init() throws {
    let model = try ManagedObjectModel("Firm") {
      Entity("Person") {
        Attribute("name", String.self).length(1...9).identifying()
        Attribute("age", Int?.self).range(0...120)
        Attribute("rank", Int.self).default(1)
        Attribute("mail", String?.self).unique()
        Composite("address") {
          Attribute("street", String.self)
          Attribute("number", Int?.self)
        }.optional()
        Relationship("boss", to: "Person", inverse: "aides")
        Relationship("aides", to: "Person", .toMany, inverse: "boss")
        Relationship("tasks", to: "Task", .ordered, inverse: "owner", onDelete: .cascade)
        Relationship("teams", to: "Team", .toMany, inverse: "people")
        Rule("whoever has a rank above 5 is of age") { $0.rank <= 5 || $0.age >= 18 }
      }
      Entity("Employee", class: Employee.self, parent: "Person") {
        Attribute("awakened", Bool.self).default(false)
        Attribute("salary", Int?.self)
      }
      Entity("Task") {
        Attribute("number", Int.self).range(1...).identifying()
        Attribute("text", String.self).default("?")
        Relationship("owner", to: "Person", inverse: "tasks").required()
      }
      Entity("Team") {
        Attribute("id", Int.self).identifying()
        Relationship("people", to: "Person", .toMany, inverse: "teams")
      }
      Entity("Note") { Attribute("text", String.self) }
    }
    context = ManagedObjectContext(model: model)
    try context.load(
      .text(
        """
        {"Person": [{"name": "Ann", "age": 40, "rank": 3, "mail": "a@x", "boss": "Bea"},
          {"name": "Bea"}, {"@entity": "Employee", "name": "Cid", "salary": 10, "boss": "Bea"}],
         "Task": [{"number": 1, "text": "one", "owner": "Ann"}, {"number": 2, "owner": "Ann"},
          {"number": 3, "owner": "Bea"}],
         "Team": [{"id": 1, "people": ["Ann", "Bea"]}], "Note": {"text": "n"}}
        """))
    try context.save()
  }

  @discardableResult private func update(
    _ json: String, as entity: String? = nil, _ onFailure: LoadOptions.OnFailure = .keepNothing
  ) throws -> LoadResult {
    try context.load(
      .text(json, as: entity, name: "u.json"),
      options: LoadOptions(onFailure: onFailure, onDuplicate: .update))
  }

  private func report(_ json: String, as entity: String? = nil) -> [String] {
    let before = ContextSnapshot(context)
    do {
      let result = try update(json, as: entity)
      return ["\(result)"]
    } catch {
      #expect(ContextSnapshot(context) == before)
      return ((error as? ValidationReport) ?? ValidationReport()).map { failure in
        "\(failure.source?.line ?? 0):\(failure.source?.column ?? 0) \(failure.code)"
          + " \(failure.object)\(failure.keyPath.map { "." + $0 }.joined())"
      }
    }
  }

  private func person(_ name: String) throws -> ManagedObject {
    try #require(context.object(of: "Person", identifiedBy: .string(name)))
  }
  private func names(_ objects: [ManagedObject]) -> [String] {
    objects.map { $0["name"].flatMap { String(attributeValue: $0) } ?? "" }
  }
  private func aides(_ name: String) throws -> [String] {
    let aides: [ManagedObject] = try person(name).aides ?? []
    return names(aides)
  }
  private func tasks(_ name: String) throws -> [Int] {
    let tasks: [ManagedObject] = try person(name).tasks ?? []
    return tasks.compactMap { $0["number"].flatMap { Int(attributeValue: $0) } }
  }

  // MARK: Values

  @Test func `an update sets what the record has and leaves the rest`() throws {
    let ann = try person("Ann")
    let result = try update(#"{"name": "Ann", "age": 41, "mail": null}"#, as: "Person")
    #expect(ann["age"] == 41 && ann["mail"] == nil && ann["rank"] == 3)
    #expect(ann.changedValues == ["age": 41, "mail": .null])
    #expect(ann.boss?.name == "Bea")
    #expect(try tasks("Ann") == [1, 2])
    #expect(result.objects.isEmpty && result.count == 0)
    #expect(result.updatedObjects == [ann])
    #expect("\(result)" == "objects: none; updated: 1 Person")
    #expect(context.objects(of: "Person").count == 3)
    #expect(throws: ValidationReport.self) {
      try context.load(.text(#"{"name": "Ann", "age": 41}"#, as: "Person"))
    }
    try context.save()
  }

  @Test func `a record that says nothing new changes nothing`() throws {
    try context.delete(context.objects(of: "Note")[0])
    try context.save()
    let result = try update(String(decoding: try context.json(), as: UTF8.self))
    #expect(!context.hasChanges)
    #expect("\(result)" == "objects: none; unchanged: 1 Employee, 2 Person, 3 Task, 1 Team")
  }

  @Test(arguments: [
    #"{"age": 41, "name": "Ann"}"#, #"{"name": "\u0041nn", "age": 41}"#,
    #"{"x": {"name": "Bea"}, "name": "Ann", "age": 41}"#,
  ])
  func `the identity may stand anywhere in the record`(json: String) throws {
    try context.load(
      .text(json, as: "Person"), options: LoadOptions(.lenient, onDuplicate: .update))
    #expect(try person("Ann")["age"] == 41)
    #expect(context.objects(of: "Person").count == 3)
  }

  @Test func `records without an identity, or with a new one, are new objects`() throws {
    let result = try update(
      #"{"Person": {"name": "Dan"}, "Note": {"text": "n"}, "Task": {"number": 9, "owner": "Dan"}}"#)
    #expect("\(result)" == "objects: 1 Note, 1 Person, 1 Task")
    #expect(try person("Dan")["rank"] == 1)
  }

  @Test func `a composite is replaced as a whole`() throws {
    try update(#"{"name": "Ann", "address": {"street": "Elm", "number": 3}}"#, as: "Person")
    try update(#"{"name": "Ann", "address": {"street": "Oak"}}"#, as: "Person")
    #expect(try person("Ann")["address"] == .composite(["street": "Oak"]))
  }

  @Test func `the indexes follow what is updated`() throws {
    try update(#"[{"name": "Ann", "mail": "b@x"}, {"name": "Bea", "mail": "a@x"}]"#, as: "Person")
    #expect(context.validate().isValid)
    #expect(
      report(#"[{"name": "Cid", "mail": "a@x"}]"#, as: "Person") == [
        #"1:26 unique Employee "Cid".mail"#
      ])
  }

  // MARK: Earlier in the data

  @Test func `a later record updates the object of an earlier one`() throws {
    let result = try update(
      #"""
      [{"name": "Dan", "age": 1, "mail": "d@x"}, {"name": "Ann", "age": 7}, {"name": "Dan", "age": 2},
       {"name": "Ann", "age": 8}]
      """#, as: "Person")
    #expect("\(result)" == "objects: 1 Person; updated: 1 Person")
    let dan = try person("Dan")
    #expect(dan["age"] == 2 && dan["mail"] == "d@x")
    #expect(dan.objectState == .inserted)
    #expect(try person("Ann")["age"] == 8)
  }

  @Test func `nested records update, too, also the record around them`() throws {
    let result = try update(
      #"""
      [{"number": 4, "owner": {"name": "Ann", "age": 50}},
       {"number": 5, "owner": {"name": "Dan", "tasks": [{"number": 5, "text": "five"}, 6]}},
       {"number": 6, "owner": {"name": "Dan", "age": 6}}]
      """#, as: "Task")
    #expect("\(result)" == "objects: 1 Person, 3 Task; updated: 1 Person")
    #expect(try person("Ann")["age"] == 50)
    #expect(try tasks("Ann") == [1, 2, 4])
    #expect(try tasks("Dan") == [5, 6])
    #expect(try person("Dan")["age"] == 6)
    #expect(context.object(of: "Task", identifiedBy: 5)?["text"] == "five")
  }

  @Test func `of several lists for one object the last one counts`() throws {
    try update(
      #"""
      {"Team": [{"id": 1, "people": ["Cid"]}, {"id": 2, "people": ["Ann", "Bea"]},
        {"id": 2, "people": ["Bea", "Cid"]}]}
      """#)
    for (id, expected) in [(1, ["Cid"]), (2, ["Bea", "Cid"])] {
      let team = try #require(context.object(of: "Team", identifiedBy: .int(Int64(id))))
      let members: [ManagedObject] = team.people ?? []
      #expect(names(members).sorted() == expected)
    }
  }

  // MARK: Relationships

  @Test(
    arguments: [
      (#"{"name": "Ann", "boss": "Cid"}"#, "Cid"), (#"{"name": "Ann", "boss": null}"#, nil),
      (#"{"name": "Ann", "boss": {"name": "Cid", "age": 3}}"#, "Cid"),
      (#"{"name": "Ann", "boss": {"name": "New"}}"#, "New"), (#"{"name": "Ann"}"#, "Bea"),
    ] as [(String, String?)])
  func `a to-one relationship leads where the record says`(json: String, boss: String?) throws {
    try update(json, as: "Person")
    let found: String? = try person("Ann").boss?.name
    #expect(found == boss)
    #expect(try aides("Bea").contains("Ann") == (boss == "Bea"))
    try context.save()
  }

  @Test(arguments: [
    ("[2, 1]", [2, 1]), ("[1, 2]", [1, 2]), ("[3, 1, 2]", [3, 1, 2]),
    (#"[{"number": 2}, {"number": 7}, 1]"#, [2, 7, 1]),
  ])
  func `a list replaces the one that is there, in its order`(list: String, numbers: [Int]) throws {
    try update(#"{"name": "Ann", "tasks": \#(list)}"#, as: "Person")
    #expect(try tasks("Ann") == numbers)
    #expect(try person("Ann").hasChanges == (numbers != [1, 2]))
    try context.save()
  }

  @Test(arguments: ["null", "[]"])
  func `an empty list takes away what is there`(list: String) throws {
    try update(#"{"name": "Bea", "aides": \#(list)}"#, as: "Person")
    #expect(try aides("Bea").isEmpty)
    #expect(try person("Ann").boss == nil)
  }

  @Test func `what other records link to an object stays beside its list`() throws {
    try update(
      #"{"Task": {"number": 8, "owner": "Ann"}, "Person": {"name": "Ann", "tasks": [2, 1]}}"#)
    #expect(try tasks("Ann") == [2, 1, 8])
  }

  @Test func `what a list leaves out and requires the object is not looked at before the save`()
    throws
  {
    try update(#"{"name": "Ann", "tasks": [1]}"#, as: "Person")
    #expect(throws: ValidationReport.self) { try context.save() }
  }

  // MARK: Sub-entities and hooks

  @Test func `an object of a sub-entity is updated by records that do not name it`() throws {
    try update(#"{"name": "Cid", "salary": 20}"#, as: "Person")
    #expect(try person("Cid")["salary"] == 20)
    try update(#"{"@entity": "Employee", "name": "Cid", "salary": 30}"#, as: "Person")
    #expect(try person("Cid")["salary"] == 30)
  }

  @Test func `an entity that the object does not have is refused`() {
    #expect(
      report(#"{"@entity": "Employee", "name": "Ann"}"#, as: "Person") == [
        #"1:33 identity.duplicate Employee "Ann".name"#
      ])
    #expect(
      report(#"{"@entity": "Person", "name": "Cid"}"#, as: "Person") == [
        #"1:13 membership Employee "Cid".@entity"#
      ])
  }

  @Test func `an update is no insertion to hooks`() throws {
    let cid = try person("Cid")
    cid["awakened"] = false
    try update(
      #"[{"name": "Cid", "age": 5}, {"@entity": "Employee", "name": "Eve"}]"#, as: "Person")
    #expect(cid["awakened"] == false && cid["age"] == 5)
    #expect(try person("Eve")["awakened"] == true)
  }

  // MARK: Failures

  @Test(arguments: [
    (#"{"name": "Ann", "age": "x", "rank": 2}"#, [#"1:24 type.wrong Person "Ann".age"#]),
    (#"{"name": "Ann", "age": -1, "rank": 2}"#, [#"1:24 range.tooSmall Person "Ann".age"#]),
    (#"{"name": "Ann", "agee": 1, "rank": 2}"#, [#"1:17 key.unknown Person "Ann".agee"#]),
    (#"{"name": "Ann", "rank": null}"#, [#"1:25 required Person "Ann".rank"#]),
    (#"{"name": "Bea", "rank": 6}"#, [#"1:1 rule Person "Bea""#]),
    (#"{"name": "Ann", "boss": "Nob"}"#, [#"1:25 reference.broken Person "Ann".boss"#]),
    (#"{"name": "Ann", "name": "Bea", "rank": 2}"#, [#"1:17 key.duplicate Person "Ann".name"#]),
    (#"{"name": "Ann", "tasks": [1, {"number": 0}]}"#, [#"1:41 range.tooSmall Task 0.number"#]),
    (
      #"[{"name": "Bea", "age": 3}, {"name": "Ann", "tasks": 1}]"#,
      [#"1:54 type.structure Person "Ann".tasks"#]
    ),
  ])
  func `a failure leaves everything unchanged`(json: String, failures: [String]) {
    #expect(report("\n\(json)", as: "Person").map { "1" + $0.dropFirst() } == failures)
  }

  @Test func `a broken rule is told at the record that has its value`() {
    let json = """
      [{"name": "Dan", "age": 200},
      {"name": "Dan", "rank": 2},
      {"name": "Eve", "age": 200},
      {"name": "Eve", "age": 20},
      {"name": "Fay"},
      {"name": "Fay", "age": -1}]
      """
    #expect(
      report(json, as: "Person") == [
        #"1:25 range.tooLarge Person "Dan".age"#, #"3:24 range.tooLarge Person "Eve".age"#,
        #"6:24 range.tooSmall Person "Fay".age"#,
      ])
  }

  @Test func `what was wrong before is not the fault of a record that does not name it`() throws {
    try person("Ann")["age"] = -5
    try update(#"{"name": "Ann", "rank": 2}"#, as: "Person")
    #expect(try person("Ann")["rank"] == 2)
    #expect(report(#"{"name": "Ann", "age": -5}"#, as: "Person").count == 1)
  }

  // MARK: Keeping what is valid

  @Test func `with keepValid an update with any error changes nothing, and others are made`() throws
  {
    let result = try update(
      """
      [{"name": "Ann", "age": "x", "rank": 9},
      {"name": "Bea", "rank": 2, "mial": 1},
      {"name": "Cid", "rank": 4},
      {"name": "Dan", "age": "x"},
      {"name": "Eve", "boss": "Nobody"},
      {"name": "Ann", "mail": "z@x"}]
      """, as: "Person", .keepValid)
    #expect(try person("Ann").changedValues == ["mail": "z@x"])
    #expect(try !person("Bea").hasChanges)
    #expect(try person("Cid")["rank"] == 4)
    #expect(try person("Dan")["age"] == nil)
    #expect(
      "\(result)"
        == "objects: 2 Person; updated: 1 Employee, 1 Person; left out: 2 Person; errors: 4")
    #expect(
      result.report.map { "\($0.code) \($0.object)" } == [
        #"type.wrong Person "Ann""#, #"key.unknown Person "Bea""#, #"type.wrong Person "Dan""#,
        #"reference.broken Person "Eve""#,
      ])
    try context.save()
  }

  @Test func `with keepValid an object stays as its valid records make it`() throws {
    let result = try update(
      """
      [{"name": "Dan", "age": 5}, {"name": "Dan", "age": 300}, {"name": "Dan", "rank": 2},
      {"name": "Eve", "age": "old"}, {"name": "Eve", "age": 6},
      {"name": "Fay", "age": -1}, {"name": "Fay", "rank": 3}]
      """, as: "Person", .keepValid)
    #expect(
      try person("Dan").dictionaryWithValues(forKeys: ["age", "rank"]) == ["age": 5, "rank": 2])
    #expect(try person("Eve")["age"] == 6)
    #expect(
      try person("Fay").dictionaryWithValues(forKeys: ["age", "rank"]) == ["age": .null, "rank": 3])
    #expect(result.leftOut == ["Person": 2])
    #expect(result.report.map(\.code) == ["range.tooLarge", "type.wrong", "range.tooSmall"])
    try context.save()
  }

  @Test func `with keepValid a record that updates goes with nothing that needs its object`() throws
  {
    try update(
      """
      {"Person": [{"name": "Ann", "age": -1, "tasks": [{"number": 9}]}, {"name": "Dan", "age": -1}],
       "Task": [{"number": 7, "owner": "Ann"}, {"number": 8, "owner": "Dan"}]}
      """, .keepValid)
    #expect(try tasks("Ann") == [1, 2, 7])
    #expect(context.object(of: "Task", identifiedBy: 8) == nil)
    #expect(context.object(of: "Task", identifiedBy: 9) == nil)
    try context.save()
  }

  @Test func `very many records of one object take linear time, also where all of them are wrong`()
    throws
  {
    let wrong = (0..<3_000).map { _ in #"{"number": 77}"# }.joined(separator: ", ")
    let result = try update("[\(wrong)]", as: "Task", .keepValid)
    #expect(result.leftOut == ["Task": 3_000])
    let right = (1...3_000).map { #"{"number": 1, "text": "\#($0)"}"# }.joined(separator: ", ")
    try update("[\(right)]", as: "Task", .keepValid)
    #expect(context.object(of: "Task", identifiedBy: 1)?["text"] == "3000")
  }

  @Test func `lines that are read one by one update nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{\"id\": 1}\n{\"id\": 1}\n", to: "lines.ndjson")
    let count = try context.model.forEachLine(
      of: path, as: "Team", options: LoadOptions(onDuplicate: .update)
    ) { team, report in
      #expect(report.isValid && team?.id == 1)
    }
    #expect(count == 2)
  }
}
