import Armature
import ArmatureModel

extension ContextTreeHistory {
  /// Saves, and compares what comes of it with what must.
  func save(_ node: ContextTreeNode) throws -> String? {
    let (name, policy) =
      random.oneIn(3) ? ("error", .error) : random.pick(MergePolicy.all(keeping: "n"))
    node.context.mergePolicy = policy
    // What others have saved is merged first, if it is by itself.
    _ = try node.context.count("A")
    let includingLists = random.bool()
    note("\(node.name): save, \(name)\(includingLists ? ", lists looked at before" : "")")
    let before = try base(of: node)
    let pending = try PendingChanges(of: node.context, includingLists: includingLists)
    var check = SaveCheck(
      model: model, policy: policy, isChild: node.parent != nil,
      isStale: node.isStaleOrUnderStale,
      before: before, pending: pending)
    do {
      try node.context.save()
    } catch {
      return try refused(node, error, check, includingLists)
    }
    if node.context.hasChanges { return "there are changes after a save" }
    noteSaved(node)
    let after = try base(of: node)
    check = check.merging(in: after)
    if !check.merges.isEmpty { count("merge of what is inserted") }
    count(check.hasConflicts ? "resolved by \(name)" : "save")
    if let problem = try check.problem(after) ?? check.problem(after, seenBy: seen(node, check)) {
      return "\(node.name) has saved: \(problem)"
    }
    if node.parent == nil, let problem = after.problem(model) {
      return "\(node.name) has saved what cannot be: \(problem)"
    }
    if random.oneIn(3), !node.isStaleOrUnderStale {
      let now = try image(of: node)
      if let difference = now.difference(from: after, model) {
        return "\(node.name) sees after its save: \(difference)"
      }
    }
    return nil
  }

  /// What a context sees of what it has saved just now, without looking at lists that it need not load.
  private func seen(_ node: ContextTreeNode, _ check: SaveCheck) throws -> GraphImage {
    // What was set to what it was is not saved, and may be stale.
    let updated = check.pending.updated.filter { !$0.value.mine.isEmpty }
    let keys = Set(check.pending.inserted.keys).union(updated.keys)
    return try GraphImage(of: node.context, ids.filter { keys.contains($0.key) })
  }

  /// A save that is refused changes nothing, here or in the store.
  private func refused(
    _ node: ContextTreeNode, _ error: any Error, _ check: SaveCheck, _ includingLists: Bool
  ) throws -> String? {
    let kind: String
    switch error {
    case let error as MergeConflicts:
      kind = "conflict"
      if error.conflicts.isEmpty { return "there are no conflicts in \(error)" }
      // Two that undo the same deletion are told whatever the policy.
      let areTwins = error.conflicts.contains { check.pending.inserted[$0.id.key] != nil }
      if case .error = check.policy {
      } else if node.parent == nil, !areTwins {
        return "there are conflicts with a policy: \(error)"
      }
      if !check.mayConflict { return "there must be no conflict, but \(error)" }
    case let report as ValidationReport:
      kind = "refusal"
      if report.isValid { return "a save is refused without an error" }
      note("  \(report.first.map { "\($0)" } ?? "")")
    case is ShadowedStore.Failure: kind = "failure"
    default: return "a save throws \(error)"
    }
    count(kind)
    note("  it is refused: \(kind)")
    var (now, then) = (try base(of: node), check.before)
    if let parent = node.parent, parent.isStaleOrUnderStale {
      // The parent may have read what others have deleted, and that links lead to nothing.
      let saved = try base(of: parent)
      then.rows = then.rows.filter { now.rows[$0.key] != nil || saved.rows[$0.key] != nil }
      (now, then) = (now.withoutLostLinks, then.withoutLostLinks)
      // So it may have read what others have set and linked.
      then.readAgain(from: saved, seenIn: now)
    }
    if let difference = now.difference(from: then, model) {
      return "a save of \(node.name) that is refused has saved: \(difference)"
    }
    // What conflicts were resolved to stays, as does what was read again of what others have saved.
    if check.mayConflict && node.parent == nil { return nil }
    var (after, before) = (
      try PendingChanges(of: node.context, includingLists: includingLists), check.pending
    )
    if node.isStaleOrUnderStale {
      // It may have read that others have deleted what links lead to.
      (after, before) = (after.known(to: check.before), before.known(to: check.before))
    }
    if let difference = after.difference(from: before) {
      return "a save of \(node.name) that is refused changes: \(difference)"
    }
    if !node.isStale, kind == "refusal", check.pending.deleted.isEmpty, node.parent == nil,
      try image(of: node).problem(model) == nil
    {
      return "it must be saved, but \(error)"
    }
    return nil
  }

  /// Has the store fail in the middle of something, which so changes nothing.
  func fail(_ node: ContextTreeNode) throws -> String? {
    // What others have saved is merged first, if it is by itself.
    _ = try node.context.count("A")
    let includingLists = random.bool()
    let before = try PendingChanges(of: node.context, includingLists: includingLists)
    let saved = try store.image()
    let calls = random.below(4)
    let entity = random.pick(model.entities).name
    let choice = random.below(5)
    note("\(node.name): the store fails after \(calls) calls, in \(choice)")
    let former = try base(of: node)
    store.fail(after: calls)
    var isDone = false
    do {
      switch choice {
      case 0: try node.context.save()
      case 1: _ = try node.context.fetch(entity)
      case 2: try node.context.refreshAll()
      case 3: _ = try node.context.count(entity)
      default: _ = try node.context.fetch(entity) { $0.n > 2 }
      }
      isDone = true
    } catch is ShadowedStore.Failure {
      count("failure")
    } catch is ValidationReport {
    } catch is MergeConflicts {
    } catch let error as ManagedObjectError {
      note("  \(error)")
    }
    store.callsUntilFailure = nil
    if choice == 0, isDone {
      noteSaved(node)
      return nil
    }
    if try store.image() != saved { return "a save that fails has changed the store" }
    if choice == 2 { node.isStale = true }
    if node.parent?.isStaleOrUnderStale == false,
      try base(of: node).difference(from: former, model) != nil
    {
      return "a call of \(node.name) that fails has changed its parent"
    }
    // The second time it is told what failed where nobody could be told.
    for node in nodes { _ = try? node.context.count(entity) }
    let after = try PendingChanges(of: node.context, includingLists: includingLists)
    if node.isStale { return nil }
    return after.difference(from: before).map { "a call of \(node.name) that fails: \($0)" }
  }

  func reset(_ node: ContextTreeNode) -> String? {
    guard random.oneIn(3) else { return nil }
    note("\(node.name): reset")
    node.held = []
    node.context.reset()
    noteChanged(node)
    return node.context.hasChanges ? "there are changes after a reset" : nil
  }
}
