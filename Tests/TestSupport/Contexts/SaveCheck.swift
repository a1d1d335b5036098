import Armature
import ArmatureModel

/// The expected result of a save, derived from the previous state, the pending changes, and the policy.
struct SaveCheck {
  let model: ManagedObjectModel
  let policy: MergePolicy
  /// Whether the save goes to a parent, where the child's values win.
  let isChild: Bool
  let isStale: Bool
  let before: GraphImage
  var pending: PendingChanges
  /// The saved objects into which inserted ones were merged, by the inserted objects' keys.
  var merges: [Int64: Int64] = [:]

  /// The updated and deleted objects whose saved values differ from the ones read.
  private var conflicts: Set<Int64> {
    var conflicts: Set<Int64> = []
    for (key, change) in pending.updated
    where !change.mine.isEmpty && (isChild ? before.rows[key] == nil : differs(key, change)) {
      conflicts.insert(key)
    }
    if isChild { return conflicts }
    // Another context has undone the same deletion.
    conflicts.formUnion(pending.inserted.keys.filter { before.rows[$0] != nil })
    for (key, change) in pending.deleted where before.rows[key] != nil && differs(key, change) {
      conflicts.insert(key)
    }
    return conflicts
  }

  var hasConflicts: Bool { !conflicts.isEmpty || !possibleConflicts.isEmpty || !merges.isEmpty }

  /// The updated and deleted objects that were read with a link to an object deleted since. Whether the context knows
  /// of the deletion is unknown here.
  private var possibleConflicts: Set<Int64> {
    if isChild { return [] }
    return Set(
      pending.updated.merging(pending.deleted) { $1 }.filter { _, change in
        !change.leadingToDeleted.isEmpty
          || change.base.contains { name, value in
            guard model.isLink(name, of: change.entity), case .int(let end) = value else {
              return false
            }
            return before.rows[end] == nil
          }
      }.keys)
  }

  /// Whether the parent may read other saves itself, as an outdated parent does.
  private var readsAgain: Bool { isChild && isStale }

  /// Whether conflicts are possible: only if other contexts have saved.
  var mayConflict: Bool { isStale || hasConflicts }

  /// Returns whether a row differs from the values read. A link cleared by another context's deletion differs, unless
  /// the context knows of it.
  private func differs(
    _ key: Int64, _ change: PendingChanges.Change, inLinks: Bool = true
  ) -> Bool {
    guard let row = before.rows[key] else { return true }
    return change.base.contains { name, value in
      if !inLinks, model.isLink(name, of: row.entity) { return false }
      if model.isLink(name, of: row.entity) {
        let end = row.ends[name].map { AttributeValue.int($0) } ?? .null
        return end != value
      }
      return row.values[name] ?? .null != value
    }
  }

  /// Returns whether other contexts have saved the values that an update sets. If the save reads the object again, the
  /// object no longer has changes.
  private func isInStore(_ key: Int64, _ change: PendingChanges.Change) -> Bool {
    guard let row = before.rows[key], change.added.isEmpty, change.removed.isEmpty else {
      return false
    }
    return change.mine.allSatisfy { name, value in
      !model.isLink(name, of: row.entity) && (row.values[name] ?? .null) == value
    }
  }

  // MARK: In the store

  /// Returns the problem with the state after the save.
  func problem(_ after: GraphImage) -> String? {
    // Objects in a cascade may be deleted regardless of other changes; a deletion applies its rule to objects that
    // other contexts have linked to the deleted one.
    let lost = conflicts.filter { key in
      if let change = pending.updated[key], isInStore(key, change) { return false }
      return pending.deleted[key].map { differs(key, $0, inLinks: false) }
        ?? (after.rows[key] != nil)
    }
    if case .error = policy, !isChild, let key = lost.min() {
      return "an update of \(key) is lost without a conflict: it was read as "
        + "\((pending.updated[key] ?? pending.deleted[key])?.base ?? [:]), and is \(before.rows[key]?.values ?? [:]) \(before.rows[key]?.ends ?? [:])"
    }
    return mergeProblem(after) ?? insertionProblem(after) ?? updateProblem(after)
      ?? deletionProblem(after)
      ?? otherProblem(after) ?? denial(after)
  }

