import ArmatureModel

/// Finds what a commit has changed in a graph beside what its transaction names.
///
/// A graph keeps both sides of each relationship, so it would complete a transaction that names one side alone; a store
/// in a database writes what is named, and its rows would contradict each other.
struct HalfTransaction {
  private let graph: ObjectGraph
  private let changes: StoreChanges
  private let deleted: Set<Handle>

  init(_ graph: ObjectGraph, _ changes: StoreChanges) {
    (self.graph, self.changes) = (graph, changes)
    deleted = Set(graph.changes.deleted)
  }

  /// Looks at all saved rows that the commit has changed.
  ///
  /// - Throws: `PersistentStoreError.halfTransaction` for a link that has changed without being named, unless what it
  ///   led to is deleted.
  func check() throws(PersistentStoreError) {
    let updated = graph.objects(graph.changes.updated).filter { $0.row.state.contains(.updated) }
    if updated.isEmpty { return }
    var positions: [Int64: Int] = [:]
    for position in changes.indices where changes.kind(at: position) == .update {
      positions[changes.key(at: position)] = position
    }
    for object in updated {
      let position = positions[object.row.slots.pointee[object.row.handle].key]
      let named = position.map(namedProperties) ?? []
      for (property, place) in object.shape.pointee.persistent.enumerated()
      where !named.contains(property) && hasChanged(object, place) {
        throw .halfTransaction(
          object.objectID, property: object.runtime.persistentProperties[property].name)
      }
    }
  }

  private func namedProperties(_ position: Int) -> Set<Int> {
    var named = Set(changes.links(at: position).map(\.property))
    changes.forEachValue(at: position) { property, _ in named.insert(property) }
    return named
  }

  /// Whether a link has changed, but for what it has lost with a deleted object.
  private func hasChanged(_ object: ManagedObject, _ place: RowPlace) -> Bool {
    let row = object.row
    if !row.isChanged(place) { return false }
    switch place.kind {
    case .object:
      if object.isAsCommitted(place) { return false }
      let former = row.committed?.link(place).handle ?? .none
      return !deleted.contains(former) || !row.link(place).handle.isNone
    case .objects:
      // Members with a to-one relationship tell themselves, and a pair of many to many is one row for both sides.
      if object.shape.pointee.link(at: place).pointee.hasInverse { return false }
      let (added, removed) = row.list(place).pointee.editedMembers
      return !added.isEmpty || !deleted.isSuperset(of: removed)
    default: return false
    }
  }
}
