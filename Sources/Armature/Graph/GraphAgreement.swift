import ArmatureModel

/// A check that objects agree with each other and with their rows, for a graph that has read or merged all saves.
///
/// In any other graph, the two sides of a link may have been read at different times, and may differ.
struct GraphAgreement {
  private let graph: ObjectGraph

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// The objects with values, including deleted ones.
  private var objects: [ManagedObject] {
    (1..<max(1, graph.slots.count)).compactMap { position in
      graph.slots.anyObject(Handle(rawValue: UInt32(position)))
    }.filter { $0.row.state.isDisjoint(with: .fault | .invalidated) }
  }

  // MARK: Links

  /// Returns a sentence for each link that one of its sides does not know. In lists that are not loaded, only edits are
  /// considered.
  func oneSidedLinks() -> [String] {
    var broken: [String] = []
    for object in objects where object.isThere {
      for link in object.shape.links where link.hasInverse {
        for end in object.knownEnds(link) {
          guard let other = graph.slots.object(end), !other.row.state.contains(.fault),
            other.mayLead(to: object.row.handle, link.inverse(in: other.shape)) == false
          else { continue }
          let name = object.runtime.properties[Int(link.place.index)].name
          broken.append(
            "\(object.objectID).\(name) leads to \(other.objectID), which does not lead back.")
        }
      }
    }
    return broken
  }

  // MARK: Rows

  /// Returns a sentence for each unchanged object that differs from its row.
  ///
  /// - Throws: The error of the store.
  func outdatedObjects() throws -> [String] {
    guard let store = graph.store else { return [] }
    let reader = try store.reader()
    return try graph.reading(from: reader) {
      var broken: [String] = []
      let known = objects.filter { $0.hasRow && !$0.row.state.contains(.updated) }
      let rows = try graph.storedRows(of: known)
      for object in known {
        guard let row = rows[object.row.handle] else {
          broken.append("\(object.objectID) has no row any more.")
          continue
        }
        // The version may be older: the store has cleared links to objects deleted here.
        if let property = object.firstProperty(notIn: row) {
          broken.append("\(object.objectID).\(property) is not what its row has.")
        }
      }
      return try broken + outdatedLists(of: known, reader)
    }
  }

  /// Returns the loaded lists whose saved members differ from the members in the store.
  private func outdatedLists(
    of objects: [ManagedObject], _ reader: CheckedReader
  ) throws -> [String] {
    var broken: [String] = []
    for (entity, objects) in objects.grouped(by: { $0.shape.index }) {
      let runtime = graph.runtime(at: entity)
      for property in runtime.persistentProperties where property.kind == .objects {
        guard let relationship = property.description.asRelationship else { continue }
        let loaded = objects.filter { $0.row.list(property.place).isLoaded }
        if loaded.isEmpty { continue }
        let stored = try reader.links(
          for: loaded.map { graph.slots[$0.row.handle].key }, along: relationship,
          of: runtime.entity)
        for (object, ids) in zip(loaded, stored) {
          // A removed object does not count as a member, even if a list without an inverse still contains it.
          let keys = object.row.list(property.place).committedHandles
            .filter { !graph.slots.isLost($0) }.map { graph.slots[$0].key }
          let stored = ids.map(\.key).filter { key in
            graph.keys.handle(forKey: key).map { !graph.slots.isLost($0) } ?? true
          }
          let isSame =
            relationship.arity == .ordered ? keys == stored : Set(keys) == Set(stored)
          if !isSame {
            broken.append(
              "\(object.objectID).\(property.name) has \(keys), and the store \(ids.map(\.key)).")
          }
        }
      }
    }
    return broken
  }
}

extension ManagedObject {
  /// Returns whether a relationship leads to an object. Returns `nil` if only the store knows.
  fileprivate final func mayLead(to handle: Handle, _ place: RowPlace) -> Bool? {
    if place.kind == .object { return row.link(place).handle == handle }
    let list = row.list(place)
    if list.isLoaded { return list.contains(handle) }
    return list.edit(of: handle).map { $0 == .added }
  }

  /// Returns whether the store may read a link as nil: its destination was removed, or an undone deletion has restored
  /// the destination, which is not saved yet.
  private final func isReadAsNone(_ end: Handle, _ place: RowPlace) -> Bool {
    if row.slots.isLost(end) { return true }
    guard shape.link(at: place).mayBeLeft,
      let other = row.slots.anyObject(end)
    else { return false }
    return !other.hasRow
  }

  /// Returns the first attribute or to-one relationship whose saved value differs from a row.
  fileprivate final func firstProperty(notIn stored: StoreRow) -> String? {
    zip(runtime.persistentProperties, stored.values).first { property, value in
      let saved = row.committed ?? row
      if property.kind == .objects { return false }
      if property.kind == .object, isReadAsNone(saved.link(property.place).handle, property.place) {
        return false
      }
      return self.value(of: property, in: saved) != value
    }?.0.name
  }
}
