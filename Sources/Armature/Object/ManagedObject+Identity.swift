public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObject {
  /// The description of the object's entity.
  public final var entity: EntityDescription { runtime.entity }

  /// The ID of the object, which consists of its store, its entity and a key.
  ///
  /// An object gets its ID when it is inserted, and keeps it after its deletion. All objects that were never in a
  /// context have the key 0.
  public final var objectID: ManagedObjectID {
    let place = storePlace
    return ManagedObjectID(
      entityName: runtime.entity.name, key: place.key, storeID: place.storeID,
      isTemporary: place.isTemporary)
  }

  /// The graph of the object's context.
  final var graph: ObjectGraph? { row.slots.graph?.takeUnretainedValue() }

  /// The identity without the entity.
  final var storePlace: (key: Int64, storeID: UUID, isTemporary: Bool) {
    let row = row
    let state = row.state
    if let former = state.contains(.invalidated) ? row.formerPlace?.takeUnretainedValue() : nil {
      return (former.key, former.storeID, state.contains(.neverSaved))
    }
    guard let graph else { return (0, .none, true) }
    return (row.slots[row.handle].key, graph.storeID, state.contains(.inserted))
  }
}
