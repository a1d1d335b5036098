import ArmatureModel

/// Checking again, before a save, which objects have the values that earlier decisions used.
extension ManagedObjectContext {
  /// An inserted object was merged into a saved one, which no longer has the values that both had.
  struct MergedElsewhere: Error {
    let conflict: MergeConflict
  }

  /// Returns the saved or pending object with an identity, and the state of the store that it was found in.
  ///
  /// - Throws: Any error of the store.
  func resolve(
    _ value: AttributeValue, ofEntityAt position: Int
  ) throws -> (object: ManagedObject?, token: PersistentHistoryToken?) {
    guard let number = graph.indexes.identity(ofEntityAt: position) else { return (nil, nil) }
    guard let store = graph.store else {
      return (graph.indexes.object(ofEntityAt: position, identifiedBy: value), nil)
    }
    try prepareFetch()
    return try operation {
      let resolver = IdentityResolver(graph, try readerAfterMerging(store))
      try resolver.find([[value]], of: number, trustsPending: true)
      return (
        resolver.holder(of: [value], number, ofEntityAt: position), resolver.token
      )
    }
  }

  /// Checks links and updates that refer to objects by unique values, and corrects them if the store has changed.
  ///
  /// For example, a loaded record may refer to an author by name. By the time of the save, another context may have
  /// given this name to a different author. The link is then corrected, so that it leads to the author who has the name
  /// in the state of the store on which the save bases its decisions.
  ///
  /// - Throws:
  ///   - ``ValidationReport`` with each link to a value that no object has any more.
  ///   - ``MergeConflicts`` if an updated object was deleted or now has another value, unless the policy keeps the
  ///     update.
  ///   - Any error of the store.
  func confirmIdentities() throws {
    guard !graph.decisions.isEmpty, let store = graph.store else { return }
    let open = try decisionState.map { try $0.reader() } ?? store.reader()
    if let token = try decisionState?.token ?? open?.token(), token == graph.decisions.token,
      !graph.decisions.hasLost
    {
      return
    }
    let resolver = IdentityResolver(graph, try open ?? store.reader())
    for (number, findings) in graph.decisions.findings.grouped(by: { $0.constraint }) {
      try resolver.find(findings.map(\.values), of: number)
    }
    try graph.throwStoreError()
    let mark = graph.mark(beginsStep: false)
    do {
      try confirm(by: resolver)
    } catch {
      graph.goBack(to: mark)
      throw error
    }
    graph.keepChanges(since: mark)
    graph.decisions.confirm(resolver.token)
  }

  /// Passes the decisions made by identities to the parent, which now has the changes, and forgets them.
  func endDecisions() {
    if !graph.decisions.isEmpty { graph.source.parent?.take(graph.decisions, of: graph.slots) }
    graph.decisions.removeAll()
  }

  private func confirm(by resolver: IdentityResolver) throws {
    var moved: [Int32: ManagedObject?] = [:]
    var conflicts: [MergeConflict] = []
    for (position, finding) in graph.decisions.findings.enumerated() {
      var holder = resolver.holder(
        of: finding.values, finding.constraint, ofEntityAt: finding.entity,
        preferring: finding.handle)
      if finding.use == .end, let ghost = holder?.row.handle, resolver.ghosts.contains(ghost),
        !comesBack(ghost)
      {
        holder = nil
      } else if holder?.row.handle == finding.handle {
        // The commit finds the conflict of an object changed here and deleted by others.
        continue
      }
      // A context that changes the values decides itself.
      if resolver.isPending(finding.handle, finding.constraint) { continue }
      switch finding.use {
      case .end: moved[Int32(position)] = .some(holder)
      case .update:
        if try !isDecided(finding, position, holder) { conflicts.append(conflict(finding)) }
      case .merge: throw MergedElsewhere(conflict: conflict(finding))
      }
    }
    if !conflicts.isEmpty { throw MergeConflicts(conflicts: conflicts) }
    if moved.isEmpty { return }
    try move(moved)
    // Apart from the moved links, these objects have nothing to save.
    let left = resolver.ghosts.compactMap { graph.slots.object($0) }
      .filter { !$0.hasPersistentChangedValues }
    try RowRebase(graph).readAgain(left, cut: Set(left.map(\.row.handle)))
  }

  /// Returns whether the save restores an object that others have deleted.
  private func comesBack(_ handle: Handle) -> Bool {
    switch mergePolicy {
    case .objectTrumps, .overwrite:
      graph.slots.object(handle)?.row.state.contains(.updated) ?? false
    default: false
    }
  }

  // MARK: Links

