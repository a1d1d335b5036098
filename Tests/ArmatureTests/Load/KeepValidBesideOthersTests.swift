import Armature
import Testing

/// An object stays if it is invalid only together with an object that is left out.
@Suite struct KeepValidBesideOthersTests {
  private func load(
    _ model: ManagedObjectModel, _ json: String, as entity: String, failureLimit: Int = 100_000
  ) throws -> (kept: [AttributeValue], codes: [String]) {
    let context = ManagedObjectContext(model: model)
    let result = try context.load(
      .text(json, as: entity),
      options: LoadOptions(onFailure: .keepValid, failureLimit: failureLimit))
    #expect(context.validate().isValid)
    let objects = context.objects(of: entity)
    return (objects.map { $0["n"] ?? .null }, result.report.map(\.code))
  }

  /// Returns a model of things with an identity.
  private static func things() throws -> ManagedObjectModel {
    try ManagedObjectModel("Things") {
      Entity("Thing") {
        Attribute("id", String.self).identifying()
        Attribute("n", Int.self).range(1...)
      }
    }
  }

  @Test func `a record is no duplicate of one that is left out`() throws {
    let (kept, codes) = try load(
      try Self.things(), #"[{"id": "x", "n": 0}, {"id": "x", "n": 5}]"#, as: "Thing")
    #expect(kept == [5])
    #expect(codes == ["range.tooSmall"])
  }

  @Test func `of two valid records with one identity the first stays`() throws {
    let (kept, codes) = try load(
      try Self.things(), #"[{"id": "x", "n": 4}, {"id": "x", "n": 5}]"#, as: "Thing")
    #expect(kept == [4])
    #expect(codes == ["identity.duplicate"])
  }

  @Test func `a parent of three is fine once one of them is left out`() throws {
    let model = try ManagedObjectModel("Families") {
      Entity("Parent") {
        Attribute("n", Int.self)
        Relationship("children", to: "Child", .toMany, inverse: "parent").count(...2)
      }
      Entity("Child") {
        Attribute("n", Int.self).range(1...)
        Relationship("parent", to: "Parent", inverse: "children")
      }
    }
    let (kept, codes) = try load(
      model, #"[{"n": 1, "children": [{"n": 1}, {"n": 0}, {"n": 2}]}]"#, as: "Parent")
    #expect(kept == [1])
    #expect(codes == ["range.tooSmall"])
  }

  @Test(arguments: [0, 1, 2, 100])
  func `how many failures are kept does not change what is loaded`(limit: Int) throws {
    let model = try ManagedObjectModel("Things") { Entity("Thing") { Attribute("n", Int?.self) } }
    let (kept, _) = try load(
      model, #"[{"a": 1}, {"b": 2}, {"n": 1}]"#, as: "Thing", failureLimit: limit)
    #expect(kept == [.null, .null, 1])
  }

  @Test func `a chain in which each needs the next fails after a fixed number of rounds`() throws {
    let model = try ManagedObjectModel("Chains") {
      Entity("Link") {
        Attribute("n", Int.self).identifying()
        Relationship("next", to: "Link", inverse: "former")
        Relationship("former", to: "Link", .toMany, inverse: "next")
        Rule("there is a next one") { $0.next != nil }
      }
    }
    let context = ManagedObjectContext(model: model)
    try context.insert("Link").n = 1_000
    let records = (1...200).map { #"{"n": \#($0), "next": \#($0 + 1)}"# }
    let report = #expect(throws: ValidationReport.self) {
      try context.load(
        .text("[\(records.joined(separator: ","))]", as: "Link"),
        options: LoadOptions(onFailure: .keepValid))
    }
    // A broken reference, and one more failure in each later round.
    #expect(report?.errors.count == 32)
    #expect(report?.failures.last?.source?.line == 1)
    #expect(context.registeredObjects.count == 1)
  }

  /// Returns a model of people in a chain of superiors, which must not be a cycle.
  private static func staff() throws -> ManagedObjectModel {
    try ManagedObjectModel("Staff") {
      Entity("Person") {
        Attribute("n", Int.self).identifying()
        Relationship("boss", to: "Person", inverse: "aides")
        Relationship("aides", to: "Person", .toMany, inverse: "boss")
        Rule(
          "nobody is in a cycle of superiors",
          check: { person in
            var (boss, steps) = (person.boss as ManagedObject?, 0)
            while let next = boss, steps < 10_000 {
              boss = next.boss
              steps += 1
            }
            return boss == nil
          })
      }
      Entity("Desk") {
        Attribute("n", Int.self).identifying()
        Relationship("owner", to: "Person").required()
      }
    }
  }

  @Test func `of those that refer to a broken cycle only the cycle goes, and what requires it`()
    throws
  {
    let context = ManagedObjectContext(model: try Self.staff())
    let links = [(1, 2), (2, 3), (3, 1), (4, 1), (5, 4), (6, 5), (7, 7), (8, 7), (9, 0)]
    let people = links.map { #"{"n": \#($0), "boss": \#($1)}"# }.joined(separator: ",\n")
    let desks = [1, 4, 9].map { #"{"n": \#($0), "owner": \#($0)}"# }.joined(separator: ",\n")
    let result = try context.load(
      .text(#"{"Person": [{"n": 0},\#(people)], "Desk": [\#(desks)]}"#),
      options: LoadOptions(onFailure: .keepValid))
    #expect(context.objects(of: "Person").map { $0["n"] } == [0, 4, 5, 6, 8, 9])
    #expect(context.objects(of: "Desk").map { $0["n"] } == [4, 9])
    #expect(context.object(of: "Person", identifiedBy: 6)?.boss?.boss?.n == 4)
    #expect(result.leftOut == ["Person": 4, "Desk": 1])
    // One reason for each missing object, and one for each missing link.
    #expect(
      result.report.map { "\($0.object): \($0.code)" } == [
        "Person 1: rule", "Person 2: rule", "Person 3: rule", "Person 4: reference.leftOut",
        "Person 7: rule", "Person 8: reference.leftOut", "Desk 1: reference.leftOut",
      ])
    try context.save()
  }

  @Test func `the same holds where superiors list their aides`() throws {
    let context = ManagedObjectContext(model: try Self.staff())
    let lists = [(1, [2, 4]), (2, [3]), (3, [1]), (4, [5]), (5, [])]
    let people = lists.map { #"{"n": \#($0), "aides": \#($1)}"# }.joined(separator: ",")
    try context.load(
      .text("[\(people)]", as: "Person"), options: LoadOptions(onFailure: .keepValid))
    #expect(context.objects(of: "Person").map { $0["n"] } == [4, 5])
  }

  @Test func `a reference to what never was there is not to one that was left out`() throws {
    let model = try ManagedObjectModel("People") {
      Entity("Person", isAbstract: true) {
        Attribute("name", String.self).identifying()
        Attribute("n", Int.self).range(1...)
      }
      Entity("Guard", parent: "Person") {}
      Entity("Musician", parent: "Person") {}
      Entity("Band") {
        Attribute("n", Int.self)
        Relationship("player", to: "Musician")
        Relationship("visitor", to: "Person")
      }
    }
    let result = try ManagedObjectContext(model: model).load(
      .text(
        """
        {"Guard": [{"name": "Gus", "n": 0}],
         "Band": [{"n": 1, "player": "Gus", "visitor": "Gus"}]}
        """),
      options: LoadOptions(onFailure: .keepValid))
    #expect(
      result.report.map { "\($0.property ?? ""): \($0.code)" } == [
        "n: range.tooSmall", "player: reference.broken", "visitor: reference.leftOut",
      ])
  }
}
