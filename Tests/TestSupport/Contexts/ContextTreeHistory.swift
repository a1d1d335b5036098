@_spi(Invariants) package import Armature
import ArmatureModel

/// Random histories of several contexts of one store, with children and grandchildren that edit, save, refresh, undo,
/// evict and conflict.
///
/// The expected result of a save follows from three images: the state before, the state after, and the pending changes.
/// In addition, both sides of each link agree in contexts and store, pending changes survive reads, and a failed call
/// changes nothing.
package final class ContextTreeHistory<Random: RandomNumberGenerator> {
  package var random: Random
  let note: (String) -> Void
  let store: ShadowedStore
  /// Reopens the data; `nil` for data that exists in the store only.
  private let reopen: (() throws -> any PersistentStore)?
  let container: PersistentContainer
  /// The container of another process on the same data, which owns the second context; `nil` if it does not exist.
  private let other: PersistentContainer?
  var nodes: [ContextTreeNode] = []
  /// The IDs of all objects, including deleted ones.
  var ids: [ManagedObjectID] = []
  private var childCount = 0
  /// The number of times that each event occurred.
  package private(set) var counts: [String: Int] = [:]

  var model: ManagedObjectModel { container.model }

  /// - Parameters:
  ///   - base: The store with the rows.
  ///   - twin: Creates the store of another process on the same data; `nil` for a single process.
  ///   - reopen: Creates another store on the same data, which must contain everything saved.
  package init(
    _ random: Random, on base: any PersistentStore = InMemoryStore(),
    twin: (() throws -> any PersistentStore)? = nil,
    reopen: (() throws -> any PersistentStore)? = nil, note: @escaping (String) -> Void
  ) throws {
    var random = random
    (store, self.reopen) = (ShadowedStore(base), reopen)
    let model = try ContextTreeModel.make(&random)
    for line in model.lines { note(line) }
    self.random = random
    self.note = note
    container = try PersistentContainer(model: model, store: store)
    store.note = note
    let account = store
    other = try twin.map {
      try PersistentContainer(model: model, store: ShadowedStore($0(), sharing: account))
    }
    for (name, container) in [("a", container), ("b", other ?? container)] {
      nodes.append(ContextTreeNode(name, container.makeContext()))
    }
    for node in nodes { configure(node) }
  }

  private func configure(_ node: ContextTreeNode) {
    node.context.recordsUndo = random.oneIn(3)
    node.context.mergesChangesAutomatically = random.oneIn(other == nil ? 4 : 2)
    var words = node.context.recordsUndo ? " records undo" : ""
    if node.context.mergesChangesAutomatically { words += " merges by itself" }
    note("\(node.name) is there\(words)")
  }

  func count(_ event: String) { counts[event, default: 0] += 1 }

  /// Takes some steps; returns the problem, or `nil` on success.
  package func problem(steps: Int) -> String? {
    do {
      for _ in 0..<steps {
        if let problem = try step() ?? store.problem ?? brokenInvariant { return problem }
      }
      return try lookAgain()
    } catch {
      return "a step throws \(error)"
    }
  }

  /// A broken invariant of a context.
  private var brokenInvariant: String? {
    for node in nodes {
      if let broken = node.context.checkInvariants().first { return "\(node.name): \(broken)" }
    }
    return nil
  }

  private func step() throws -> String? {
    let node = random.pick(nodes)
    // Every operation can make it read other saves.
    noteChanged(node)
    switch random.below(36) {
    case 0..<9: return try edit(node)
    case 9..<12:
      for _ in 0..<(2 + random.below(3)) {
        if let problem = try edit(node) { return problem }
      }
      return nil
    case 12..<18: return try save(node)
    case 18: return try rollBack(node)
    case 19, 20: return try refreshAll(node)
    case 21: return try refresh(node)
    case 22 where other != nil && node.context.mergesChangesAutomatically: return try merge(node)
    case 22: return forget(node)
    case 23: return try fetch(node)
    case 24: return try look(node)
    case 25: return move(node)
    case 26, 27: return try undo(node)
    case 28, 29: return makeChild(node)
    case 30: return dropChild(node)
    case 31: return try fail(node)
    case 32: return reset(node)
    default: return try race()
    }
  }

  // MARK: The tree

  private func makeChild(_ node: ContextTreeNode) -> String? {
    guard nodes.count < 6, node.depth < 2 else { return nil }
    childCount += 1
    let child = ContextTreeNode(
      "\(node.name)\(childCount)", node.context.makeChild(), parent: node)
    configure(child)
    nodes.append(child)
    return nil
  }

  private func dropChild(_ node: ContextTreeNode) -> String? {
    guard node.parent != nil, !nodes.contains(where: { $0.parent === node }) else { return nil }
    note("\(node.name) is dropped")
    nodes.removeAll { $0 === node }
    return nil
  }

  /// Records that a context has saved, so that other contexts with the same source are outdated.
  func noteSaved(_ saved: ContextTreeNode) {
    for node in nodes where node !== saved {
      let reads = saved.parent.map { node.isUnder($0) } ?? true
      if reads { node.isStale = true }
    }
  }

  /// Records that a context has changed, so that its children are outdated.
  func noteChanged(_ node: ContextTreeNode) {
    for other in nodes where other.isUnder(node) { other.isStale = true }
  }

  /// Returns the image of a context's parent or store.
  func base(of node: ContextTreeNode) throws -> GraphImage {
    guard let parent = node.parent else { return try store.image() }
    return try GraphImage(of: parent.context, ids)
  }

  func image(of node: ContextTreeNode) throws -> GraphImage {
    try GraphImage(of: node.context, ids)
  }

  // MARK: Steps that read

  /// Two contexts edit one object and save.
  private func race() throws -> String? {
    let live = try live()
    if live.isEmpty { return nil }
    let id = random.pick(live)
    note("a and b race for \(id.key)")
    for node in nodes.prefix(2) {
      for _ in 0...random.below(2) {
        if let problem = try edit(node, of: id) { return problem }
      }
    }
    for node in random.bool() ? [nodes[0], nodes[1]] : [nodes[1], nodes[0]] {
      if let problem = try save(node) ?? store.problem { return problem }
    }
    return nil
  }

  /// Returns the IDs of the saved and inserted objects.
  func live() throws -> [ManagedObjectID] {
    let image = try store.image()
    let inserted = Set(nodes.flatMap { $0.context.insertedObjects.map(\.objectID.key) })
    return ids.filter { image.rows[$0.key] != nil || inserted.contains($0.key) }
  }

  private func rollBack(_ node: ContextTreeNode) throws -> String? {
    note("\(node.name): roll back")
    node.context.rollback()
    noteChanged(node)
    return node.context.hasChanges ? "there are changes after a rollback" : nil
  }

  /// Refreshes everything; pending changes must survive.
  func refreshAll(_ node: ContextTreeNode) throws -> String? {
    let includingLists = random.bool()
    let before = try PendingChanges(of: node.context, includingLists: includingLists)
    note("\(node.name): refresh all\(includingLists ? ", lists looked at before" : "")")
    try node.context.refreshAll()
    count("refresh")
    // Objects to be deleted are not read again.
    if before.deleted.isEmpty { node.isStale = false }
    if node.parent?.isStaleOrUnderStale == true { return nil }
    let base = try base(of: node)
    // An object restored in both contexts causes a conflict when it is saved.
    if before.inserted.keys.contains(where: { base.rows[$0] != nil }) { return nil }
    let now = try image(of: node)
    let after = try PendingChanges(of: node.context, includingLists: includingLists)
    return fresh(node, base, now, before, after).map { "after a refresh \(node.name): \($0)" }
  }

  /// Returns the problem with a context's view after it has read everything again.
  private func fresh(
    _ node: ContextTreeNode, _ base: GraphImage, _ now: GraphImage, _ before: PendingChanges,
    _ after: PendingChanges
  ) -> String? {
    if let problem = now.links(of: model) { return problem }
    for (key, row) in base.rows.sorted(by: { $0.key < $1.key }) {
      if after.deleted[key] != nil {
        if now.rows[key] != nil { return "\(key) is deleted, and found" }
        continue
      }
      guard let found = now.rows[key] else { return "\(row.entity) \(key) is not found" }
      let pending = after.updated[key]?.mine ?? [:]
      for (name, value) in row.values.merging(found.values, uniquingKeysWith: { $1 }).keys
        .map({ ($0, pending[$0] ?? row.values[$0] ?? .null) })
      where found.values[name] ?? .null != value {
        return
          "\(row.entity) \(key).\(name) is \(found.values[name] ?? .null), and must be \(value)"
      }
    }
    for key in now.rows.keys.sorted() where base.rows[key] == nil {
      if after.inserted[key] == nil { return "\(key) is found, which nobody has" }
    }
    // Pending changes stay, unless another context has deleted the object or made the same change.
    for (key, change) in before.updated.sorted(by: { $0.key < $1.key }) {
      guard let row = base.rows[key] else { continue }
      for (name, value) in change.mine.sorted(by: { $0.key < $1.key }) {
        let theirs = row.values[name] ?? row.ends[name].map { .int($0) } ?? .null
        let mine = after.updated[key]?.mine[name] ?? theirs
        if mine == value { continue }
        if model.isLink(name, of: row.entity) {
          // The target is deleted, or another context has removed the same link and created another one.
          if isGone(value, now) || value.isNull && theirs != change.base[name] { continue }
        }
        return "\(row.entity) \(key).\(name) was \(value), and is \(mine)"
      }
      if let problem = listProblem(key, change, now, base) { return problem }
    }
    for key in before.deleted.keys.sorted()
    where base.rows[key] != nil && after.deleted[key] == nil
      && !before.hasLeftOwners(key, base, model)
    {
      return "\(key) is not deleted any more"
    }
    return nil
  }

  /// The next fetch of a merging context shows other saves; pending changes stay.
  private func merge(_ node: ContextTreeNode) throws -> String? {
    guard node.parent == nil else { return nil }
    let before = try PendingChanges(of: node.context, includingLists: random.bool())
    note("\(node.name): merges")
    _ = try node.context.count(random.pick(model.entities.filter { !$0.isAbstract }).name)
    count("merge")
    if before.deleted.isEmpty { node.isStale = false }
    let base = try base(of: node)
    if before.inserted.keys.contains(where: { base.rows[$0] != nil }) { return nil }
    let now = try image(of: node)
    let after = try PendingChanges(of: node.context, includingLists: true)
    return fresh(node, base, now, before, after).map { "after a merge \(node.name): \($0)" }
  }

  private func isGone(_ end: AttributeValue, _ now: GraphImage) -> Bool {
    if case .int(let key) = end { now.rows[key] == nil } else { false }
  }

  /// Returns list changes whose member is missing from the list, or still in it.
  private func listProblem(
    _ key: Int64, _ change: PendingChanges.Change, _ now: GraphImage, _ base: GraphImage
  ) -> String? {
    for (name, added) in change.added {
      let found = now.targets(key, name)
      for member in added.sorted() where now.rows[member] != nil && !found.contains(member) {
        return "\(key).\(name) had got \(member), and has \(found)"
      }
    }
    for (name, removed) in change.removed {
      let found = now.targets(key, name)
      for member in removed.sorted() where found.contains(member) {
        return "\(key).\(name) had lost \(member), and has \(found)"
      }
    }
    return nil
  }

  /// All contexts discard their changes and read the saved state.
  private func lookAgain() throws -> String? {
    note("all roll back and refresh")
    let image = try store.image()
    if let problem = image.problem(model) { return "what is saved is wrong: \(problem)" }
    for node in nodes.sorted(by: { $0.depth < $1.depth }) {
      node.context.rollback()
      if node.context.hasChanges { return "\(node.name) has changes after a rollback" }
      try node.context.refreshAll()
      if let difference = try self.image(of: node).difference(from: image, model) {
        return "\(node.name) at the end: \(difference)"
      }
    }
    return try reopenedProblem()
  }

  /// Returns the differences in a reopened store.
  private func reopenedProblem() throws -> String? {
    guard let other = try reopen?() else { return nil }
    try other.open(model)
    return try store.difference(from: other).map { "after opening once more: \($0)" }
  }
}

extension ManagedObjectModel {
  /// Returns whether a property is a relationship.
  func isLink(_ name: String, of entity: String) -> Bool {
    self[entity]?.property(named: name)?.asRelationship != nil
  }
}
