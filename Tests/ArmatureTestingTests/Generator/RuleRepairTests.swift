import Armature
import ArmatureTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rules along links, which the generator solves.
@Suite struct RuleRepairTests {
  @Test(arguments: EverydayModel.all)
  func `a thousand objects of each entity keep the rules along links`(
    everyday: EverydayModel
  ) throws {
    let model = try everyday.make()
    let context = ManagedObjectContext(model: model)
    let counts = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, 1_000) })
    let clock = ContinuousClock()
    let start = clock.now
    let made = try ObjectGenerator(model, seed: 1).make(counts, in: context)
    print("TIME", everyday.testDescription, clock.now - start, context.registeredObjects.count)
    defer { print("END", everyday.testDescription, clock.now - start) }
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
        object.entity.relationships.map { relationship in
          let ids: [ManagedObjectID] = relationship.isToMany ? ((try? object.value(forKey: relationship.name, as: [ManagedObject].self)) ?? []).map(\.objectID) : [(try? object.value(forKey: relationship.name, as: ManagedObject.self))?.objectID].compactMap { $0 }
          return "\(object.objectID.key) \(relationship.name) \(ids.map(\.key))"
        }
      }
    }
    #expect(try links() == links())
  }
}
