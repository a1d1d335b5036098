import ArmatureModel

/// Resolves one conflict of a save by the policy of the context.
struct MergeResolution {
  private let id: ManagedObjectID
  private let current: StoreRow?
  /// True if the save included the object before any conflict was resolved.
  private let isChangedHere: Bool

  init(_ conflict: StoreConflicts.Conflict, isChangedHere: Bool) {
    (id, current) = (conflict.id, conflict.current)
    self.isChangedHere = isChangedHere
  }

  /// Returns whether an object deleted by others is restored. Links changed by a resolution alone do not restore it.
  private func comesBack(in context: ManagedObjectContext) -> Bool {
    switch context.mergePolicy {
    case .objectTrumps, .overwrite: isChangedHere
    default: false
    }
  }

  /// Returns whether an object to be inserted was restored by others with the same key. Both sides have undone its
  /// deletion, so no policy can decide.
  func isTwin(in context: ManagedObjectContext) -> Bool {
    current != nil && object(in: context)?.isInserted == true
  }

  func object(in context: ManagedObjectContext) -> ManagedObject? {
    context.graph.object(for: id)
  }

  /// Returns the conflict as a value, with the changes of both sides.
  func conflict(in context: ManagedObjectContext) -> MergeConflict? {
    guard let object = object(in: context) else { return nil }
    guard let current else {
      return MergeConflict(id: id, kind: .deletedInStore, properties: [])
    }
    let properties = zip(object.runtime.persistentProperties, current.values)
      .compactMap { property, theirs -> MergeConflict.Property? in
        // Derived values cannot conflict: the save computes them again.
        guard property.kind != .objects, !property.isDerived else { return nil }
        let (base, mine) = (object.committedValue(property), object.storedValue(property.place))
        let isOvertaken = property.kind == .object && object.row.state.contains(.overtaken)
        if base == theirs, !isOvertaken || mine == theirs { return nil }
        return MergeConflict.Property(
          entity: id.entityName, name: property.name, base: base, mine: mine, theirs: theirs)
      }
    return MergeConflict(
      id: id, kind: object.isDeleted ? .deletedInContext : .changed, properties: properties)
  }

  /// Bases the object on the current row in the store, if this row does not conflict with the object.
  ///
  /// There is no conflict in two cases:
  /// - The context saves only derived values of the object, and the save computes them again.
  /// - Apart from derived values, the row has the same values as before. For example, another context has changed a
  ///   value and then changed it back, or the store has cleared a link to a deleted object.
  ///
  /// - Returns: True if there is no conflict.
  func takeOverVersion(in context: ManagedObjectContext) -> Bool {
    guard let current, let object = object(in: context), !object.isInserted,
      !object.row.state.contains(.overtaken)
    else { return false }
    let values = zip(object.runtime.persistentProperties, current.values).filter {
      $0.0.kind != .objects && object.committedValue($0.0) != $0.1
    }
    let isSame = values.allSatisfy(\.0.isDerived)
    guard isSame || !object.isDeleted && object.savesDerivedValuesAlone else { return false }
    if !values.isEmpty {
      // The save computes derived values again, and must know the values in the store. So must a rollback of a deletion.
      RowRebase(context.graph).rebase(object, on: current) { $1 && !$0.isDerived }
    }
    object.row.version = current.version
    return true
  }

  /// Returns whether the object keeps its values, with another version for this save alone, because it stays deleted
  /// or is restored.
  func keepsValues(in context: ManagedObjectContext) -> Bool {
    if current == nil { return comesBack(in: context) }
    if case .rollback = context.mergePolicy { return false }
    return object(in: context)?.isDeleted ?? false
  }

  /// Marks an object to be restored as new, so that other restored objects keep their links to it.
  func prepare(in context: ManagedObjectContext) {
    guard current == nil, comesBack(in: context), let object = object(in: context) else { return }
    PendingChanges(context.graph).prepareReinsertion(object)
  }

  /// Bases the object on its present row or removes it.
  ///
  /// - Throws: ``ManagedObjectError`` if a closure resolves to a value that the property cannot have.
  func resolve(in context: ManagedObjectContext) throws {
    guard let object = object(in: context) else { return }
    let (graph, policy) = (context.graph, context.mergePolicy)
    guard let current else {
      return comesBack(in: context)
        ? try PendingChanges(graph).reinsert(object) : RowRebase(graph).removeMissing(object)
    }
    if object.isDeleted {
      // The rebase takes the deletion back if others have given the object to another owner.
      if object.row.state.contains(.cascaded) { RowRebase(graph).rebase(object, on: current) }
      guard object.isDeleted else { return }
      guard case .rollback = policy else { return object.row.version = current.version }
      PendingChanges(graph).undelete(object)
    }
    switch policy {
    case .error: break
    case .storeTrumps:
      let theirs = Set(conflict(in: context)?.properties.map(\.name) ?? [])
      RowRebase(graph).rebase(object, on: current) { property, hasChanged in
        hasChanged && !theirs.contains(property.name)
      }
    case .objectTrumps: RowRebase(graph).rebase(object, on: current)
    case .overwrite:
      RowRebase(graph).rebase(object, on: current) { _, hasChanged in isChangedHere || hasChanged }
    case .rollback:
      PendingChanges(graph).drop(object)
      RowRebase(graph).rebase(object, on: current) { _, _ in false }
    case .resolve(let decide):
      let conflicts = conflict(in: context)?.properties.filter { $0.base != $0.mine } ?? []
      var decided: [String: AttributeValue] = [:]
      for conflict in conflicts {
        decided[conflict.name] = present(decide(conflict), in: context)
      }
      let theirs = Set(conflicts.filter { decided[$0.name] == $0.theirs }.map(\.name))
      RowRebase(graph).rebase(object, on: current) { property, hasChanged in
        hasChanged && !theirs.contains(property.name)
      }
      for conflict in conflicts where !theirs.contains(conflict.name) {
        guard let value = decided[conflict.name],
          let property = object.runtime.property(named: conflict.name)
        else { continue }
        if case .object(let id) = value { try context.takeUp(id) }
        try object.setProperty(PropertyValue(value), property)
      }
    }
  }

  /// Returns a value that a closure has picked; null if it is an object deleted here.
  private func present(
    _ value: AttributeValue, in context: ManagedObjectContext
  ) -> AttributeValue {
    guard case .object(let id) = value, context.graph.object(for: id)?.isDeleted == true else {
      return value
    }
    return .null
  }
}

extension ManagedObject {
  /// True if the save writes derived values only.
  fileprivate final var savesDerivedValuesAlone: Bool {
    let written = runtime.persistentProperties.filter {
      $0.kind != .objects && row.isChanged($0.place) && !row.isAsCommitted($0.place)
    }
    return !written.isEmpty && written.allSatisfy(\.isDerived)
  }
}
