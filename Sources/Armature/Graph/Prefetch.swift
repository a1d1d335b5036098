import ArmatureModel

/// The loading of objects and their related objects, in as few round trips as possible.
struct Prefetch {
  private let graph: ObjectGraph
  private let reader: CheckedReader

  init(_ graph: ObjectGraph, _ reader: CheckedReader) {
    (self.graph, self.reader) = (graph, reader)
  }

  /// Loads all objects along key paths, including the objects at which the paths start.
  ///
  /// - Throws: The error of the store.
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

  /// Loads the faults among some objects, in one round trip for each entity.
  func fill(_ handles: some Sequence<Handle>) throws {
    let faults = handles.grouped { graph.slots.entityOfFault($0) }
    for (entity, faults) in faults {
      RowRegistration(graph).register(
        try reader.rows(
          for: faults.map { graph.slots[$0].key }, of: entity, for: graph))
    }
  }

  /// Reads the objects with the given IDs that are unknown or were removed, in one round trip for each entity.
  func find(_ ids: some Sequence<ManagedObjectID>) throws {
    for (entity, ids) in ids.grouped(by: entityOfUnknown) {
      RowRegistration(graph).register(try reader.rows(for: ids.map(\.key), of: entity, for: graph))
    }
  }

  /// Reads an object that is unknown or counts as removed.
  func find(_ id: ManagedObjectID) throws {
    guard let entity = entityOfUnknown(id) else { return }
    RowRegistration(graph).register(try reader.rows(for: [id.key], of: entity, for: graph))
  }

  /// Returns the entity of an ID. Returns `nil` if the ID belongs to another store, or if its object is already known.
  private func entityOfUnknown(_ id: ManagedObjectID) -> Int? {
    id.storeID == graph.storeID && !graph.knows(id) ? graph.model.index(of: id.entityName) : nil
  }

  /// Returns the objects to which a relationship of some objects leads, each once, in the order of their handles.
  private func ends(
    _ name: String, of handles: ContiguousArray<Handle>
  ) throws -> ContiguousArray<Handle> {
    var places = Places(name)
    try loadLists(name, of: handles, &places)
    var ends = ContiguousArray<Handle>()
    forEachFilled(handles) { object in
      guard let place = places.place(in: object) else { return }
      if place.kind == .objects {
        object.loadedList(place).forEach { ends.append($0) }
      } else {
        ends.append(object.row.link(place).handle)
      }
    }
    ends.removeAll(where: \.isNone)
    // Most are in order: sorting them is faster than looking up each of them.
    return ends.sortedUnique
  }

  /// Loads a to-many relationship of some objects, in one round trip for each of their entities.
  private func loadLists(
    _ name: String, of handles: ContiguousArray<Handle>, _ places: inout Places
  ) throws {
    var unloaded: [ManagedObject] = []
    forEachFilled(handles) { object in
      if let place = places.place(in: object), place.kind == .objects,
        !object.row.list(place).isLoaded
      {
        unloaded.append(object)
      }
    }
    for (entity, objects) in unloaded.grouped(by: { $0.shape.index }) {
      guard let property = graph.runtime(at: entity).property(named: name),
        let relationship = property.description.asRelationship
      else { continue }
      let found = try reader.links(
        for: objects.map { graph.slots[$0.row.handle].key }, along: relationship,
        of: graph.model.entities[entity])
      for (object, ids) in zip(objects, found) {
        ListLoader(graph).load(ids, into: object, property.place)
      }
    }
  }

  /// Visits the existing objects with values.
  private func forEachFilled(
    _ handles: ContiguousArray<Handle>, _ visit: (ManagedObject) -> Void
  ) {
    for handle in handles {
      let slot = graph.slots[handle]
      guard slot.isThere, let object = slot.object else { continue }
      object._withUnsafeGuaranteedRef { object in
        if !object.row.state.contains(.fault) { visit(object) }
      }
    }
  }

  /// A cache for the place of a relationship. Consecutive objects of the same entity need only one lookup.
  private struct Places {
    private let name: String
    private var shape: EntityShape?
    private var place: RowPlace?

    init(_ name: String) { self.name = name }

    mutating func place(in object: ManagedObject) -> RowPlace? {
      if object.shape != shape {
        shape = object.shape
        let property = object.runtime.property(named: name)
        place = property.flatMap { $0.isLink ? $0.place : nil }
      }
      return place
    }
  }
}
