import ArmatureModel

/// Writes a transaction into a graph as ordinary changes, with both sides of every relationship.
///
/// An in-memory store keeps its rows in a graph, and a parent context has one: both get the saves of
/// contexts by this.
struct TransactionWriter {
  private let graph: ObjectGraph
  private let changes: StoreChanges
  /// How the objects of inserted rows are made.
  private let make: (EntityRuntime) -> ManagedObject
  /// Links to objects that are not there any more, which nothing can be made of.
  private var report = ValidationReport()

  init(
    _ graph: ObjectGraph, _ changes: StoreChanges,
    make: @escaping (EntityRuntime) -> ManagedObject
  ) {
    self.graph = graph
    self.changes = changes
    self.make = make
  }

  /// The positions of deletions of objects that others still lead to by guarded links.
  struct GuardedDeletions: Error {
    let positions: [Int]
  }

  /// Makes all changes.
  ///
  /// - Throws: ``GuardedDeletions``, or what leads to nothing and what is not unique any more; the changes are made
  ///   then, to be taken back.
  mutating func write() throws {
    var objects: [(object: ManagedObject, position: Int)] = []
    for position in changes.indices where changes.kind(at: position) == .insert {
      if let object = insert(position) { objects.append((object, position)) }
    }
    for position in changes.indices where changes.kind(at: position) == .update {
      if let object = object(changes.id(at: position)), object.isThere, object.isFilled() {
        objects.append((object, position))
      }
    }
    for (object, position) in objects { writeAttributes(position, object) }
    let linking = objects.filter { !$0.object.shape.pointee.links.isEmpty }
    let orders = linking.flatMap { object, position in
      changes.links(at: position).compactMap { order($0, object) }
    }
    for (object, position) in linking {
      for links in changes.links(at: position) { write(links, object, position) }
    }
    for (object, position) in linking { writeLinks(position, object) }
    for order in orders { restore(order) }
    try deleteObjects()
    if graph.indexes.hasConflicts {
      let present = objects.map(\.object).filter(\.isThere)
      var uniqueness = UniquenessValidator(graph, ContiguousArray(present.map(\.row.handle)))
      report.merge(ValidationReport(present.flatMap { uniqueness.failures(of: $0) }))
    }
    guard report.isValid else { throw report }
  }

  /// The object of an ID, made if the graph has let go of it.
  private func object(_ id: ManagedObjectID) -> ManagedObject? {
    if let object = graph.object(for: id) { return object }
    return graph.knows(id) ? graph.keys.handle(forKey: id.key).flatMap(graph.object) : nil
  }

  private mutating func insert(_ position: Int) -> ManagedObject? {
    guard let entity = graph.model.index(of: changes.entityName(at: position)) else { return nil }
    let key = changes.key(at: position)
    let former = graph.keys.handle(forKey: key)
    let present = former.flatMap { graph.slots.pointee.anyObject($0) }
    if let present, present.isFilled() {
      if !present.isThere { bringBack(present, position) }
      return present
    }
    // A fault that was asked for before there was an object is gone now, unless the store has failed.
    if present?.isThere == true { return nil }
    let object = make(graph.runtime(at: entity))
    if let former {
      graph.revive(object, former)
    } else {
      graph.insert(object, key: key)
    }
    return object
  }

  /// Takes back a deletion that was not saved, without the values that the object had.
  private mutating func bringBack(_ object: ManagedObject, _ position: Int) {
    let isSaved = object.row.state.life.losesRow
    JournalReversal(graph).bringBack(object)
    // The store has these links, which are to be cut on both sides.
    if isSaved { PendingChanges(graph).linkOthersBack(to: object) }
    for property in object.runtime.persistentProperties {
      let place = property.place
      switch property.kind {
      case .objects:
        for member in object.members(place) {
          attempt(position) { () throws(ManagedObjectError) in
            try object.remove(member, place)
          }
        }
      case .object:
        attempt(position) { () throws(ManagedObjectError) in
          try object.setEnd(nil, place)
        }
      default:
        object.willWrite(place)
        _ = object.row.setValue(.null, place)
      }
    }
  }

  private func writeAttributes(_ position: Int, _ object: ManagedObject) {
    let places = object.shape.pointee.persistent
    changes.forEachValue(at: position) { index, value in
      guard places.indices.contains(index) else { return }
      let place = places[index]
      if place.isLink { return }
      object.willWrite(place)
      _ = object.row.setValue(value, place)
    }
  }

