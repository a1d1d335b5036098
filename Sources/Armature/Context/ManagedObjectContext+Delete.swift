import ArmatureModel

/// Deleting objects, with what the delete rules demand.
extension ManagedObjectContext {
  /// What deleting an object would do; changes nothing.
  ///
  /// - Complexity: O(*n*) in the number of objects and links that are looked at.
  public func deletionPlan(for object: ManagedObject) -> DeletionPlan {
    DeletionPlan(deleting: object)
  }

  /// Deletes an object, and what follows from the delete rules, at once; the next save makes it last.
  ///
  /// Every object that is deleted gets `prepareForDeletion()` first, while its relationships are
  /// intact. An object that was never saved is forgotten. Deleting twice does nothing.
  ///
  /// A relationship with the rule deny forbids nothing yet: the save does, if the relationship still
  /// leads to an object that is not deleted. ``deletionPlan(for:)`` tells beforehand.
  ///
  /// Deleting an object of another context is a programmer error and traps.
  ///
  /// - Throws: ``ValidationReport`` if hooks have not come to rest after a hundred rounds: each may
  ///   add to what is deleted; or what the store throws, if it must be asked for what is related. Nothing
  ///   is deleted then.
  /// - Complexity: O(*n*) in the number of objects and links that are looked at.
  public func delete(
    _ object: ManagedObject, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    guard !object.row.handle.isNone, object.isThere else { return }
    guard object.isFilled() else { return try graph.throwStoreError() }
    refuseStranger(object, "deleted", file, line)
    // A hook may delete what is being deleted already, which does nothing.
    if object.row.state.contains(.preparedForDeletion) { return }
    UndoHistory(graph).openStep()
    defer { UndoHistory(graph).closeStep() }
    let isOutermost = prepared.isEmpty
    defer { if isOutermost { endDeletion() } }
    for _ in 0..<Self.hookRounds {
      guard object.isThere else { return }
      let reach = DeletionReach(object)
      do {
        try fill(reach)
      } catch {
        reach.end()
        throw error
      }
      let isReady = !reach.objects.contains(where: \.awaitsDeletionHook)
      if isReady { unlink(reach) }
      reach.end()
      if isReady { return remove(reach.objects) }
      // A hook may add objects to what is deleted, or delete some of it itself.
      for object in reach.objects where object.isThere && object.awaitsDeletionHook {
        object.row.state.insert(.preparedForDeletion)
        prepared.append(object)
        // What it reads that is absent does no harm: the object goes.
        graph.userCode.allowingAbsentReads { object.prepareForDeletion() }
      }
    }
    throw ValidationReport([
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        .deletionUnstable(rounds: Self.hookRounds))
    ])
  }

  /// Deletes the object of a typed view, and what follows from the delete rules, as the object itself.
  ///
  /// - Throws: As for the object.
  public func delete<Type: EntityType>(
    _ view: Managed<Type>, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    try delete(view.managedObject, file: file, line: line)
  }

  /// Asks a store for all that the deletion changes: if it fails, it does so before anything has changed.
  private func fill(_ reach: DeletionReach) throws {
    guard graph.store != nil else { return }
    for object in reach.objects {
      for link in object.shape.pointee.links where link.hasInverse && link.deleteRule != .noAction {
        for other in object.related(link.place) { _ = other.isFilled() }
      }
    }
    try graph.throwStoreError()
  }

  private func endDeletion() {
    // Let go of only when the list is empty: the `deinit` of a custom class may delete others.
    let ended = prepared
    prepared = []
    for object in ended { object.row.state.remove(.preparedForDeletion) }
  }

  /// Takes the links to what is deleted out of what stays, but for those that forbid the deletion.
  private func unlink(_ reach: DeletionReach) {
    for object in reach.objects {
      for link in object.shape.pointee.links
      where link.hasInverse && link.deleteRule != .noAction && !object.isDenied(by: link.deleteRule)
      {
        if !link.isToMany {
          guard let other = object.end(link.place), !reach.contains(other) else { continue }
          other.unlink(
            object.row.handle, link.inverse(in: other.shape),
            hint: object.row.link(link.place).hint)
          continue
        }
        for other in object.members(link.place) where !reach.contains(other) {
          other.unlink(object.row.handle, link.inverse(in: other.shape), hint: nil)
        }
      }
    }
  }

  private func remove(_ objects: [ManagedObject]) {
    for object in objects { graph.remove(object) }
  }

  /// Takes back the insertion of an object, whatever its delete rules say.
  func discard(_ object: ManagedObject) {
    guard object.row.slots == graph.slots, object.row.state.contains(.inserted), object.isThere
    else { return }
    for link in object.shape.pointee.links { object.unlinkOthers(link.place) }
    graph.forgetInserted(object)
  }
}

extension ManagedObject {
  /// Whether the object has a hook that is to be called before it is deleted.
  fileprivate final var awaitsDeletionHook: Bool {
    shape.pointee.hasHooks && !row.state.contains(.preparedForDeletion)
  }
}
