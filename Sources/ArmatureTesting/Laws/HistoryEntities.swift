import Armature
import ArmatureGenerator

/// The entities that can have objects.
struct HistoryEntities {
  let all: [EntityDescription]
  /// Those of which the generator finds a valid object; the search for one that is not there is long.
  let generated: Set<String>
  /// Why it finds none of the first of the others.
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
