import Armature
import ArmatureModel

/// The expected result of a save.
private struct Forecast {
  var rows: StoreHistoryRows
  /// The objects that another context has changed or deleted.
  var conflicts: Set<Int64> = []
  /// Whether the context or the store may reject the save.
  var mayBeRejected = false
  /// The pairs with an unpredictable state.
  var open: Set<StoreHistoryPair> = []
  /// Objects deleted by another context that are restored if their lists have changed.
  var mayReturn: Set<Int64> = []
  /// Deleted objects that a policy may keep.
  var mayStay: Set<Int64> = []
  /// Restored rows; their links cannot be predicted.
  var revived: Set<Int64> = []
  /// The committed and the saved values of the objects in conflict.
  var reasons: [String] = []
  /// Whether a conflict is uncertain.
  var isOpen = false
}

extension StoreHistory {
  func save(_ index: Int) throws -> String? {
    let context = sides[index].context
    let (name, policy) =
      random.oneIn(3) ? ("error", .error) : random.pick(MergePolicy.all(keeping: "n"))
    note("\(sides[index].name): save, \(name)")
    context.mergePolicy = policy
    forgetWhatIsGone()
    // Automatic merging comes first.
    _ = try context.count("Tag")
    forgetWhatIsGone()
    let side = sides[index]
    var forecast = forecast(side, policy)
    let before = view(side)
    do {
      try context.save()
    } catch let error as MergeConflicts {
      count("conflict")
      let keys = Set(error.conflicts.map(\.id.key))
      if case .error = policy {} else { return "there are conflicts with a policy: \(error)" }
      let loose = saved.loose.union(forecast.conflicts).union(forecast.mayReturn)
      if !forecast.isOpen, !keys.isSubset(of: loose) || !forecast.conflicts.isSubset(of: keys) {
        return
          "the conflicts are of \(keys.sorted()), and must be of \(forecast.conflicts.sorted())"
      }
      let after = view(side)
      if after != before { return "a save that fails changes\n\(before)\nto\n\(after)" }
      return storeProblem()
    } catch let error where error is ValidationReport || error is ManagedObjectError {
      count("refusal")
      if !forecast.mayBeRejected { return "it must be saved, but \(error)" }
      if let problem = storeProblem() { return "a save that is refused: \(problem)" }
      context.rollback()
      sides[index].pending = StoreHistoryPending()
      return nil
    }
    count(forecast.conflicts.isEmpty ? "save" : "resolved by \(name)")
    if case .error = policy, !forecast.conflicts.isEmpty {
      return
        "an update of \(forecast.conflicts.sorted()) is lost without a conflict: \(forecast.reasons)"
    }
    if context.hasChanges { return "there are changes after a save" }
    if case .error = policy {} else { noteMerges(side, &forecast) }
    sides[index].pending = StoreHistoryPending()
    adopt(forecast)
    return storeProblem()
  }

  /// Lets the store fail during an operation, after which nothing must have changed.
  func fail(_ index: Int) throws -> String? {
    note("\(sides[index].name): the store fails")
    // Automatic merging comes first.
    _ = try sides[index].context.count("Tag")
    forgetWhatIsGone()
    let side = sides[index]
    let before = view(side)
    store.fails = true
    defer { store.fails = false }
    var failures = 0
    let attempts: [() throws -> Void] = [
      { try side.context.save() },
      { _ = try side.context.fetch("Book") },
      { _ = try side.context.count("Tag") },
    ]
    for attempt in attempts {
      do {
        try attempt()
      } catch is CountingStore.Failure {
        failures += 1
      } catch is ValidationReport {
        failures += 1
      }
    }
    count("failure")
    store.fails = false
    let after = view(side)
    if after != before, failures == 3 {
      return "a store that fails changes\n\(before)\nto\n\(after)"
    }
    if failures == 2, side.pending.edits.isEmpty, side.pending.inserted.isEmpty,
      side.pending.deleted.keys.allSatisfy({ saved.rows[$0] == nil })
    {
      // A save without changes does not use the store.
      sides[index].pending = StoreHistoryPending()
      return storeProblem()
    }
    if failures < 3 { return "only \(failures) calls of a store that fails have failed" }
    return storeProblem()
  }

  // MARK: What must come of it

