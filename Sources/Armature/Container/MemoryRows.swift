import ArmatureModel

/// The rows of a store in memory: the saved objects of a graph.
struct MemoryRows {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Returns the object with a key, if it has the expected entity.
  func object(_ key: Int64, of entity: String) -> ManagedObject? {
    guard let handle = graph.keys.handle(forKey: key),
      let object = graph.slots.object(handle),
      object.runtime.entity.name == entity
    else { return nil }
    return object
  }

  func object(of changes: StoreChanges, at position: Int) -> ManagedObject? {
    object(changes.key(at: position), of: changes.entityName(at: position))
  }

  /// Returns the conflicts of changes based on other versions of the rows.
  func conflicts(with changes: StoreChanges) -> [StoreConflicts.Conflict] {
    changes.indices.compactMap { position in
      let isUpdate = changes.kind(at: position) == .update
      let current = object(of: changes, at: position)
      if !isUpdate, current == nil { return nil }
      // Changes of list members alone never conflict.
      let isBlind = isUpdate && !changes.hasValues(at: position)
      if let current, isBlind || current.row.version == changes.version(at: position) {
        return nil
      }
      return StoreConflicts.Conflict(changes.id(at: position), current: current?.storeRow)
    }
  }

  /// Returns the conflicts of deleted rows that guarded links still lead to.
  func conflicts(
    of deletions: TransactionWriter.GuardedDeletions, in changes: StoreChanges
  ) -> StoreConflicts {
    StoreConflicts(
      deletions.positions.map { position in
        StoreConflicts.Conflict(
          changes.id(at: position), current: object(of: changes, at: position)?.storeRow)
      })
  }

  /// Sets the version of all objects to be saved, except for those with changes in to-many relationships only.
  func setVersions(_ version: UInt32) {
    for object in graph.objects(graph.changes.inserted) where object.row.state.contains(.inserted) {
      object.row.version = version
    }
    for object in graph.objects(graph.changes.updated) where object.row.state.contains(.updated) {
      let hasOtherValues = object.shape.persistent.contains {
        $0.kind != .objects && object.row.isChanged($0)
      }
      if hasOtherValues { object.row.version = version }
    }
  }
}
