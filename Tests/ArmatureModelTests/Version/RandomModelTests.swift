import ArmatureModel
import TestSupport
import Testing

@Suite struct RandomModelTests {
  @Test func `valid models at random build, however they are ordered`() throws {
    for seed: UInt64 in 0..<100 {
      var random = RandomModel(seed: seed)
      let model = try build(random.entities, seed)
      let other = try build(random.shuffled(), seed)
      #expect(model.fingerprints == other.fingerprints, "seed \(seed)")
      #expect(model.fingerprint == other.fingerprint, "seed \(seed)")
      #expect(other.difference(from: model).isEmpty, "seed \(seed)")
      for entity in model.entities {
        for relationship in entity.relationships {
          guard let name = relationship.inverse else { continue }
          let inverse = model[relationship.destination]?.property(named: name)?.asRelationship
          #expect(inverse?.inverse == relationship.name, "seed \(seed)")
        }
      }
    }
  }

  private func build(_ entities: [EntityDescription], _ seed: UInt64) throws -> ManagedObjectModel {
    do {
      return try ManagedObjectModel("Random", entities: entities)
    } catch {
      Issue.record("seed \(seed): \(error)")
      throw error
    }
  }

  private static let models = Result {
    try (0..<25).map { seed in
      try ManagedObjectModel("Random", entities: RandomModel(seed: seed).entities)
    }
  }

  @Test(arguments: ModelMutation.all)
  func `a single change is refused, or changes the fingerprint if it should`(
    mutation: ModelMutation
  ) throws {
    var applied = 0
    for (seed, model) in try Self.models.get().enumerated() {
      var entities = model.declarations
      guard mutation.apply(&entities) else { continue }
      applied += 1
      let changed = Result { try ManagedObjectModel("Random", entities: entities) }
      switch (mutation.effect, changed) {
      case (.refused(let code), .failure(let error)):
        let issues = (error as? ModelError)?.issues ?? []
        #expect(issues.contains { $0.code == code }, "seed \(seed): \(error)")
      case (.newFingerprint, .success(let changed)):
        #expect(changed.fingerprint != model.fingerprint, "seed \(seed)")
        #expect(changed.difference(from: model).compatibility > .none, "seed \(seed)")
      case (.sameFingerprint, .success(let changed)):
        #expect(changed.fingerprint == model.fingerprint, "seed \(seed)")
        let compatibility = changed.difference(from: model).compatibility
        #expect(compatibility == .none, "seed \(seed)")
      case (let effect, let result):
        Issue.record("seed \(seed): \(effect) was expected, but the result is \(result)")
      }
    }
    #expect(applied >= 5)
  }
}