  private func insertionProblem(_ after: GraphImage) -> String? {
    for (key, change) in pending.inserted.sorted(by: { $0.key < $1.key })
    where merges[key] == nil {
      guard let row = after.rows[key] else {
        // A link from another context to a deleted object can delete it as well.
        if isCascadedInserted(change, after) { continue }
        return "\(change.entity) \(key) is not inserted"
      }
      if let problem = problem(key, change, row, after, isMine: { _ in true }) { return problem }
    }
    return nil
  }

  private func updateProblem(_ after: GraphImage) -> String? {
    for (key, change) in pending.updated.sorted(by: { $0.key < $1.key })
    where !merges.values.contains(key) {
      guard let former = before.rows[key] else {
        // Another context has deleted it.
        switch policy {
        case .objectTrumps, .overwrite:
          // A link from another context to a deleted object may have deleted it as well.
          if !isCut(change, after), !isCascaded(key, after), after.rows[key] == nil {
            return "\(key) does not come back"
          }
        case .error: break
        default:
          if after.rows[key] != nil { return "\(key) comes back, which others have deleted" }
        }
        continue
      }
      guard let row = after.rows[key] else {
        if isCascaded(key, after) { continue }
        return "\(former.entity) \(key) is gone"
      }
      let problem = problem(key, change, row, after) { name in
        let theirs = former.values[name] ?? former.ends[name].map { .int($0) } ?? .null
        var isTheirs = !isChild && theirs != change.base[name] ?? .null
        // A link that another context has changed as well may have been read again before the save.
        if isStale, model.isLink(name, of: former.entity), row.ends[name] == former.ends[name] {
          isTheirs = true
        }
        // A link that was only cleared from its other end gives way to another context's link.
        if isTheirs, change.mine[name] == .null, row.ends[name] == former.ends[name],
          case .int(let end)? = change.base[name], pending.updated[end] != nil
        {
          return false
        }
        switch policy {
        case .storeTrumps: return !isTheirs
        case .rollback:
          return isChild
            || !isTheirs && !conflicts.contains(key) && !possibleConflicts.contains(key)
        case .resolve: return !isTheirs || name == "n"
        default: return true
        }
      }
      if let problem { return problem }
      // Properties unchanged in this context have the values that other contexts saved.
      if case .overwrite = policy, hasConflicts { continue }
      if readsAgain { continue }
      for name in ["n", "t"]
      where !change.mine.keys.contains(name) && row.values[name] != former.values[name] {
        return "\(former.entity) \(key).\(name) was \(former.values[name] ?? .null), "
          + "and is \(row.values[name] ?? .null)"
      }
    }
    return nil
  }

  /// Returns whether a change consists only of links to objects that are missing after the save, because deletions
  /// removed them.
  ///
  /// - Parameter orBack: Whether to include objects restored by the save, because their links were lost meanwhile.
  private func isCut(
    _ change: PendingChanges.Change, _ after: GraphImage, orBack: Bool = false
  ) -> Bool {
    change.removed.isEmpty && change.added.values.joined().allSatisfy { after.rows[$0] == nil }
      && change.mine.allSatisfy { name, value in
        guard model[change.entity]?.property(named: name)?.asRelationship != nil,
          case .int(let target) = value
        else { return false }
        return after.rows[target] == nil || orBack && pending.inserted[target] != nil
      }
  }

  /// Returns the problem with an object's saved values: attributes are exact; links must be present if both ends exist.
  private func problem(
    _ key: Int64, _ change: PendingChanges.Change, _ row: GraphImage.Row, _ after: GraphImage,
    isMine: (String) -> Bool
  ) -> String? {
    for (name, value) in change.mine.sorted(by: { $0.key < $1.key }) where isMine(name) {
      guard let link = model[row.entity]?.property(named: name)?.asRelationship else {
        if row.values[name] ?? .null != value {
          return
            "\(row.entity) \(key).\(name) is \(row.values[name] ?? .null), and must be \(value)"
        }
        continue
      }
      let end = row.ends[name].map { AttributeValue.int($0) } ?? .null
      if end == value { continue }
      if case .int(let target) = value, after.rows[target] == nil { continue }
      // Reverting a deletion restores its links.
      if let end = row.ends[name], pending.deleted[end] != nil, conflicts.contains(end) { continue }
      // For a one-to-one link, either side may have been resolved differently.
      if hasConflicts || mayGiveUp && row.ends[name] == nil, isOneToOne(link) { continue }
      return "\(row.entity) \(key).\(name) leads to \(end), and must to \(value)"
    }
    for (name, added) in change.added where !hasConflicts {
      for member in added.sorted()
      where after.rows[member] != nil && !after.targets(key, name).contains(member) {
        return "\(row.entity) \(key).\(name) has got \(member), and is \(after.targets(key, name))"
      }
    }
    // Objects evicted from an outdated context look as if they were removed.
    for (name, removed) in change.removed where !hasConflicts && !isStale {
      for member in removed.sorted() where after.targets(key, name).contains(member) {
        return "\(row.entity) \(key).\(name) has lost \(member), and is \(after.targets(key, name))"
      }
    }
    return nil
  }

