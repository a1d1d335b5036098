import Armature
import ArmatureGenerator

/// The entities that can have objects.
struct HistoryEntities {
  let all: [EntityDescription]
  /// The entities for which the generator finds a valid object. An unsuccessful search takes long, so each entity is
  /// tried only once.
  let generated: Set<String>
  /// The error for the first of the other entities.
  let refusal: (any Error)?

  init(_ generator: ObjectGenerator) {
    all = generator.model.entities.filter { !$0.isAbstract }
    let context = ManagedObjectContext(model: generator.model)
    var (generated, refusal): (Set<String>, (any Error)?) = ([], nil)
    for entity in all {
      do {
        try generator.make(entity.name, in: context)
        generated.insert(entity.name)
      } catch {
        refusal = refusal ?? error
      }
    }
    (self.generated, self.refusal) = (generated, refusal)
  }
}
