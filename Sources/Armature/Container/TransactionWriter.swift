import ArmatureModel

/// Writes a transaction into a graph, as ordinary changes of both sides of every relationship.
///
/// Stores in memory and parent contexts keep their rows in a graph. They use this type to apply the saves of contexts.
struct TransactionWriter {
  private let graph: ObjectGraph
  private let changes: StoreChanges
  /// Creates the objects of inserted rows.
  private let make: (EntityRuntime) -> ManagedObject
  /// Failures for links to missing objects.
  private var report = ValidationReport()

  init(
    _ graph: ObjectGraph, _ changes: StoreChanges,
    make: @escaping (EntityRuntime) -> ManagedObject
  ) {
    self.graph = graph
    self.changes = changes
    self.make = make
  }

  /// The positions of deleted objects that guarded links of others still lead to.
  struct GuardedDeletions: Error {
    let positions: [Int]
  }

  /// Writes all changes.
  ///
  /// - Throws: ``GuardedDeletions``, or a report of links to missing objects and of duplicate unique values. In this
  ///   case, the changes have been made, and the caller must revert them.
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
    let linking = objects.filter { !$0.object.shape.links.isEmpty }
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

  /// Returns the object with an ID and creates it if the graph has forgotten it.
  private func object(_ id: ManagedObjectID) -> ManagedObject? {
    if let object = graph.object(for: id) { return object }
    return graph.knows(id) ? graph.keys.handle(forKey: id.key).flatMap(graph.object) : nil
  }

  private mutating func insert(_ position: Int) -> ManagedObject? {
    guard let entity = graph.model.index(of: changes.entityName(at: position)) else { return nil }
    let key = changes.key(at: position)
    let former = graph.keys.handle(forKey: key)
    let present = former.flatMap { graph.slots.anyObject($0) }
    if let present, present.isFilled() {
      if !present.isThere { bringBack(present, position) }
      return present
    }
    // A fault created before the object existed has been removed, unless the store has failed.
    if present?.isThere == true { return nil }
    let object = make(graph.runtime(at: entity))
    if let former {
      graph.revive(object, former)
    } else {
      graph.insert(object, key: key)
    }
    return object
  }

  /// Takes back an unsaved deletion, without the former values of the object.
  private mutating func bringBack(_ object: ManagedObject, _ position: Int) {
    let isSaved = object.row.state.life.losesRow
    JournalReversal(graph).bringBack(object)
    // The store has these links, which are to be removed on both sides.
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
    let places = object.shape.persistent
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
    // A moved member stays a member unless others have removed it, because its other side does not change.
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

  /// A change of an ordered relationship, with the members added at its end in their order.
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
    let list = object.loadedList(place)
    let moved = links.moved
    let last = links.added.filter { id in
      let isMember = self.object(id).map { list.contains($0.row.handle) } ?? false
      return moved.contains(id) == isMember
    }
    return ListOrder(
      object: object, place: place, links: links, last: last.compactMap { self.object($0) })
  }

  /// Sorts the members of an ordered relationship into the order that they have in the saving context.
  ///
  /// This must happen last, because the other sides of links also add members, in the order of the transaction.
  private func restore(_ order: ListOrder) {
    if let listed = order.links.order {
      order.object.sortMembers(order.place, by: listed.compactMap { object($0) })
    } else {
      order.object.moveToEnd(order.last, order.place)
    }
  }

  /// Returns the destination of a link; reports a missing object.
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
      // Links between deleted objects stay, so that a parent can take their deletion back.
      for link in object.shape.links { object.unlinkOthers(link.place, except: handles) }
    }
    for (object, _) in deleted { graph.remove(object) }
  }

  /// Returns whether guarded links of remaining objects lead to an object being deleted.
  private func isLedTo(_ object: ManagedObject, besides deleted: Set<Handle>) -> Bool {
    object.shape.links.contains { link in
      link.isGuarded
        && object.related(link.place).contains { !deleted.contains($0.row.handle) }
    }
  }

  /// Makes a change that the original graph has checked.
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
