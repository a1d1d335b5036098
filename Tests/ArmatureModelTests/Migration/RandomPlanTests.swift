import ArmatureModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Migration plans between random models.
@Suite struct RandomPlanTests {
  private static func model(_ seed: UInt64) throws -> ManagedObjectModel {
    try ManagedObjectModel("Random", entities: RandomModel(seed: seed).entities)
  }

  @Test func `a plan from a model to itself is empty, however it is ordered`() throws {
    for seed: UInt64 in 0..<100 {
      var random = RandomModel(seed: seed)
      let model = try ManagedObjectModel("Random", entities: random.entities)
      let other = try ManagedObjectModel("Random", entities: random.shuffled())
      for plan in [
        MigrationPlan(from: model, to: model), MigrationPlan(from: model, to: other),
        MigrationPlan(from: model, through: [other, model], to: other),
      ] {
        #expect(plan.isEmpty && plan.effect == .nothing && plan.from == plan.to, "seed \(seed)")
        #expect(plan.description == "There is nothing to migrate.")
      }
    }
  }

  @Test func `plans of pairs have a step for each change, are deterministic, and can be kept`()
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var kinds: Set<MigrationPlan.Kind> = []
    for seed: UInt64 in 0..<200 {
      let (old, new) = (try Self.model(seed), try Self.model(seed + 1))
      let plan = MigrationPlan(from: old, to: new)
      kinds.formUnion(plan.steps.map(\.kind))
      let changes = new.difference(from: old).changes
      // Steps and changes have different orders.
      func key(_ entity: String, _ property: String?, _ fact: ModelDifference.Fact) -> String {
        "\(entity).\(property ?? "-"): \(fact)"
      }
      #expect(
        plan.steps.map { key($0.entity, $0.property, $0.fact) }.sorted()
          == changes.map { key($0.entity, $0.property, $0.fact) }.sorted(), "seed \(seed)")
      // A plan is empty exactly if both models can use the same stores.
      #expect((plan.effect == .nothing) == (old.fingerprint == new.fingerprint), "seed \(seed)")
      let again = MigrationPlan(from: try Self.model(seed), to: try Self.model(seed + 1))
      #expect(again == plan && "\(again)" == "\(plan)", "seed \(seed)")
      let data = try encoder.encode(plan)
      let decoded = try JSONDecoder().decode(MigrationPlan.self, from: data)
      #expect(decoded == plan && "\(decoded)" == "\(plan)", "seed \(seed)")
      #expect(try encoder.encode(decoded) == data, "seed \(seed)")
    }
    #expect(kinds.count > 15, "\(kinds)")
  }

  @Test(arguments: ModelMutation.all)
  func `a single change has a plan that says whether there is something to do`(
    mutation: ModelMutation
  ) throws {
    for seed: UInt64 in 0..<25 {
      let model = try Self.model(seed)
      var entities = model.declarations
      guard mutation.apply(&entities),
        let changed = try? ManagedObjectModel("Random", entities: entities)
      else { continue }
      let plan = MigrationPlan(from: model, to: changed)
      let difference = changed.difference(from: model)
      #expect((plan.effect > .nothing) == (difference.compatibility > .none), "seed \(seed)")
    }
  }

  @Test(arguments: [false, true])
  func `renaming in steps is renaming at once`(swaps: Bool) throws {
    for seed: UInt64 in 0..<100 {
      var renamed = RenamedModel(seed: seed, swaps: swaps)
      let start = try renamed.start()
      var versions: [[RenamedModel.EarlierNames: ManagedObjectModel]] = []
      for version in 2...4 { versions.append(try renamed.next(version)) }
      let byFirst = versions.compactMap { $0[.first] }
      let byPrevious = versions.compactMap { $0[.previous] }
      let jump = MigrationPlan(from: start, to: byFirst[2])
      // Only names change, and each name leads to an earlier one.
      #expect(jump.effect <= .lossless, "seed \(seed)")
      #expect(
        jump.steps.allSatisfy { [.renameEntity, .renameProperty].contains($0.kind) },
        "seed \(seed): \(jump)")
      for names in swaps ? [byFirst] : [byFirst, byPrevious] {
        let plan = MigrationPlan(from: start, through: Array(names[..<2]), to: names[2])
        #expect(plan == jump, "seed \(seed)")
        #expect(
          try Self.finalNames(of: [start] + names) == Self.finalNames(of: [start, byFirst[2]]))
      }
    }
  }

  /// Returns the final name of each item in the first version, according to the plans between consecutive versions.
  private static func finalNames(of versions: [ManagedObjectModel]) throws -> [String: String] {
    var names: [String: String] = [:]
    for entity in versions[0].entities {
      names[entity.name] = entity.name
      for property in entity.properties {
        names["\(entity.name).\(property.name)"] = "\(entity.name).\(property.name)"
      }
    }
    for (old, new) in zip(versions, versions.dropFirst()) {
      let plan = MigrationPlan(from: old, to: new)
      var entityNames: [String: String] = [:]
      for case (let step, .entityRenamed(let from)) in plan.steps.map({ ($0, $0.fact) }) {
        entityNames[from] = step.entity
      }
      var propertyNames: [String: String] = [:]
      for case (let step, .propertyRenamed(let from)) in plan.steps.map({ ($0, $0.fact) }) {
        // An inherited property is renamed where it is declared.
        let property = try #require(step.property)
        for entity in new.entities where new.entity(entity.name, isKindOf: step.entity) {
          propertyNames["\(entity.name).\(from)"] = "\(entity.name).\(property)"
        }
      }
      names = names.mapValues { name in
        let parts = name.split(separator: ".").map(String.init)
        let entity = entityNames[parts[0]] ?? parts[0]
        guard parts.count == 2 else { return entity }
        return propertyNames["\(entity).\(parts[1])"] ?? "\(entity).\(parts[1])"
      }
    }
    return names
  }
}
