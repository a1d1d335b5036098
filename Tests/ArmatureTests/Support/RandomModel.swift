import ArmatureModel
import TestSupport

@testable import Armature

/// Models with every shape of relationship, by chance.
enum RandomModel {
  /// The model of random entities, whose objects are of a class, if there is one.
  static func make<Object: ManagedObject>(
    _ random: inout SplitMix64, of type: Object.Type = ManagedObject.self
  ) throws -> ManagedObjectModel {
    var entities = RandomGraphModel.entities(&random)
    if type != ManagedObject.self {
      for index in 0..<3 { entities[index].bind(type) }
    }
    return try ManagedObjectModel("Random", entities: entities)
  }
}
