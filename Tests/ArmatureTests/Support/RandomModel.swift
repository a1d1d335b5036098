import ArmatureModel
import TestSupport

@testable import Armature

/// Random models with every shape of relationship.
enum RandomModel {
  /// Returns a model of random entities, with a class for their objects if one is given.
  static func make<Object: ManagedObject>(
    _ random: inout SplitMix64, of type: Object.Type = ManagedObject.self
  ) throws -> ManagedObjectModel {
    var entities = RandomGraphModel.entities(&random)
    if type != ManagedObject.self {
      for index in 0..<3 { entities[index].bind(type) }
    }
    return try ManagedObjectModel("Random", entities: entities)
  }

  /// Returns a context with a random graph of twenty objects, each with a unique number `n`.
  static func filledContext(
    seed: UInt64
  ) throws -> (model: ManagedObjectModel, context: ManagedObjectContext) {
    var random = SplitMix64(seed: seed)
    let model = try make(&random)
    let context = try PersistentContainer(model: model).makeContext()
    let objects = try (0..<20).map { _ in
      try context.insert(random.pick(model.entities).name)
    }
    for (number, object) in objects.enumerated() {
      object["n"] = .int(Int64(number))
      for relationship in object.entity.relationships {
        let others = objects.filter { $0.runtime.isKind(of: relationship.destination) }
        if others.isEmpty || random.oneIn(3) { continue }
        if relationship.isToMany {
          let ends = (0..<random.below(5)).map { _ in random.pick(others) }
          try object.setValue(ends, forKey: relationship.name)
        } else {
          try object.setValue(random.pick(others), forKey: relationship.name)
        }
      }
    }
    return (model, context)
  }
}