  private func forecast(_ side: StoreHistorySide, _ policy: MergePolicy) -> Forecast {
    let pending = side.pending
    var forecast = Forecast(rows: saved)
    forecast.open = pending.open
    for (key, entity) in pending.inserted {
      forecast.rows.rows[key] = StoreHistoryRows.Row(
        entity: entity, values: (pending.edits[key] ?? [:]).filter { !$0.value.isNull })
    }
    for (key, values) in pending.edits where pending.inserted[key] == nil {
      resolve(key, values, side, policy, &forecast)
    }
    // Objects deleted by another context may have changed lists only.
    for object in side.context.updatedObjects {
      let key = object.objectID.key
      if saved.rows[key] == nil, pending.edits[key] == nil { forecast.mayReturn.insert(key) }
    }
    var deleted = Set(pending.deleted.keys)
    for (key, base) in pending.deleted {
      guard let row = saved.rows[key] else { continue }
      if saved.loose.contains(key) {
        forecast.isOpen = true
        if case .rollback = policy { forecast.mayStay.insert(key) }
      }
      guard row.values != known(base, of: key, side) else { continue }
      forecast.conflicts.insert(key)
      if case .rollback = policy {
        deleted.remove(key)
        // Its chapters and tags cannot be predicted: they are restored with it or stay.
        forecast.revived.insert(key)
        for (chapter, values) in pending.edits where values["book"] == .null {
          forecast.revived.insert(chapter)
        }
      }
    }
    forecast.rows.pairs.formUnion(pending.added)
    forecast.rows.pairs.subtract(pending.removed)
    forecast.rows.delete(deleted)
    let links = forecast.rows.rows.values.compactMap { StoreHistoryRows.key($0.values["book"]) }
    let ends = links + forecast.rows.pairs.flatMap { [$0.book, $0.tag] }
    let texts = forecast.rows.rows.values.filter { $0.entity == "Tag" }.compactMap {
      $0.values["t"]
    }
    forecast.mayBeRejected =
      forecast.mayBeRejected || ends.contains { forecast.rows.rows[$0] == nil }
      || Set(texts).count < texts.count
      || hasKnownDuplicate(side) || !forecast.mayReturn.isEmpty
      || !forecast.conflicts.isEmpty && hasOvertakenText(side)
    // A saved link to an object that another context has deleted has no value.
    for (key, row) in forecast.rows.rows {
      guard let book = StoreHistoryRows.key(row.values["book"]), forecast.rows.rows[book] == nil
      else { continue }
      if forecast.mayReturn.contains(book) { forecast.revived.insert(key) }
      forecast.rows.rows[key]?.values["book"] = nil
    }
    forecast.rows.pairs = forecast.rows.pairs.filter { pair in
      forecast.rows.rows[pair.book] != nil && forecast.rows.rows[pair.tag] != nil
    }
    return forecast
  }

  /// Returns the values of a deleted object that the context has read or merged since; the save deletes the object in
  /// this state.
  private func known(
    _ base: [String: AttributeValue], of key: Int64, _ side: StoreHistorySide
  ) -> [String: AttributeValue] {
    side.context.deletedObjects.first { $0.objectID.key == key }.flatMap(self.base) ?? base
  }

  /// Returns whether two tags have the same text in a context, regardless of other saves.
  private func hasKnownDuplicate(_ side: StoreHistorySide) -> Bool {
    let texts = side.context.registeredObjects.filter { $0.entity.name == "Tag" }
      .compactMap { try? $0.value(forKey: "t") as AttributeValue }.filter { !$0.isNull }
    return Set(texts).count < texts.count
  }

  /// Returns whether a context knows a tag with a text that another tag now has, which a merge may pick up.
  private func hasOvertakenText(_ side: StoreHistorySide) -> Bool {
    side.context.registeredObjects.contains { object in
      guard object.entity.name == "Tag",
        let text = try? object.value(forKey: "t") as AttributeValue,
        !text.isNull
      else { return false }
      return saved.rows.contains { key, row in
        key != object.objectID.key && row.entity == "Tag" && row.values["t"] == text
      }
    }
  }

  /// Adopts merges of new tags into saved ones with the same text, whose result is not predicted here.
  private func noteMerges(_ side: StoreHistorySide, _ forecast: inout Forecast) {
    let context = container.makeContext()
    for (key, entity) in side.pending.inserted where entity == "Tag" {
      guard let text = side.pending.edits[key]?["t"], !text.isNull else { continue }
      // A changed tag with the same text is read again first, and may then have another text.
      let others = forecast.rows.rows.filter { $0 != key && $1.entity == "Tag" }
      forecast.revived.formUnion(others.filter { $1.values["t"] == text }.keys)
      guard
        let same = saved.rows.first(where: { $1.entity == "Tag" && $1.values["t"] == text })?.key,
        (try? context.existingObject(with: forecast.rows.id(key, container))) == nil
      else { continue }
      count("merge of what is inserted")
      forecast.rows.delete([key])
      forecast.revived.insert(same)
    }
  }