  /// Whether a link may be replaced by another context's: it may have been read again before the save, and then it
  /// counts as changed there, which is unknown here.
  private var mayGiveUp: Bool {
    switch policy {
    case .storeTrumps, .rollback, .resolve: isStale
    default: false
    }
  }

  private func isOneToOne(_ link: RelationshipDescription) -> Bool {
    link.inverse.flatMap { model[link.destination]?.property(named: $0)?.asRelationship }
      .map { !$0.isToMany && !link.isToMany } ?? false
  }

  private func deletionProblem(_ after: GraphImage) -> String? {
    for key in pending.deleted.keys.sorted() where after.rows[key] != nil {
      if case .rollback = policy, conflicts.union(possibleConflicts).contains(key) { continue }
      if pending.hasLeftOwners(key, before, model) { continue }
      return "\(key) is deleted, and there"
    }
    return nil
  }

  // MARK: What nobody has touched

  private func otherProblem(_ after: GraphImage) -> String? {
    for (key, row) in before.rows.sorted(by: { $0.key < $1.key })
    where pending.updated[key] == nil && pending.deleted[key] == nil
      && !merges.values.contains(key)
    {
      guard let now = after.rows[key] else {
        // The parent may have learned of another context's deletion.
        if isCascaded(key, after) || readsAgain { continue }
        return "\(row.entity) \(key) is gone, which nobody has deleted"
      }
      if now.values != row.values, !readsAgain {
        return "\(row.entity) \(key) was \(row.values), and is \(now.values), which nobody has set"
      }
      for (name, end) in row.ends where now.ends[name] != end {
        guard let link = model[row.entity]?.property(named: name)?.asRelationship else { continue }
        // The target is deleted, or another context has changed the link.
        if after.rows[end] == nil || isOneToOne(link) || hasConflicts { continue }
        return "\(row.entity) \(key).\(name) led to \(end), and leads to \(now.ends[name] ?? 0)"
      }
    }
    for key in after.rows.keys.sorted()
    where before.rows[key] == nil && pending.inserted[key] == nil && pending.updated[key] == nil {
      switch policy {
      // An object that is saved completely may lead to it.
      case .objectTrumps where hasConflicts, .overwrite where hasConflicts: continue
      default: return "\(key) is there, which nobody has inserted"
      }
    }
    return nil
  }

  /// Returns whether a deleted object led to an object by a cascade, in the view of the store or the context.
  private func isCascaded(_ key: Int64, _ after: GraphImage) -> Bool {
    before.rows.contains { other, row in
      after.rows[other] == nil
        && (model[row.entity]?.relationships ?? []).contains {
          $0.deleteRule == .cascade
            && (before.targets(other, $0.name).contains(key) || pending.updated[other] != nil
              || pending.updated[key] != nil)
        }
    }
  }

  /// Returns whether a relationship of a new object leads to an object deleted by a cascade that led to the new one.
  private func isCascadedInserted(_ change: PendingChanges.Change, _ after: GraphImage) -> Bool {
    (isStale || !merges.isEmpty)
      && (model[change.entity]?.relationships ?? []).contains { link in
        guard let inverse = link.inverse,
          model[link.destination]?.property(named: inverse)?.asRelationship?.deleteRule == .cascade
        else { return false }
        guard case .int(let end)? = change.mine[link.name] else { return link.isToMany }
        return after.rows[end] == nil
      }
  }

