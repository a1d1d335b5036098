@_spi(Invariants) package import Armature
package import ArmatureModel

/// Histories of deletions that are pending while other contexts save, and then reverted: afterwards the context agrees
/// with a fresh one.
///
/// The law: deleting, merging and undoing has the same result as merging alone, as has a rollback, and redo deletes
/// again.
package final class DeletionHistory<Random: RandomNumberGenerator> {
  package var random: Random
  let note: (String) -> Void
  let container: PersistentContainer
  /// The context that deletes.
  let here: ManagedObjectContext
  /// The parent of the deleting context; `nil` if it reads the store directly.
  let parent: ManagedObjectContext?
  /// The other context, which is the parent if there is one.
  let others: ManagedObjectContext
  /// The IDs of all objects, including deleted ones.
  var ids: [ManagedObjectID] = []
  var lists: [FetchedResults<ManagedObject>] = []
  /// The number of times that each event occurred.
  package var counts: [String: Int] = [:]

  var model: ManagedObjectModel { container.model }

  /// Returns a random model for a store.
  package static func model(_ random: inout Random) throws -> ManagedObjectModel {
    try ContextTreeModel.make(&random)
  }

  package init(
    _ random: Random, on container: PersistentContainer, note: @escaping (String) -> Void
  ) throws {
    self.random = random
    self.note = note
    self.container = container
    for line in container.model.lines { note(line) }
    others = container.makeContext()
    let isChild = self.random.oneIn(5)
    parent = isChild ? others : nil
    here = isChild ? others.makeChild() : container.makeContext()
    here.recordsUndo = self.random.bool()
    here.mergesChangesAutomatically = self.random.bool()
    note(
      "here\(isChild ? " is a child" : "")\(here.recordsUndo ? " records undo" : "")"
        + (here.mergesChangesAutomatically ? " merges by itself" : ""))
  }

  /// Plays some rounds; returns the problem, or `nil` on success.
  package func problem(rounds: Int) -> String? {
    do {
      try insertSome()
      if random.bool() { try follow() }
      for _ in 0..<rounds {
        if let problem = try round() { return problem }
      }
      return nil
    } catch {
      return "a step throws \(error)"
    }
  }

  private func follow() throws {
    note("lists follow")
    let large = try FetchRequest("A", where: FetchPredicate("n > 2"))
    lists = [
      try FetchedResults(large, in: here),
      try FetchedResults(FetchRequest("A"), in: here, sectionedBy: "t"),
    ]
  }

  // MARK: A round

  private func round() throws -> String? {
    note("-- a round")
    try look()
    let hasEdits = random.oneIn(3)
    if hasEdits {
      for _ in 0...random.below(2) { edit(here, "here") }
    }
    let steps = here.undoActionName
    try here.undoGroup("delete") {
      for _ in 0...random.below(2) {
        guard let object = try pick(here, among: try live()) else { continue }
        note("here: delete \(object.objectID.key)")
        do { try here.delete(object) } catch is ManagedObjectError { note("it is refused") }
      }
    }
    let hasStep = here.recordsUndo && here.undoActionName == "delete" && steps != "delete"
    var isDeleted = true
    for _ in 0...random.below(3) {
      try change()
      if let problem = broken { return problem }
      guard hasStep, here.canUndo || here.canRedo, random.oneIn(4) else { continue }
      note("here: \(isDeleted ? "undo" : "redo")")
      if isDeleted { here.undo() } else { here.redo() }
      isDeleted.toggle()
      if let problem = broken { return problem }
    }
    // A merge may have discarded the steps.
    if isDeleted, hasStep, here.undoActionName == "delete", !hasEdits, random.oneIn(3) {
      try here.refreshAll()
      note("here: refresh all, undo")
      here.undo()
      count("undo")
      if let problem = try same("after an undo") ?? broken { return problem }
      guard here.canRedo else { return try end() }
      note("here: redo, undo")
      here.redo()
      if let problem = broken { return problem }
      here.undo()
      if let problem = try same("after a redo and an undo") ?? broken { return problem }
    }
    return try end()
  }

  /// Reverts everything pending and sometimes saves it.
  private func end() throws -> String? {
    try merge()
    if random.oneIn(3) {
      note("here: save")
      do {
        try here.save()
        count("save")
      } catch is ValidationReport {
        note("it is refused")
      } catch is MergeConflicts {
        note("it conflicts")
      }
      if let problem = broken { return problem }
      if here.recordsUndo, random.bool() {
        note("here: undo of what is saved")
        here.undo()
        if let problem = broken { return problem }
      }
    }
    try merge()
    note("here: roll back")
    here.rollback()
    count("rollback")
    // An object deleted by another context may still be known here as a fault.
    if let problem = try same("after a rollback") ?? broken { return problem }
    return try saveOnce()
  }

  /// Unchanged objects are current here, so changing one causes no conflict.
  private func saveOnce() throws -> String? {
    guard let object = try pick(here, among: try live()) else { return nil }
    try merge()
    guard object.managedObjectContext != nil else { return nil }
    note("here: set \(object.objectID.key).n, save")
    try object.setValue(AttributeValue.int(Int64(random.below(6))), forKey: "n")
    do {
      try here.save()
    } catch let conflicts as MergeConflicts {
      return "a save after a merge throws \(conflicts)"
    } catch is ValidationReport {
      here.rollback()
    }
    return nil
  }

  // MARK: Looking

  /// Returns the differences from a fresh context's view.
  private func same(_ when: String) throws -> String? {
    // After a merge has removed the changes of an object, it stays among the updated ones without anything to save.
    let pending =
      here.insertedObjects + here.deletedObjects
      + here.updatedObjects.filter { !$0.changedValues.isEmpty }
    if !pending.isEmpty {
      return
        "\(when) there are changes: \(pending.map { "\($0.objectID.key) \($0.changedValues)" })"
    }
    let fresh = parent?.makeChild() ?? container.makeContext()
    let expected = try GraphImage(of: fresh, ids)
    let found = try GraphImage(of: here, ids)
    if let problem = found.difference(from: expected, model) { return "\(when) \(problem)" }
    for list in lists {
      _ = try list.update()
      let wanted = try here.fetch(list.request).map(\.objectID.key)
      let shown = list.objects.map(\.objectID.key)
      if shown.sorted() != wanted.sorted() {
        return "\(when) a list shows \(shown), and must \(wanted)"
      }
    }
    return nil
  }

  private var broken: String? { here.checkInvariants(isUpToDate: true).first }

  func count(_ event: String) { counts[event, default: 0] += 1 }

  /// Reads some objects and evicts others.
  private func look() throws {
    switch random.below(4) {
    case 0: here.reset()
    case 1: try here.refreshAll()
    default: break
    }
    if parent != nil || !here.mergesChangesAutomatically { try here.refreshAll() }
    note("here: look at some")
    for id in ids where !random.oneIn(3) {
      guard let object = try here.found(id) else { continue }
      for relationship in object.entity.relationships where random.bool() {
        _ = try object.objectIDs(forRelationshipNamed: relationship.name)
      }
    }
    for list in lists { _ = try list.update() }
  }

  /// Returns the IDs of the objects in the other context.
  func live() throws -> [ManagedObjectID] { try ids.filter { try others.found($0) != nil } }

  func pick(
    _ context: ManagedObjectContext, among ids: [ManagedObjectID]
  ) throws -> ManagedObject? {
    ids.isEmpty ? nil : try context.found(random.pick(ids))
  }
}
