import ArmatureModel

/// An object that others have linked to one that this context deletes, since it looked.
struct LateMember {
  fileprivate let deleted: ManagedObject
  fileprivate let relationship: StoredProperty
  fileprivate let member: ManagedObject
}

/// What others have saved with links to what a save is about to delete.
extension ManagedObjectContext {
  /// The objects that lead to deleted ones in the store, and of which the context did not know that: a save
  /// would leave them without what they require, and would not know that deny forbids it.
  ///
  /// Asks the store for each relationship that denies or cascades, or whose inverse is required: a round
  /// trip for each, and one for each entity of what has come. Where a relationship denies, it leads to
  /// them from now on.
  ///
  /// - Parameter looked: The deleted objects that were looked at before.
  /// - Throws: What the store throws.
  func lateMembers(_ looked: inout Set<Handle>) throws -> [LateMember] {
    guard let store = graph.store else { return [] }
    let objects = deletedObjects.filter {
      $0.row.version != 0 && looked.insert($0.row.handle).inserted
    }
    var late: [LateMember] = []
    for (entity, objects) in objects.grouped(byEntity: { $0.shape.pointee.index }) {
      let runtime = graph.runtime(at: entity)
      for property in runtime.links where runtime.needsMembers(property) {
        guard let relationship = property.description.asRelationship else { continue }
        let found = try store.links(
          for: objects.map { graph.slots.pointee[$0.row.handle].key }, along: relationship,
          of: runtime.entity)
        try Prefetch(graph, store).find(found.joined())
        for (object, ids) in zip(objects, found) {
          late += ids.compactMap { graph.object(for: $0) }
            .filter { $0.isThere && $0.isFilled() && $0.leads(back: property, to: object) }
            .map { LateMember(deleted: object, relationship: property, member: $0) }
        }
      }
    }
    for late in late where late.relationship.description.asRelationship?.deleteRule == .deny {
      graph.unloadList(late.deleted, late.relationship.place)
    }
    return late
  }

  /// Does to objects what the delete rules say, and to those that come with them.
  func delete(_ members: [LateMember], _ looked: inout Set<Handle>) throws {
    var members = members
    while !members.isEmpty {
      for late in members where late.member.isThere {
        let link = late.deleted.shape.pointee.link(at: late.relationship.place)
        switch link.pointee.deleteRule {
        // Validation tells.
        case .deny: break
        case .cascade: try delete(late.member)
        default: try late.member.setEnd(nil, link.pointee.inverse(in: late.member.shape))
        }
      }
      members = try lateMembers(&looked)
    }
  }
}

extension ManagedObject {
  /// Whether the inverse of a relationship leads to an object, whose list does not name this one.
  fileprivate final func leads(back relationship: StoredProperty, to object: ManagedObject) -> Bool
  {
    let link = object.shape.pointee.link(at: relationship.place)
    let list = object.row.list(relationship.place).pointee
    return row.link(link.pointee.inverse(in: shape)).handle == object.row.handle
      && !(list.isLoaded && list.contains(row.handle))
  }
}

extension EntityRuntime {
  /// Whether it must be known before a deletion what else a to-many relationship leads to.
  fileprivate func needsMembers(_ property: StoredProperty) -> Bool {
    guard property.kind == .objects, let relationship = property.description.asRelationship,
      let inverse = relationship.inverse,
      let back = tree.entity(named: relationship.destination)?.property(named: inverse)?
        .asRelationship,
      back.arity == .toOne
    else { return false }
    switch relationship.deleteRule {
    case .deny, .cascade: return true
    case .nullify: return !back.isOptional
    case .noAction: return false
    }
  }
}
