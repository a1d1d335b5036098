import ArmatureModel

/// Finds a changed relationship of which a transaction contains only one side.
///
/// A store in memory keeps its rows as objects, which update the other side of the relationship automatically. A
/// database would write only the side that the transaction contains, and its rows would then contradict each other.
/// With this check, all stores reject such a transaction.
struct TransactionCheck {
  private let graph: ObjectGraph
  private let changes: StoreChanges
  private let deleted: Set<Handle>

  init(_ graph: ObjectGraph, _ changes: StoreChanges) {
    (self.graph, self.changes) = (graph, changes)
    deleted = Set(graph.changes.deleted)
  }

  /// Checks all saved rows that the commit has changed.
  ///
  /// - Throws: `PersistentStoreError.incompleteTransaction` for a changed link that is not listed, unless its former
  ///   destination is deleted.
  func check() throws(PersistentStoreError) {
    let updated = graph.objects(graph.changes.updated).filter { $0.row.state.contains(.updated) }
    if updated.isEmpty { return }
    var positions: [Int64: Int] = [:]
    for position in changes.indices where changes.kind(at: position) == .update {
      positions[changes.key(at: position)] = position
    }
    for object in updated {
      let position = positions[object.row.slots[object.row.handle].key]
      let named = position.map(namedProperties) ?? []
      for (property, place) in object.shape.persistent.enumerated()
      where !named.contains(property) && hasChanged(object, place) {
        throw .incompleteTransaction(
          object.objectID, property: object.runtime.persistentProperties[property].name)
      }
    }
  }

  private func namedProperties(_ position: Int) -> Set<Int> {
    var named = Set(changes.links(at: position).map(\.property))
    changes.forEachValue(at: position) { property, _ in named.insert(property) }
    return named
  }

  /// Returns whether a link has changed, other than by the deletion of its destination.
  private func hasChanged(_ object: ManagedObject, _ place: RowPlace) -> Bool {
    let row = object.row
    if !row.isChanged(place) { return false }
    switch place.kind {
    case .object:
      if object.row.isAsCommitted(place) { return false }
      let former = row.committed?.link(place).handle ?? .none
      return !deleted.contains(former) || !row.link(place).handle.isNone
    case .objects:
      // The to-one relationships of members are listed themselves, and a many-to-many pair is one row for both sides.
      if object.shape.link(at: place).hasInverse { return false }
      let (added, removed) = row.list(place).editedMembers
      return !added.isEmpty || !deleted.isSuperset(of: removed)
    default: return false
    }
  }
}
