import Armature
import ArmatureTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rules along links, which the generator satisfies.
@Suite struct RuleRepairTests {
  @Test(arguments: EverydayModel.all)
  func `hundreds of objects of each entity keep the rules along links`(
    everyday: EverydayModel
  ) throws {
    let model = try everyday.make()
    let context = ManagedObjectContext(model: model)
    let counts = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, 400) })
    let made = try ObjectGenerator(model, seed: 1).make(counts, in: context)
    #expect(made.mapValues(\.count) == counts)
    #expect(context.validate().isEmpty)
    try context.save()
  }

  @Test(arguments: EverydayModel.all)
  func `a few objects of each entity keep them, whatever the seed`(
    everyday: EverydayModel
  ) throws {
    let model = try everyday.make()
    for seed in 0..<UInt64(20) {
      let context = ManagedObjectContext(model: model)
      let generator = ObjectGenerator(model, seed: seed)
      for entity in model.entities {
        for _ in 0..<3 { try generator.make(entity.name, in: context) }
      }
      #expect(context.validate().isEmpty, "seed \(seed): \(context.validate())")
    }
  }

  @Test(arguments: EverydayModel.all)
  func `the same seed makes the same links`(everyday: EverydayModel) throws {
    let model = try everyday.make()
    let counts = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, 20) })
    func links() throws -> [String] {
      let context = ManagedObjectContext(model: model)
      try ObjectGenerator(model, seed: 3).make(counts, in: context)
      return context.registeredObjects.flatMap { object in
        object.entity.relationships.map { "\(object.objectID) \($0.name) \(object.ends(of: $0))" }
      }
    }
    #expect(try links() == links())
  }

  @Test(arguments: ["==", "<=", "<"])
  func `many lines of one order keep a sum of it`(comparison: String) throws {
    let rule = try FetchPredicate("lines.@sum.amount \(comparison) bound")
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("bound", Int.self).range(0...)
        Relationship("lines", to: "Line", .toMany, inverse: "order")
        Rule("the lines keep the bound") { _ in rule }
      }
      Entity("Line") {
        Attribute("amount", Int.self).range(1...500)
        Relationship("order", to: "Order", inverse: "lines").required()
      }
    }
    let context = ManagedObjectContext(model: model)
    try ObjectGenerator(model).make("Line", count: 10_000, in: context)
    #expect(context.objects(of: "Order").count == 1)
    #expect(context.validate().isEmpty)
  }

  @Test func `lines that are too many for one order are spread over several`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("limit", Int.self).range(500...2_000)
        Relationship("lines", to: "Line", .toMany, inverse: "order")
        Rule("the lines keep the limit") { $0.lines.sum("amount") <= $0.limit }
      }
      Entity("Line") {
        Attribute("amount", Int.self).range(1...500)
        Relationship("order", to: "Order", inverse: "lines").required()
      }
    }
    let context = ManagedObjectContext(model: model)
    try ObjectGenerator(model).make("Line", count: 10_000, in: context)
    #expect(context.objects(of: "Order").count > 1_000)
    #expect(context.validate().isEmpty)
  }

  @Test func `what is in the context already keeps its values`() throws {
    let model = try EverydayModel.shop.make()
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model, seed: 2)
    let order = try generator.make("Order", in: context)
    let (total, limit): (Int?, Int?) = (order.total, order.limit)
    try generator.make("Line", count: 50, in: context)
    #expect(order.total == total && order.limit == limit)
    #expect(context.validate().isEmpty)
  }

  @Test func `a rule over links that cannot be kept is told with its object`() throws {
    let model = try ManagedObjectModel("Staff") {
      Entity("Department") {
        Attribute("code", Int.self).range(1...5)
        Relationship("head", to: "Person", inverse: "led").required()
        Rule("the head is older than the code") { $0.head.age < $0.code }
      }
      Entity("Person") {
        Attribute("age", Int.self).range(16...99)
        Relationship("led", to: "Department", .toMany, inverse: "head")
      }
    }
    let context = ManagedObjectContext(model: model)
    let error = try #require(throws: GenerationError.self) {
      try ObjectGenerator(model).make("Department", count: 1_000, in: context)
    }
    #expect(error.entity == "Department")
    #expect("\(error)".contains(#"the rule "the head is older than the code" must hold"#))
    #expect("\(error)".contains(#"generator.supply(for: "head", of: "Department")"#))
    #expect(!context.hasChanges)
  }

  @Test func `one by one objects differ where all values but few are taken`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("Item") { Attribute("n", Int.self).range(1...2_000).unique() }
    }
    let context = ManagedObjectContext(model: model)
    let generator = ObjectGenerator(model)
    let items = try (0..<2_000).map { _ in try generator.make("Item", in: context) }
    #expect(Set(items.map { $0.n as Int? }).count == 2_000)
    #expect(throws: GenerationError.self) { try generator.make("Item", in: context) }
    // Freed values are found again.
    let freed: Int? = items[700].n
    try context.delete(items[700])
    #expect(try generator.make("Item", in: context).n == freed)
  }
}

extension ManagedObject {
  fileprivate func ends(of relationship: RelationshipDescription) -> [ManagedObjectID] {
    if relationship.isToMany {
      let members = try? value(forKey: relationship.name, as: [ManagedObject].self)
      return members?.map(\.objectID) ?? []
    }
    let end = try? value(forKey: relationship.name, as: ManagedObject.self)
    return end.map { [$0.objectID] } ?? []
  }
}
