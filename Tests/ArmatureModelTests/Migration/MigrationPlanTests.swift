import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct MigrationPlanTests {
  private static func plan(_ step: ModelStep) throws -> MigrationPlan {
    let (old, new) = try step.models()
    return MigrationPlan(from: old, to: new)
  }

  @Test(arguments: steps)
  func `a plan says what is done, in which order, and what that means`(step: ModelStep) throws {
    #expect(try Self.plan(step).steps.map { "\($0.kind): \($0)" } == step.lines)
  }

  @Test(
    arguments: ModelStepTests.attributeSteps + ModelStepTests.relationshipSteps
      + ModelStepTests.entitySteps + steps)
  func `a plan has a step for each change, with an effect at least as serious`(
    step: ModelStep
  ) throws {
    let (old, new) = try step.models()
    let (plan, difference) = (MigrationPlan(from: old, to: new), new.difference(from: old))
    #expect(plan.steps.count == difference.changes.count)
    #expect((plan.effect == .nothing) == (difference.compatibility == .none))
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(MigrationPlan.self, from: data) == plan)
  }

  @Test func `there is a step of every kind and of every effect`() throws {
    let steps = try
      (ModelStepTests.attributeSteps + ModelStepTests.relationshipSteps
      + ModelStepTests.entitySteps + Self.steps).flatMap { try Self.plan($0).steps }
    #expect(Set(steps.map(\.kind)) == Set(MigrationPlan.Kind.allCases))
    #expect(Set(steps.map(\.effect)) == Set(MigrationPlan.Effect.allCases))
  }

  @Test func `a plan can be kept as data, and printed with the places of declarations`() throws {
    func entity(_ property: AttributeDescription, line: Int) -> EntityDescription {
      EntityDescription(
        "Book", properties: [.attribute(property)],
        site: DeclarationSite(file: "Shop/Model.swift", line: line))
    }
    func attribute(_ name: String, line: Int) -> AttributeDescription {
      AttributeDescription(
        name, .string, isOptional: true,
        site: DeclarationSite(file: "Shop/Model.swift", line: line))
    }
    let old = try ManagedObjectModel("Shop", entities: [entity(attribute("a", line: 3), line: 2)])
    let new = try ManagedObjectModel("Shop", entities: [entity(attribute("b", line: 8), line: 7)])
    let plan = MigrationPlan(from: old, to: new)
    #expect(
      plan.description == """
        Shop/Model.swift:8: Book.b: added, optional (no loss). Old objects have no value for it.
        Shop/Model.swift:7: Book.a: removed (may lose). Its values are dropped.
        """)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(plan)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"from":"\#(old.fingerprint)","steps":[{"effect":"lossless","entity":"Book","#
        + #""fact":{"attributeAdded":{"_0":"absent"}},"kind":"addAttribute","property":"b","#
        + #""reason":"Old objects have no value for it.","#
        + #""site":{"file":"Shop/Model.swift","line":8}},{"effect":"mayLose","entity":"Book","#
        + #""fact":{"attributeRemoved":{}},"kind":"removeAttribute","property":"a","#
        + #""reason":"Its values are dropped.","site":{"file":"Shop/Model.swift","line":7}}],"#
        + #""to":"\#(new.fingerprint)"}"#)
    #expect(try "\(JSONDecoder().decode(MigrationPlan.self, from: data))" == "\(plan)")
  }

  @Test func `what was dropped on the way does not come back by its name`() throws {
    func model(_ version: String, @PropertyBuilder _ body: () -> EntityBody) throws
      -> ManagedObjectModel
    {
      try ManagedObjectModel(version) { Entity("Book", body) }
    }
    let first = try model("1") { Attribute("note", String?.self) }
    let second = try model("2") {}
    let third = try model("3") { Attribute("note", String?.self) }
    #expect(MigrationPlan(from: first, to: third).isEmpty)
    let plan = MigrationPlan(from: first, through: [second], to: third)
    #expect(plan.steps.map(\.kind) == [.addAttribute, .removeAttribute])
    #expect(plan.effect == .mayLose)
    // The model equals the first one again, but the objects are lost.
    #expect(
      MigrationPlan(from: first, through: [second], to: first).steps.map(\.kind)
        == [.addAttribute, .removeAttribute])
  }

  @Test func `hierarchies of 2,000 entities are planned in a moment`() throws {
    func model(_ prefix: String) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        "Wide",
        entities: [
          EntityDescription(
            "R",
            properties: [
              .attribute(AttributeDescription("\(prefix)a", .string, isOptional: true))
            ])
        ] + (0..<2_000).map { EntityDescription("\(prefix)E\($0)", parent: "R") })
    }
    let plan = MigrationPlan(from: try model("a"), to: try model("b"))
    #expect(plan.steps.count == 4_002)
  }
}
