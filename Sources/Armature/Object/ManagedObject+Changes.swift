public import ArmatureModel

/// What an object is to its context, and what has changed in it.
extension ManagedObject {
  /// What the object is to its context.
  public final var objectState: ObjectState {
    let state = row.state
    if state.contains(.gone) || !state.contains(.registered) { return .detached }
    if state.contains(.deleted) { return isTakenOut ? .detached : .deleted }
    if state.contains(.inserted) { return .inserted }
    return state.contains(.updated) ? .updated : .unchanged
  }

  /// Whether the object is deleted and in no store, so that it is gone when the journal has no use for
  /// it any more.
  final var isTakenOut: Bool {
    let state = row.state
    return state.contains(.deleted) && !state.isDisjoint(with: .inserted | .erased)
  }

  /// Whether the object was inserted and has never been saved; in `didSave()`, whether this save was
  /// the first.
  public final var isInserted: Bool {
    objectState == .inserted || row.state.contains(.savedInsertion)
  }

  /// Whether the object has been saved, and changed since; in `didSave()`, also whether this save
  /// updated it.
  public final var isUpdated: Bool { objectState == .updated || row.state.contains(.savedUpdate) }

  /// Whether the next save deletes the object; in `didSave()`, whether this save did.
  public final var isDeleted: Bool { objectState == .deleted || row.state.contains(.savedDeletion) }

  /// Whether the object has anything to save: a change of any property, even of a transient one.
  public final var hasChanges: Bool {
    let state = objectState
    return state != .detached && state != .unchanged
  }

  /// Whether a property that is stored has another value than when it was last saved.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of changed to-many
  ///   relationships.
  public final var hasPersistentChangedValues: Bool {
    row.state.contains(.registered)
      && runtime.properties.contains { property in
        if case .some = change(of: property) { true } else { false }
      }
  }

  /// The properties that have other values than when they were last saved, with the present ones.
  ///
  /// A property that was set to the value that it had, or set back to it, is not among them, though
  /// the object ``hasChanges``. Neither are transient properties, nor what
  /// ``setPrimitiveValue(_:forKey:)`` stored. Absent values are `null`. An object that was never saved
  /// has all values here that were set.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of changed to-many
  ///   relationships.
  public final var changedValues: [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for property in runtime.properties {
      if let value = change(of: property) { values[property.name] = value }
    }
    return values
  }

  /// The value of a stored property, if it was set to another one than it was saved with.
  private func change(of property: StoredProperty) -> AttributeValue? {
    guard !row.state.contains(.gone), row.isChanged(property.place),
      !property.description.isTransient
    else { return Optional.none }
    let value = currentValue(property)
    // Not `nil`, which is a value here.
    return isSame(value, committedValue(property), property) ? Optional.none : value
  }

  /// The values as they were last saved; all of them, or those of some keys. Absent ones are `null`.
  ///
  /// Transient properties are left out. An object that was never saved has no committed values.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of to-many relationships.
  public final func committedValues(forKeys keys: [String]? = nil) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    guard !row.state.contains(.inserted), row.state.contains(.registered), isFilled() else {
      return values
    }
    for property in runtime.properties where !property.description.isTransient {
      if let keys, !keys.contains(property.name) { continue }
      values[property.name] = committedValue(property)
    }
    return values
  }

  /// Whether two values are the same to a store: a relationship without an order has none.
  final func isSame(
    _ left: AttributeValue, _ right: AttributeValue, _ property: StoredProperty
  ) -> Bool {
    guard case .objects(let left) = left, case .objects(let right) = right,
      property.description.asRelationship?.arity == .toMany
    else { return left.isKeptLike(right) }
    return Set(left) == Set(right)
  }

  final func currentValue(_ property: StoredProperty) -> AttributeValue {
    willRead(property.place)
    return switch property.kind {
    case .object: end(property.place).map { .object($0.objectID) } ?? .null
    case .objects: .objects(members(property.place) { $0.objectID })
    default: attribute(property.place)
    }
  }

  /// The value of an attribute; `null` where it has none.
  @inline(__always) final func attribute(_ place: RowPlace) -> AttributeValue {
    isFilled() ? row.value(place) : .null
  }

  final func committedValue(_ property: StoredProperty) -> AttributeValue {
    // An object that was never saved has been set nothing, rather than to nothing.
    if row.state.contains(.inserted) || !row.state.contains(.registered) {
      return property.kind == .objects ? .objects([]) : .null
    }
    switch property.kind {
    case .object:
      return committedID(savedEnd(property.place), property.place)
        .map { .object($0) } ?? .null
    case .objects:
      let handles = loadedList(property.place).pointee.committedHandles
      return .objects(handles.compactMap { committedID($0, property.place) })
    default: return (row.committed ?? row).value(property.place)
    }
  }

  /// The ID of what a link was saved with; `nil` for an object that is gone, or whose deletion was saved, too,
  /// and that the steps of undo have, or have brought back.
  private final func committedID(_ handle: Handle, _ place: RowPlace) -> ManagedObjectID? {
    guard !handle.isNone, let graph else { return nil }
    if graph.slots.pointee[handle].isGone { return nil }
    let state = graph.slots.pointee.anyObject(handle)?.row.state ?? .unchanged
    return state.isDisjoint(with: .erased | .inserted) ? graph.id(of: handle) : nil
  }

  /// The objects that a relationship led to when it was last saved, also deleted ones.
  final func savedObjects(_ property: StoredProperty) -> [ManagedObject] {
    guard isFilled(), row.state.contains(.registered), !row.state.contains(.inserted), let graph
    else { return [] }
    let handles =
      property.kind == .objects
      ? loadedList(property.place).pointee.committedHandles
      : [savedEnd(property.place)]
    return handles.compactMap { handle in
      handle.isNone ? nil : graph.anyObject(handle)
    }
  }
}
