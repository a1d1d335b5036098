public import ArmatureModel

/// The state of an object in its context, and its changes.
extension ManagedObject {
  /// The state of the object in its context, such as inserted or updated.
  public final var objectState: ObjectState {
    let state = row.state
    if state.contains(.invalidated) || !state.contains(.registered) { return .detached }
    if state.contains(.deleted) { return isTakenOut ? .detached : .deleted }
    if state.contains(.inserted) { return .inserted }
    return state.contains(.updated) ? .updated : .unchanged
  }

  /// True if the object is deleted and was never stored. It is removed as soon as the journal no longer needs it.
  final var isTakenOut: Bool {
    let state = row.state
    return state.contains(.deleted) && !state.isDisjoint(with: .inserted | .erased)
  }

  /// A Boolean value that indicates whether the object was inserted and has never been saved.
  ///
  /// In `didSave()`, it indicates whether the completed save inserted the object.
  public final var isInserted: Bool {
    objectState == .inserted || row.state.contains(.savedInsertion)
  }

  /// A Boolean value that indicates whether the object has changed since it was last saved.
  ///
  /// In `didSave()`, it is also `true` if the completed save updated the object.
  public final var isUpdated: Bool { objectState == .updated || row.state.contains(.savedUpdate) }

  /// A Boolean value that indicates whether the next save will delete the object.
  ///
  /// In `didSave()`, it is also `true` if the completed save deleted the object.
  public final var isDeleted: Bool { objectState == .deleted || row.state.contains(.savedDeletion) }

  /// A Boolean value that indicates whether the object has changes to save, including changes of transient properties.
  public final var hasChanges: Bool {
    let state = objectState
    return state != .detached && state != .unchanged
  }

  /// A Boolean value that indicates whether a stored property differs from its last saved value.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of changed to-many relationships.
  public final var hasPersistentChangedValues: Bool {
    row.state.contains(.registered)
      && runtime.properties.contains { property in
        if case .some = change(of: property) { true } else { false }
      }
  }

  /// The properties that differ from their last saved values, with their current values.
  ///
  /// A property that has lost its value is `null`. If the object was never saved, the dictionary contains all values
  /// that were set.
  ///
  /// Some properties are not in the dictionary:
  /// - A property that you have set to its saved value again is left out. The object still ``hasChanges``.
  /// - Transient properties are left out, because they are never saved.
  /// - Values that you set with ``setPrimitiveValue(_:forKey:)`` are left out, because they don't count as changes.
  ///
  /// - Complexity: O(*n*) in the number of properties, and of members of changed to-many relationships.
  public final var changedValues: [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for property in runtime.properties {
      if let value = change(of: property) { values[property.name] = value }
    }
    return values
  }

  /// Returns the value of a stored property if it differs from the saved one.
  private func change(of property: StoredProperty) -> AttributeValue? {
    guard !row.state.contains(.invalidated), row.isChanged(property.place),
      !property.description.isTransient
    else { return Optional.none }
    let value = currentValue(property)
    // Not `nil`, which is a value here.
    return isSame(value, committedValue(property), property) ? Optional.none : value
  }

  /// Returns the values that were last saved.
  ///
  /// Pass keys to get only the values of these properties. A property without a value is `null`. Transient properties
  /// are left out, because they are never saved. If the object was never saved, the dictionary is empty.
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

  /// Returns whether two values are the same for a store, which ignores the order of an unordered relationship.
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

  /// Returns the value of an attribute; `null` if it is missing.
  @inline(__always) final func attribute(_ place: RowPlace) -> AttributeValue {
    isFilled() ? row.value(place) : .null
  }

  final func committedValue(_ property: StoredProperty) -> AttributeValue {
    // An object that was never saved has no committed values, not even cleared ones.
    if row.state.contains(.inserted) || !row.state.contains(.registered) {
      return property.kind == .objects ? .objects([]) : .null
    }
    switch property.kind {
    case .object:
      return committedID(row.savedEnd(property.place), property.place)
        .map { .object($0) } ?? .null
    case .objects:
      let handles = loadedList(property.place).committedHandles
      return .objects(handles.compactMap { committedID($0, property.place) })
    default: return (row.committed ?? row).value(property.place)
    }
  }

  /// Returns the ID of the object to which a saved link led. Returns `nil` if the object is removed, or if its deletion
  /// was saved, even if undo has kept or restored it.
  private final func committedID(_ handle: Handle, _ place: RowPlace) -> ManagedObjectID? {
    guard !handle.isNone, let graph else { return nil }
    if graph.slots[handle].isInvalidated { return nil }
    let state = graph.slots.anyObject(handle)?.row.state ?? .unchanged
    return state.isDisjoint(with: .erased | .inserted) ? graph.id(of: handle) : nil
  }

  /// Returns the objects of a relationship at the time of the last save, including objects that were deleted since.
  final func savedObjects(_ property: StoredProperty) -> [ManagedObject] {
    guard isFilled(), row.state.contains(.registered), !row.state.contains(.inserted), let graph
    else { return [] }
    let handles =
      property.kind == .objects
      ? loadedList(property.place).committedHandles
      : [row.savedEnd(property.place)]
    return handles.compactMap { handle in
      handle.isNone ? nil : graph.anyObject(handle)
    }
  }
}
