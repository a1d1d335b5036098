/// Merges the saves of others into a graph.
struct MergedChanges {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// Returns the object with an ID, if it has been created; `nil` if the ID names another entity, as a faulty store
  /// may do.
  func object(with id: ManagedObjectID) -> ManagedObject? {
    guard let handle = graph.keys.handle(forKey: id.key),
      graph.slots.entity(of: handle) == graph.model.index(of: id.entityName)
    else { return nil }
    return graph.slots.anyObject(handle)
  }

  /// Returns the object with an ID that links may lead to, but that was never read.
  func unreadObject(with id: ManagedObjectID) -> ManagedObject? {
    guard let handle = graph.keys.handle(forKey: id.key), graph.slots[handle].isThere,
      graph.slots[handle].entity == graph.model.index(of: id.entityName)
    else { return nil }
    return graph.object(handle)
  }

  /// Records that another context has inserted or changed an object. If the object was deleted, it exists again.
  ///
  /// If this context has not loaded the object, it is registered only if there are listeners, because one of their
  /// lists may now contain it.
  func note(_ change: StoreChange) {
    let isNew = graph.keys.handle(forKey: change.id.key) == nil
    if isNew && !graph.slots.tracksPendingChanges { return }
    let handle =
      change.kind == .insert
      ? StoreSlots(graph).handle(ofStored: change.id) : StoreSlots(graph).handle(of: change.id)
    if handle.isNone { return }
    if change.kind == .insert, isNew {
      graph.listeners.noteComing(handle)
    } else {
      graph.listeners.noteRefreshing(handle)
    }
  }

  /// Reloads the lists of the objects that a changed row leads to now, or led to.
  func unloadLists(behind change: StoreChange) {
    guard let entity = graph.model.index(of: change.id.entityName) else { return }
    let runtime = graph.runtime(at: entity)
    for value in change.values {
      if case .object(let id) = value.value { unloadLists(of: [id], runtime, value.property) }
    }
    for links in change.links {
      unloadLists(of: links.added + links.removed, runtime, links.property)
    }
  }

  /// Reloads the lists at the inverse of a relationship.
  private func unloadLists(of ids: [ManagedObjectID], _ runtime: EntityRuntime, _ property: Int) {
    guard runtime.persistentProperties.indices.contains(property) else { return }
    let link = runtime.shape.link(at: runtime.persistentProperties[property].place)
    guard link.hasInverse, link.isInverseToMany else { return }
    for target in ids.compactMap(object(with:)) where !target.row.state.contains(.fault) {
      ListLoader(graph).unload(target, link.inverse(in: target.shape))
    }
  }

  /// Returns the objects that others have changed or deleted, by comparing versions. Lists have no versions, so all
  /// are reloaded.
  func changesByVersion(_ reader: CheckedReader) throws -> [StoreChange] {
    graph.listeners.noteUnknown()
    let known =
      graph.keys.handles.compactMap { graph.slots.object($0) }
      + graph.slots.anyObjects(graph.changes.deleted)
    let objects = known.filter {
      $0.row.version != 0 && $0.row.state.isDisjoint(with: .inserted | .fault | .invalidated)
    }
    for object in objects {
      for link in object.shape.links where link.isToMany {
        ListLoader(graph).unload(object, link.place)
      }
    }
    // A parent context has no versions.
    if graph.source.parent != nil { return objects.map { StoreChange($0.objectID, .update) } }
    var changes: [StoreChange] = []
    for (entity, group) in objects.grouped(by: { $0.shape.index }) {
      let rows = try reader.rows(for: group.map(\.objectID.key), of: entity, for: graph)
      let versions = Dictionary(uniqueKeysWithValues: rows.records.map { ($0.key, $0.version) })
      for object in group {
        let id = object.objectID
        guard let version = versions[id.key] else {
          changes.append(StoreChange(id, .delete))
          continue
        }
        if version != object.row.version { changes.append(StoreChange(id, .update)) }
      }
    }
    return changes
  }
}