  /// Moves links to the objects that now have the values.
  private func move(_ moved: [Int32: ManagedObject?]) throws {
    var report = ValidationReport()
    // All members of a list are replaced at once, because two of them may have swapped their values.
    var lists: [MovedList: [Handle: ManagedObject]] = [:]
    for (position, link) in graph.decisions.links.enumerated() {
      guard let holder = moved[link.finding],
        let owner = graph.slots.object(link.owner),
        owner.row.state.isDisjoint(with: .deleted | .invalidated)
      else { continue }
      let finding = graph.decisions.findings[Int(link.finding)]
      let property = owner.runtime.properties[Int(link.property)]
      let isLost = graph.decisions.lostLinks.contains(position)
      guard graph.leads(link) || isLost && owner.hasNoEnd(property) else { continue }
      if let holder, property.kind == .object {
        try owner.setProperty(.object(holder), property)
      } else if let holder {
        lists[MovedList(owner: link.owner, property: link.property), default: [:]][
          finding.handle] = holder
      } else {
        let value = finding.values[0]
        report.append(
          ValidationFailure(
            entity: owner.runtime.entity.name, objectID: owner.objectID, label: owner.label,
            keyPath: [property.name],
            .brokenReference(
              entity: graph.model.entities[finding.entity].name, identifier: value),
            value: value, ruleSite: property.description.site))
      }
    }
    guard report.isValid else { throw report }
    for (list, holders) in lists.sorted(by: { $0.key < $1.key }) {
      guard let owner = graph.slots.object(list.owner) else { continue }
      try owner.replaceMembers(of: owner.runtime.properties[Int(list.property)], by: holders)
    }
    for (position, holder) in moved {
      guard let holder else { continue }
      graph.decisions.findings[Int(position)].handle = holder.row.handle
    }
  }

  /// A to-many relationship with members to replace.
  private struct MovedList: Hashable, Comparable {
    let owner: Handle
    let property: UInt16

    static func < (left: MovedList, right: MovedList) -> Bool {
      (left.owner, left.property) < (right.owner, right.property)
    }
  }

  // MARK: Updates

  /// Returns whether an update stays although its object is deleted or has other values in the store. The policy may
  /// restore the object, or keep the record's values.
  private func isDecided(
    _ finding: IdentityDecisions.Finding, _ position: Int, _ holder: ManagedObject?
  ) throws -> Bool {
    guard let object = graph.slots.object(finding.handle) else {
      // The object may be deleted here, or its insertion taken back.
      return !graph.decisions.lostUpdates.contains(position)
    }
    if !object.row.state.contains(.updated), !finding.isUnchanged { return true }
    switch mergePolicy {
    case .objectTrumps, .overwrite: break
    default: return false
    }
    if holder != nil { return false }
    let constraint = graph.model.constraints[finding.constraint]
    for (name, value) in zip(constraint.properties, finding.values) {
      guard let property = object.runtime.property(named: name) else { continue }
      try object.setProperty(PropertyValue(value), property)
    }
    return true
  }

  private func conflict(_ finding: IdentityDecisions.Finding) -> MergeConflict {
    guard let object = graph.slots.object(finding.handle) else {
      return MergeConflict(id: finding.id, kind: .deletedInStore, properties: [])
    }
    let names = graph.model.constraints[finding.constraint].properties
    return MergeConflict(
      id: finding.id, kind: .changed,
      properties: zip(names, finding.values).map { name, value in
        MergeConflict.Property(
          entity: finding.id.entityName, name: name, base: value, mine: value,
          theirs: object[name] ?? .null)
      })
  }
}

extension ManagedObject {
  /// Returns whether a relationship has stayed empty since it was cleared; always true for a list, which may have
  /// other members.
  fileprivate final func hasNoEnd(_ property: StoredProperty) -> Bool {
    property.kind == .objects || row.link(property.place).handle.isNone
  }

  /// Replaces members of a relationship. Each new member takes the position of the replaced one, or goes to the end.
  ///
  /// - Parameter holders: The new members by the members that they replace.
  fileprivate final func replaceMembers(
    of property: StoredProperty, by holders: [Handle: ManagedObject]
  ) throws(ManagedObjectError) {
    let former = related(property.place)
    let kept = Set(former.map(\.row.handle).filter { holders[$0] == nil })
    var seen = kept
    var members: [ManagedObject] = []
    for member in former {
      guard let holder = holders[member.row.handle] else {
        members.append(member)
        continue
      }
      if seen.insert(holder.row.handle).inserted { members.append(holder) }
    }
    for (_, holder) in holders.sorted(by: { $0.key < $1.key })
    where seen.insert(holder.row.handle).inserted {
      members.append(holder)
    }
    try setProperty(.objects(members), property)
  }
}
