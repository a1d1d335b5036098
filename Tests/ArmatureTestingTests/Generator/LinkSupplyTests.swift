import Armature
import ArmatureTesting
import Testing

/// Links supplied by the user, because the generator cannot guess them.
@Suite struct LinkSupplyTests {
  /// Returns a department with a rule that is a closure.
  private func staff(_ rule: @escaping @Sendable (ManagedObject) -> Bool) throws
    -> ManagedObjectModel
  {
    try ManagedObjectModel("Staff") {
      Entity("Department") {
        Relationship("head", to: "Person").required()
        Relationship("people", to: "Person", .toMany, inverse: "department").required()
          .count(3...)
        Rule("the head is the oldest", on: "head", "people", check: rule)
      }
      Entity("Person") {
        Attribute("age", Int.self).range(16...99)
        Relationship("department", to: "Department", inverse: "people").required()
      }
    }
  }

  private func oldest(_ department: ManagedObject) -> ManagedObject? {
    let people: [ManagedObject] = department.people ?? []
    func age(_ person: ManagedObject) -> Int { person.age ?? 0 }
    return people.max { age($0) < age($1) }
  }

  @Test func `a link leads to one of the objects that are supplied`() throws {
    let model = try staff { department in
      let people: [ManagedObject] = department.people ?? []
      let head: ManagedObject? = department.head
      let age: Int = head?.age ?? 0
      return head.map(people.contains) ?? false && people.allSatisfy { ($0.age ?? 0) <= age }
    }
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    generator.supply(for: "head", of: "Department") { [oldest($0)].compactMap(\.self) }
    let departments = try generator.make("Department", count: 200, in: context)
    #expect(departments.allSatisfy { $0.head == oldest($0) })
    #expect(context.validate().isEmpty)
  }

  @Test func `members of a to-many relationship can be supplied`() throws {
    let model = try ManagedObjectModel("Club") {
      Entity("Club") { Relationship("members", to: "Person", .toMany).required().count(2...) }
      Entity("Person") { Attribute("age", Int.self).range(0...99) }
    }
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    let chosen = try generator.make("Person", count: 5, in: context)
    try generator.make("Person", count: 50, in: context)
    generator.supply(for: "members", of: "Club") { _ in chosen }
    for club in try generator.make("Club", count: 20, in: context) {
      let members: [ManagedObject] = club.members ?? []
      #expect(members.count >= 2 && members.allSatisfy(chosen.contains))
    }
  }

  @Test func `where nothing is supplied the generator chooses`() throws {
    let model = try staff { _ in true }
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    generator.supply(for: "head", of: "Department") { _ in [] }
    #expect(try generator.make("Department", in: context).head as ManagedObject? != nil)
  }

  @Test func `what the closure throws is thrown, and nothing is left`() throws {
    struct NoHead: Error {}
    let model = try staff { _ in true }
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    generator.supply(for: "head", of: "Department") { _ in throw NoHead() }
    #expect(throws: NoHead.self) { try generator.make("Department", in: context) }
    #expect(!context.hasChanges)
  }

  @Test func `a rule that nobody guesses is told with its object and the remedy`() throws {
    let model = try staff { _ in false }
    let context = ManagedObjectContext(model: model)
    let error = try #require(throws: GenerationError.self) {
      try ObjectGenerator(model).make(["Department": 1_000, "Person": 1_000], in: context)
    }
    #expect(error.entity == "Department")
    #expect("\(error)".contains(#"Department#1*: the rule "the head is the oldest" must hold"#))
    #expect(
      "\(error)".hasSuffix(
        """

        Supply objects that satisfy these rules: generator.supply(for: "head", of: "Department") \
        { department in […] }.
        """))
    #expect(!context.hasChanges)
  }

  @Test func `a relationship that is not there is answered with the near miss`() async throws {
    await #expect(processExitsWith: .failure) {
      let model = try ManagedObjectModel("M") {
        Entity("Item") { Relationship("owner", to: "Item") }
      }
      ObjectGenerator(model).supply(for: "onwer", of: "Item") { _ in [] }
    }
  }
}
