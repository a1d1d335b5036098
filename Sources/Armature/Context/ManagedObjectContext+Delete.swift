import ArmatureModel

/// Deleting objects, with what the delete rules demand.
extension ManagedObjectContext {
  /// What deleting an object would do; changes nothing.
  public func deletionPlan(for object: ManagedObject) -> DeletionPlan {
    DeletionPlan(deleting: object)
  }

  /// Deletes an object, and what follows from the delete rules, at once; the next save makes it last.
  ///
  /// Every object that is deleted gets `prepareForDeletion()` first, while its relationships are
  /// intact. An object that was never saved is forgotten. Deleting twice does nothing.
  ///
  /// Deleting an object of another context is a programmer error and traps.
  ///
  /// - Throws: ``ValidationReport`` if a relationship with the rule deny forbids it, or if hooks have
  ///   not come to rest after a hundred rounds: each may add to what is deleted. Nothing is deleted
  ///   then, even if only a distant object is denied.
  /// - Complexity: O(*n*) in the number of objects and links that are looked at.
  public func delete(_ object: ManagedObject) throws {
    guard let owner = object.owner, object.isThere else { return }
    guard owner === self else {
      programmerError(
        "\(object.objectID) must be deleted by the context that it is in, but is by another.")
    }
    // A hook that deletes what is being deleted already has nothing to add.
    if prepared.contains(ObjectIdentifier(object)) { return }
    let isOutermost = prepared.isEmpty
    defer { if isOutermost { prepared = [] } }
    for _ in 0..<Self.hookRounds {
      guard object.isThere else { return }
      let plan = DeletionPlan(deleting: object)
      guard plan.denied.isEmpty else { throw plan.report }
      if !prepare(plan.deleted) { return carryOut(plan) }
    }
    throw ValidationReport([
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        .deletionUnstable(rounds: Self.hookRounds))
    ])
  }

  /// Calls the hooks of the objects that have not got theirs; says whether there were any.
  private func prepare(_ objects: [ManagedObject]) -> Bool {
    var isAnyNew = false
    // A hook may add objects to what is deleted, or delete some of it itself.
    for object in objects
    where object.isThere && prepared.insert(ObjectIdentifier(object)).inserted {
      isAnyNew = true
      object.prepareForDeletion()
    }
    return isAnyNew
  }

  private func carryOut(_ plan: DeletionPlan) {
    for object in plan.deleted { object.row.state.insert(.deleting) }
    for object in plan.deleted {
      for slot in object.runtime.layout.relationshipSlots {
        guard let relationship = slot.property.asRelationship,
          relationship.deleteRule != .noAction
        else { continue }
        for other in object.related(slot) where !other.row.state.contains(.deleting) {
          other.unlink(object, relationship.inverse)
        }
      }
    }
    for object in plan.deleted {
      if object.row.state.contains(.inserted) {
        forget(object)
      } else {
        // The committed values stay: a rollback brings the object back with them.
        object.row.state.remove(.deleting)
        object.row.state.insert(.deleted)
        changes.deleted.append(object)
      }
    }
  }

  /// Takes back the insertion of an object, whatever its delete rules say.
  func discard(_ object: ManagedObject) {
    guard object.owner === self, object.row.state.contains(.inserted) else { return }
    for slot in object.runtime.layout.relationshipSlots {
      for other in object.related(slot) {
        other.unlink(object, slot.property.asRelationship?.inverse)
      }
    }
    forget(object)
  }

  /// Lets go of an object for good.
  ///
  /// Objects that others may still link to, because a relationship has no inverse or the rule is no
  /// action, are kept in memory until a reset, so that no link leads to freed memory.
  ///
  /// - Parameter keepingValues: Leaves the values where they are, for a hook to read, until they fade.
  func forget(_ object: ManagedObject, keepingValues: Bool = false) {
    if leavesLinks(object) {
      graveyard.append(object)
    } else if !changes.deleted.isEmpty {
      changes.vanished.append(object)
    }
    identityMap.remove(object)
    object.leave(origin: origin, keepingValues: keepingValues)
  }

  private func leavesLinks(_ object: ManagedObject) -> Bool {
    runtime.isOneWayTarget(object.runtime)
      || object.runtime.layout.relationshipSlots.contains {
        $0.property.asRelationship?.deleteRule == .noAction
      }
  }
}

extension DeletionPlan {
  /// The failures that say what forbids the deletion.
  var report: ValidationReport {
    ValidationReport(
      denied.map { denial in
        ValidationFailure(
          entity: denial.object.runtime.entity.name, objectID: denial.object.objectID,
          label: denial.object.label, keyPath: [denial.relationship],
          .deleteDenied(
            relationship: denial.relationship, count: denial.by.count,
            first: denial.by.prefix(3).map(\.failureObject)))
      })
  }
}

extension ManagedObject {
  /// What identifies the object to a human: the values of its identifying attributes.
  final var label: String? {
    ValidationFailure.label(
      for: runtime.layout.slots.filter { $0.property.asAttribute?.isIdentifying == true }
        .map { hasFaded ? row.fadedValue($0) : row.value($0) })
  }

  final var failureObject: ValidationFailure.Object {
    ValidationFailure.Object(entity: runtime.entity.name, id: objectID, label: label)
  }

  /// A value that a rule speaks of; with the label where it is an object.
  final func failureDetail(_ name: String, _ value: AttributeValue) -> ValidationFailure.Detail {
    guard case .object(let id) = value else { return ValidationFailure.Detail(name, value) }
    return ValidationFailure.Detail(
      name, value, label: owner?.registeredObject(for: id)?.label)
  }

  /// Leaves the context: clears links, drops the committed values, and then yields nothing any more.
  final func leave() { leave(origin: owner?.origin ?? 0) }

  final func leave(origin: UInt64, keepingValues: Bool = false) {
    if row.state.contains(.gone) { return }
    // Asked first: a walk over an array retains it, even if it is empty.
    if !runtime.layout.relationshipSlots.isEmpty {
      for slot in runtime.layout.relationshipSlots { row.clear(slot) }
    }
    if let committed = row.committed {
      committed.deallocate(runtime.layout)
      row.committed = nil
    }
    row.state = row.state.contains(.inserted) ? [.gone, .neverSaved] : .gone
    row.formerOrigin = origin
    owner = nil
    if !keepingValues { fade() }
  }

  /// Makes every property absent, and every write one that is noticed, and then refused.
  ///
  /// The values stay in their slots until the object goes: for required accessors, which cannot yield
  /// nothing.
  final func fade() {
    guard row.state.contains(.gone), !hasFaded else { return }
    for index in 0..<runtime.layout.maskCount { row.fadeMask(index) }
    row.state.insert(.unchanged)
  }

  /// Whether the object is gone and its values are, too.
  final var hasFaded: Bool { row.state.isSuperset(of: [.gone, .unchanged]) }
}
