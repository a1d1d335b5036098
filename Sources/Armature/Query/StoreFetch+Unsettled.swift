import ArmatureModel

/// The part of a result that depends on the changes of the context.
extension StoreFetch {
  /// Returns the objects for which the store may give a wrong answer, because it does not know the unsaved changes.
  ///
  /// These are the changed objects, and all objects for which the request reads a changed object through a
  /// relationship. The latter are found by asking the store. The saved relationships are enough for this, even if the
  /// context has changed some of them: a path can only lead to a different object if one of the objects on it has
  /// changed.
  ///
  /// - Returns: The objects, or `nil` if this may be any object.
  func unsettled() throws -> Set<Handle>? {
    if !run.request.includesPendingChanges || graph.changes.count == 0 { return [] }
    let paths = ReadPaths(run.request, graph.model.tree)
    if paths.readsElsewhere || !paths.ways.isEmpty && hasReturned { return nil }
    let pending = pending
    var unsettled = Set(changed(pending))
    for way in paths.ways {
      let ids = changedIDs(of: way, pending)
      if ids.isEmpty { continue }
      var readers = run.request
      (readers.predicate, readers.orderedBy) = (
        .leads(along: way.names, isToMany: way.isToMany, to: ids), []
      )
      (readers.offset, readers.limit) = (0, nil)
      let prepared = try reader.prepare(readers)
      if !prepared.isWhole { return nil }
      unsettled.formUnion(
        RowRegistration(graph).register(
          try reader.fetch(prepared.query, includingValues: true, for: graph)))
    }
    return unsettled
  }

  /// True if an object was restored after its deletion was saved. In the store, rows that lead to it lead nowhere.
  private var hasReturned: Bool {
    graph.changes.inserted.contains {
      !$0.isNone && $0 < graph.savedEnd && graph.slots.isInserted($0)
    }
  }

  /// The inserted, changed and deleted objects of the request's entities.
  var changed: [Handle] { changed(pending) }

  private func changed(_ pending: [Unmanaged<ManagedObject>]) -> [Handle] {
    let positions = Set(run.positions)
    return pending.compactMap { object in
      object._withUnsafeGuaranteedRef {
        positions.contains($0.shape.index) ? $0.row.handle : nil
      }
    }
  }

  /// Returns the IDs of the saved objects at the end of a path with a change in a property that is read there.
  private func changedIDs(
    of way: ReadPaths.Way, _ pending: [Unmanaged<ManagedObject>]
  ) -> [ManagedObjectID] {
    let positions = Set(graph.model.tree.branch(of: way.entity))
    return pending.compactMap { object in
      object._withUnsafeGuaranteedRef { object in
        guard positions.contains(object.shape.index),
          !object.row.state.contains(.inserted), object.isChanged(in: way.properties)
        else { return nil }
        return object.objectID
      }
    }
  }

  /// The objects with something to save, which the context keeps.
  private var pending: [Unmanaged<ManagedObject>] {
    let changes = graph.changes
    return [changes.inserted, changes.updated, changes.deleted].flatMap { handles in
      handles.compactMap { handle in
        guard !handle.isNone, let object = graph.slots[handle].object else { return nil }
        let isPending = object._withUnsafeGuaranteedRef {
          !$0.row.state.isDisjoint(with: .inserted | .updated | .deleted)
        }
        return isPending ? object : nil
      }
    }
  }
}

extension ManagedObject {
  /// Returns whether the object is to be deleted, or some of its properties have changed.
  fileprivate final func isChanged(in properties: Set<String>) -> Bool {
    row.state.contains(.deleted)
      || properties.contains { name in
        runtime.property(named: name).map { row.isChanged($0.place) } ?? false
      }
  }
}
