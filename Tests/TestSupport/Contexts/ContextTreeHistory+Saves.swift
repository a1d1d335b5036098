import Armature
import ArmatureModel

extension ContextTreeHistory {
  /// Saves and compares the result with the expected one.
  func save(_ node: ContextTreeNode) throws -> String? {
    let (name, policy) =
      random.oneIn(3) ? ("error", .error) : random.pick(MergePolicy.all(keeping: "n"))
    node.context.mergePolicy = policy
    // Automatic merging comes first.
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

  /// Returns the context's view of the saved objects, without loading further lists.
  private func seen(_ node: ContextTreeNode, _ check: SaveCheck) throws -> GraphImage {
    // Properties set to their previous values are not saved, and may be outdated.
    let updated = check.pending.updated.filter { !$0.value.mine.isEmpty }
    let keys = Set(check.pending.inserted.keys).union(updated.keys)
    return try GraphImage(of: node.context, ids.filter { keys.contains($0.key) })
  }

  /// Checks that a rejected save changes nothing, neither in the context nor in the store.
  private func refused(
    _ node: ContextTreeNode, _ error: any Error, _ check: SaveCheck, _ includingLists: Bool
  ) throws -> String? {
    let kind: String
    switch error {
    case let error as MergeConflicts:
      kind = "conflict"
      if error.conflicts.isEmpty { return "there are no conflicts in \(error)" }
      // Two contexts that undo the same deletion get a conflict with every policy.
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
      // The parent may have read deletions by other contexts, and links without target.
      let saved = try base(of: parent)
      then.rows = then.rows.filter { now.rows[$0.key] != nil || saved.rows[$0.key] != nil }
      (now, then) = (now.withoutLostLinks, then.withoutLostLinks)
      // It may also have read values and links set by other contexts.
      then.readAgain(from: saved, seenIn: now)
    }
    if let difference = now.difference(from: then, model) {
      return "a save of \(node.name) that is refused has saved: \(difference)"
    }
    // Resolved conflicts stay, as do refreshed values from other saves.
    if node.parent == nil ? check.mayConflict : check.hasConflicts && kind == "refusal" {
      return nil
    }
    var (after, before) = (
      try PendingChanges(of: node.context, includingLists: includingLists), check.pending
    )
    if node.isStaleOrUnderStale {
      // It may have read that another context has deleted the targets of links.
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

  /// Lets the store fail during an operation, which must then change nothing.
  func fail(_ node: ContextTreeNode) throws -> String? {
    // Automatic merging comes first.
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
    // The second call reports a failure that could not be reported before.
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
