// One import for a test suite: what makes objects comes with what checks them.
@_exported public import ArmatureGenerator
public import Armature
import Testing

extension ObjectGenerator {
  /// Makes a generator with the seed of the running test, `Test.seed`.
  public convenience init(_ model: ManagedObjectModel) { self.init(model, seed: Test.seed) }
}
