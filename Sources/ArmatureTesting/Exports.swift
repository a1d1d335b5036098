// A test suite needs only one import: this also exports the object generator.
@_exported public import ArmatureGenerator
public import Armature
import Testing

extension ObjectGenerator {
  /// Creates a generator with the seed of the running test, `Test.seed`. The trait `SeedTrait` sets it.
  public convenience init(_ model: ManagedObjectModel) { self.init(model, seed: Test.seed) }
}
