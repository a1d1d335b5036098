import ArmatureModel

extension StoreChanges {
  /// Creates a view of all changes of a graph that a store must receive. Objects with unchanged values are left out.
  ///
  /// - Complexity: O(*n*) in the number of changed objects and links.
  convenience init(of graph: ObjectGraph) {
    let slots = graph.slots
    self.init(
      slots, graph.model, storeID: graph.storeID, now: graph.environment.now,
      capacity: graph.changes.count)
    // Without reference counting, which would wait for the memory of each object.
    func forEach(
      _ handles: ContiguousArray<Handle>, _ state: RowState, _ body: (ManagedObject) -> Void
    ) {
      for handle in handles {
        let slot = slots[handle]
        guard slot.isThere, let object = slot.object else { continue }
        object._withUnsafeGuaranteedRef { if $0.row.state.contains(state) { body($0) } }
      }
    }
    forEach(graph.changes.inserted, .inserted) { add($0, .insert) }
    // In a store, an object without a version was deleted by another context, and this save restores it.
    let hasVersions = graph.store != nil
    forEach(graph.changes.updated, .updated) { object in
      add(object, hasVersions && object.row.version == 0 ? .insert : .update)
    }
    for object in slots.anyObjects(graph.changes.deleted) { add(object, .delete) }
  }

  private func add(_ object: ManagedObject, _ kind: StoreChange.Kind) {
    var links: [StoreChange.Links] = []
    if object.shape.links.count > 0 {
      links = kind == .delete ? object.linksLeftBeforeDeletion : object.changedLinks(kind)
    }
    let changed =
      kind == .update
      ? ChangedProperties(of: object.row, object.shape) : ChangedProperties()
    let hasValues = kind == .insert ? object.hasSavedValue : !changed.isEmpty
    if kind == .update, !hasValues, links.isEmpty { return }
    add(object, kind, changed, hasValues: hasValues, links)
  }
}
