public import ArmatureModel

/// What of an object is not loaded yet; asking changes nothing of that.
extension ManagedObject {
  /// Whether the members of a to-many relationship are not loaded, or the object at the end of a to-one
  /// relationship is a fault.
  ///
  /// Core Data: `hasFault(forRelationshipNamed:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity has no such property, or the object is not in its context any more.
  public final func hasFault(forRelationshipNamed name: String) throws -> Bool {
    let place = try relationship(name)
    if row.state.contains(.gone) { throw notThere }
    if row.state.contains(.fault) { return true }
    if place.kind == .objects { return !row.list(place).pointee.isLoaded }
    let handle = row.link(place).handle
    if handle.isNone { return false }
    let slot = row.slots.pointee[handle]
    guard let object = slot.object else { return slot.isThere }
    return object._withUnsafeGuaranteedRef { $0.row.state.contains(.fault) }
  }

  /// The IDs of the objects that a relationship leads to, in its order, without making them.
  ///
  /// The values of the object itself, and the list of the members, are loaded if need be. Core Data:
  /// `objectIDs(forRelationshipNamed:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity has no such property, the object is not in its context any more, or the
  ///   context is gone; what the store throws.
  /// - Complexity: O(*n*) in the number of these objects.
  public final func objectIDs(
    forRelationshipNamed name: String
  ) throws -> [ManagedObjectID] {
    let place = try relationship(name)
    return try tellingReads {
      guard isFilled() else { throw notThere }
      try checkContext()
      return linkedIDs(place)
    }
  }

  /// The IDs of the objects that a relationship leads to, in its order, without making them.
  final func linkedIDs(_ place: RowPlace) -> [ManagedObjectID] {
    if place.kind == .object { return linkedID(place).map { [$0] } ?? [] }
    guard isFilled(), let graph else { return [] }
    willRead(place)
    let list = loadedList(place).pointee
    var ids: [ManagedObjectID] = []
    if list.isEmpty { return ids }
    ids.reserveCapacity(list.count)
    list.forEach { if let id = graph.idOfEnd($0) { ids.append(id) } }
    return ids
  }

  /// The ID of the object that a to-one relationship leads to, without making it.
  final func linkedID(_ place: RowPlace) -> ManagedObjectID? {
    guard isFilled(), let graph else { return nil }
    willRead(place)
    return graph.idOfEnd(row.link(place).handle)
  }

  /// The place of a relationship, without loading anything.
  private func relationship(_ name: String) throws(ManagedObjectError) -> RowPlace {
    guard let property = runtime.property(named: name) else {
      throw .unknownKey(
        entity: runtime.entity.name, key: name, suggestion: suggestion(for: name))
    }
    guard property.isLink else {
      throw .wrongRead(
        entity: runtime.entity.name, property: name, type: runtime.swiftName(property.description),
        readAs: "a relationship")
    }
    return property.place
  }
}