  /// Returns a deletion that a deny rule forbids in the state saved by other contexts.
  private func denial(_ after: GraphImage) -> String? {
    for (key, row) in before.rows.sorted(by: { $0.key < $1.key }) where after.rows[key] == nil {
      for link in model[row.entity]?.relationships ?? [] where link.deleteRule == .deny {
        for target in before.targets(key, link.name) where after.rows[target] != nil {
          // Objects unlinked here do not deny the deletion any more.
          if isUnlinked(target, from: key, link) { continue }
          return "\(row.entity) \(key) is deleted, whose \(link.name) leads to \(target)"
        }
      }
      for link in model[row.entity]?.relationships ?? [] where link.deleteRule == .cascade {
        for target in before.targets(key, link.name) where after.rows[target] != nil {
          if isUnlinked(target, from: key, link) { continue }
          return "\(row.entity) \(key) is deleted, and \(target) stays, which \(link.name) leads to"
        }
      }
    }
    return nil
  }

  /// Returns whether the context has removed a link between a deleted object and another one.
  private func isUnlinked(
    _ target: Int64, from key: Int64, _ link: RelationshipDescription
  ) -> Bool {
    // The context has removed the link of the object itself, which also applies to links from other contexts.
    if let own = pending.updated[key],
      own.mine[link.name] == .null || own.leadingToDeleted.contains(link.name)
    {
      return true
    }
    guard let change = pending.updated[target] ?? pending.deleted[target] else { return false }
    guard let inverse = link.inverse,
      let back = model[change.entity]?.property(named: inverse)?.asRelationship
    else { return true }
    // Many-to-many: any context that changed the list may have removed it.
    if back.isToMany { return true }
    return change.base[inverse] == .int(key)
      || change.mine.keys.contains(inverse) || change.leadingToDeleted.contains(inverse)
  }

  // MARK: Here

  /// Returns the differences between the saving context's view and the saved state.
  func problem(_ after: GraphImage, seenBy here: GraphImage) -> String? {
    for (key, row) in here.rows.sorted(by: { $0.key < $1.key }) {
      guard let saved = after.rows[key] else {
        // The context did not query deletions by others, because none of its changes remained to be saved.
        if isStale, let change = pending.updated[key],
          isCut(change, after, orBack: before.rows[key] == nil)
        {
          continue
        }
        return "\(key) is here, and not saved"
      }
      for name in Set(row.values.keys).union(saved.values.keys).sorted()
      where row.values[name] != saved.values[name] {
        // A child reads its parent's changes when it reads the object again.
        if isChild, isStale, pending.updated[key]?.mine.keys.contains(name) != true { continue }
        return "\(row.entity) \(key).\(name) is \(row.values[name] ?? .null) here, and saved as "
          + "\(saved.values[name] ?? .null)"
      }
      for name in Set(row.ends.keys).union(saved.ends.keys).sorted()
      where row.ends[name] != saved.ends[name] {
        // Another context has linked it to an object with other changes here.
        if isStale, pending.updated[key]?.mine.keys.contains(name) != true { continue }
        // The merged object has removed the link, and another context has created one.
        if isStale, merges.values.contains(key) { continue }
        // Another context has deleted the target, and linked the object elsewhere.
        if isStale, case .int(let end)? = pending.updated[key]?.mine[name], after.rows[end] == nil {
          continue
        }
        return "\(row.entity) \(key).\(name) leads to \(row.ends[name] ?? 0) here, and is saved as "
          + "\(saved.ends[name] ?? 0)"
      }
      for link in model[row.entity]?.relationships ?? [] where link.arity == .ordered {
        // Other contexts may have sorted a list that this one has not changed, or added the same members.
        let (added, removed) = (
          pending.updated[key]?.added[link.name] ?? [],
          pending.updated[key]?.removed[link.name] ?? []
        )
        let isTheirs =
          added.isEmpty && removed.isEmpty
          || !added.isDisjoint(with: before.targets(key, link.name))
        if isStale, isTheirs { continue }
        let (mine, theirs) = (row.lists[link.name] ?? [], saved.lists[link.name] ?? [])
        let (left, right) = (mine.filter(theirs.contains), theirs.filter(mine.contains))
        if left != right {
          return "\(row.entity) \(key).\(link.name) is \(mine) here, and saved as \(theirs)"
        }
      }
    }
    return nil
  }
}
