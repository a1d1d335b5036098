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
    guard !object.row.handle.isNone, object.isThere, object.isFilled() else { return }
    guard object.row.slots == graph.slots else {
      programmerError(
        "\(object.objectID) must be deleted by the context that it is in, but is by another.")
    }
    guard runtime.hasCustomClasses else {
      let reach = DeletionReach(object)
      let isDenied = reach.isDenied
      if !isDenied { unlink(reach) }
      reach.end()
      if isDenied { throw DeletionPlan(deleting: object).report }
      return remove(reach.objects)
    }
    try deleteWithHooks(object)
  }

  private func deleteWithHooks(_ object: ManagedObject) throws {
    // A hook that deletes what is being deleted already has nothing to add.
    if prepared.contains(where: { $0 === object }) { return }
    let isOutermost = prepared.isEmpty
    defer { if isOutermost { prepared = [] } }
    var known = Set(prepared.map(ObjectIdentifier.init))
    for _ in 0..<Self.hookRounds {
      guard object.isThere else { return }
      let reach = DeletionReach(object)
      reach.end()
      if DeletionPlan(deleting: object).denied.isEmpty == false {
        throw DeletionPlan(deleting: object).report
      }
      var isAnyNew = false
      // A hook may add objects to what is deleted, or delete some of it itself.
      for object in reach.objects
      where object.isThere && known.insert(ObjectIdentifier(object)).inserted {
        isAnyNew = true
        // Kept, so that no other object gets its address while it is known.
        prepared.append(object)
        object.prepareForDeletion()
      }
      if isAnyNew { continue }
      let settled = DeletionReach(object)
      unlink(settled)
      settled.end()
      return remove(settled.objects)
    }
    throw ValidationReport([
      ValidationFailure(
        entity: object.runtime.entity.name, objectID: object.objectID, label: object.label,
        .deletionUnstable(rounds: Self.hookRounds))
    ])
  }

  /// Takes the links to what is deleted out of what stays.
  private func unlink(_ reach: DeletionReach) {
    for object in reach.objects {
      for link in object.shape.pointee.links where link.deleteRule != .noAction && link.hasInverse {
        let others = object.related(link.place)
        for other in others where !reach.contains(other) {
          let hint = link.isToMany ? nil : object.row.link(link.place).hint
          other.unlink(object.row.handle, link.inverse(in: other.shape), hint: hint)
        }
      }
    }
  }

  private func remove(_ objects: [ManagedObject]) {
    for object in objects {
      if object.row.state.contains(.inserted) {
        graph.forgetInserted(object)
      } else {
        // The committed values stay: a rollback brings the object back with them.
        graph.noteDeleted(object)
      }
    }
  }

  /// Takes back the insertion of an object, whatever its delete rules say.
  func discard(_ object: ManagedObject) {
    guard object.row.slots == graph.slots, object.row.state.contains(.inserted), object.isThere
    else { return }
    for link in object.shape.pointee.links { object.unlinkOthers(link.place) }
    graph.forgetInserted(object)
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
    let identifying = runtime.identifyingProperties
    if identifying.isEmpty { return nil }
    return ValidationFailure.label(
      for: identifying.map { hasFaded ? row.fadedValue($0.place) : attribute($0.place) })
  }

  final var failureObject: ValidationFailure.Object {
    ValidationFailure.Object(entity: runtime.entity.name, id: objectID, label: label)
  }

  /// A value that a rule speaks of; with the label where it is an object.
  final func failureDetail(_ name: String, _ value: AttributeValue) -> ValidationFailure.Detail {
    guard case .object(let id) = value else { return ValidationFailure.Detail(name, value) }
    return ValidationFailure.Detail(
      name, value, label: context?.registeredObject(for: id)?.label)
  }
}
