/// Links to a deleted object that another context has saved after this context had read the rows.
///
/// This context does not know such links, so deleting the object does not clear them here. The store clears them when
/// the deletion is saved. They must then be cleared in this context as well: if the object is restored later, the
/// context would otherwise treat them as links that the store still has.
struct LateLinks {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Clears the links to objects whose deletion was saved. Links that may lead to missing objects are kept.
  ///
  /// - Complexity: O(*n*) in the number of objects and their links.
  func clear(to deleted: [ManagedObject]) {
    graph.retired.hasLateLinks = false
    let ends = Set(deleted.map(\.row.handle))
    for handle in graph.keys.handles {
      guard let object = graph.slots.object(handle),
        object.row.state.isDisjoint(with: .fault)
      else { continue }
      for link in object.shape.links where link.hasInverse && !link.mayBeLeft {
        clear(link, of: object, to: ends)
      }
    }
  }

  private func clear(_ link: LinkPlan, of object: ManagedObject, to ends: Set<Handle>) {
    let (row, place) = (object.row, link.place)
    if !link.isToMany {
      if ends.contains(row.link(place).handle) { row.setLink(.none, place) }
      if let committed = row.committed, ends.contains(committed.link(place).handle) {
        committed.setLink(.none, place)
      }
      return
    }
    guard row.list(place).isLoaded else { return }
    for member in row.list(place).handles where ends.contains(member) {
      row.list(place).removeUnnoticed(member, returns: false)
    }
    row.setPresent(place, !row.list(place).isEmpty)
  }
}
