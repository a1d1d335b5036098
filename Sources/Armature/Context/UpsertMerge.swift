import ArmatureModel

/// Merges an inserted object into a saved object that has the same unique values.
///
/// For each property, the merge policy decides which of the two values the saved object gets. All links to the inserted
/// object then move to the saved one, and the inserted object is deleted. If two inserted objects or two saved objects
/// have the same values, they are not merged, because the policy cannot choose between them.
struct UpsertMerge {
  private let context: ManagedObjectContext
  private var graph: ObjectGraph { context.graph }
  /// The inserted objects, each once, in the order of the failures.
  private var inserted: [ManagedObject] = []
  /// The saved object that replaces an inserted one.
  private var saved: [Handle: ManagedObject] = [:]
  /// The unique values by which each saved object was found.
  private var findings: [IdentityDecisions.Finding] = []

  /// Finds the objects whose values are not unique according to a report, and that the policy merges.
  ///
  /// - Throws: Any error of the store.
  init(_ report: ValidationReport, in context: ManagedObjectContext) throws {
    self.context = context
    if case .error = context.mergePolicy { return }
    guard context.graph.store != nil else { return }
    try IdentityResolver(context.graph).find(context.graph.sharedValues(report))
    let pairs = report.compactMap(group).compactMap(pair)
    // A saved object may have these values only here, or may be deleted in the store and have unsaved changes here.
    let rows = try context.graph.storedRows(of: pairs.map(\.saved))
    for pair in pairs where saved[pair.inserted.row.handle] == nil && pair.saved.isFilled() {
      guard let row = rows[pair.saved.row.handle], pair.agrees(with: row) else { continue }
      inserted.append(pair.inserted)
      saved[pair.inserted.row.handle] = pair.saved
      findings.append(pair.finding)
    }
  }

  /// Returns the objects that a failure names and others with the same values; `nil` if several of them are inserted
  /// here.
  private func group(
    _ failure: ValidationFailure
  ) -> (constraint: Int, objects: [ManagedObject])? {
    guard case .rule(.unique(let properties), _, _, let others) = failure.kind,
      let object = failure.objectID.flatMap(graph.object(for:)),
      let number = graph.constraint(over: properties, of: object)
    else { return nil }
    var handles = Set(
      ([failure.objectID] + others.map(\.id)).compactMap { $0 }
        .compactMap { graph.object(for: $0)?.row.handle })
    // A failure names only a few objects, perhaps not the saved one.
    if let (first, others) = graph.indexes.unique[number].group(of: object) {
      handles.formUnion([first] + others.prefix(2))
    }
    let objects = handles.sorted().compactMap { graph.slots.object($0) }
    return objects.count(where: \.isInserted) == 1 ? (number, objects) : nil
  }

  /// Returns the inserted object of a group, and the saved object of the same entity.
  private func pair(_ group: (constraint: Int, objects: [ManagedObject])) -> Pair? {
    guard let inserted = group.objects.first(where: \.isInserted),
      let saved = group.objects.first(where: { !$0.isInserted }), inserted.runtime === saved.runtime
    else { return nil }
    return Pair(
      inserted: inserted, saved: saved, constraint: group.constraint,
      positions: graph.model.constraints[group.constraint].positions)
  }

  /// An inserted object, and the saved object that seems to have the same values of a constraint.
  private struct Pair {
    let inserted: ManagedObject
    let saved: ManagedObject
    let constraint: Int
    let positions: [Int]

    func agrees(with row: StoreRow) -> Bool {
      let places = positions.map { inserted.shape.places[$0].index }
      return zip(saved.runtime.persistentProperties, row.values).allSatisfy { property, value in
        !places.contains(property.place.index) || value == inserted.storedValue(property.place)
      }
    }

    /// The question that the save must ask again.
    var finding: IdentityDecisions.Finding {
      IdentityDecisions.Finding(
        constraint: constraint,
        values: positions.map { inserted.storedValue(inserted.shape.places[$0]) },
        entity: saved.shape.index, use: .merge, id: saved.objectID,
        handle: saved.row.handle)
    }
  }

  /// Merges all pairs.
  ///
  /// - Returns: True if it has merged a pair, so that a save may succeed.
  /// - Throws: ``ManagedObjectError`` if a closure resolves to a value that the property cannot have.
  func run() throws -> Bool {
    if inserted.isEmpty { return false }
    try redirectLinks()
    for object in inserted { try merge(object, into: saved[object.row.handle]) }
    for object in inserted where object.isInserted { try context.delete(object) }
    for finding in findings { _ = graph.decisions.note(finding) }
    return true
  }

  /// Moves links without an inverse to the saved objects. Only changed objects can lead to new ones.
  private func redirectLinks() throws {
    for object in context.insertedObjects + context.updatedObjects {
      for property in object.runtime.links {
        guard let relationship = property.description.asRelationship, relationship.inverse == nil
        else { continue }
        let ends = object.related(property.place)
        guard ends.contains(where: { saved[$0.row.handle] != nil }) else { continue }
        let present = ends.map { saved[$0.row.handle] ?? $0 }
        let value: PropertyValue = relationship.isToMany ? .objects(present) : .object(present[0])
        try object.setProperty(value, property)
      }
    }
  }

  private func merge(_ object: ManagedObject, into saved: ManagedObject?) throws {
    guard let saved else { return }
    for property in object.runtime.properties where !property.isDerived {
      // To-one relationships that lead to the object are changes of the objects that have them.
      var isTheirs = false
      if property.isLink {
        let plan = object.shape.link(at: property.place)
        isTheirs = plan.hasInverse && !plan.isInverseToMany
      }
      if case .rollback = context.mergePolicy, !isTheirs { continue }
      if property.kind == .objects {
        for member in object.related(property.place) {
          try saved.insert(member, into: property.name)
        }
      } else {
        try mergeValue(of: object, into: saved, property)
      }
    }
    try keepParts(of: object)
  }

  /// Sets a value of the saved object as the merge policy decides.
  ///
  /// A value counts as changed in this context if it was set on the inserted object. A default does not count. A value
  /// counts as changed in the store if the saved object has it.
  private func mergeValue(
    of object: ManagedObject, into saved: ManagedObject, _ property: StoredProperty
  ) throws {
    let mine = object.storedValue(property.place)
    let theirs = saved.storedValue(property.place)
    let isSet = object.row.isChanged(property.place)
    if mine == theirs { return }
    let value: AttributeValue
    switch context.mergePolicy {
    case .error: return
    case .rollback: value = mine == .null ? theirs : mine
    case .overwrite: value = mine
    case .objectTrumps: value = isSet ? mine : theirs
    case .storeTrumps: value = isSet && theirs == .null ? mine : theirs
    case .resolve(let decide):
      guard isSet else { return }
      value = decide(
        MergeConflict.Property(
          entity: saved.runtime.entity.name, name: property.name, base: .null, mine: mine,
          theirs: theirs))
    }
    if value != theirs { try saved.setProperty(PropertyValue(value), property) }
  }

  /// Protects objects that existed before the insertion from a cascade.
  private func keepParts(of object: ManagedObject) throws {
    for property in object.runtime.links
    where object.shape.link(at: property.place).deleteRule == .cascade {
      let parts = object.related(property.place)
      let new = parts.filter(\.isInserted)
      if new.count == parts.count { continue }
      try object.setProperty(property.kind == .objects ? .objects(new) : nil, property)
    }
  }
}
