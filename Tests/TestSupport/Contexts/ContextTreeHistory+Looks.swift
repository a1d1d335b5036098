import Armature
import ArmatureModel

extension ContextTreeHistory {
  func refresh(_ node: ContextTreeNode) throws -> String? {
    guard let object = try object(node, among: try live()), object.managedObjectContext != nil
    else { return nil }
    let merges = random.bool()
    note("\(node.name): refresh \(object.objectID.key)\(merges ? "" : ", dropping its changes")")
    try node.context.refresh(object, mergeChanges: merges)
    return nil
  }

  /// Evicts unreferenced objects.
  func forget(_ node: ContextTreeNode) -> String? {
    node.held.removeAll { _ in random.bool() }
    note("\(node.name): forget unused")
    let before = try? PendingChanges(of: node.context, includingLists: false)
    _ = node.context.evictUnusedObjects()
    let after = try? PendingChanges(of: node.context, includingLists: false)
    guard let before, let after else { return "what is pending cannot be told" }
    return after.difference(from: before).map { "after letting go \(node.name): \($0)" }
  }

  /// A fetch finds the saved and pending objects, and does not change the pending ones.
  func fetch(_ node: ContextTreeNode) throws -> String? {
    let entity = random.pick(model.entities).name
    let number = random.oneIn(2) ? nil : Int64(random.below(4))
    // Automatic merging comes first.
    _ = try node.context.count("A")
    let includingLists = random.oneIn(3)
    let before = try PendingChanges(of: node.context, includingLists: includingLists)
    note("\(node.name): fetch \(entity)\(number.map { " of n > \($0)" } ?? "")")
    let found = try node.context.fetch(entity) { query in
      number.map { query.n > Int($0) } ?? .constant(true)
    }
    if random.oneIn(3) { node.held += found }
    let after = try PendingChanges(of: node.context, includingLists: includingLists)
    if let difference = after.difference(from: before) {
      return "after a fetch \(node.name): \(difference)"
    }
    if node.parent?.isStaleOrUnderStale == true { return nil }
    let base = try base(of: node)
    var expected: [Int64] = []
    for id in ids.sorted(by: { $0.key < $1.key })
    where model.entity(id.entityName, isKindOf: entity) && after.deleted[id.key] == nil {
      guard let row = base.rows[id.key] ?? after.inserted[id.key].map({ .init(entity: $0.entity) })
      else { continue }
      // A changed object is not read again.
      let change = after.inserted[id.key] ?? after.updated[id.key]
      let mine = change?.mine["n"] ?? change?.base["n"]
      guard let number else {
        expected.append(id.key)
        continue
      }
      if case .int(let n) = mine ?? row.values["n"] ?? .null, n > number { expected.append(id.key) }
    }
    // Objects deleted by other contexts may still exist with their changes.
    let extra = Set(after.updated.keys.filter { base.rows[$0] == nil })
    let keys = found.map(\.objectID.key)
    return keys.filter { !extra.contains($0) } == expected.filter { !extra.contains($0) }
      ? nil : "\(node.name) fetches \(keys), and must \(expected)"
  }

  /// Reads an object and sometimes keeps it.
  func look(_ node: ContextTreeNode) throws -> String? {
    guard let object = try object(node, among: try live()) else { return nil }
    note("\(node.name): look at \(object.objectID.key)")
    // A fault may turn out to be deleted.
    if random.bool() { _ = try? GraphImage.Row(object) }
    if random.bool() { node.held.append(object) }
    return nil
  }

  // MARK: Undo

  /// Undoes or redoes a step.
  func move(_ node: ContextTreeNode) -> String? {
    guard node.context.recordsUndo else { return nil }
    let goesBack = random.bool()
    note("\(node.name): \(goesBack ? "undo" : "redo")")
    if goesBack { node.context.undo() } else { node.context.redo() }
    noteChanged(node)
    return nil
  }

  /// Makes some edits and other operations, then undoes the edits and sometimes redoes them.
  func undo(_ node: ContextTreeNode) throws -> String? {
    guard node.context.recordsUndo, !node.isStale, node.parent == nil else { return nil }
    let readsBefore = random.bool()
    let before = readsBefore ? try image(of: node) : nil
    note("\(node.name): a group\(readsBefore ? ", looked at before" : "")")
    var problem: String?
    try node.context.undoGroup {
      for _ in 0...random.below(3) where problem == nil { problem = try edit(node) }
    }
    if let problem { return problem }
    guard node.context.canUndo else { return nil }
    let after = try image(of: node)
    if after == before ?? after { return nil }
    let choice = random.below(5)
    switch choice {
    case 0:
      note("\(node.name): refresh all in between")
      try node.context.refreshAll()
    case 1: if let problem = forget(node) { return problem }
    case 2, 3:
      if let problem = try save(node) { return problem }
      // Changes that a policy resolved or merged with other saves do not belong to the step.
      if try image(of: node) != after { return nil }
      if choice == 2 { break }
      note("\(node.name): refresh all in between")
      try node.context.refreshAll()
    default: break
    }
    guard node.context.canUndo, !node.isStale else { return nil }
    // A save that was rejected, or resolved by a policy, may have discarded the steps.
    note("\(node.name): undo the group")
    node.context.undo()
    noteChanged(node)
    count("undo")
    if let before, let difference = try image(of: node).difference(from: before, model) {
      return "after an undo \(node.name): \(difference)"
    }
    guard random.bool() else { return nil }
    note("\(node.name): redo the group")
    node.context.redo()
    return try image(of: node).difference(from: after, model)
      .map { "after a redo \(node.name): \($0)" }
  }
}

extension GraphImage {
  /// Returns a link that does not lead back or has no target.
  func links(of model: ManagedObjectModel) -> String? {
    for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
      for relationship in model[row.entity]?.relationships ?? [] {
        let targets = targets(key, relationship.name)
        if Set(targets).count != targets.count {
          return "\(row.entity) \(key).\(relationship.name) has members twice: \(targets)"
        }
        for target in targets {
          guard let other = rows[target] else {
            return
              "\(row.entity) \(key).\(relationship.name) leads to \(target), which is not there"
          }
          guard let inverse = relationship.inverse else { continue }
          if !self.targets(target, inverse).contains(key) {
            return "\(row.entity) \(key).\(relationship.name) leads to \(other.entity) \(target), "
              + "whose \(inverse) does not lead back"
          }
        }
      }
    }
    return nil
  }
}