  /// Predicts the state of an object that a context has changed.
  private func resolve(
    _ key: Int64, _ mine: [String: AttributeValue], _ side: StoreHistorySide,
    _ policy: MergePolicy, _ forecast: inout Forecast
  ) {
    guard let object = side.context.registeredObject(for: id(key, side.pending)),
      let base = base(object)
    else { return }
    var whole = base
    for (name, value) in mine { whole[name] = value.isNull ? Optional.none : value }
    guard var row = saved.rows[key] else {
      forecast.conflicts.insert(key)
      switch policy {
      case .objectTrumps, .overwrite:
        forecast.rows.rows[key] = StoreHistoryRows.Row(entity: object.entity.name, values: whole)
        forecast.revived.insert(key)
        returned.insert(key)
      default: break
      }
      return
    }
    // A chapter may have been read in a book that another context has deleted.
    let read = StoreHistoryRows.key(object.committedValues(forKeys: ["book"])["book"])
    if let read, saved.rows[read] == nil {
      forecast.revived.insert(key)
      forecast.mayBeRejected = true
    }
    // A chapter added to a deleted book can end in no book or in its previous one.
    if let book = StoreHistoryRows.key(mine["book"]), forecast.rows.rows[book] == nil {
      forecast.revived.insert(key)
    }
    let theirs = row.values
    if saved.loose.contains(key) { forecast.isOpen = true }
    let isConflict = theirs != base
    if isConflict {
      forecast.conflicts.insert(key)
      forecast.reasons.append("\(key) was read as \(base), and is saved as \(theirs)")
      if case .rollback = policy {
        let pairs = side.pending.added.union(side.pending.removed)
        forecast.open.formUnion(pairs.filter { $0.contains(key) })
      }
    }
    // A chapter that others have moved is not cut off by the deletion of the book that it had.
    let isMoved =
      side.pending.cut[key] != nil && mine["book"]?.isNull == true && theirs["book"] != base["book"]
    if isMoved { whole["book"] = theirs["book"] }
    for (name, value) in mine {
      let isTheirs = theirs[name] != base[name]
      if isMoved, name == "book" { continue }
      switch policy {
      case .storeTrumps where isTheirs, .rollback where isConflict: continue
      case .resolve where isTheirs && name != "n": continue
      default: row.values[name] = value.isNull ? Optional.none : value
      }
    }
    if case .overwrite = policy, isConflict { row.values = whole }
    forecast.rows.rows[key] = row
  }

  /// Records rows with new versions that their numbers do not show.
  private func noteVersions(since former: StoreHistoryRows) {
    for (key, row) in saved.rows {
      let before = former.rows[key]
      if before?.values["n"] != row.values["n"] {
        saved.loose.remove(key)
      } else if before != row {
        saved.loose.insert(key)
      }
    }
  }

  /// Adopts the result of a save, including its unpredicted parts.
  private func adopt(_ forecast: Forecast) {
    let former = saved
    saved = forecast.rows
    defer { noteVersions(since: former) }
    let context = container.makeContext()
    for key in forecast.mayReturn {
      let id = ManagedObjectID(
        entityName: entities[key] ?? "", key: key, storeID: container.store.identifier)
      guard let object = try? context.existingObject(with: id) else { continue }
      saved.rows[key] = StoreHistoryRows.Row(
        entity: object.entity.name, values: base(object) ?? [:])
      returned.insert(key)
    }
    for key in forecast.mayStay where saved.rows[key] == nil {
      guard let row = former.rows[key],
        let object = try? context.existingObject(with: former.id(key, container))
      else { continue }
      saved.rows[key] = StoreHistoryRows.Row(entity: row.entity, values: base(object) ?? [:])
    }
    let revived = forecast.revived.union(forecast.mayReturn)
    guard forecast.isOpen || !forecast.open.isEmpty || !revived.isEmpty else { return }
    for key in saved.rows.keys.sorted() {
      guard let object = try? context.existingObject(with: saved.id(key, container)) else {
        continue
      }
      let isOpen = forecast.isOpen || revived.contains(key)
      let values = base(object) ?? [:]
      // A restored book restores its chapters.
      let isTaken = StoreHistoryRows.key(values["book"]).map(revived.contains) ?? false
      if isOpen || isTaken { saved.rows[key]?.values = values }
      guard ["Book", "Novel"].contains(object.entity.name) else { continue }
      let tags = Set((try? object.objectIDs(forRelationshipNamed: "tags").map(\.key)) ?? [])
      for pair in saved.pairs.union(tags.map { StoreHistoryPair(book: key, tag: $0) })
      where pair.book == key {
        guard isOpen || forecast.open.contains(pair) || revived.contains(pair.tag) else {
          continue
        }
        if tags.contains(pair.tag) { saved.pairs.insert(pair) } else { saved.pairs.remove(pair) }
      }
    }
  }
}
