/// Links from rows to an object that is being deleted here. Other contexts have saved these links after this context
/// had read the rows.
///
/// The deletion has cleared only the links that the context knew. When the deletion is saved, the store clears the
/// other links. If the object is restored, these links must not count as links that the store still has.
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
      guard let object = graph.slots.pointee.object(handle),
        object.row.state.isDisjoint(with: .fault)
      else { continue }
      for link in object.shape.pointee.links where link.hasInverse && !link.mayBeLeft {
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
    guard row.list(place).pointee.isLoaded else { return }
    for member in row.list(place).pointee.handles where ends.contains(member) {
      row.list(place).pointee.removeUnnoticed(member, returns: false)
    }
    row.setPresent(place, !row.list(place).pointee.isEmpty)
  }
}
