import Armature
import Testing

/// Links of records that update objects, if the data contains several for one relationship.
@Suite struct LoadUpdateLinkTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Firm") {
        Entity("Person") {
          Attribute("name", String.self).identifying()
          Relationship("desk", to: "Desk", inverse: "user")
          Relationship("tasks", to: "Task", .toMany, inverse: "owner")
        }
        Entity("Desk") {
          Attribute("id", Int.self).identifying()
          Relationship("user", to: "Person", inverse: "desk")
        }
        Entity("Task") {
          Attribute("id", Int.self).identifying()
          Relationship("owner", to: "Person", inverse: "tasks")
        }
      })
    try context.load(.text(Self.records))
    try context.save()
  }

  private static let records = """
    {"Person": [{"name": "Ann"}, {"name": "Bea"}], "Desk": [{"id": 1}, {"id": 2}], "Task": {"id": 1}}
    """

  private func report(_ json: String) throws -> [String] {
    do {
      return try context.load(.text(json), options: LoadOptions(onDuplicate: .update))
        .report.map(\.message)
    } catch let report as ValidationReport {
      #expect(!context.hasChanges)
      return report.map(\.message)
    }
  }

  @Test(arguments: [
    (
      #"{"Person": [{"name": "Ann", "tasks": [1]}, {"name": "Bea", "tasks": [1]}]}"#,
      "Person.tasks must link Task 1 to one Person"
    ),
    (
      #"{"Person": [{"name": "Ann", "tasks": [1]}], "Task": [{"id": 1, "owner": "Bea"}]}"#,
      "Task.owner must link Task 1 to one Person"
    ),
    (
      #"{"Person": [{"name": "Ann", "desk": 1}, {"name": "Bea", "desk": 1}]}"#,
      "Person.desk must link Desk 1 to one Person"
    ),
    (
      #"{"Person": [{"name": "Ann", "desk": 1}], "Desk": [{"id": 2, "user": "Ann"}]}"#,
      "Desk.user must link Person \"Ann\" to one Desk"
    ),
  ])
  func `links that contradict each other fail, new or not`(json: String, start: String) throws {
    let messages = try report(json)
    #expect(messages.count == 1 && messages[0].hasPrefix(start), "\(messages)")
  }

  @Test func `links may change, be given from both sides, and be given again`() throws {
    for name in ["Ann", "Bea"] {
      let json = """
        {"Person": [{"name": "\(name)", "desk": 1, "tasks": [1]}],
         "Desk": {"id": 1, "user": "\(name)"},
         "Task": [{"id": 1, "owner": "Ann"}, {"id": 1, "owner": "\(name)"}]}
        """
      #expect(try report(json) == [])
      #expect(context.objects(of: "Task")[0].one("owner")?["name"] == .string(name))
      #expect(context.objects(of: "Desk")[0].one("user")?["name"] == .string(name))
      try context.save()
    }
  }
}
