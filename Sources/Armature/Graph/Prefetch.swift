import ArmatureModel

/// Loads objects, and what relationships of theirs lead to, as many at once as there are.
struct Prefetch {
  private let graph: ObjectGraph
  private let store: CheckedStore

  init(_ graph: ObjectGraph, _ store: CheckedStore) {
    (self.graph, self.store) = (graph, store)
  }

  /// Loads what key paths lead to from some objects, with these and all on the way.
  ///
  /// - Throws: What the store throws.
  func load(_ paths: [String], of handles: some Sequence<Handle>) throws {
    for path in paths {
      var level = ContiguousArray(handles)
      for name in path.components {
        try fill(level)
        level = try ends(name, of: level)
      }
      try fill(level)
    }
  }

  /// Gives those of some objects their values that have none: a round trip for each entity of theirs.
  func fill(_ handles: some Sequence<Handle>) throws {
    let faults = handles.grouped { graph.entityOfFault($0) }
    for (entity, faults) in faults {
      let rows = try store.rows(
        for: faults.map { graph.slots.pointee[$0].key }, of: graph.model.entities[entity])
      for (handle, row) in zip(faults, rows) {
        if let row { graph.fill(handle, row) }
      }
    }
  }

  /// Takes up those of some objects that are unknown, or gone as far as is known: a round trip for each
  /// entity of theirs.
  func find(_ ids: some Sequence<ManagedObjectID>) throws {
    let unknown = ids.grouped { id in
      id.storeID == graph.storeID && !graph.knows(id) ? graph.model.index(of: id.entityName) : nil
    }
    for (entity, ids) in unknown {
      let rows = try store.rows(for: ids.map(\.key), of: graph.model.entities[entity])
      for case let row? in rows { graph.fill(graph.handle(ofStored: row.id), row) }
    }
  }

  /// What a relationship of some objects leads to, each object once.
  private func ends(
    _ name: String, of handles: ContiguousArray<Handle>
  ) throws -> ContiguousArray<Handle> {
    let objects = handles.compactMap { graph.slots.pointee.object($0) }.filter {
      $0.row.state.isDisjoint(with: .fault)
    }
    try loadLists(name, of: objects)
    var seen: Set<Handle> = []
    var ends = ContiguousArray<Handle>()
    for object in objects {
      guard let place = object.runtime.property(named: name)?.place else { continue }
      let handles =
        place.kind == .objects
        ? Array(object.loadedList(place).pointee.handles) : [object.row.link(place).handle]
      for handle in handles where !handle.isNone && seen.insert(handle).inserted {
        ends.append(handle)
      }
    }
    return ends
  }

  /// Loads a to-many relationship of some objects: a round trip for each entity of theirs.
  private func loadLists(_ name: String, of objects: [ManagedObject]) throws {
    let unloaded = objects.grouped { object in
      guard let place = object.runtime.property(named: name)?.place, place.kind == .objects,
        !object.row.list(place).pointee.isLoaded
      else { return nil }
      return object.shape.pointee.index
    }
    for (entity, objects) in unloaded {
      guard let property = graph.runtime(at: entity).property(named: name),
        let relationship = property.description.asRelationship
      else { continue }
      let found = try store.links(
        for: objects.map { graph.slots.pointee[$0.row.handle].key }, along: relationship,
        of: graph.model.entities[entity])
      for (object, ids) in zip(objects, found) { graph.load(ids, into: object, property.place) }
    }
  }
}
