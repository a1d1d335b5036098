import ArmatureModel

/// Deleting objects and applying delete rules.
extension ManagedObjectContext {
  /// Returns the effects that deleting an object would have. The object is not deleted.
  ///
  /// - Complexity: O(*n*) in the number of visited objects and links.
  public func deletionPlan(for object: ManagedObject) -> DeletionPlan {
    DeletionPlan(deleting: object)
  }

  /// Deletes an object and applies its delete rules immediately. The next save deletes the object in the store.
  ///
  /// If a relationship of the object has the delete rule `.cascade`, its related objects are deleted together with the
  /// object. The context first calls the method `prepareForDeletion()` of every object that it is about to delete. At
  /// this time, the objects can still read their relationships.
  ///
  /// If a relationship has the delete rule `.deny`, the related objects must be deleted or unlinked before you save.
  /// Otherwise, the save throws a ``ValidationReport``. To check this in advance, call ``deletionPlan(for:)``.
  ///
  /// Deleting an object twice has no effect. If the object belongs to another context, your program traps.
  ///
  /// - Throws: One of the following errors. In each case, nothing is deleted.
  ///   - ``ValidationReport`` if the hooks keep adding objects to the deletion. The context gives up after a hundred
  ///     rounds.
  ///   - The error of the store if related objects cannot be read.
  /// - Complexity: O(*n*) in the number of visited objects and links.
  public func delete(
    _ object: ManagedObject, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    if !object.row.handle.isNone, object.isDeleted { object.row.state.remove(.cascaded) }
    guard !object.row.handle.isNone, object.isThere else { return }
    guard object.isFilled() else { return try graph.throwStoreError() }
    rejectStranger(object, "deleted", file, line)
    // A hook may delete an object that is already being deleted; this does nothing.
    if object.row.state.contains(.preparedForDeletion) { return }
    UndoHistory(graph).openStep()
    defer { UndoHistory(graph).closeStep() }
    let isOutermost = prepared.isEmpty
    defer { if isOutermost { endDeletion() } }
    for _ in 0..<Self.hookRounds {
      guard object.isThere else { return }
      let deletionSet = DeletionSet(object)
      do {
        try fill(deletionSet)
      } catch {
        deletionSet.end()
        throw error
      }
      let isReady = !deletionSet.objects.contains(where: \.awaitsDeletionHook)
      if isReady { unlink(deletionSet) }
      deletionSet.end()
      if isReady { return remove(deletionSet) }
      // A hook may add objects to the deletion, or delete some of them itself.
      for object in deletionSet.objects where object.isThere && object.awaitsDeletionHook {
        object.row.state.insert(.preparedForDeletion)
        prepared.append(object)
        // The hook may read missing values, because the object is about to be deleted.
        graph.userCode.allowingAbsentReads { object.prepareForDeletion() }
      }
    }
    throw ValidationReport([
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        .deletionUnstable(rounds: Self.hookRounds))
    ])
  }

  /// Deletes the object of a typed view and applies its delete rules.
  ///
  /// - Throws: The same errors as for the object.
  public func delete<Type: EntityType>(
    _ view: Managed<Type>, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    try delete(view.managedObject, file: file, line: line)
  }

  /// Reads everything that the deletion changes, so that a store error occurs before the first change.
  private func fill(_ deletionSet: DeletionSet) throws {
    guard graph.store != nil else { return }
    for object in deletionSet.objects {
      for link in object.shape.links where link.hasInverse && link.deleteRule != .noAction {
        for other in object.related(link.place) { _ = other.isFilled() }
      }
    }
    try graph.throwStoreError()
  }

  private func endDeletion() {
    // The list is emptied first, because the `deinit` of a custom class may delete other objects.
    let ended = prepared
    prepared = []
    for object in ended { object.row.state.remove(.preparedForDeletion) }
  }

  /// Removes the links from remaining objects to the deleted ones, except for links that forbid the deletion.
  private func unlink(_ deletionSet: DeletionSet) {
    for object in deletionSet.objects {
      for link in object.shape.links
      where link.hasInverse && link.deleteRule != .noAction && !object.isDenied(by: link.deleteRule)
      {
        if !link.isToMany {
          guard let other = object.end(link.place), !deletionSet.contains(other) else { continue }
          other.unlink(
            object.row.handle, link.inverse(in: other.shape), hint: object.row.link(link.place).hint
          )
          continue
        }
        for other in object.members(link.place) where !deletionSet.contains(other) {
          other.unlink(object.row.handle, link.inverse(in: other.shape), hint: nil)
        }
      }
    }
  }

  private func remove(_ deletionSet: DeletionSet) {
    for object in deletionSet.objects {
      let isOwned = deletionSet.owned.contains(object.row.handle)
      graph.remove(object)
      if isOwned, object.isDeleted { object.row.state.insert(.cascaded) }
    }
  }

  /// Takes back the insertion of an object without applying its delete rules.
  func discard(_ object: ManagedObject) {
    guard object.row.slots == graph.slots, object.row.state.contains(.inserted), object.isThere
    else { return }
    for link in object.shape.links { object.unlinkOthers(link.place) }
    graph.forgetInserted(object)
  }
}

extension ManagedObject {
  /// True if the object has a hook that has not been called for this deletion.
  fileprivate final var awaitsDeletionHook: Bool {
    shape.hasHooks && !row.state.contains(.preparedForDeletion)
  }
}