  private mutating func writeLinks(_ position: Int, _ object: ManagedObject) {
    let properties = object.runtime.persistentProperties
    changes.forEachValue(at: position) { index, value in
      guard properties.indices.contains(index), properties[index].kind == .object else { return }
      let property = properties[index]
      var end: ManagedObject?
      if case .object(let id) = value {
        end = target(id, property, object, position)
        if end == nil { return }
      }
      attempt(position) { () throws(ManagedObjectError) in
        try object.setEnd(end, property.place)
      }
    }
  }

  private mutating func write(
    _ links: StoreChange.Links, _ object: ManagedObject, _ position: Int
  ) {
    let properties = object.runtime.persistentProperties
    guard properties.indices.contains(links.property),
      properties[links.property].kind == .objects
    else { return }
    let property = properties[links.property]
    let place = property.place
    // A member that moves stays one, unless others have taken it out: its other side does not change.
    for id in links.going {
      guard let member = self.object(id) else { continue }
      attempt(position) { () throws(ManagedObjectError) in
        try object.remove(member, place)
      }
    }
    for id in links.coming {
      guard let member = target(id, property, object, position) else { continue }
      attempt(position) { () throws(ManagedObjectError) in try object.add(member, place)
      }
    }
  }

  /// An ordered relationship that changes, with the members that come to its end, in their order.
  private struct ListOrder {
    let object: ManagedObject
    let place: RowPlace
    let links: StoreChange.Links
    let last: [ManagedObject]
  }

  private func order(_ links: StoreChange.Links, _ object: ManagedObject) -> ListOrder? {
    let properties = object.runtime.persistentProperties
    guard properties.indices.contains(links.property),
      properties[links.property].description.asRelationship?.arity == .ordered
    else { return nil }
    let place = properties[links.property].place
    let list = object.loadedList(place).pointee
    let moved = links.moved
    let last = links.added.filter { id in
      let isMember = self.object(id).map { list.contains($0.row.handle) } ?? false
      return moved.contains(id) == isMember
    }
    return ListOrder(
      object: object, place: place, links: links, last: last.compactMap { self.object($0) })
  }

  /// Brings the members of an ordered relationship into the order that it had where it was changed.
  ///
  /// Last, since the other sides of links add to it, too, in the order of the transaction.
  private func restore(_ order: ListOrder) {
    if let listed = order.links.order {
      order.object.sortMembers(order.place, by: listed.compactMap { object($0) })
    } else {
      order.object.moveToEnd(order.last, order.place)
    }
  }

  /// The object of an ID that a link leads to; reports one that is not there.
  private mutating func target(
    _ id: ManagedObjectID, _ property: StoredProperty, _ object: ManagedObject, _ position: Int
  ) -> ManagedObject? {
    if let target = self.object(id), target.isThere, target.isFilled() { return target }
    report.append(
      ValidationFailure(
        entity: changes.entityName(at: position), objectID: changes.id(at: position),
        label: object.label, keyPath: [property.name],
        .danglingReference(ValidationFailure.Object(entity: id.entityName, id: id, label: nil)),
        ruleSite: property.description.site))
    return nil
  }

  // MARK: Deletions

  private mutating func deleteObjects() throws(GuardedDeletions) {
    var deleted: [(object: ManagedObject, position: Int)] = []
    for position in changes.indices where changes.kind(at: position) == .delete {
      guard let object = object(changes.id(at: position)), object.isThere, object.isFilled() else {
        continue
      }
      for links in changes.links(at: position) { write(links, object, position) }
      deleted.append((object, position))
    }
    let handles = Set(deleted.map(\.object.row.handle))
    let guarded = deleted.filter { isLedTo($0.object, besides: handles) }
    if !guarded.isEmpty { throw GuardedDeletions(positions: guarded.map(\.position)) }
    for (object, _) in deleted {
      for link in object.shape.pointee.links { object.unlinkOthers(link.place) }
      graph.remove(object)
    }
  }

  /// Whether guarded links lead to an object that is to be deleted, of objects that stay.
  private func isLedTo(_ object: ManagedObject, besides deleted: Set<Handle>) -> Bool {
    object.shape.pointee.links.contains { link in
      link.isGuarded
        && object.related(link.place).contains { !deleted.contains($0.row.handle) }
    }
  }

  /// Makes a change that the graph the transaction comes from has checked.
  private mutating func attempt(
    _ position: Int, _ change: () throws(ManagedObjectError) -> Void
  ) {
    do {
      try change()
    } catch {
      let entity = changes.entityName(at: position)
      report.append(ValidationFailure(entity: entity, .threw(name: "save", error: "\(error)")))
    }
  }
}
