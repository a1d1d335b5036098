public import ArmatureModel

/// Questions about unloaded data, which load nothing.
extension ManagedObject {
  /// Returns true if a relationship is not loaded yet.
  ///
  /// A to-many relationship is not loaded until you access its members. A to-one relationship is not loaded if the
  /// related object is a fault.
  ///
  /// Core Data: `hasFault(forRelationshipNamed:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the property is unknown, or if the object no longer belongs to its context.
  public final func hasFault(forRelationshipNamed name: String) throws -> Bool {
    let place = try relationship(name)
    if row.state.contains(.invalidated) { throw notThere(for: name) }
    if row.state.contains(.fault) { return true }
    if place.kind == .objects { return !row.list(place).isLoaded }
    let handle = row.link(place).handle
    if handle.isNone { return false }
    let slot = row.slots[handle]
    guard let object = slot.object else { return slot.isThere }
    return object._withUnsafeGuaranteedRef { $0.row.state.contains(.fault) }
  }

  /// Returns the IDs of the objects in a relationship, without loading these objects.
  ///
  /// Use this method if you only need to know which objects are related, for example to pass their IDs to another task.
  /// The IDs have the order of the relationship. If this object is a fault, or if its list of members is not loaded,
  /// the method loads them first.
  ///
  /// Core Data: `objectIDs(forRelationshipNamed:)`.
  ///
  /// - Throws: ``ManagedObjectError`` if the property is unknown, the object no longer belongs to its context, or the
  ///   context no longer exists. If the store cannot be read, its error is thrown.
  /// - Complexity: O(*n*) in the number of these objects.
  public final func objectIDs(
    forRelationshipNamed name: String
  ) throws -> [ManagedObjectID] {
    let place = try relationship(name)
    return try tellingReads {
      guard isFilled() else { throw notThere(for: name) }
      try checkContext(for: name)
      return linkedIDs(place)
    }
  }

  /// Returns the IDs of the objects of a relationship, in its order, without creating the objects.
  final func linkedIDs(_ place: RowPlace) -> [ManagedObjectID] {
    if place.kind == .object { return linkedID(place).map { [$0] } ?? [] }
    guard isFilled(), let graph else { return [] }
    willRead(place)
    let list = loadedList(place)
    var ids: [ManagedObjectID] = []
    if list.isEmpty { return ids }
    ids.reserveCapacity(list.count)
    list.forEach { if let id = graph.idOfEnd($0) { ids.append(id) } }
    return ids
  }

  /// Returns the ID of the object of a to-one relationship, without creating the object.
  final func linkedID(_ place: RowPlace) -> ManagedObjectID? {
    guard isFilled(), let graph else { return nil }
    willRead(place)
    return graph.idOfEnd(row.link(place).handle)
  }

  /// Returns the place of a relationship, without loading anything.
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
