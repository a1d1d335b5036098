/// What a context has to save: the objects that were inserted, updated and deleted, in order.
///
/// An object may stand in a list and have changed its state since, for instance because it was
/// deleted; the state of the object decides, and the lists only spare a walk over all objects.
struct ChangeSet {
  var inserted: ContiguousArray<ManagedObject> = []
  var updated: ContiguousArray<ManagedObject> = []
  var deleted: ContiguousArray<ManagedObject> = []

  var isEmpty: Bool {
    !inserted.contains { $0.row.state.contains(.inserted) }
      && !updated.contains { $0.row.state.contains(.updated) } && deleted.isEmpty
  }

  mutating func removeAll() { self = ChangeSet() }
}
